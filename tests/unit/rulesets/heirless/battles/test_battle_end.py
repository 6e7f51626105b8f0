"""HB-4.6, HB-5 and HB-6: figures that are sent back, and how a Battle ends."""

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import PUBLIC, TABLE
from oathbook.domain.rulesets.heirless.model.battle_events import (
    Attacked,
    AttackLapsed,
    BattleEnded,
    BattleTurnEnded,
    CardsPutAway,
    CubesReset,
    EndAgreed,
    HourglassEmptied,
    LeftBattle,
    ResourcesRewarded,
    SentBack,
    StallNoticed,
    WoundsDiscarded,
)
from oathbook.domain.rulesets.heirless.model.decisions import Accept, AgreeToEnd, Decline, Haggle, Thing
from oathbook.domain.rulesets.heirless.model.events import (
    GameEnded,
    GoodsTraded,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    PhaseBegan,
    SeasonEnded,
)
from oathbook.domain.rulesets.heirless.presentation.options import options_of
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    DECK_OF_THREE,
    HITS,
    PLAIN,
    STALL,
    card,
    cards,
    duel,
    field_of,
    fight,
    listed,
    stalled,
    with_board,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, offer


@pytest.mark.parametrize(("health", "goes"), [(2, True), (3, False)])
def test_a_figure_goes_with_as_many_wounds_as_its_owners_health(health: int, *, goes: bool) -> None:
    """HB-4.6: 2 Wounds, at the edge; the Battle ends with the last of birch's Knights (HB-5.3)."""
    done = duel(ash={"precision": 9}, birch={"health": health, "dodge": 6}).turn(*HITS)

    assert done.table.the(Attacked).event.wounds == 2
    assert bool(done.table.every(SentBack)) == goes
    assert bool(done.table.every(BattleEnded)) == goes
    assert done.table.tiles(BIRCH) == [None if goes else "Valley", None, None]


def test_a_battle_ends_when_one_side_is_left() -> None:
    """HB-5, HB-6: wounds and cubes are gone, whoever has Knights there is named, and the Season goes on."""
    done = duel(ash={"precision": 9}, birch={"health": 1}).turn(*HITS)

    kinds = [type(each) for each in done.table.events]
    assert kinds[-13:] == [
        *(Attacked, SentBack, LeftBattle, CubesReset, CardsPutAway, BattleTurnEnded),
        *(WoundsDiscarded, HourglassEmptied, BattleEnded),
        *(PhaseBegan, ResourcesRewarded, SeasonEnded, GameEnded),
    ]
    assert done.table.the(LeftBattle).event == LeftBattle("Valley", BIRCH)
    assert done.table.the(LeftBattle).readings == ("HA-36",)
    assert done.table.the(BattleEnded).event == BattleEnded("Valley", (ASH,), agreed=False)
    assert done.table.the(BattleEnded).readings == ()
    assert done.table.field.stage == "over"


def test_a_defeated_bandit_goes_to_the_supply() -> None:
    """HA-38."""
    field = with_board(field_of(PLAIN, bandits=(BANDIT,), ash="Valley"), "WolfBandit", health=1, delay="9")
    done = fight(with_board(field, ASH, precision=9), box=PLAIN).drawing(**{"card/Valley/1": "N"}).resolve()

    done = done.turn(("ash-1", "b-1"))

    assert done.table.the(SentBack).readings == ("HA-38",)
    assert done.table.field.bandits[0].tile is None
    assert done.table.the(BattleEnded).event.remaining == (ASH,)


def test_bandits_may_be_all_that_is_left() -> None:
    field = field_of(PLAIN, bandits=(BANDIT,), ash="Valley")
    field = with_board(with_board(field, "WolfBandit", delay="1", precision=9), ASH, health=1)
    draws = {"target/Valley/1/b-1": "ash-1", "card/Valley/1": "N"}

    done = fight(field).drawing(**draws).resolve().defend(ASH)

    assert done.table.the(BattleEnded).event == BattleEnded("Valley", (), agreed=False)
    assert done.table.field.bandits == (BANDIT,)


def test_the_second_of_several_attackers_finds_nobody() -> None:
    """HA-31: an attack on a figure that has left is lost."""
    field = field_of(PLAIN, ash="Valley Valley", birch="Valley Valley")
    field = with_board(with_board(field, ASH, delay="1", precision=9), BIRCH, health=1)
    begun = fight(field).resolve().allied()

    done = begun.turn(("ash-2", "birch-1"), ("ash-1", "birch-1"))

    assert done.table.the(Attacked).event.figure == "ash-2"
    lapsed = done.table.the(AttackLapsed)
    assert lapsed.event == AttackLapsed("Valley", ASH, "ash-1", "birch-1")
    assert (lapsed.cites, lapsed.readings) == (("HB-3.9", "HB-4.6"), ("HA-31",))


def test_a_battle_without_wounds_stalls_and_players_may_agree_to_end_it() -> None:
    """HA-40: noticed after the second turn; ended by both, cards in use put away."""
    done = stalled()
    assert done.table.the(StallNoticed).event == StallNoticed("Valley", 2)
    assert done.table.ruleset.standing(done.table.state).stall == "no Wound in 2 Battle Turns (HB-1.5)"
    assert AgreeToEnd(BIRCH) in listed(done, BIRCH)
    assert AgreeToEnd(CEDAR) not in listed(done, CEDAR)

    placed = done.aim(*HITS).defend().agree(BIRCH)
    assert placed.table.every(BattleEnded) == ()
    assert AgreeToEnd(BIRCH) not in listed(placed, BIRCH)
    ended = placed.agree(ASH)

    assert ended.table.the(CardsPutAway).event.seats == (BIRCH,)
    assert ended.table.the(BattleEnded).event == BattleEnded("Valley", (ASH, BIRCH), agreed=True)
    assert ended.table.the(BattleEnded).readings == ("HA-40",)
    assert ended.table.field.war.face_down == ()


def test_the_table_ends_a_stall_by_one_word() -> None:
    """HA-40: it speaks for the players together, and before a stall it has nothing to say."""
    quiet = stalled()
    assert listed(quiet, TABLE) == [AgreeToEnd(TABLE)]
    assert listed(duel(), TABLE) == []
    assert duel().table.refused(AgreeToEnd(TABLE)).code == "no-stall"

    ended = quiet.agree(TABLE)

    assert ended.table.the(EndAgreed).event == EndAgreed("Valley", TABLE)
    assert ended.table.the(BattleEnded).event == BattleEnded("Valley", (ASH, BIRCH), agreed=True)


def test_a_wound_ends_a_stall() -> None:
    """HA-40: and what was agreed to before counts no more."""
    box = replace(STALL, battlecards=(*cards("N"), card("Blow", damage=5, precision=5)))
    begun = duel(box=box, ash={"damage": 0})
    quiet = begun
    for name in ("N", "Blow"):
        quiet = quiet.aim(*HITS).defend(BIRCH, name).attack("N", "Blow")
    assert quiet.hourglass.stalled

    done = quiet.agree(BIRCH).aim(*HITS).defend(BIRCH, "N").attack("Blow", "N")

    assert done.table.the(BattleTurnEnded).event.quiet == 0
    assert (done.hourglass.stalled, done.hourglass.agreed) == (False, ())


def test_free_actions_stay_open_in_a_battle() -> None:
    """HA-8, HA-48: in the middle of a Battle Turn, by players who are all Idle; what was begun goes on."""
    table = duel().table
    haggle = offer(BIRCH, (BIRCH, ASH, Thing("marker", "Shield")))

    offered = table.decide(haggle)
    done, declined = offered.decide(Accept(ASH, 1)), offered.decide(Decline(ASH, 1))

    assert any(isinstance(each, Haggle) for each in options_of(table.state, BIRCH).listed)
    assert offered.the(OfferMade).readings == ("HA-66", "HA-8", "HA-48", "HA-55")
    assert done.the(OfferAccepted).readings == ("HA-8", "HA-48")
    assert done.the(GoodsTraded).readings == ("HA-8", "HA-48", "HA-55")
    assert declined.the(OfferDeclined).readings == ("HA-8", "HA-48")
    assert (done.field.stage, done.asked, done.field.war) == ("targets", table.asked, table.field.war)


def test_between_two_battles_nothing_is_interrupted() -> None:
    """HA-48 only: the Battles phase has begun, and no Battle of it."""
    begun = fight(field_of(PLAIN, ash="Valley", birch="Valley")).table

    offered = begun.decide(offer(CEDAR, (CEDAR, ASH, Thing("marker", "Crown"))))

    assert begun.field.stage == "battles"
    assert offered.the(OfferMade).readings == ("HA-66", "HA-48", "HA-55")


def test_a_reader_who_may_not_see_a_hand_is_offered_nothing_from_it() -> None:
    """Law 5: the options of somebody else's seat follow from what one may see."""
    begun = duel(box=DECK_OF_THREE).aim(*HITS).defend(BIRCH, "c1").attack("c1", "c2")
    concealed = tuple(
        replace(each, hand=None if each.hand is None else type(each.hand)(each.hand.to, digest="0" * 64))
        for each in begun.table.field.war.cards
    )
    field = begun.table.field
    state = replace(begun.table.state, field=replace(field, war=replace(field.war, cards=concealed)))
    aimed = replace(begun, table=replace(begun.table, state=state)).aim(*HITS)

    assert listed(aimed, BIRCH) == []
    assert aimed.table.ruleset.view(aimed.table.state, PUBLIC).cards[0].hand is None
