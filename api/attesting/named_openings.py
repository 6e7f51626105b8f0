"""An opening by a name of its client's own: asked for again, it gives the same game, and the same keys."""

import hmac
from hashlib import sha256
from typing import Final
from uuid import UUID

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.canonical import written
from oathbook.domain.recording.database.commits import RequestKey
from oathbook.domain.recording.format.bearer_keys import key_of

LEAST: Final = 22
"""Characters of a name out of which keys are made: nobody guesses that many that are random."""

SHORT: Final = (
    f"Idempotency-Key: keys are made from it, so let it be random, {LEAST} characters or more, such as a UUID; "
    "or supply a key for each seat and the host"
)


class NamedOpening:
    """What follows from the name of an opening, whose it is, and a secret of the database: an id, and keys.

    Neither name nor keys are stored, and without the secret nobody finds one from the other.
    """

    def __init__(self, secret: bytes, by: str, name: str) -> None:
        """``by`` is the holder of the operator's key, if one is needed."""
        self._secret = secret
        self._name = (by, name)

    @property
    def game(self) -> str:
        """The id of the game: a UUID of version 8 (RFC 9562, section 5.8)."""
        raw = bytearray(self._of("game")[:16])
        raw[6] = raw[6] & 0x0F | 0x80
        raw[8] = raw[8] & 0x3F | 0x80
        return str(UUID(bytes=bytes(raw)))

    def key(self, whose: str, seat: str = "") -> str:
        """The key of a seat, or of the host; ``BadRecord`` where the name could be guessed."""
        if len(self._name[1]) < LEAST:
            raise BadRecord(SHORT)
        return key_of(self._of("key", whose, seat))

    def request(self, asked: object) -> RequestKey:
        """The request as it is stored with the game."""
        return RequestKey("", self._of("request").hex(), sha256(written(asked)).hexdigest())

    def _of(self, *what: str) -> bytes:
        return hmac.digest(self._secret, written([*what, *self._name]), "sha256")
