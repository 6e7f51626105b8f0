"""Tiles (c2sp.org/tlog-tiles): 256 hashes of one level, from which every node of the tree can be made."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from oathbook.domain.evidence.tree import TreeNode, subtree_hash

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
MOST_LEVELS: Final = 8
ENTRIES: Final = "entries"

Hashes = Callable[[int, int, int], Sequence[bytes]]
"""The hashes of a level of tiles, from one number on, up to before another."""

_NUMBER: Final = re.compile(r"(?:x[0-9]{3}/){0,6}[0-9]{3}")
_WIDTH: Final = re.compile(r"[1-9][0-9]{0,2}")


def node_reader(hashes: Hashes) -> TreeNode:
    """The nodes of a tree whose levels of tiles can be read; what was read is kept for as long as this is."""

    @lru_cache(maxsize=4 * MOST_LEVELS)
    def tile(level: int, number: int, width: int) -> Sequence[bytes]:
        return hashes(level, number * WIDTH, number * WIDTH + width)

    def node(level: int, index: int) -> bytes:
        above, height = divmod(level, HEIGHT)
        first = index << height
        number, place = divmod(first, WIDTH)
        return subtree_hash(tile(above, number, place + (1 << height))[place:])

    return node


def has_tile(level: int, number: int, width: int, size: int) -> bool:
    """Whether a tree of that size has this tile, with that many hashes."""
    return 0 < width <= WIDTH and number * WIDTH + width <= size >> HEIGHT * level


def parse_tile_path(path: str) -> tuple[int, int] | None:
    """The number of a tile and how wide it is, as the end of an address has them: ``x001/234`` or ``x001/234.p/8``."""
    name, partial, width = path.partition(".p/")
    if not _NUMBER.fullmatch(name) or (partial and not (_WIDTH.fullmatch(width) and int(width) < WIDTH)):
        return None
    number = int(name.replace("x", "").replace("/", ""))
    return (number, int(width) if partial else WIDTH) if tile_path(number) == name else None


def tile_path(number: int) -> str:
    """How an address names a tile: three digits at a time."""
    groups = [f"{number % 1000:03}"]
    while number := number // 1000:
        groups.append(f"x{number % 1000:03}")
    return "/".join(reversed(groups))


def entry_bundle(entries: Sequence[bytes]) -> bytes:
    """Entries one after another, each after its length in two bytes."""
    return b"".join(len(each).to_bytes(2, "big") + each for each in entries)
