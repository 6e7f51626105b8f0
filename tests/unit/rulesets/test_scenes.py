"""Cells that the kit lays out: in the units of a cell, and each once."""

import json
from collections import Counter

import msgspec
import pytest

from oathbook.domain.games.game_sentences import scene_with_names
from oathbook.domain.kernel import Roster
from oathbook.domain.rulesets.kit.scenes import ROW, grid, hexes
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene


def test_a_grid_has_its_squares_row_by_row_a_step_apart() -> None:
    assert grid(2, 2) == (
        Cell("0,0", 0, 0, "square"),
        Cell("1,0", 1000, 0, "square"),
        Cell("0,1", 0, 1000, "square"),
        Cell("1,1", 1000, 1000, "square"),
    )
    assert [each.id for each in grid(3, 1)] == ["0,0", "1,0", "2,0"]


def test_a_grid_asks_for_the_mark_of_each_cell_by_its_id() -> None:
    assert [each.mark for each in grid(2, 1, mark={"0,0": "X", "1,0": ""}.__getitem__)] == ["X", ""]


@pytest.mark.parametrize(("radius", "cells"), [(0, 1), (1, 7), (2, 19), (4, 61)])
def test_hexagons_are_all_that_so_many_steps_reach(radius: int, cells: int) -> None:
    found = hexes(radius)

    assert len({each.id for each in found}) == len(found) == cells
    assert {each.shape for each in found} == {"hex"}


def test_hexagons_have_six_neighbours_at_the_distance_of_a_step() -> None:
    """Within the rounding of a row's height; those at the edge have three or four."""
    found = hexes(2)

    def neighbours(one: Cell) -> int:
        apart = [(one.x - other.x) ** 2 + (one.y - other.y) ** 2 for other in found if other != one]
        return sum(abs(each**0.5 - 1000) < 1 for each in apart)

    assert Counter(map(neighbours, found)) == {6: 7, 4: 6, 3: 6}
    assert {each.id: (each.x, each.y) for each in found}["1,-2"] == (0, -2 * ROW)


def test_what_a_scene_does_not_use_is_left_out_of_its_json() -> None:
    plain = Scene((Cell("a", 0, 0, "hex"),), (Piece("b", "a", "b", "red"),))

    told = json.loads(msgspec.json.encode(plain))

    assert [*told["cells"][0]] == ["id", "x", "y", "shape", "mark", "seat"]
    assert [*told["pieces"][0]] == ["id", "cell", "label", "colour", "notes", "seat", "mark"]


def test_a_cell_is_called_by_its_label_and_by_its_id_without_one() -> None:
    assert [Cell("a1", 0, 0, "hex", label=label).name for label in (msgspec.UNSET, "", "Ford")] == ["a1", "a1", "Ford"]


def test_a_label_names_players_as_a_mark_does() -> None:
    roster = Roster.of([("ash", "Ada")])
    cells = (Cell("a", 0, 0, "hex", label="home of Ash"), Cell("b", 0, 0, "hex", label=""), Cell("c", 0, 0, "hex"))

    named = scene_with_names(Scene(cells, ()), roster).cells

    assert [each.label for each in named] == ["home of Ada", "", msgspec.UNSET]
