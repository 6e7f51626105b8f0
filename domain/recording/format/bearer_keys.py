"""Keys: 32 random bytes whose digest is all that is ever stored."""

import base64
import binascii
import hashlib
import secrets
from typing import Final

KEY_BYTES: Final = 32


def new_key() -> str:
    """A key that nobody can guess: 32 random bytes in base64 without padding, as RFC 4648, section 5, writes them."""
    return encode_key(secrets.token_bytes(KEY_BYTES))


def encode_key(raw: bytes) -> str:
    """The same of bytes that are there."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def bind_to_game(game: str, digest: str) -> str:
    """Returns a digest for a key in one game: if a host replaces it there, it still works in other games."""
    return hashlib.sha256(f"{game}/{digest}".encode()).hexdigest()


def key_digest(key: str) -> str:
    """SHA-256 over the bytes of a key, as hex; nothing if it is no key."""
    try:
        raw = base64.b64decode(f"{key}=", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    return hashlib.sha256(raw).hexdigest() if len(raw) == KEY_BYTES else ""
