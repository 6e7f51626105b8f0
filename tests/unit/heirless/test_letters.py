"""What letters can speak of in a game: every sample letter told of it, and who could do what."""

import re
from typing import Final

import pytest
from msgspec.structs import replace

from domain.errors import BadLetter
from domain.kernel.hidden import Hidden
from domain.kernel.seats import Seat
from domain.promises.letter.linting import linted, must_stand
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import names_in
from domain.promises.letter.reading import read
from domain.rulesets.heirless.battle_decisions import AgreeToEnd, Ally, Attack, PlaceCard, Target
from domain.rulesets.heirless.battle_model import Aim
from domain.rulesets.heirless.decisions import (
    Accept,
    Assign,
    Build,
    Decision,
    Deploy,
    Enact,
    Flee,
    Haggle,
    Idle,
    Permit,
    Refine,
    Thing,
    UseCard,
    Vote,
)
from domain.rulesets.heirless.facts import VOCABULARY
from domain.rulesets.heirless.model import State
from domain.rulesets.heirless.samples import SAMPLE
from domain.rulesets.heirless.switches import Switches
from tests.support.letters import LETTERS
from tests.unit.heirless.battle_table import BANDIT, PLAIN, field_of, fight
from tests.unit.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    THREE,
    Table,
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
from tests.unit.heirless.test_trades import NINE

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
    letter = read(OURS[name], VOCABULARY, NAMES)

    remarks = linted(letter, VOCABULARY, NAMES)

    assert letter.canonical == OURS[name]
    assert not [each for each in remarks if each.weight == "reject"]
    assert lowered(letter, VOCABULARY, NAMES)


@pytest.mark.parametrize("item", ['"Influence"', "Prestige", '"crossed-out Prestige"'])
def test_what_cannot_be_traded_cannot_be_promised_away(item: str) -> None:
    """HT-11.3."""
    for text in (f"ash promises birch to give 1 {item} to birch.", f"ash promises birch to trade away 1 {item}."):
        letter = read(text, VOCABULARY, NAMES)
        with pytest.raises(BadLetter, match="cannot be given away"):
            must_stand(letter, linted(letter, VOCABULARY, NAMES))


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
    table = taken_up(placed(built(opening(), ("Mill", ASH)), ash="Meadow"))

    assert could(table, "assign", workplace="Mill") == (Assign(ASH, "Mill", ("Cat", "Cat")),)
    assert could(table, "assign", workplace="Forge") == ()
    assert could(table, "refine", makes="wolf1", amount=2) == tuple(
        Refine(ASH, worker, "wolf1", 2) for worker in ("Wolf", "Cat", "Fox")
    )
    assert could(table, "build", workplace="Forge") == (Build(ASH, "Forge", 2),)
    assert could(table, "use-card", card="Tithe") == (UseCard(ASH, "Tithe"),)
    assert could(table, "deploy", tile="Valley") == (Deploy(ASH, "Valley"),)
    assert could(table, "deploy-named", knight="ash-2", tile="Valley") == (Deploy(ASH, "Valley"),)
    assert could(table, "deploy-named", knight="ash-3", tile="Valley") == ()
    assert could(table, "propose", law="Tithe") == could(table, "enact", law="Tithe") == (Enact(ASH, "Tithe"),)
    assert could(table, "flee", origin="Meadow") == (Flee(ASH, "Meadow"),)
    assert could(table, "flee-with", knight="ash-2", origin="Meadow") == ()
    assert could(table, "idle") == (Idle(ASH),)


def test_with_a_full_grid_any_workplace_makes_room() -> None:
    table = taken_up(built(opening(), *((name, ASH) for name in NINE)))

    decisions = could(table, "build", workplace="Mill")

    assert decisions == tuple(Build(ASH, "Mill", cell, name) for cell, name in enumerate(NINE, 1))


def test_whoever_is_asked_for_a_workplace_can_let_it_be_used_or_not() -> None:
    field = placed(built(opening(), ("Orchard", BIRCH)), ash="Meadow Thicket")
    table = taken_up(having(field, ASH, unemployed=workers(Cat=1, Fox=1)))
    asked = table.decide(Assign(ASH, "Orchard", ("Cat", "Fox")))

    assert could(asked, "let-use", BIRCH, to="ash", workplace="Orchard") == (Permit(BIRCH, allow=True),)
    assert could(asked, "refuse", BIRCH, to="ash", workplace="Orchard") == (Permit(BIRCH, allow=False),)
    assert could(asked, "let-use", BIRCH, to="ash", workplace="Mill") == ()
    assert could(table, "let-use", BIRCH, to="ash", workplace="Orchard") == ()


def test_influence_is_spent_in_the_vote_that_is_meant() -> None:
    voting = fresh().decide(Enact(ASH, "Tithe"))

    assert could(voting, "favour", CEDAR, law="Tithe", influence=3) == (Vote(CEDAR, "for", 3),)
    assert could(voting, "oppose", CEDAR, influence=1) == (Vote(CEDAR, "against", 1),)
    assert could(voting, "oppose", CEDAR, law="Muster", influence=1) == ()
    assert could(fresh(), "favour", CEDAR, law="Tithe", influence=1) == ()


def three_on_valley() -> State:
    """Ash, birch and cedar on Valley, where a Bandit is too."""
    field = field_of(PLAIN, bandits=(BANDIT,), ash="Valley Valley", birch="Valley", cedar="Valley")
    return fight(field, box=PLAIN).resolve().table.state


def test_a_player_is_attacked_by_a_target_and_an_ally_is_named() -> None:
    table = Table(three_on_valley())

    assert could(table, "attack", defender="birch") == tuple(
        Target(ASH, (Aim(knight, "birch-1"),)) for knight in ("ash-1", "ash-2")
    )
    assert len(could(table, "attack")) == len(("ash-1", "ash-2")) * len({BIRCH, CEDAR})
    assert could(fresh(), "attack", defender="birch") == ()
    assert could(table, "ally", ASH, **{"with": "cedar"}) == (Ally(ASH, CEDAR),)
    assert could(table, "name-ally", ally="cedar") == (Ally(ASH, CEDAR),)
    assert could(fresh(), "ally", ASH, **{"with": "cedar"}) == ()
    assert could(table, "agree", tile="Valley") == (AgreeToEnd(ASH),)


def test_battlecards_are_placed_face_up_and_face_down() -> None:
    others = [each.name for each in SAMPLE.battlecards if each.name != "P2"]

    assert could(fresh(), "attack-with", card="P2") == (
        *(Attack(ASH, "P2", Hidden.of(other, ASH)) for other in others),
        Attack(ASH, "P2"),
    )
    assert could(fresh(), "defend-with", card="P2") == (PlaceCard(ASH, Hidden.of("P2", ASH)),)
