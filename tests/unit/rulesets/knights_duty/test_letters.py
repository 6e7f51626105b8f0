"""What letters can speak of in a match: who could do it, and what is so."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.decisions import (
    AgreeToEnd,
    Decision,
    DeclareTarget,
    Inspire,
    Move,
    NameAttacker,
    NameMover,
)
from oathbook.domain.rulesets.knights_duty.words.facts import VOCABULARY
from oathbook.domain.rulesets.knights_duty.words.letters import OFF_BOARD
from oathbook.domain.rulesets.vocabulary import Args, Span
from tests.support.playing import RULESET, close_by

ASH, BIRCH = Seat("ash"), Seat("birch")
STATE: Final = RULESET.initial(close_by())
VERBS: Final = {each.name: each for each in VOCABULARY.verbs}
STATES: Final = {each.name: each for each in VOCABULARY.states}


def could(verb: str, **args: str) -> tuple[Decision, ...]:
    performed = VERBS[verb].performed
    assert performed is not None
    return tuple(performed(STATE, ASH, args))


def test_an_attack_is_pointing_at_somebody() -> None:
    assert could("attack", target="birch") == (DeclareTarget(ASH, BIRCH),)
    assert could("attack") == (DeclareTarget(ASH, BIRCH),)
    assert could("attack", target="ash") == ()


def test_a_move_is_to_a_space() -> None:
    assert could("move", to="0,0") == (Move(ASH, Hidden.of("0,0", ASH)),)
    assert len(could("move")) == len(STATE.rules.components.board.spaces)


def test_inspiration_and_agreement_are_decisions_of_their_own() -> None:
    assert could("inspire") == (Inspire(ASH, Hidden.of(True, ASH)),)  # noqa: FBT003  # that is what is chosen
    assert could("agree") == (AgreeToEnd(ASH),)


def test_who_goes_first_is_said_of_attackers_and_of_those_who_want_one_space() -> None:
    assert could("let-first", named="birch") == (NameAttacker(ASH, BIRCH), NameMover(ASH, BIRCH))


@pytest.mark.parametrize(
    ("space", "other", "spaces"), [("1,0", "0,1", 1), ("0,0", "0,1", 1), ("2,0", "0,1", 2), (None, "0,1", OFF_BOARD)]
)
def test_a_distance_is_counted_in_steps_and_who_has_left_is_far_away(
    space: str | None, other: str, spaces: int
) -> None:
    ash, birch = STATE.field.knights
    knights = replace(ash, space=space), replace(birch, space=other)
    state = replace(STATE, field=replace(STATE.field, knights=knights))

    assert STATES["distance"].measure(state, {"who": "ash", "other": "birch"}) == Span.of(spaces)
    assert STATES["high"].measure(state, {"who": "ash"}) == Span.of(int(space == "0,0"))


@pytest.mark.parametrize(
    ("phrase", "args", "is_so"),
    [
        ("stands", {"who": "ash", "space": "1,0"}, True),
        ("stands", {"who": "ash", "space": "0,1"}, False),
        ("stands", {"who": "oak", "space": "0,1"}, False),
        ("holds", {"who": "ash", "weapon": "bow"}, True),
        ("holds", {"who": "ash", "weapon": "sword"}, False),
        ("broken", {"who": "birch"}, True),
        ("defeated", {"who": "birch"}, False),
        ("inspiration", {"who": "birch"}, True),
        ("turn", {"turn": 7}, False),
        ("high", {"who": "ash"}, False),
        ("not-high", {"who": "ash"}, True),
    ],
)
def test_a_state_of_the_match_is_so_or_not(phrase: str, args: Args, *, is_so: bool) -> None:
    assert STATES[phrase].measure(STATE, args) == Span.of(int(is_so))


def test_it_is_the_turn_that_the_field_says() -> None:
    third = replace(STATE, field=replace(STATE.field, turn=3))

    assert STATES["turn"].measure(third, {"turn": 3}) == Span.of(1)
