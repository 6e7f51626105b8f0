"""Arithmetic with its reasons (ADR 0004)."""

import msgspec
import pytest

from oathbook.domain.kernel import Line, Working, format_line
from oathbook.domain.kernel.limits import MOST_EXACT


def test_a_rule_that_applies_changes_the_total_and_one_that_does_not_is_noted() -> None:
    """The working carries the rules that were considered and did not apply."""
    hearts = (
        Working.start("hearts", 3, clause="A")
        .take(1, clause="B", when=True)
        .add(5, clause="C", when=False)
        .add(1, clause="D", when=True)
        .take(2, clause="E", when=False)
    )

    assert hearts.lines == (
        Line("A", "hearts", "start", 3, 3),
        Line("B", "hearts", "take", 1, 2),
        Line("C", "hearts", "add", 5, 2, applied=False),
        Line("D", "hearts", "add", 1, 3),
        Line("E", "hearts", "take", 2, 3, applied=False),
    )
    assert hearts.total == 3


@pytest.mark.parametrize(
    ("value", "when", "total", "applied"),
    [(5, True, 4, True), (4, True, 4, False), (3, True, 3, False), (5, False, 5, False)],
)
def test_a_limit_applies_to_what_is_above_it(value: int, when: bool, total: int, applied: bool) -> None:  # noqa: FBT001  # columns of the table
    """``at_most`` never raises a total; where nothing is above it, or the rule does not apply, it is noted as such."""
    limited = Working.start("hearts", value, clause="A").at_most(4, clause="B", when=when)

    assert limited.lines[-1] == Line("B", "hearts", "at-most", 4, total, applied=applied)
    assert limited.total == total


@pytest.mark.parametrize(
    ("value", "when", "total", "applied"),
    [(3, True, 4, True), (4, True, 4, False), (5, True, 5, False), (3, False, 3, False)],
)
def test_a_lower_bound_applies_to_what_is_below_it(value: int, when: bool, total: int, applied: bool) -> None:  # noqa: FBT001  # columns of the table
    """``at_least`` never lowers a total."""
    raised = Working.start("attack", value, clause="A").at_least(4, clause="B", when=when)

    assert raised.lines[-1] == Line("B", "attack", "at-least", 4, total, applied=applied)
    assert raised.total == total


def test_a_total_is_multiplied_replaced_and_halved_either_way() -> None:
    """Each step is named after what brings it about; what does not apply leaves the total as it was."""
    attack = (
        Working.start("attack", 3, clause="A")
        .times(3, clause="B", when=True, named="card")
        .halved_down(clause="C", when=True, named="ward")
        .halved_up(clause="D", when=False, named="armour")
        .add(1, clause="E", when=True, named="bonus")
        .halved_up(clause="F", when=True)
        .times(2, clause="G", when=False)
        .halved_down(clause="H", when=False)
        .becomes(9, clause="I", when=False)
        .take(1, clause="J", when=True, named="shield")
        .becomes(0, clause="K", when=True, named="null")
    )

    assert [(line.of, line.op, line.by, line.total, line.applied) for line in attack.lines] == [
        ("attack", "start", 3, 3, True),
        ("card", "times", 3, 9, True),
        ("ward", "halved-down", 2, 4, True),
        ("armour", "halved-up", 2, 4, False),
        ("bonus", "add", 1, 5, True),
        ("attack", "halved-up", 2, 3, True),
        ("attack", "times", 2, 3, False),
        ("attack", "halved-down", 2, 3, False),
        ("attack", "becomes", 9, 3, False),
        ("shield", "take", 1, 2, True),
        ("null", "becomes", 0, 0, True),
    ]


@pytest.mark.parametrize(("value", "holds"), [(3, True), (4, True), (5, False)])
def test_a_comparison_says_whether_it_holds_and_changes_nothing(value: int, holds: bool) -> None:  # noqa: FBT001  # a column of the table
    """``within`` is a question: the total stays, ``applied`` is the answer, the bound itself is within."""
    compared = Working.start("distance", value, clause="A").within(4, clause="B")

    assert compared.lines[-1] == Line("B", "distance", "within", 4, value, applied=holds)
    assert compared.total == value


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (Line("A", "hearts", "start", 3, 3), "hearts: 3"),
        (Line("A", "hearts", "add", 1, 4), "hearts: add 1 → 4"),
        (Line("A", "hearts", "take", 1, 2), "hearts: take 1 → 2"),
        (Line("A", "hearts", "at-most", 4, 4), "hearts: at most 4 → 4"),
        (Line("A", "attack", "at-least", 0, 0), "attack: at least 0 → 0"),
        (Line("A", "card 2x", "times", 2, 6), "card 2x: times 2 → 6"),
        (Line("A", "card null", "becomes", 0, 0), "card null: becomes 0 → 0"),
        (Line("A", "ward", "halved-down", 2, 2), "ward: half, rounded down → 2"),
        (Line("A", "armour", "halved-up", 2, 3), "armour: half, rounded up → 3"),
        (Line("A", "distance", "within", 4, 2), "distance: 2 is within 4"),
        (Line("A", "distance", "within", 1, 2, applied=False), "distance: 2 is not within 1"),
    ],
)
def test_a_line_is_said_as_a_person_reads_it(line: Line, sentence: str) -> None:
    """Stored are operations and values; the sentence is written when somebody reads."""
    assert format_line(line) == sentence


def test_a_line_beyond_the_whole_numbers_of_json_is_not_read() -> None:
    """Section 11: a whole number survives the wire up to 2**53 - 1."""
    line = {"clause": "A", "of": "hearts", "op": "add", "by": MOST_EXACT, "total": -MOST_EXACT}

    assert msgspec.convert(line, Line).by == MOST_EXACT
    for field in ("by", "total"):
        with pytest.raises(msgspec.ValidationError, match="9007199254740991"):
            msgspec.convert({**line, field: MOST_EXACT + 1}, Line)
