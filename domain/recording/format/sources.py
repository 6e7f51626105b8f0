"""Where a recording takes its time, ids, salts and seeds from: handed in, so that a record can be made again."""

import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime

from msgspec import Struct

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class Sources(Struct, frozen=True):
    """What a recording is handed.

    ``clock`` gives RFC 3339 text in UTC with microseconds, ``ids`` a UUIDv7, ``salts`` 32 and ``seeds`` 64 hex digits.
    """

    clock: Callable[[], str]
    ids: Callable[[], str]
    salts: Callable[[], str]
    seeds: Callable[[], str]


def system_sources() -> Sources:
    """The real ones."""
    return Sources(now, new_id, lambda: secrets.token_hex(16), lambda: secrets.token_hex(32))


def now() -> str:
    """The present, as events write it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def new_id() -> str:
    """A UUIDv7 (RFC 9562, section 5.7): milliseconds first, so that ids sort by when they were made."""
    stamp = int(datetime.now(UTC).timestamp() * 1000)
    tail = secrets.randbits(74)
    number = stamp << 80 | 0x7 << 76 | (tail >> 62) << 64 | 0b10 << 62 | tail & (1 << 62) - 1
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def is_game_id(text: str) -> bool:
    """Whether the store takes a text as the id of a game: up to 64 letters, digits, ``-`` and ``_``."""
    return _ID.fullmatch(text) is not None
