"""What letters can speak of in a game: every sample letter told of it, and who could do what."""

import re
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter
from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language_versions import lint, must_be_signable
from oathbook.domain.promises.letter.names import names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.heirless.model.battle_state import Aim, BattleCards
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    AgreeToEnd,
    Ally,
    Assign,
    Attack,
    Build,
    Decision,
    Deploy,
    Enact,
    Flee,
    Haggle,
    Idle,
    Permit,
    PlaceCard,
    Refine,
    Target,
    Thing,
    UseCard,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.words.facts import VOCABULARY
from tests.support.promises.letters import LETTERS
from tests.unit.rulesets.heirless.battles.battle_table import BANDIT, PLAIN, Fight, cards, field_of, fight, with_board
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    SAMPLE,
    THREE,
    Table,
    built,
    fresh,
    having,
    offer,
    opening,
    placed,
    resources,
    setup_of,
    taken_up,
    workers,
)
from tests.unit.rulesets.heirless.test_trades import NINE

VERBS: Final = {each.name: each for each in VOCABULARY.verbs}
SETUP: Final = setup_of(THREE, SAMPLE)
NAMES: Final = names_in(VOCABULARY, SETUP)

# The sample letters ----------------------------------------------------------------------------------------------

RETOLD: Final = {
    "Red": "ash",
    "Blue": "birch",
    "Green": "cedar",
    "wood": "wolf0",
    "stone": "cat0",
    "corn": "fox0",
    "iron": "wolf1",
    "influence": "Influence",
    "Corn Tax": "Tithe",
    "Open Gates": "OpenGates",
    "Truce": "Muster",
    "Crown Law": "Succession",
    '"Mill"': '"Meadow"',
}
"""What the things of the small world are called in the sample box; Forge, Bond, Shield and Crown are in both."""

OURS: Final = {
    name: re.sub("|".join(RETOLD), lambda found: RETOLD[found[0]], letter) for name, letter in LETTERS.items()
}


@pytest.mark.parametrize("name", OURS)
def test_every_sample_letter_can_be_told_of_this_game(name: str) -> None:
    letter = parse_letter(OURS[name], VOCABULARY, NAMES)

    remarks = lint(letter, VOCABULARY, NAMES)

    assert letter.canonical == OURS[name]
    assert not [each for each in remarks if each.weight == "reject"]
    assert compile_letter(letter, VOCABULARY, NAMES)


@pytest.mark.parametrize("item", ['"Influence"', "Prestige", '"crossed-out Prestige"'])
def test_what_cannot_be_traded_cannot_be_promised_away(item: str) -> None:
    """HT-11.3."""
    for text in (f"ash promises birch to give 1 {item} to birch.", f"ash promises birch to trade away 1 {item}."):
        letter = parse_letter(text, VOCABULARY, NAMES)
        with pytest.raises(BadLetter, match="cannot be given away"):
            must_be_signable(letter, lint(letter, VOCABULARY, NAMES))


def test_names_are_those_of_the_box_and_of_the_knights_that_the_game_starts_with() -> None:
    fewer = replace(opening(), knights=opening().knights[:1])
    of_a_position = names_in(VOCABULARY, setup_of(THREE, SAMPLE, start=fewer))

    assert NAMES["item"][-6:] == ("Wolf", "Cat", "Fox", "Influence", "Prestige", "crossed-out Prestige")
    assert NAMES["card"] == ("Bakery", "Treasury", "Tithe", "OpenGates")
    assert NAMES["knight"] == tuple(f"{seat}-{number}" for seat in THREE for number in (1, 2, 3))
    assert of_a_position["knight"] == ("ash-1",)


def test_a_broken_promise_costs_what_the_rules_say() -> None:
    penalty = VOCABULARY.penalty
    assert penalty is not None

    assert (penalty.amount, penalty.reserve) == (20, "crossed-out Prestige")
    assert penalty.cites == ("HT-10.4", "HT-10.6")
    assert penalty.readings == ("HA-17", "HA-18")


# Who could do it -------------------------------------------------------------------------------------------------


def could(table: Table, verb: str, seat: Seat = ASH, **args: str | int) -> tuple[Decision, ...]:
    performed = VERBS[verb].performed
    assert performed is not None
    return tuple(performed(table.state, seat, args))


def gift(count: int, item: str) -> Haggle:
    return offer(ASH, (ASH, BIRCH, Thing("resource", item, count)))


def test_goods_are_given_by_an_offer() -> None:
    assert could(fresh(), "give", item="wolf0", count=2, to="birch") == (gift(2, "wolf0"),)
    assert could(fresh(), "give", item="Cat", to="birch") == (offer(ASH, (ASH, BIRCH, Thing("worker", "Cat"))),)
    assert len(could(fresh(), "trade-away", item="wolf0")) == len({BIRCH, CEDAR})


def test_an_offer_on_the_table_that_takes_enough_of_it_can_be_agreed_to() -> None:
    asked = fresh().decide(offer(BIRCH, (ASH, BIRCH, Thing("resource", "wolf0", 2))))

    assert could(asked, "give", item="wolf0", count=2, to="birch")[1:] == (Accept(ASH, 1),)
    assert could(asked, "give", item="wolf0", count=3, to="birch") == (gift(3, "wolf0"),)
    assert could(asked, "give", item="cat0", to="birch") == (gift(1, "cat0"),)


def test_markers_and_workplaces_are_given_by_whoever_has_them() -> None:
    table = taken_up(built(opening(), ("Mill", ASH)))

    assert could(table, "give-marker", marker="Bond", to="birch") == (
        offer(ASH, (ASH, BIRCH, Thing("marker", "Bond"))),
    )
    assert could(table, "give-marker", marker="Crown", to="birch") == ()
    assert could(table, "give-workplace", workplace="Mill", to="birch") == (
        offer(ASH, (ASH, BIRCH, Thing("workplace", "Mill"))),
    )
    assert len(could(table, "trade-away-workplace")) == len(("Mill", "Forge", "Court")) * len({BIRCH, CEDAR})


def test_where_nobody_gives_for_nothing_something_comes_back() -> None:
    """HA-55 (ii): the rules would refuse a gift."""
    table = taken_up(opening(), switches=Switches(gifts="both_give"))

    offers = could(table, "give", item="wolf0", to="birch")

    assert len(offers) == len(("wolf0", "cat0", "fox0", "Wolf", "Cat", "Fox", "Bakery", "Tannery", "Library", "Shield"))
    assert all(table.ruleset.refusal(table.state, each) is None for each in offers)
    assert table.ruleset.refusal(table.state, gift(1, "wolf0")) is not None


def test_standard_actions_are_decisions_of_their_own() -> None:
    field = having(placed(built(opening(), ("Mill", ASH)), ash="Meadow"), ASH, unemployed=workers(Cat=2))
    table = taken_up(replace(field, in_force=("Tithe",), laws=("Muster",)))

    assert could(table, "assign", workplace="Mill") == (Assign(ASH, "Mill", ("Cat", "Cat")),)
    assert could(table, "refine", makes="wolf1", amount=2) == (Refine(ASH, "Cat", "wolf1", 2),)
    assert could(table, "build", BIRCH, workplace="Bakery") == (Build(BIRCH, "Bakery", 1),)
    assert could(table, "use-card", card="Tithe") == (UseCard(ASH, "Tithe"),)
    assert could(table, "deploy", tile="Valley") == (Deploy(ASH, "Valley"),)
    assert could(table, "deploy-named", knight="ash-2", tile="Valley") == (Deploy(ASH, "Valley"),)
    assert could(table, "propose", law="Muster") == could(table, "enact", law="Muster") == (Enact(ASH, "Muster"),)
    assert could(table, "flee", origin="Meadow") == (Flee(ASH, "Meadow"),)
    assert could(table, "idle") == (Idle(ASH),)


def test_what_could_be_done_is_told_but_for_whose_turn_it_is() -> None:
    """The rules object to a decision out of turn before they look at anything else."""
    field = having(placed(built(opening(), ("Mill", ASH)), birch="Capital"), BIRCH, influence=0, resources=())
    table = taken_up(field)

    assert table.why_not(Deploy(BIRCH, "Valley"))[0] == table.why_not(Enact(BIRCH, "Tithe"))[0] == "not-asked"
    assert could(table, "deploy", BIRCH, tile="Valley") == (Deploy(BIRCH, "Valley"),)
    for verb, slot, name in (
        ("assign", "workplace", "Mill"),
        ("assign", "workplace", "Forge"),
        ("refine", "makes", "wolf1"),
        ("build", "workplace", "Bakery"),
        ("use-card", "card", "Tithe"),
        ("deploy-named", "knight", "birch-3"),
        ("propose", "law", "Tithe"),
        ("flee", "origin", "Capital"),
        ("flee-with", "knight", "birch-2"),
    ):
        assert could(table, verb, BIRCH, **{slot: name}) == ()


def test_with_a_full_grid_any_workplace_makes_room() -> None:
    field = having(opening(), ASH, resources=resources(cat0=2))
    table = taken_up(built(field, *((name, ASH) for name in NINE)))

    decisions = could(table, "build", workplace="Mill")

    assert decisions == tuple(Build(ASH, "Mill", cell, name) for cell, name in enumerate(NINE, 1))


def test_whoever_is_asked_for_a_workplace_can_let_it_be_used_or_not() -> None:
    field = placed(built(opening(), ("Orchard", BIRCH)), ash="Meadow Thicket")
    table = taken_up(having(field, ASH, unemployed=workers(Cat=1, Fox=1)))
    asked = table.decide(Assign(ASH, "Orchard", ("Cat", "Fox")))

    assert could(asked, "let-use", BIRCH, to="ash", workplace="Orchard") == (Permit(BIRCH, allow=True),)
    assert could(asked, "refuse", BIRCH, to="ash", workplace="Orchard") == (Permit(BIRCH, allow=False),)
    assert could(asked, "let-use", BIRCH, to="ash", workplace="Mill") == ()
    assert could(asked, "let-use", CEDAR, to="ash", workplace="Orchard") == ()
    assert could(table, "let-use", BIRCH, to="ash", workplace="Orchard") == ()


def test_influence_is_spent_in_the_vote_that_is_meant() -> None:
    voting = fresh().decide(Enact(ASH, "Tithe"))

    assert could(voting, "favour", CEDAR, law="Tithe", influence=3) == (Vote(CEDAR, "for", 3),)
    assert could(voting, "oppose", CEDAR, influence=1) == (Vote(CEDAR, "against", 1),)
    assert could(voting, "oppose", CEDAR, law="Muster", influence=1) == ()
    assert could(voting, "favour", CEDAR, influence=4) == ()
    assert could(voting.vote((CEDAR, 1, "for")), "favour", CEDAR, influence=1) == ()
    assert could(fresh(), "favour", CEDAR, law="Tithe", influence=1) == ()


def three_on_valley() -> Fight:
    """Ash, birch and cedar on Valley, where a Bandit is too; ash is the first to attack."""
    field = field_of(TWO_CARDS, bandits=(BANDIT,), ash="Valley Valley", birch="Valley", cedar="Valley")
    return fight(with_board(field, ASH, delay="1"), box=TWO_CARDS).resolve()


TWO_CARDS: Final = replace(PLAIN, battlecards=cards("c1", "c2"))


def test_a_player_is_attacked_by_a_target_of_one_knight() -> None:
    table = three_on_valley().allied().table

    assert could(table, "attack", defender="birch") == tuple(
        Target(ASH, (Aim(knight, "birch-1"),)) for knight in ("ash-1", "ash-2")
    )
    assert len(could(table, "attack")) == len(("ash-1", "ash-2")) * len({BIRCH, CEDAR})
    assert could(fresh(), "attack", defender="birch") == ()
    assert could(table, "agree", tile="Valley") == (AgreeToEnd(ASH),)
    assert could(table, "agree", tile="Meadow") == ()


def test_an_ally_is_named_once_by_whoever_is_in_the_battle() -> None:
    begun = three_on_valley()
    named = begun.decide(Ally(ASH, None)).table

    assert could(begun.table, "ally", ASH, **{"with": "cedar"}) == (Ally(ASH, CEDAR),)
    assert could(begun.table, "name-ally", BIRCH, ally="cedar") == (Ally(BIRCH, CEDAR),)
    assert could(named, "ally", ASH, **{"with": "cedar"}) == ()
    assert could(begun.allied().table, "ally", ASH, **{"with": "cedar"}) == ()
    assert could(begun.table, "ally", ASH, tile="Meadow") == ()


def test_battlecards_are_placed_face_up_and_face_down() -> None:
    table = three_on_valley().table
    last = table.field.war.cards[0]
    one_left = replace(last, held=1, hand=Hidden.of(("c1",), ASH), discarded=1)
    hidden = replace(one_left, hand=Hidden[tuple[str, ...]]((ASH,), digest="0" * 64))

    def holding(hand: BattleCards) -> Table:
        war = replace(table.field.war, cards=(hand, *table.field.war.cards[1:]))
        return replace(table, state=replace(table.state, field=replace(table.field, war=war)))

    assert could(table, "attack-with", card="c2") == (Attack(ASH, "c2", Hidden.of("c1", ASH)),)
    assert could(holding(one_left), "attack-with") == (Attack(ASH, "c1"),)
    assert could(holding(hidden), "attack-with") == ()
    assert could(table, "defend-with", card="c2") == (PlaceCard(ASH, Hidden.of("c2", ASH)),)
    assert could(fresh(), "defend-with", card="P2") == ()
