"""What the fold leaves out to be fast, and what it must not: openings are joined once, in the state at the end."""

from collections.abc import Callable

import pytest

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel import Hidden
from oathbook.domain.kernel.canonical import hidden_digest
from oathbook.domain.recording.database.fast_fold import OUTCOME_TOPIC, FastFold
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.hidden_marks import collect_marks, join_openings, mark_decoder
from tests.support.playing import RULESET, half_shown, long_game
from tests.support.storing import rows_of

FOLDER = FastFold(RULESET)
SALT = "5a" * 16
PLAN = 3
"""The position in ``half_shown`` at which a plan is laid whose second slot is never shown."""


def rows_with(position: int, change: Callable[[bytes], bytes]) -> list[StoredRow]:
    """The rows of ``half_shown`` with the bytes of one event changed."""
    rows = rows_of(half_shown())
    old = rows[position - 1]
    assert change(old.state) != old.state
    rows[position - 1] = old._replace(state=change(old.state))
    return rows


def with_second_slot(state: bytes, value: bytes) -> bytes:
    """A plan of two slots with something else hidden in the second one, under the right digest."""
    line, _, openings = state.partition(b"\n")
    second = line.rindex(b'"sd":"') + len(b'"sd":"')
    line = line[:second] + hidden_digest(SALT, value).encode() + line[second + 64 :]
    return line + b"\n" + openings[: openings.rindex(b"[")] + f'["{SALT}",'.encode() + value + b"]]"


def test_what_the_rules_do_not_touch_stays_the_object_that_it_is() -> None:
    rows = rows_of(half_shown())
    begun = FOLDER.fold(half_shown().game, rows[:1])

    game = FOLDER.continue_fold(begun, rows[1:])

    assert game.state.rules is begun.state.rules


CORRUPT: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a mark for no seats": (lambda state: state.replace(b'"to":["ash"]', b'"to":"ash"', 1), "array"),
    "a mark with more in it": (lambda state: state.replace(b'"to":', b'"so":1,"to":', 1), "so"),
    "openings that are none": (lambda state: state.partition(b"\n")[0] + b"\n{}", "array"),
    "an opening of another type": (lambda state: with_second_slot(state, b"7"), "Expected `str`"),
}


@pytest.mark.parametrize("name", CORRUPT)
def test_hidden_values_that_cannot_be_read_are_named_where_they_stand(name: str) -> None:
    """Also where the fold finds out only at the end of the record."""
    change, says = CORRUPT[name]
    rows = rows_with(PLAN, change)

    with pytest.raises(CorruptRecord, match=says) as refused:
        FOLDER.fold(half_shown().game, rows)

    assert refused.value.position == PLAN


def test_a_shown_value_of_another_type_is_named_where_it_stands() -> None:
    shown = next(row for row in rows_of(half_shown()) if b'"value":"bow"' in row.state)
    rows = rows_with(shown.position, lambda state: state.replace(b'"value":"bow"', b'"value":"axe"', 1))

    with pytest.raises(CorruptRecord, match="axe") as refused:
        FOLDER.fold(half_shown().game, rows)

    assert refused.value.position == shown.position


def test_openings_of_what_is_gone_from_the_state_are_not_read() -> None:
    """Strict reading reads them; the control shows that the fold does too while the plan lies there."""
    record = long_game()
    rows = rows_of(record)
    laid = next(number for number, row in enumerate(rows) if row.topic == OUTCOME_TOPIC and b"plan_laid" in row.state)
    spoilt = [*rows]
    spoilt[laid] = rows[laid]._replace(state=rows[laid].state.partition(b"\n")[0] + b"\n{}")

    assert FOLDER.fold(record.game, spoilt) == FOLDER.fold(record.game, rows)
    with pytest.raises(CorruptRecord):
        FOLDER.fold(record.game, spoilt[: laid + 1])


def test_an_opening_is_found_in_a_mapping_too() -> None:
    """No state of ours has one yet, and nothing forbids it."""
    digest = hidden_digest(SALT, b"7")
    line = f'{{"ash":{{"sd":"{digest}","to":["ash"]}},"birch":null}}'.encode()

    with collect_marks() as marks:
        marks.row = StoredRow(9, "test/1", line + b"\n" + f'[["{SALT}",7]]'.encode())
        state = mark_decoder(dict[str, Hidden[int] | None])(line)

    assert join_openings(state, "game", marks)["ash"].look() == 7
    assert join_openings(state, "game", marks)["birch"] is None
