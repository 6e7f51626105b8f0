"""What letters can speak of in battles from the bag: who could do it, and what is so."""

from typing import Final

import pytest

from oathbook.domain.rulesets.cube_bag.model.decisions import Attack, Decision, Forgo, React
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.cube_bag.words.facts import VOCABULARY
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import Args, Span

RULESET: Final = load_registry().ruleset("cube_bag/g1")
VERBS: Final = {each.name: each for each in VOCABULARY.verbs}
STATES: Final = {each.name: each for each in VOCABULARY.states}


@pytest.fixture
def state() -> State:
    """The first sample: two players with armies."""
    found = RULESET.initial(RULESET.samples()[0])
    assert isinstance(found, State)
    return found


def could(state: State, verb: str, args: Args) -> tuple[Decision, ...]:
    performed = VERBS[verb].performed
    assert performed is not None
    return tuple(performed(state, state.field.armies[0].seat, args))


def test_an_attack_is_with_any_army_of_ones_own_on_a_hex_of_somebody_else(state: State) -> None:
    mine, other = state.field.armies[0], next(e for e in state.field.armies if e.seat != state.field.armies[0].seat)

    attacks = could(state, "attack-on", {"defender": other.seat, "target": other.hex})

    assert Attack(mine.seat, (mine.id,), other.hex) in attacks
    assert {each.target for each in attacks if isinstance(each, Attack)} == {other.hex}
    assert could(state, "attack", {"defender": mine.seat}) == ()


def test_a_reaction_is_of_any_army_of_ones_own(state: State) -> None:
    mine = state.field.armies[0]

    assert React(mine.seat, mine.id, mine.hex) in could(state, "react", {"to": mine.hex})
    assert could(state, "react", {"to": "nowhere"}) == ()


def test_an_attack_can_be_forgone(state: State) -> None:
    assert could(state, "forgo", {}) == (Forgo(state.field.armies[0].seat),)


def test_what_stands_on_the_map_is_counted(state: State) -> None:
    army = state.field.armies[0]

    assert STATES["army"].measure(state, {"who": army.seat, "hex": army.hex}) == Span.of(1)
    assert STATES["army"].measure(state, {"who": "nobody", "hex": army.hex}) == Span.of(0)
    assert STATES["units"].measure(state, {"who": army.seat, "unit": army.units[0]}).lo >= 1
    assert STATES["structures"].measure(state, {"who": "nobody", "structure": "city"}) == Span.of(0)
