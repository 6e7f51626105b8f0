"""Edits of a position on a sheet: written, read, and left to a whole position where they are too many."""

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.notation.edit_lines import MOST_EDITS, edit_lines, edited_position
from oathbook.domain.recording.notation.game_notation import SheetLine

BOARD = {"knights": [{"id": "ann-1", "tile": "Valley"}, {"id": "bram-1", "tile": "Capital"}], "earned": 0}


@pytest.mark.parametrize(
    ("line", "edited"),
    [
        ("knights ann-1 tile = nobody", None),
        ("knights ann-1 tile = Thicket", "Thicket"),
        ('knights ann-1 tile = "the 2nd"', "the 2nd"),
    ],
)
def test_what_an_edit_says_is_written_as_that_edit(line: str, edited: str | None) -> None:
    after = edited_position(BOARD, SheetLine(line, "here"))

    assert after == {**BOARD, "knights": [{"id": "ann-1", "tile": edited}, BOARD["knights"][1]]}  # type: ignore[index]  # a list of two
    assert edit_lines(BOARD, after) == [line]


def test_many_differences_are_no_edits() -> None:
    """An export writes the whole position then; the control is one less."""
    before = {f"field{number}": 0 for number in range(MOST_EDITS + 1)}
    after = dict.fromkeys(before, 1)

    assert edit_lines(before, after) == []
    assert len(edit_lines(before, {**after, "field0": 0})) == MOST_EDITS


def test_there_is_nothing_inside_a_number() -> None:
    with pytest.raises(BadRecord, match="here: there is no deep there"):
        edited_position(BOARD, SheetLine("earned deep = 1", "here"))
