"""The leaves: one for each event, and nobody can tell from it which stream it is about."""

import hashlib
import hmac
from typing import Final

from msgspec import Struct

from oathbook.domain.evidence.tree import HASH, leaf_hash

_BLIND: Final = b"oathbook/blind/1\0"
_TAG: Final = b"oathbook/tag/1\0"
_PURPOSE: Final = b"oathbook/purpose/1\0"
_KIND: Final = b"\1"
_TAG_BYTES: Final = 16

NAMED: Final = 25
"""Bytes of an entry that name the stream and the position."""

ENTRY: Final = NAMED + HASH
"""Bytes of an entry."""


class LogLeaf(Struct, frozen=True):
    """What a leaf is made of: the tag of a stream, a position in it, and the hash of the event there."""

    tag: bytes
    position: int
    hash: bytes

    @property
    def entry(self) -> bytes:
        """The bytes that stand in the log: 57 of them."""
        return _KIND + self.tag + self.position.to_bytes(8, "big") + self.hash

    @property
    def leaf_hash(self) -> bytes:
        """Their hash in the tree."""
        return leaf_hash(self.entry)


def blind_of(secret: bytes, stream: str) -> bytes:
    """What blinds the tag of a stream; those who may read the stream are told it."""
    return hmac.digest(secret, _BLIND + stream.encode(), "sha256")


def secret_for(secret: bytes, purpose: str) -> bytes:
    """A secret for one purpose alone; who knows it learns nothing about the other one, nor what blinds a stream."""
    return hmac.digest(secret, _PURPOSE + purpose.encode(), "sha256")


def tag_of(stream: str, blind: bytes) -> bytes:
    """The tag of a stream."""
    return hashlib.sha256(_TAG + stream.encode() + b"\0" + blind).digest()[:_TAG_BYTES]


def leaf_of(stream: str, blind: bytes, position: int, event_hash: str) -> LogLeaf:
    """The leaf of an event."""
    return LogLeaf(tag_of(stream, blind), position, bytes.fromhex(event_hash))


def leaf_in(entry: bytes) -> LogLeaf | None:
    """The leaf that an entry is of; nothing where it is of none of ours."""
    if len(entry) != ENTRY or entry[:1] != _KIND:
        return None
    return LogLeaf(entry[1:17], int.from_bytes(entry[17:NAMED], "big"), entry[NAMED:])
