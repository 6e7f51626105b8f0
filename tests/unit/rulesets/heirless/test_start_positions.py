"""Start positions: those that fit are played on, and one that does not is refused by the name of its field."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.heirless.model.battle_state import Battle, BattleCards, War
from oathbook.domain.rulesets.heirless.model.components import Amount, Staff
from oathbook.domain.rulesets.heirless.model.decisions import Assign, Enact
from oathbook.domain.rulesets.heirless.model.state import (
    Ballot,
    Bandit,
    Built,
    Field,
    Knight,
    Offer,
    Pile,
    Request,
    Spending,
    Track,
    Turn,
)
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from oathbook.domain.rulesets.kit.start_checks import MOST_COUNTABLE
from oathbook.domain.rulesets.protocol import Ending
from tests.unit.rulesets.heirless.battles.battle_table import with_board
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    SAMPLE,
    built,
    fresh,
    having,
    offer,
    opening,
    placed,
    setup_of,
    taken_up,
    workers,
)
from tests.unit.rulesets.heirless.test_trades import SWAP

START: Final = opening()
NOBODY: Final = Seat("yew")
IN_VOTE: Final = fresh().decide(Enact(ASH, "Tithe")).vote((CEDAR, 1, "against")).field
IN_REQUEST: Final = (
    taken_up(
        having(placed(built(START, ("Sheepfold", BIRCH)), ash="Valley Meadow"), ASH, unemployed=workers(Wolf=1, Cat=1))
    )
    .decide(Assign(ASH, "Sheepfold", ("Wolf", "Cat")))
    .field
)
OFFERED: Final = fresh().decide(SWAP).field


def on(*spots: Seat | None, also: tuple[Seat | None, ...] = (None,) * 4) -> Field:
    return replace(START, tracks=(Track("t1", spots), Track("t2", also)))


def ballot(**changes: object) -> Field:
    assert IN_VOTE.ballot is not None
    return replace(IN_VOTE, ballot=replace(IN_VOTE.ballot, **changes))


def offered(**changes: object) -> Field:
    return replace(OFFERED, offers=(replace(OFFERED.offers[0], **changes),))


def cards(*of: BattleCards) -> Field:
    return replace(START, war=replace(START.war, cards=of))


def in_hand(names: str, to: Seat = ASH) -> Hidden[tuple[str, ...]]:
    return Hidden.of(tuple(names.split()), to)


ASH_CARDS, *OTHER_CARDS = START.war.cards

WRONG: Final[dict[str, tuple[str, Field]]] = {
    "turns beyond counting": ("start.turns", replace(START, turns=MOST_COUNTABLE + 1)),
    "in the middle of a Battle": ("start.stage", replace(START, stage="defence")),
    "over": ("start.ending", replace(START, ending=Ending("last season played", (), "HT-1.5"))),
    "before the first Season": ("start.season", replace(START, season=0)),
    "after the last Season": ("start.season", replace(START, season=4)),
    "one track": ("start.tracks", replace(START, tracks=START.tracks[:1])),
    "the other track": ("start.current", replace(START, season=2)),
    "too few spots": ("start.tracks.t1", on(None, ASH, BIRCH)),
    "on the Bandit spot": ("start.tracks.t1", on(ASH, BIRCH, CEDAR, None)),
    "on both tracks": ("start.tracks", on(None, ASH, BIRCH, CEDAR, also=(ASH, None, None, None))),
    "on no track": ("start.tracks", on(None, ASH, BIRCH, None)),
    "nobody's turn": ("start.turn", replace(START, turn=None)),
    "the turn of another": ("start.turn", replace(START, turn=Turn(BIRCH, 2))),
    "a turn off the track": ("start.turn", replace(START, turn=Turn(ASH, 5))),
    "a turn that is over": ("start.turn.actions", replace(START, turn=Turn(ASH, 2, 1))),
    "no turn yet": ("start.turns", replace(START, turns=0)),
    "Influence beyond counting": ("start.players.ash", having(START, ASH, influence=MOST_COUNTABLE + 1)),
    "Workers beyond counting": ("start.players.ash", having(START, ASH, unemployed=workers(Wolf=MOST_COUNTABLE + 1))),
    "Employed beyond counting": ("start.employed", replace(START, employed=workers(Wolf=MOST_COUNTABLE + 1))),
    "a Resource twice": ("start.players.ash.resources", having(START, ASH, resources=(Amount("wolf0", 1),) * 2)),
    "an unknown Resource": ("start.players.ash.resources", having(START, ASH, resources=(Amount("gold", 1),))),
    "Workers twice": ("start.players.ash.unemployed", having(START, ASH, unemployed=(Staff("Wolf", 1),) * 2)),
    "Employed twice": ("start.employed", replace(START, employed=(Staff("Wolf", 1),) * 2)),
    "a marker in two hands": ("start.players.markers", having(START, ASH, markers=("Shield",))),
    "an unknown marker": ("start.players.markers", having(START, ASH, markers=("Grail",))),
    "a Knight twice": ("start.knights", replace(START, knights=START.knights[:1] * 2)),
    "a Knight of nobody": ("start.knights.yew-1", replace(START, knights=(Knight("yew-1", NOBODY),))),
    "a Knight off the map": ("start.knights.ash-1", replace(START, knights=(Knight("ash-1", ASH, "Sea"),))),
    "a Knight out on a tile": (
        "start.knights.ash-1",
        replace(START, knights=(Knight("ash-1", ASH, "Valley", out=True),)),
    ),
    "a Bandit of no camp": ("start.bandits.b-1", replace(START, bandits=(Bandit("b-1", "Valley", "Valley"),))),
    "a Bandit off the map": ("start.bandits.b-1", replace(START, bandits=(Bandit("b-1", "CatBandit", "Sea"),))),
    "a card in two places": ("start.built", replace(START, built=(Built("Mill", ASH, 1),))),
    "an unknown card": ("start.built", having(START, ASH, hand=("Inn",))),
    "the Sovereign one in Hand": (
        "start.players.hand",
        having(replace(START, sovereign=()), ASH, hand=("CoronationCeremony",)),
    ),
    "another one in its place": ("start.sovereign", having(replace(START, sovereign=("Mill",)), ASH, hand=())),
    "a pile twice": ("start.piles", replace(START, piles=(Pile("Noble", ()),) * 2)),
    "a card on another pile": (
        "start.piles.Noble",
        having(replace(START, piles=(Pile("Noble", ("Mill",)),)), ASH, hand=()),
    ),
    "two on one place": (
        "start.built",
        having(replace(START, built=(Built("Mill", ASH, 1), Built("Forge", ASH, 1))), ASH, hand=()),
    ),
    "built by nobody": ("start.built.Orchard", replace(START, built=(Built("Orchard", NOBODY, 1),))),
    "used by nobody": ("start.built.Orchard", replace(START, built=(Built("Orchard", ASH, 1, NOBODY),))),
    "a Law in two places": ("start.laws", replace(START, in_force=("Tithe",))),
    "an unknown Law": ("start.laws", replace(START, laws=("Truce",))),
    "a request without a stage": ("start.request", replace(IN_REQUEST, stage="turns")),
    "a stage without a request": ("start.request", replace(START, stage="consent")),
    "a vote without a stage": ("start.ballot", replace(IN_VOTE, stage="turns")),
    "a request of another": (
        "start.request.by",
        replace(IN_REQUEST, request=Request(CEDAR, "Sheepfold", ("Wolf", "Cat"))),
    ),
    "a request for nothing": ("start.request.workplace", replace(IN_REQUEST, request=Request(ASH, "Mill", ("Wolf",)))),
    "a vote of another": ("start.ballot.by", ballot(by=BIRCH)),
    "a vote on nothing": ("start.ballot.law", ballot(law="Truce")),
    "a vote out of number": ("start.ballot.number", ballot(number=2)),
    "another Threshold": ("start.ballot.threshold", ballot(threshold=2)),
    "a voter too few": ("start.ballot.voters", ballot(voters=(CEDAR, ASH))),
    "voters in another order": ("start.ballot.voters", ballot(voters=(CEDAR, ASH, BIRCH))),
    "spent out of order": ("start.ballot.spent", ballot(spent=(Spending(BIRCH, "for", 1),))),
    "everybody has answered": (
        "start.ballot.spent",
        ballot(spent=tuple(Spending(seat, "for", 1) for seat in (CEDAR, BIRCH, ASH))),
    ),
    "spent beyond counting": ("start.ballot.spent.cedar", ballot(spent=(Spending(CEDAR, "for", MOST_COUNTABLE + 1),))),
    "nothing spent by whoever began": (
        "start.ballot.spent.birch",
        replace(
            ballot(by=BIRCH, spent=(Spending(CEDAR, "against", 1), Spending(BIRCH, "against", 1))), turn=Turn(BIRCH, 3)
        ),
    ),
    "nothing left to spend": ("start.ballot.by", having(IN_VOTE, ASH, influence=0)),
    "two offers of one": (
        "start.offers",
        replace(OFFERED, offered=2, offers=(OFFERED.offers[0], replace(OFFERED.offers[0], number=2))),
    ),
    "an offer out of number": ("start.offers.2", offered(number=2)),
    "an offer to nobody": ("start.offers.1", offered(terms=offer(ASH, (ASH, NOBODY, SWAP.terms[0].things[0])).terms)),
    "agreed twice": ("start.offers.1", offered(accepted=(ASH, ASH))),
    "agreed by another": ("start.offers.1", offered(accepted=(BIRCH,))),
    "agreed by all": ("start.offers.1", offered(accepted=(ASH, BIRCH))),
    "a Battle": (
        "start.war.battles",
        replace(START, war=replace(START.war, battles=(Battle("Valley", (ASH, BIRCH), bandits=False),))),
    ),
    "cards of two": ("start.war.cards", cards(*START.war.cards[:2])),
    "a card too few": ("start.war.cards.ash", cards(BattleCards(ASH, 5), *OTHER_CARDS)),
    "discards of a whole hand": ("start.war.cards.ash", cards(BattleCards(ASH, 5, None, 1), *OTHER_CARDS)),
    "a hand for others' eyes": (
        "start.war.cards.ash",
        cards(BattleCards(ASH, 1, in_hand("P2", BIRCH), 5), *OTHER_CARDS),
    ),
    "a card twice": ("start.war.cards.ash", cards(BattleCards(ASH, 2, in_hand("P2 P2"), 4), *OTHER_CARDS)),
    "an unknown Battlecard": ("start.war.cards.ash", cards(BattleCards(ASH, 1, in_hand("B1"), 5), *OTHER_CARDS)),
    "a hand of another size": ("start.war.cards.ash", cards(BattleCards(ASH, 2, in_hand("P1"), 4), *OTHER_CARDS)),
    "Attributes of two": ("start.war.boards", replace(START, war=replace(START.war, boards=START.war.boards[:2]))),
    "a player in a hurry": ("start.war.boards.birch.delay", with_board(START, BIRCH, delay="-5")),
    "a camp in a hurry": ("start.war.boards.CatBandit.delay", with_board(START, "CatBandit", delay="-0.5")),
}


@pytest.mark.parametrize(("where", "field"), WRONG.values(), ids=WRONG)
def test_a_position_that_does_not_fit_is_refused_by_name(where: str, field: Field) -> None:
    with pytest.raises(BadRecord) as refused:
        taken_up(field)

    assert str(refused.value).startswith(f"{where}: ")


@pytest.mark.parametrize("field", [START, IN_VOTE, IN_REQUEST, OFFERED])
def test_a_position_that_fits_is_played_on(field: Field) -> None:
    """The control: at each stage, and what comes back from a game is a start position again."""
    table = taken_up(field)

    assert table.field == field
    assert len(table.asked) == 1
    assert table.ruleset.options(table.state, table.asked[0]).listed


def test_as_many_workers_as_are_counted_can_still_be_put_to_work() -> None:
    """The control, at the edge: what is listed of them is allowed, and one more is Employed."""
    field = having(placed(built(START, ("Bakery", ASH)), ash="Meadow"), ASH, unemployed=workers(Cat=MOST_COUNTABLE))

    done = taken_up(replace(field, employed=workers(Cat=MOST_COUNTABLE))).decide(Assign(ASH, "Bakery", ("Cat",)))

    assert done.unemployed(ASH) == {"Cat": MOST_COUNTABLE - 1}
    assert done.field.employed == workers(Cat=MOST_COUNTABLE + 1)


def test_the_idle_are_among_the_voters_of_a_position_but_by_the_switch() -> None:
    """HA-5: birch is Idle, and asked before cedar, or not at all."""
    asked = fresh().deploy(ASH, "Valley").idle(BIRCH).decide(Enact(CEDAR, "Tithe")).field

    assert taken_up(asked).asked == (BIRCH,)
    with pytest.raises(BadRecord, match=r"start\.ballot\.voters: asked are cedar, ash, in this order"):
        taken_up(asked, switches=Switches(who_votes="not_idle"))


def test_the_players_are_the_seats_in_their_order() -> None:
    with pytest.raises(BadRecord, match=r"start\.players: not the seats, in their order"):
        HEIRLESS_1.initial(setup_of((BIRCH, ASH, CEDAR), SAMPLE, start=START))


def test_a_position_without_cards_and_attributes_has_those_of_the_box() -> None:
    assert taken_up(replace(START, war=War())).field.war == START.war


def test_the_ring_can_be_taken_up_on_either_half() -> None:
    """Edition e2: nothing ties the halves to the number of the Season, and a turn has two actions."""
    field = replace(START, season=2, turn=Turn(ASH, 2, 1))

    assert taken_up(field, ruleset=HEIRLESS_2).deploy(ASH, "Valley").asked == (BIRCH,)


def test_a_ballot_begun_by_a_position_is_counted_to_its_end() -> None:
    """A vote taken up in the middle: cedar has spent 1 against."""
    done = taken_up(IN_VOTE).vote((BIRCH, 0, "for"), (ASH, 3, "for"))

    assert done.field.in_force == ("Tithe",)
    assert isinstance(IN_VOTE.ballot, Ballot)
    assert OFFERED.offers == (Offer(1, ASH, SWAP.terms, (ASH,)),)
