"""How the streams are dealt among those who make read models: into a fixed number of shares, by their ids."""

from typing import Final
from zlib import crc32

SHARES: Final = 8
"""So many processes at most can work on the read models of one database; another number makes them all anew."""

ALL: Final = frozenset(range(SHARES))


def share_of(stream: str) -> int:
    """The share that a game or a dispute is in, always the same; what its rows follow from is in its stream alone."""
    return crc32(stream.encode()) % SHARES
