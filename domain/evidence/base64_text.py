"""Base64 as notes and keys have it: with one way to write each value."""

import base64
import binascii

from oathbook.domain.errors import BadRecord


def encoded(raw: bytes) -> str:
    """The text of some bytes."""
    return base64.b64encode(raw).decode()


def decoded(text: str) -> bytes:
    """The bytes of a text; ``BadRecord`` where it is not how ``encoded`` would write them."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if encoded(raw) != text:
        msg = "base64: it is not written as it should be"
        raise BadRecord(msg)
    return raw
