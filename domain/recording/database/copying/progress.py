"""How far a copy is."""

from msgspec import Struct


class CopyProgress(Struct, frozen=True):
    """How many rows of how many have been ``copied``, ``compared`` or ``checked``."""

    what: str
    done: int
    of: int
