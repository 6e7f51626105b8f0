"""How large the rooms of the house are: what a reader has to take in at once when a folder is opened."""

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from tests.support.checkout import ROOT, files_of_the_project

HOUSE: Final = ("domain", "projections", "replays", "api", "tests")
MOST: Final = 25
BESIDE_ROOMS: Final = 8

DATA: Final = {
    "replays/golden": "records, not code: one a way a game can go, found by its name",
    "replays/frozen": "records, not code: those of one version with what it answered about them",
}
"""Folders that may hold more, with all in them, and why."""

TITLES: Final = sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("domain/rulesets/*/ruleset.py"))


def sizes() -> Counter[str]:
    """How many files stand in each folder of the house itself, without those in its rooms."""
    folders = (path.parent.relative_to(ROOT) for path in files_of_the_project())
    return Counter(each.as_posix() for each in folders if each.parts and each.parts[0] in HOUSE)


def test_no_room_has_more_files_than_can_be_taken_in_at_once() -> None:
    too_large = {room: files for room, files in sizes().items() if files > MOST and not room.startswith(tuple(DATA))}

    assert too_large == {}
    assert all((ROOT / folder).is_dir() for folder in DATA)


@pytest.mark.parametrize("house", ["api", *TITLES])
def test_beside_the_rooms_of_a_house_there_are_only_its_doors(house: str) -> None:
    assert 0 < sizes()[house] <= BESIDE_ROOMS


@pytest.mark.parametrize("floor", ["domain/recording", "domain/promises"])
def test_a_floor_of_several_rooms_has_nothing_beside_them(floor: str) -> None:
    assert [path.name for path in (ROOT / floor).iterdir() if path.is_file()] == ["__init__.py"]


def test_the_unit_tests_stand_in_the_rooms_of_what_they_test() -> None:
    """Those of a title may have rooms of their own: its chapters have too many tests for one."""
    rooms = [Path(room).relative_to("tests/unit") for room in sizes() if room.startswith("tests/unit/")]
    tested = {Path(*room.parts[:2]) if room.parts[0] == "rulesets" else room for room in rooms}

    assert [str(room) for room in tested if not any((ROOT / at / room).is_dir() for at in ("domain", "."))] == []
    assert tested
