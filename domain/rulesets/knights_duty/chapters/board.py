"""Spaces, neighbours and distances, as the board's data gives them."""

from collections import deque
from functools import lru_cache
from typing import Final

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
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in _neighbours(board, here, straight=straight):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


@lru_cache(maxsize=MOST_KEPT)
def _neighbours(board: Board, space: Space, *, straight: bool) -> tuple[Space, ...]:
    offsets = board.straight if straight else board.directions
    around = (_shift(space, offset) for offset in offsets)
    return tuple(there for there in around if there in board.spaces)


def _shift(space: Space, offset: Space) -> Space:
    (q, r), (dq, dr) = coordinates(space), coordinates(offset)
    return f"{q + dq},{r + dr}"


def coordinates(space: Space) -> tuple[int, int]:
    """The two numbers a space is named by."""
    first, second = space.split(",")
    return int(first), int(second)
