"""Cubes by colour: added, taken away, counted and laid out to be drawn from."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from oathbook.domain.errors import Misfit
from oathbook.domain.rulesets.cube_bag.model.components import Cubes

NEUTRAL: Final = "neutral"
BLACK: Final = "black"


def add_cubes(cubes: Cubes, more: Cubes) -> Cubes:
    """Both together; a colour without cubes is not named."""
    return _without_zeros({colour: cubes.get(colour, 0) + more.get(colour, 0) for colour in {**cubes, **more}})


def take_cubes(cubes: Cubes, fewer: Cubes) -> Cubes:
    """What is left; ``Misfit`` where more are taken than lie there."""
    left = {colour: cubes.get(colour, 0) - fewer.get(colour, 0) for colour in {**cubes, **fewer}}
    if any(number < 0 for number in left.values()):
        raise Misfit(f"{describe_cubes(fewer)} cannot be taken from {describe_cubes(cubes)}")
    return _without_zeros(left)


def count_colours(colours: Iterable[str]) -> Cubes:
    """Cubes as they came, by colour."""
    return _without_zeros(Counter(colours))


def pile_of(cubes: Cubes) -> tuple[str, ...]:
    """Every cube by its colour, in a fixed order."""
    return tuple(colour for colour in sorted(cubes) for _ in range(cubes[colour]))


def total(cubes: Cubes) -> int:
    """How many there are."""
    return sum(cubes.values())


def describe_cubes(cubes: Cubes) -> str:
    """In words: ``6 green, 3 purple``."""
    return ", ".join(f"{cubes[colour]} {colour}" for colour in sorted(cubes)) or "no cubes"


def _without_zeros(cubes: Cubes) -> Cubes:
    return {colour: cubes[colour] for colour in sorted(cubes) if cubes[colour]}
