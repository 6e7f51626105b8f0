"""Numbers and lists of things, as a person says them."""

from collections.abc import Sequence


def format_count(number: int, thing: str) -> str:
    """Return ``1 cube``, ``2 cubes``, ``2 spearmen``."""
    return f"{number} {thing if number == 1 else plural(thing)}"


def plural(thing: str) -> str:
    """Return ``archers``, ``spearmen``, ``cubes``."""
    return f"{thing.removesuffix('man')}men" if thing.endswith("man") else f"{thing}s"


def with_article(thing: str) -> str:
    """Return ``an archer``, ``a swordsman``."""
    return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"


def format_list(names: Sequence[str]) -> str:
    """Return ``one``, ``one and two``, ``one, two and three``; nothing where there are none."""
    *before, last = names or ("",)
    return f"{', '.join(before)} and {last}" if before else last
