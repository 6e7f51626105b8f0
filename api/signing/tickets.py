"""Tickets for event streams: a browser's EventSource can send no key, and a key never stands in an address.

What a ticket is for stands in it, under a code that only processes on the same database can make. So each of them takes
it, and none keeps it; of those that were used a process knows the digests until they have expired.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import Final, NoReturn

import msgspec
from msgspec import Struct

from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.domain.kernel import Seat, Viewer

SECONDS: Final = 60  # in which a ticket has to be used
MOST_USED: Final = 16_384  # tickets that were used and have not expired; no more streams are opened by tickets then
MOST_OF_A_KEY: Final = 120  # of them, those that were got with one key: it leaves room for others

CODE_BYTES: Final = 32


class Ticket(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """For one stream: the seat whose key it was got with, the viewer, the position it begins after, and its end.

    ``until`` is in milliseconds since 1970; ``unlike`` makes it another ticket than all others.
    """

    seat: Seat
    viewer: Viewer
    after: int
    until: int
    unlike: str


class Tickets:
    """Makes tickets, and takes each once; any thread may ask."""

    def __init__(self, secret: bytes, clock: Callable[[], str]) -> None:
        """``secret`` is that of the database, ``clock`` is as in ``Sources``."""
        self._secret = secret
        self._clock = clock
        self._lock = Lock()
        self._used: OrderedDict[bytes, tuple[str, int]] = OrderedDict()
        self._of_key: Counter[str] = Counter()

    def issue(self, game: str, key: str, seat: Seat, viewer: Viewer, after: int) -> str:
        """A ticket for a stream of this game; ``key`` is the digest of the seat's key."""
        until = self._now() + SECONDS * 1_000
        said = msgspec.json.encode(Ticket(seat, viewer, after, until, secrets.token_urlsafe(12)))
        return base64.urlsafe_b64encode(self._code(said, game, key) + said).decode().rstrip("=")

    def redeem(self, text: str, game: str, key_of: Callable[[Seat], str]) -> Ticket:
        """What a ticket is for; ``key_of`` says by which digest the key of a seat is known now.

        ``ticket-unknown`` where it opens nothing, or nothing more; ``too-many-requests`` and ``too-busy`` where too
        many were used.
        """
        code, said = _parts(text)
        try:
            ticket = msgspec.json.decode(said, type=Ticket)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            _refuse("it is not valid")
        if not hmac.compare_digest(code, self._code(said, game, key_of(ticket.seat))):
            _refuse("it is not valid for this game, or its key was replaced")
        now = self._now()
        if now >= ticket.until:
            _refuse(f"it has expired: use a ticket within {SECONDS} s")
        self._mark_used(hashlib.sha256(code).digest(), f"{game}/{ticket.seat}", ticket.until, now)
        return ticket

    def _mark_used(self, digest: bytes, key: str, until: int, now: int) -> None:
        with self._lock:
            self._drop_expired(now)
            if digest in self._used:
                _refuse("it was used before, and a ticket opens only one stream")
            later = {"Retry-After": str(SECONDS)}
            if self._of_key[key] >= MOST_OF_A_KEY:
                says = f"tickets: one key opens {MOST_OF_A_KEY} streams in {SECONDS} s"
                raise HttpProblem(problems.TOO_MANY, says, headers=later)
            if len(self._used) >= MOST_USED:
                raise HttpProblem(problems.BUSY, f"{MOST_USED} tickets were used within {SECONDS} s", headers=later)
            self._used[digest] = key, until
            self._of_key[key] += 1

    def _drop_expired(self, now: int) -> None:
        """Those that have expired; one that was used before another and expires after it may hide that a while."""
        while self._used and next(iter(self._used.values()))[1] <= now:
            _, (key, _) = self._used.popitem(last=False)
            self._of_key -= Counter((key,))

    def _code(self, said: bytes, game: str, key: str) -> bytes:
        """Only who knows the secret can make it: for this game, and this key."""
        return hmac.digest(self._secret, b"\0".join((game.encode("utf-8", "replace"), key.encode(), said)), "sha256")

    def _now(self) -> int:
        return int(datetime.fromisoformat(self._clock()).timestamp() * 1_000)


def _parts(text: str) -> tuple[bytes, bytes]:
    """The code of a ticket, and what stands in it."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        _refuse("it is not valid")
    return raw[:CODE_BYTES], raw[CODE_BYTES:]


def _refuse(says: str) -> NoReturn:
    raise HttpProblem(problems.NO_TICKET, f"ticket: {says}; get another with your key", headers=problems.CHALLENGE)
