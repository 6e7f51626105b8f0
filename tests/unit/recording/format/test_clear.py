"""Values as people write and read them: decisions come in with their hidden values in the clear."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Hidden, Opened, Seat, seal
from oathbook.domain.kernel.canonical import hidden_digest
from oathbook.domain.recording.format.cleartext import decision_from, decision_text, value_from, value_text
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision, Inspire, LayPlan
from oathbook.domain.rulesets.knights_duty.model.events import PlanLaid, TokenRevealed
from oathbook.domain.rulesets.knights_duty.model.state import Field
from tests.support.playing import counted
from tests.support.values import values_of

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN = {"kind": "lay_plan", "by": "ash", "slots": ["bow", None, "parry"]}


def read(value: object, *, by: Seat | None = None) -> Any:  # noqa: ANN401  # the decision type is the ruleset's own
    return decision_from(Decision, value, by=by, salts=counted("clear", 32), where="line 7: decision")


def refusal(value: object, *, by: Seat | None = None) -> str:
    with pytest.raises(BadRecord, match=r"^line 7: decision: ") as refused:
        read(value, by=by)
    return str(refused.value)


def test_the_hidden_values_of_a_decision_are_sealed_for_the_seat_that_decides() -> None:
    """They get their salts before they are decided, for a reveal in the same step needs them."""
    decision = read(PLAN)

    assert isinstance(decision, LayPlan)
    first, none, last = decision.slots
    assert none is None
    assert first is not None
    assert last is not None
    assert (first.to, first.look(), last.look()) == ((ASH,), "bow", "parry")
    assert first.digest == hidden_digest(first.salt, b'"bow"')
    assert first.salt != last.salt


@pytest.mark.parametrize("by", [None, ASH])
def test_a_decision_says_whose_it_is_or_leaves_it_to_its_line(by: Seat | None) -> None:
    """Both may say it, and then they agree."""
    assert read(PLAN, by=by).by == ASH


def test_a_decision_that_does_not_say_whose_it_is_takes_it_from_its_line() -> None:
    """Whoever posts with a seat's key need not name the seat again."""
    value = {key: PLAN[key] for key in ("kind", "slots")}

    decision = read(value, by=BIRCH)

    assert decision.by == BIRCH
    assert decision.slots[0].to == (BIRCH,)


@pytest.mark.parametrize(
    ("value", "by", "says"),
    [
        ([], None, "a decision is an object"),
        (None, ASH, "a decision is an object"),
        ("lay_plan", None, "a decision is an object"),
        ({**PLAN, "by": "birch"}, ASH, "the decision names seat “birch”, the line “ash”"),
        ({**PLAN, "by": 7}, ASH, "the decision names seat “7”, the line “ash”"),
        ({**PLAN, "by": 7}, None, "by: name the seat"),
        ({"kind": "lay_plan", "slots": []}, None, "by: name the seat"),
        ({**PLAN, "kind": "surrender"}, None, "kind: “surrender” cannot stand here"),
        ({"by": "ash"}, None, "“kind” is missing"),
        ({**PLAN, "more": 1}, None, "“more” has no place here"),
        ({"kind": "lay_plan", "by": "ash"}, None, "“slots” is missing"),
        ({**PLAN, "slots": ["lance"]}, None, "“lance” cannot stand here"),
        ({**PLAN, "slots": [True]}, None, "expected a text, got true or false"),
        ({**PLAN, "slots": [{"to": ["ash"], "value": "bow"}]}, None, "expected a text, got fields with values"),
        ({**PLAN, "slots": [None] * 7}, None, "slots: expected a list of at most 4 items"),
        ({"kind": "inspire", "by": "ash", "use": "yes"}, None, "expected true or false, got a text"),
        ({"kind": "move", "by": "ash", "to": "here"}, None, "expected a text of another form"),
    ],
)
def test_a_decision_that_does_not_fit_is_refused_with_the_place_and_the_field(
    value: object, by: Seat | None, says: str
) -> None:
    """Nobody can decide for another seat, and what cannot be read says why."""
    assert says in refusal(value, by=by)


def test_a_start_position_says_for_whom_each_value_is_hidden() -> None:
    """Section 3.2: ``{"to":["red"],"value":…}``; it is sealed when it is written."""
    plan = {"seat": "birch", "slots": [{"to": ["birch"], "value": "sword"}], "shown": []}

    field = value_from(Field, {"plans": [plan]}, where="setup: start")

    (slot,) = field.plans[0].slots
    assert (slot.to, slot.look(), slot.digest) == ((BIRCH,), "sword", "")


@pytest.mark.parametrize(
    "slot", ["sword", {"value": "sword"}, {"to": ["birch"]}, {"to": "birch", "value": "sword"}, {"to": [], "value": 1}]
)
def test_a_start_position_that_does_not_say_for_whom_is_refused(slot: object) -> None:
    """A plan in the open would be nobody's secret."""
    plan = {"seat": "birch", "slots": [slot], "shown": []}

    with pytest.raises(BadRecord, match=r"^setup: start: plans 1 slots 1"):
        value_from(Field, {"plans": [plan]}, where="setup: start")


@pytest.mark.parametrize("slots", [["bow", "lance"], ["bow", 7]])
def test_a_hidden_value_that_does_not_fit_is_refused_with_its_field(slots: list[object]) -> None:
    """``BadRecord`` names the field, also inside a value that is going to be hidden."""
    assert "decision: slots 2: " in refusal({**PLAN, "slots": slots})


def test_a_reveal_is_written_as_its_value() -> None:
    """In an outcome that a person writes down, what was turned over is just what it is."""
    value = {"kind": "token_revealed", "seat": "ash", "slot": 1, "token": "bow", "action": "attack"}

    event = value_from(TokenRevealed, value, where="line 7: outcome")

    assert event == TokenRevealed(ASH, 1, Opened("bow"), "attack")
    assert json.loads(value_text(event)) == value


def test_sealing_gives_a_fresh_salt_and_keeps_the_value() -> None:
    """The salt is the one handed in; the digest is over both."""
    hidden = seal(Hidden.of(True, ASH), lambda: "5" * 32)  # noqa: FBT003  # the value that is hidden

    assert (hidden.look(), hidden.salt) == (True, "5" * 32)
    assert hidden.digest == hidden_digest("5" * 32, b"true")
    assert hidden.to == (ASH,)


def test_a_decision_is_written_as_its_seat_would_write_it() -> None:
    """Hidden values in the clear, for its own seat's eyes."""
    assert json.loads(decision_text(read(PLAN))) == PLAN


def test_anything_else_says_for_whom_a_value_is_hidden() -> None:
    """Outside a decision nobody could tell otherwise."""
    laid = PlanLaid(ASH, (Hidden.of("bow", ASH), None))

    assert json.loads(value_text(laid))["slots"] == [{"to": ["ash"], "value": "bow"}, None]


@pytest.mark.parametrize("text_of", [decision_text, value_text])
def test_what_is_not_open_is_written_as_its_mark(text_of: Any) -> None:  # noqa: ANN401  # one of two functions
    """Nothing but the digest, and for whom it is."""
    concealed: Hidden[bool] = Hidden((ASH,), digest="ab" * 32)

    assert json.loads(text_of(Inspire(ASH, concealed)))["use"] == {"sd": "ab" * 32, "to": ["ash"]}


@settings(max_examples=60, deadline=None)
@given(values_of(Decision), st.integers(0, 9))
def test_a_decision_survives_being_written_and_read_as_people_do(decision: Any, run: int) -> None:  # noqa: ANN401  # any decision
    """What a transcript says of a decision is enough to make it again."""
    text = decision_text(decision)

    again = decision_from(Decision, json.loads(text), by=None, salts=counted(str(run), 32), where="")

    assert decision_text(again) == text
    assert type(again) is type(decision)


@settings(max_examples=30, deadline=None)
@given(values_of(Field))
def test_a_start_position_survives_being_written_and_read_as_people_do(field: Field) -> None:
    """Plans and choices with the seats they are meant for."""
    assert value_from(Field, json.loads(value_text(field)), where="") == field
