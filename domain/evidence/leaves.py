"""The leaves: one for each event or statement; nobody can tell from it which stream it is about."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from oathbook.domain.evidence.checkpoints import Checkpoint
from oathbook.domain.evidence.tree import HASH_BYTES, leaf_hash
from oathbook.domain.kernel.canonical import canonical_bytes

_BLIND: Final = b"oathbook/blind/1\0"
_TAG: Final = b"oathbook/tag/1\0"
_PURPOSE: Final = b"oathbook/purpose/1\0"
_KIND: Final = b"\1"
_TAG_BYTES: Final = 16

IDENTITY_BYTES: Final = 25  # bytes of an entry that name the stream and the position
ENTRY_BYTES: Final = IDENTITY_BYTES + HASH_BYTES  # bytes of an entry


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


def derive_blind(secret: bytes, stream: str) -> bytes:
    """What blinds the tag of a stream; those who may read the stream are told it."""
    return hmac.digest(secret, _BLIND + stream.encode(), "sha256")


def derive_secret(secret: bytes, purpose: str) -> bytes:
    """A secret for one purpose alone; who knows it learns nothing about the other one, nor what blinds a stream."""
    return hmac.digest(secret, _PURPOSE + purpose.encode(), "sha256")


def derive_tag(stream: str, blind: bytes) -> bytes:
    """The tag of a stream."""
    return hashlib.sha256(_TAG + stream.encode() + b"\0" + blind).digest()[:_TAG_BYTES]


def make_leaf(stream: str, blind: bytes, position: int, event_hash: str) -> LogLeaf:
    """The leaf of an event."""
    return LogLeaf(derive_tag(stream, blind), position, bytes.fromhex(event_hash))


def parse_leaf(entry: bytes) -> LogLeaf | None:
    """The leaf that an entry is of; nothing where it is of none of ours."""
    if len(entry) != ENTRY_BYTES or entry[:1] != _KIND:
        return None
    return LogLeaf(entry[1:17], int.from_bytes(entry[17:IDENTITY_BYTES], "big"), entry[IDENTITY_BYTES:])


KEY_REPLACED: Final = "key-replaced/1"


def key_replaced_statement(old: str, new: str) -> str:
    """That one key took the place of another, both by their digests."""
    return canonical_bytes({"new": new, "oathbook": KEY_REPLACED, "old": old}).decode()


def rolled_back_statement(was: Checkpoint | None, why: str, successor: str, at: str) -> str:
    """That a log ends as it was signed last, why, and the key of the one that goes on with what is there."""
    last = was.text if was else "nothing was signed\n"
    return f"oathbook/rolled-back/1\n{last}{why}\n{successor}\n{at}\n"


def repaired_statement(leaves: Sequence[int], at: str) -> str:
    """That the events of these leaves were put back out of a copy; each is what its leaf says."""
    return canonical_bytes({"at": at, "leaves": leaves, "oathbook": "repaired/1"}).decode()
