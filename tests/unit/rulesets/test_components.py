"""The sets of components that a ruleset's folder holds."""

from pathlib import Path

import pytest
from msgspec import Struct, ValidationError

from oathbook.domain.rulesets.components import load_components


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    points: int


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    sides: int
    marked: tuple[Side, ...] = ()


def folder_of(path: Path, **sets: str) -> Path:
    """A ruleset's folder with these files of components."""
    (path / "components").mkdir()
    for name, text in sets.items():
        (path / "components" / f"{name}.toml").write_text(text, "utf-8")
    return path


def test_sets_of_components_are_found_by_the_name_that_stands_in_them(tmp_path: Path) -> None:
    """In the order of their names, whatever their files are called."""
    folder = folder_of(tmp_path, a='name = "round"\nsides = 1', b='name = "cube"\nsides = 6')

    found = load_components(folder, Dice)

    assert list(found.items()) == [("cube", Dice("cube", 6)), ("round", Dice("round", 1))]


def test_a_file_that_is_no_set_of_components_is_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, a='name = "cube"\nsides = 6\ncolour = "red"')

    with pytest.raises(ValidationError, match="colour"):
        load_components(folder, Dice)


def test_a_set_that_is_like_another_says_only_what_is_different(tmp_path: Path) -> None:
    """Of a list of things with names it names those that are different, and those that are new."""
    marked = 'name = "cube"\nsides = 6\nmarked = [{name = "sun", points = 1}, {name = "moon", points = 2}]'
    other = 'like = "a"\nname = "odd"\nmarked = [{name = "moon", points = 3}, {name = "star", points = 4}]'

    found = load_components(folder_of(tmp_path, a=marked, b=other), Dice)

    assert found["cube"] == Dice("cube", 6, (Side("sun", 1), Side("moon", 2)))
    assert found["odd"] == Dice("odd", 6, (Side("sun", 1), Side("moon", 3), Side("star", 4)))
