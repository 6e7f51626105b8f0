"""``oathbook options`` beside promises: options that decide one are marked, for the seat and from what it sees."""

from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.recording.format.record_file import record_text
from tests.golden.heirless import does
from tests.golden.heirless_promises import bound, game
from tests.golden.promises import promises
from tests.golden.scripting import Step, recorded
from tests.unit.api.running import oathbook

MEADOW: Final = 'ash promises cedar not to deploy a knight to tile "Meadow" until the end of season 1.'
VALLEY: Final = 'ash promises birch to deploy a knight to tile "Valley" by the end of season 1.'
SECOND: Final = (
    promises("ash", "offer", letter=VALLEY),
    *(promises(seat, "sign", promise="p2") for seat in ("ash", "birch")),
)
MARKED: Final = {
    "deploy Valley": "keeps p2",
    "deploy Meadow": "breaks p1 (20)",
    "idle": "lets the last chance for p2 go (20)",
}


@pytest.fixture(name="pledged")
def _pledged(tmp_path: Path) -> str:
    """The first turn of a game in which ash has promised two things."""
    return kept(tmp_path)


def kept(folder: Path, *more: Step) -> str:
    """The same in a file, after some more decisions."""
    steps = (*bound(MEADOW, "ash", "cedar"), *SECOND, *more)
    path = folder / "pledged.jsonl"
    path.write_bytes(record_text(recorded(game("pledged", *steps), 904)))
    return str(path)


def test_options_that_do_something_to_promises_say_it_behind_the_line(pledged: str) -> None:
    lines = oathbook("options", pledged).text.splitlines()

    marked = {text.strip(): says for text, _, says in (each[2:].partition("  ") for each in lines[1:]) if says}
    assert marked == {f"ash: {text}": says for text, says in MARKED.items()}
    assert len(lines) == 1 + 26


def test_where_options_are_listed_by_patterns_the_marked_ones_stand_below(pledged: str) -> None:
    lines = oathbook("options", pledged, "--limit", "2").text.splitlines()

    assert lines[-2:] == [f"  ash: {text}  {MARKED[text]}" for text in ("deploy Valley", "deploy Meadow")]
    assert not any(each.startswith("  ash: idle  ") for each in lines)


def test_a_program_has_the_marks_of_each_seat_for_itself(pledged: str, tmp_path: Path) -> None:
    (ash,) = oathbook("options", pledged, "--json").json["seats"]
    after = kept(tmp_path, does("ash", "deploy", tile="Thicket"))
    (birch,) = oathbook("options", after, "--json").json["seats"]

    assert [each["line"] for each in ash["marks"]] == list(MARKED)
    assert all(ash["options"][each["number"]] == f"ash: {each['line']}" for each in ash["marks"])
    assert (birch["seat"], birch["marks"]) == ("birch", [])


def test_what_only_might_be_says_so_and_what_can_no_longer_be_done(tmp_path: Path) -> None:
    """With the last Knight in hand, every other tile is one too many; and a Battle comes before the Season ends."""
    others = [does(each, "deploy", tile="Timberland") for each in ("birch", "cedar")]
    turns = [step for tile in ("Thicket", "Farmland") for step in (does("ash", "deploy", tile=tile), *others)]

    text = oathbook("options", kept(tmp_path, *turns)).text

    assert "  ash: deploy Thicket  makes p2 impossible (20)\n" in text
    assert "  ash: deploy Meadow  breaks p1 (20)  makes p2 impossible (20)\n" in text
    assert "  ash: idle  might let the last chance for p2 go (20)\n" in text
