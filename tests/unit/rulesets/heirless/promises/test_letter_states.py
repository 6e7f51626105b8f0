"""What letters can say of the table, and whom they can name by what is theirs."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.heirless.model.battle_state import BattleCards
from oathbook.domain.rulesets.heirless.words.facts import VOCABULARY
from oathbook.domain.rulesets.vocabulary import Args, Span
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    Table,
    built,
    fresh,
    having,
    opening,
    placed,
    resources,
    taken_up,
)

STATES: Final = {each.name: each for each in VOCABULARY.states}
DESIGNATORS: Final = {each.name: each for each in VOCABULARY.designators}


def a_table() -> Table:
    """Ash has built the Mill and holds Meadow with two Knights; cedar is Idle; birch has fewer Resources."""
    field = placed(built(opening(), ("Mill", ASH)), ash="Meadow Meadow", birch="Meadow")
    field = having(field, BIRCH, resources=resources(wolf0=1), prestige=4)
    field = replace(field, in_force=("Tithe",), laws=("Muster", "Succession", "OpenGates"))
    return taken_up(field).idle(ASH)


@pytest.mark.parametrize(
    ("phrase", "args", "number"),
    [
        ("has", {"who": "birch", "item": "wolf0"}, 1),
        ("has", {"who": "birch", "item": "cat2"}, 0),
        ("has", {"who": "birch", "item": "Cat"}, 1),
        ("has", {"who": "birch", "item": "Influence"}, 3),
        ("has", {"who": "birch", "item": "Prestige"}, 4),
        ("holds", {"who": "ash", "marker": "Bond"}, 1),
        ("holds", {"who": "birch", "marker": "Bond"}, 0),
        ("controls", {"who": "ash", "tile": "Meadow"}, 1),
        ("controls", {"who": "birch", "tile": "Meadow"}, 0),
        ("knights", {"who": "ash", "tile": "Meadow"}, 2),
        ("stands", {"knight": "ash-1", "tile": "Meadow"}, 1),
        ("stands", {"knight": "ash-3", "tile": "Meadow"}, 0),
        ("owns", {"who": "ash", "workplace": "Mill"}, 1),
        ("owns", {"who": "birch", "workplace": "Bakery"}, 1),
        ("owns", {"who": "ash", "workplace": "Bakery"}, 0),
        ("has-built", {"who": "ash", "workplace": "Mill"}, 1),
        ("has-built", {"who": "birch", "workplace": "Mill"}, 0),
        ("has-built", {"who": "birch", "workplace": "Bakery"}, 0),
        ("idle", {"who": "ash"}, 1),
        ("idle", {"who": "birch"}, 0),
        ("in-force", {"law": "Tithe"}, 1),
        ("in-force", {"law": "Muster"}, 0),
        ("season", {"season": 1}, 1),
        ("season", {"season": 2}, 0),
        ("has-card", {"who": "ash", "card": "P1"}, 1),
    ],
)
def test_a_state_of_the_game_comes_to_a_number(phrase: str, args: Args, number: int) -> None:
    assert STATES[phrase].measure(a_table().state, args) == Span.of(number)


def test_what_is_crossed_out_is_not_told_by_the_table() -> None:
    args = {"who": "ash", "item": "crossed-out Prestige"}

    assert STATES["has"].measure(a_table().state, args) == Span(0, None)


def test_a_battlecard_is_in_hand_perhaps_for_whoever_cannot_see_it() -> None:
    state = fresh().state
    mine = replace(state.field.war.cards[0], hand=Hidden.of(("P1", "P2"), ASH), held=2)
    hidden = replace(mine, hand=Hidden[tuple[str, ...]]((ASH,), digest="0" * 64))

    def measured(hand: BattleCards, card: str) -> Span:
        war = replace(state.field.war, cards=(hand, *state.field.war.cards[1:]))
        there = replace(state, field=replace(state.field, war=war))
        return STATES["has-card"].measure(there, {"who": "ash", "card": card})

    assert measured(mine, "P1") == Span.of(1)
    assert measured(mine, "P3") == Span.of(0)
    assert measured(hidden, "P3") == Span(0, 1)


@pytest.mark.parametrize(
    ("name", "args", "who"),
    [
        ("holder", {"marker": "Shield"}, BIRCH),
        ("holder", {"marker": "Seal"}, None),
        ("owner", {"workplace": "Mill"}, ASH),
        ("owner", {"workplace": "Bakery"}, BIRCH),
        ("owner", {"workplace": "Orchard"}, None),
        ("controller", {"tile": "Meadow"}, ASH),
        ("controller", {"tile": "Valley"}, None),
        ("controller", {"tile": "WolfBandit"}, None),
    ],
)
def test_somebody_is_named_by_what_is_theirs(name: str, args: Args, who: Seat | None) -> None:
    """Nobody, where nobody has it, or the Bandits do."""
    assert DESIGNATORS[name].who(a_table().state, args) == who
