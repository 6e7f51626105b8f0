"""Words that sentences share: names of cards, numbers of things, and the verb that goes with them."""

from domain.rulesets.cube_bag.model.components import Cubes
from domain.rulesets.cube_bag.model.cubes import total


def many(count: int, thing: str) -> str:
    """``1 archer``, ``2 archers``, ``2 spearmen``."""
    return f"{count} {thing if count == 1 else several(thing)}"


def several(thing: str) -> str:
    """``archers``, ``spearmen``, ``cubes``."""
    return f"{thing.removesuffix('man')}men" if thing.endswith("man") else f"{thing}s"


def one(thing: str) -> str:
    """``an archer``, ``a swordsman``."""
    return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"


def do(cubes: Cubes, one_does: str, several_do: str) -> str:
    """The verb after so many cubes: ``1 purple goes``, ``2 purple go``."""
    return one_does if total(cubes) == 1 else several_do
