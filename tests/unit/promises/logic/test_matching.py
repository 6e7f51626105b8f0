"""Facts held against patterns and states against formulas: yes, no, or not to be told."""

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.logic.formulas import (
    AllStates,
    AnyOf,
    AnyState,
    Constraint,
    Exactly,
    NamedBy,
    NotState,
    Pattern,
    Relation,
    StateFormula,
    StateIs,
    Term,
    Variable,
)
from oathbook.domain.promises.logic.matching import Maybe, StateReader, amount_range, holds, matches
from oathbook.domain.promises.logic.moments import Occurrence
from oathbook.domain.rulesets.sample_vocabulary import SAMPLE
from oathbook.domain.rulesets.vocabulary import SlotValue, Unknown
from tests.support.promises.toy_world import READER, Table, fact

TABLE = Table({("Red", "wood"): 2, ("Blue", "wood"): Unknown(1, 4)}, {"Shield": "Blue", "Crown": Unknown()})


def fits(slot: str, op: Relation, term: Term, value: SlotValue | None) -> Maybe:
    """Whether a fact with that value in that slot fits."""
    slots = {} if value is None else {slot: value}
    return matches(Pattern("transfer", (Constraint(slot, op, term),)), fact("transfer", "Red", **slots), TABLE, READER)


@pytest.mark.parametrize(
    ("op", "value", "answer"),
    [
        ("==", 3, True),
        ("==", 4, False),
        ("!=", 4, True),
        ("!=", 3, False),
        (">=", 3, True),
        (">=", 2, False),
        (">", 3, False),
        (">", 4, True),
        ("<=", 3, True),
        ("<=", 4, False),
        ("<", 3, False),
        ("<", 2, True),
        ("==", Unknown(3, 3), True),
        ("==", Unknown(2, 3), None),
        ("==", Unknown(4, None), False),
        ("==", Unknown(0, 2), False),
        ("!=", Unknown(0, 2), True),
        (">=", Unknown(3, None), True),
        (">=", Unknown(0, 2), False),
        (">=", Unknown(0, None), None),
        ("<", Unknown(0, 2), True),
        ("<=", Unknown(4, 9), False),
        (">", Unknown(3, 4), None),
    ],
)
def test_a_number_is_compared_even_if_only_its_bounds_are_known(op: Relation, value: SlotValue, answer: Maybe) -> None:
    assert fits("count", op, Exactly(3), value) is answer


@pytest.mark.parametrize(
    ("term", "value", "answer"),
    [
        (Exactly("Blue"), "Blue", True),
        (Exactly("Blue"), "Green", False),
        (Exactly("Blue"), Unknown(), None),
        (AnyOf(("Blue", "Green")), "Green", True),
        (AnyOf(("Blue", "Green")), "Red", False),
        (AnyOf(("Blue", "Green")), Unknown(), None),
        (NamedBy("holder", {"marker": "Shield"}), "Blue", True),
        (NamedBy("holder", {"marker": "Shield"}), "Green", False),
        (NamedBy("holder", {"marker": "Crown"}), "Green", None),
        (NamedBy("holder", {"marker": "Bond"}), "Green", False),
        (Variable("player"), "Green", None),
        (Exactly("Blue"), None, False),
    ],
)
def test_a_name_is_found_by_what_the_letter_calls_it(term: Term, value: SlotValue | None, answer: Maybe) -> None:
    assert fits("to", "==", term, value) is answer


def test_what_is_not_there_is_not_unlike_anything_either() -> None:
    assert fits("to", "!=", Exactly("Blue"), None) is False


def test_a_number_that_is_not_known_on_the_letters_side_settles_nothing() -> None:
    assert fits("count", "==", Variable("count"), 3) is None


@pytest.mark.parametrize(("marker", "answer"), [("Shield", True), ("Crown", None), ("Bond", False)])
def test_not_the_holder_of_a_marker_means_that_somebody_else_holds_it(marker: str, answer: Maybe) -> None:
    assert fits("to", "!=", NamedBy("holder", {"marker": marker}), "Green") is answer


def has(who: Term, least: int) -> StateIs:
    return StateIs("has", (("who", who), ("item", Exactly("wood"))), ">=", least)


@pytest.mark.parametrize(
    ("formula", "answer"),
    [
        (has(Exactly("Red"), 2), True),
        (has(Exactly("Red"), 3), False),
        (has(Exactly("Blue"), 1), True),
        (has(Exactly("Blue"), 2), None),
        (has(Exactly("Blue"), 5), False),
        (has(AnyOf(("Green", "Red")), 2), True),
        (has(NamedBy("holder", {"marker": "Shield"}), 1), True),
        (has(NamedBy("holder", {"marker": "Crown"}), 1), None),
        (has(NamedBy("holder", {"marker": "Bond"}), 1), False),
        (NotState(has(Exactly("Red"), 3)), True),
        (replace(has(Exactly("Red"), 2), op="!="), False),
        (replace(has(Exactly("Blue"), 2), op="!="), None),
        (NotState(has(Exactly("Blue"), 2)), None),
        (AllStates((has(Exactly("Red"), 2), has(Exactly("Blue"), 1))), True),
        (AllStates((has(Exactly("Red"), 2), has(Exactly("Blue"), 2))), None),
        (AllStates((has(Exactly("Red"), 3), has(Exactly("Blue"), 2))), False),
        (AnyState((has(Exactly("Red"), 3), has(Exactly("Blue"), 2))), None),
        (AnyState((has(Exactly("Red"), 3), has(Exactly("Green"), 1))), False),
    ],
)
def test_a_state_is_measured_as_far_as_it_can_be_seen(formula: StateFormula, answer: Maybe) -> None:
    assert holds(formula, TABLE, READER) is answer


def test_a_guard_is_read_on_the_state_just_before() -> None:
    guarded = Pattern("idle", guards=(has(Exactly("Red"), 2),))
    hidden = Pattern("idle", guards=(has(Exactly("Blue"), 2),))

    assert matches(guarded, fact("idle", "Red"), TABLE, READER) is True
    assert matches(guarded, fact("idle", "Red"), Table(), READER) is False
    assert matches(hidden, fact("idle", "Red"), TABLE, READER) is None


@pytest.mark.parametrize(
    ("value", "counts"), [(3, (3, 3)), (-2, (0, 0)), (Unknown(1, 4), (1, 4)), (Unknown(), (0, None)), (None, (0, 0))]
)
def test_an_amount_counts_for_what_is_known_of_it(value: SlotValue | None, counts: tuple[int, int | None]) -> None:
    slots = {} if value is None else {"count": value}

    assert amount_range("count", Occurrence(1, 0, fact("transfer", "Red", **slots))) == counts
    assert amount_range("", Occurrence(1, 0, fact("transfer", "Red", **slots))) == (1, 1)


def test_a_reader_has_the_phrases_of_a_vocabulary_by_their_names() -> None:
    reader = StateReader.of(SAMPLE)

    assert set(reader.measures) == {each.name for each in SAMPLE.states}
    assert set(reader.designators) == {each.name for each in SAMPLE.designators}
