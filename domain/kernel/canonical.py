"""The one way a value is written, and the two hashes made of it.

The bytes are those of RFC 8785 for values without fractions, with ASCII keys and whole numbers up to 2**53 - 1.
"""

import hashlib
from typing import Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_EVENT: Final = b"oathbook/event/1\0"
_HIDDEN: Final = b"oathbook/hidden/1\0"


def canonical_bytes(value: object) -> bytes:
    """The canonical bytes of a plain value (no ``Hidden``: those are the codec's to write)."""
    return _ENCODER.encode(value)


def event_hash(line: bytes) -> str:
    """SHA-256 over the public line of an event, as 64 lower-case hex digits."""
    return hashlib.sha256(_EVENT + line).hexdigest()


def hidden_digest(salt: str, value: bytes) -> str:
    """SHA-256 over the salt and the canonical bytes of a hidden value, as 64 lower-case hex digits."""
    return hashlib.sha256(_HIDDEN + salt.encode() + b"\0" + value).hexdigest()
