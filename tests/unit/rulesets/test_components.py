"""The sets of components that a ruleset's folder holds."""

from pathlib import Path

import pytest
from msgspec import Struct, ValidationError

from oathbook.domain.rulesets.components import load_components


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    sides: int


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
