"""Hexes: neighbours, distances, sides, and the line of an attack. The geometry is ours (CA-48)."""

from collections.abc import Collection
from typing import Final

from oathbook.domain.rulesets.cube_bag.model.components import Hex, Land
from oathbook.domain.rulesets.kit.places import coordinates, shift, steps_from

DIRECTIONS: Final[tuple[Hex, ...]] = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
"""The six sides of a hex, by the offset that leads over each."""


def distance(one: Hex, other: Hex) -> int:
    """Steps from hex to hex."""
    across, down = _offset(one, other)
    return (abs(across) + abs(down) + abs(across + down)) // 2


def neighbours(land: Land, place: Hex) -> tuple[Hex, ...]:
    """The hexes of the map beside one."""
    return tuple(each for side in DIRECTIONS if is_on(land, each := shift(place, side)))


def is_on(land: Land, place: Hex) -> bool:
    """Whether the map has that hex."""
    return place in land.land or place in land.water


def sides_crossed(origin: Hex, target: Hex) -> tuple[Hex, ...]:
    """The sides of the target over which a straight line from the origin comes in: one, or two at a corner.

    In coordinates of three axes (q, r, -q-r) the side that faces the origin most is the one with the largest product.
    """
    q, r = _offset(target, origin)
    facing = {side: a * q + b * r + (a + b) * (q + r) for side, (a, b) in zip(DIRECTIONS, _SIDES, strict=True)}
    most = max(facing.values())
    return tuple(side for side in facing if facing[side] == most)


def steps_over(start: Hex, free: Collection[Hex], most: int) -> tuple[Hex, ...]:
    """The hexes reached from one in at most so many steps over free hexes, in a fixed order, without the first."""
    reached = steps_from(start, lambda here: (each for side in DIRECTIONS if (each := shift(here, side)) in free), most)
    return tuple(reached)[1:]


def _offset(one: Hex, other: Hex) -> tuple[int, int]:
    (q1, r1), (q2, r2) = coordinates(one), coordinates(other)
    return q2 - q1, r2 - r1


_SIDES: Final = tuple(map(coordinates, DIRECTIONS))
