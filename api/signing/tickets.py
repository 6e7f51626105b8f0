"""Tickets for event streams: an EventSource can send no key, and a key must never stand in a URL.

A ticket contains what it is for and which run of a service issued it, signed with a secret of the processes on a
database, so any of them can check one and none stores it. A process remembers the digests of used tickets until they
expire. As a restart forgets them, a process redeems no ticket that was issued before its own run began.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Final, NoReturn

import msgspec
from msgspec import Struct

from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.domain.kernel import Seat, Viewer, threads

SECONDS: Final = 60  # in which a ticket has to be used
MOST_USED: Final = 16_384  # tickets that were used and have not expired; no more streams are opened by tickets then
MOST_OF_A_KEY: Final = 120  # of them, those that were got with one key: it leaves room for others

CODE_BYTES: Final = 32


class Ticket(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a ticket is for: the seat whose key requested it, the viewer, the position to begin after, and its expiry.

    ``until`` is in milliseconds since 1970; ``run`` is the random number of the run that issued it, ``unlike`` one of
    its own.
    """

    seat: Seat
    viewer: Viewer
    after: int
    until: int
    run: str
    unlike: str


class Tickets:
    """Issues tickets and redeems each once; safe in any thread."""

    def __init__(self, secret: bytes, clock: Callable[[], str]) -> None:
        """``secret`` is that of all processes whose tickets are redeemed here; a new run begins."""
        self._secret = secret
        self._clock = clock
        self._run = secrets.token_urlsafe(9)
        self._began = self._now()
        self._lock = threads.Lock()
        self._used: OrderedDict[bytes, tuple[str, int]] = OrderedDict()
        self._of_key: Counter[str] = Counter()

    def issue(self, game: str, key: str, seat: Seat, viewer: Viewer, after: int) -> str:
        """Returns a ticket for a stream of this game; ``key`` is the digest of the seat's key."""
        until = self._now() + SECONDS * 1_000
        content = msgspec.json.encode(Ticket(seat, viewer, after, until, self._run, secrets.token_urlsafe(12)))
        return base64.urlsafe_b64encode(self._code(content, game, key) + content).decode().rstrip("=")

    def redeem(self, text: str, game: str, key_of: Callable[[Seat], str]) -> Ticket:
        """Returns what a ticket is for; ``key_of`` returns the digest of a seat's current key.

        ``ticket-unknown`` if it is invalid, used, expired or older than this run; ``too-many-requests`` and
        ``too-busy`` if too many were used.
        """
        code, content = _parts(text)
        try:
            ticket = msgspec.json.decode(content, type=Ticket)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            _refuse("it is not valid")
        if not hmac.compare_digest(code, self._code(content, game, key_of(ticket.seat))):
            _refuse("it is not valid for this game, its key was replaced or the service was started again")
        now = self._now()
        if ticket.run != self._run and ticket.until - SECONDS * 1_000 < self._began:
            _refuse("the service was started again since")
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
        """A ticket that expires later than the one used after it may delay that one's turn."""
        while self._used and next(iter(self._used.values()))[1] <= now:
            _, (key, _) = self._used.popitem(last=False)
            self._of_key -= Counter((key,))

    def _code(self, content: bytes, game: str, key: str) -> bytes:
        return hmac.digest(self._secret, b"\0".join((game.encode("utf-8", "replace"), key.encode(), content)), "sha256")

    def _now(self) -> int:
        return int(datetime.fromisoformat(self._clock()).timestamp() * 1_000)


def _parts(text: str) -> tuple[bytes, bytes]:
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        _refuse("it is not valid")
    return raw[:CODE_BYTES], raw[CODE_BYTES:]


def _refuse(says: str) -> NoReturn:
    raise HttpProblem(problems.NO_TICKET, f"ticket: {says}; get another with your key", headers=problems.CHALLENGE)
