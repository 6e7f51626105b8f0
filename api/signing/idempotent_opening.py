"""Opens a game under a name of its client's: the same request gives the same game and the same keys."""

import hmac
from hashlib import sha256
from typing import Final
from uuid import UUID

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.bearer_keys import encode_key

LEAST_KEY_LENGTH: Final = 22
"""Characters of a name from which keys are made: so many random ones cannot be guessed."""

KEY_TOO_SHORT: Final = (
    f"Idempotency-Key: keys are made from it, so let it be random, "
    f"{LEAST_KEY_LENGTH} characters or more, such as a UUID; "
    "or supply a key for each seat and the host"
)


class IdempotentOpening:
    """The game id and the keys that follow from the name of an opening, its opener, and a secret of the database.

    Neither name nor keys are stored, and without the secret nobody finds one from the other.
    """

    def __init__(self, secret: bytes, by: str, name: str) -> None:
        """``by`` is the holder of the operator's key, or empty if none is needed."""
        self._secret = secret
        self._name = (by, name)

    @property
    def game(self) -> str:
        """The id of the game: a UUID of version 8 (RFC 9562, section 5.8)."""
        raw = bytearray(self._derive("game")[:16])
        raw[6] = raw[6] & 0x0F | 0x80
        raw[8] = raw[8] & 0x3F | 0x80
        return str(UUID(bytes=bytes(raw)))

    def key(self, whose: str, seat: str = "") -> str:
        """Returns the key of a seat, or of the host; ``BadRecord`` if the name could be guessed."""
        if len(self._name[1]) < LEAST_KEY_LENGTH:
            raise BadRecord(KEY_TOO_SHORT)
        return encode_key(self._derive("key", whose, seat))

    def request(self, body: object) -> RequestKey:
        """Returns the request as it is stored with the game."""
        return RequestKey("", self._derive("request").hex(), sha256(canonical_bytes(body)).hexdigest())

    def _derive(self, *what: str) -> bytes:
        return hmac.digest(self._secret, canonical_bytes([*what, *self._name]), "sha256")
