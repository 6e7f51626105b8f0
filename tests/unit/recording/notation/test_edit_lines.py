"""Edits of a position on a sheet: written, read, and left to a whole position where they are too many."""

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.notation.edit_lines import MOST_EDITS, edit_lines, edited_position, fill_edit
from oathbook.domain.recording.notation.sheets import SheetLine

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


COUNTS = {
    "bag": {"green": 4},
    "hand": ["Mill", "Forge", "Mill"],
    "staff": [{"faction": "Cat", "count": 1}],
    "supplies": [{"card": "curse", "decks": "all", "left": 2}, {"card": "curse", "decks": "monsters", "left": 3}],
    "turn": 7,
    "stage": "over",
}


@pytest.mark.parametrize(
    ("line", "edited"),
    [
        ("turn += 2", {"turn": 9}),
        ("turn -= 7", {"turn": 0}),
        ("turn+=2", {"turn": 9}),
        ("bag green -= 1", {"bag": {"green": 3}}),
        ("bag colour:purple += 2", {"bag": {"green": 4, "purple": 2}}),
        ("bag colour:green -= 4", {"bag": {}}),
        ("hand += Inn", {"hand": ["Mill", "Forge", "Mill", "Inn"]}),
        ("hand += 4", {"hand": ["Mill", "Forge", "Mill", 4]}),
        ("hand -= Mill", {"hand": ["Forge", "Mill"]}),
        ("staff Cat count += 1", {"staff": [{"faction": "Cat", "count": 2}]}),
        ("staff faction:Cat count += 1", {"staff": [{"faction": "Cat", "count": 2}]}),
        ("staff faction:Fox count += 1", {"staff": [{"faction": "Cat", "count": 1}, {"faction": "Fox", "count": 1}]}),
        (
            "supplies card:curse/decks:all left -= 2",
            {"supplies": [{"card": "curse", "decks": "all", "left": 0}, COUNTS["supplies"][1]]},  # type: ignore[index]  # a list of two
        ),
    ],
)
def test_more_and_fewer(line: str, edited: dict[str, object]) -> None:
    """Of a number, of a list; what is not there yet is counted from nothing."""
    assert edited_position(COUNTS, SheetLine(line, "here")) == {**COUNTS, **edited}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("turn -= 8", "there are 7 to take, not 8"),
        ("turn += many", "“many” is not a number of things"),
        ("turn += -1", "“-1” is not a number of things"),
        ("turn += true", "“true” is not a number of things"),
        ("turn += nothing", "“nothing” is not a number of things"),
        ("stage += 1", "neither a number nor a list stands there; write an equals sign alone"),
        ("bag purple -= 1", "there is no purple there; what there is: green"),
        ("bag purple += 1", "there is no purple there; what there is: green"),
        ("bag colour:purple -= 1", "there are 0 to take, not 1"),
        ("bag colour:purple = 1", "there is no colour:purple there; what there is: green"),
        ("bag purple = 1", "there is no purple there; what there is: green"),
        ("hand -= Inn", "there is no Inn there; what there is: Mill, Forge"),
        ("staff faction:Fox count -= 1", "there are 0 to take, not 1"),
        ("staff faction:Fox count = 1", "there is no faction:Fox there; what there is: Cat"),
        ("supplies -= curse", "curse is the name of 2 things there, which differ"),
        ("supplies card:curse left -= 1", "card:curse is the name of 2 things there: curse"),
        ("turn", "an equals sign and its value"),
        ("+= 4", "an equals sign and its value"),
    ],
)
def test_what_cannot_be_more_or_fewer_is_refused(line: str, says: str) -> None:
    """With what there is, and the place of the line."""
    with pytest.raises(BadRecord) as refused:
        edited_position(COUNTS, SheetLine(line, "here"))

    assert str(refused.value).startswith("here: ")
    assert says in str(refused.value)


def test_places_of_an_edit_are_filled_as_names_and_as_values() -> None:
    """A card that looks like a number is one in no place."""
    fields = {"deck": "the 2nd", "card": "-1", "count": 3}

    assert fill_edit("decks {deck} pile += {card}", fields) == 'decks "the 2nd" pile += "-1"'
    assert fill_edit("supplies {card} left -= {count}", fields) == "supplies -1 left -= 3"
