"""Spaces, neighbours and distances, as the board's data gives them."""

from functools import lru_cache
from typing import Final

from oathbook.domain.rulesets.kit.places import shift, steps_from
from oathbook.domain.rulesets.knights_duty.model.components import Board, Space
from oathbook.domain.rulesets.knights_duty.model.switches import Rules

MOST_KEPT: Final = 512
"""Spaces whose surroundings are kept at hand, a few boards' worth; each keeps its board, which may be anybody's."""


def neighbours(rules: Rules, space: Space) -> tuple[Space, ...]:
    """The spaces one step away, in the order of the directions in force (KA-37)."""
    return _neighbours(rules.components.board, space, straight=rules.switches.directions == "straight")


def distance(rules: Rules, one: Space, other: Space) -> int:
    """The fewest movement steps between two spaces of the empty board (KA-27); -1 where no way leads."""
    return steps_between(rules.components.board, one, other, straight=rules.switches.directions == "straight")


def has_diagonals(board: Board) -> bool:
    """Whether the readings of "any direction" differ on this board at all."""
    return set(board.directions) != set(board.straight)


def steps_between(board: Board, one: Space, other: Space, *, straight: bool) -> int:
    """The fewest steps from one space to another, in all directions or in the straight ones only."""
    return _distances_from(board, one, straight=straight).get(other, -1)


@lru_cache(maxsize=MOST_KEPT)
def _distances_from(board: Board, start: Space, *, straight: bool) -> dict[Space, int]:
    return steps_from(start, lambda here: _neighbours(board, here, straight=straight))


@lru_cache(maxsize=MOST_KEPT)
def _neighbours(board: Board, space: Space, *, straight: bool) -> tuple[Space, ...]:
    offsets = board.straight if straight else board.directions
    around = (shift(space, offset) for offset in offsets)
    return tuple(there for there in around if there in board.spaces)
