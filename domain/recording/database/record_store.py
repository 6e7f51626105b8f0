"""What is stored together, where it goes, and what every store holds it to."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from oathbook.domain.errors import CorruptRecord, NotYourSeat, PositionConflict
from oathbook.domain.recording.format.codec import EncodedEvent

CHANGED_MESSAGE: Final = "it is not what was stored there"
"""What is said of an event that is another one than was stored."""

KEY_USED_MESSAGE: Final = "key: choose one that nobody has used"
"""What is said of a key that cannot take the place of another."""


SEAT_USED_MESSAGE: Final = "seat: only the holder of the key of this seat can replace it: it was used"
"""The refusal of a new key for a seat whose key was used."""

SEAT_UNKNOWN_MESSAGE: Final = "seat: only the holder of the key of this seat can replace it: it may have been used"
"""The refusal if it is not known whether the key was used: in older games and in copies of a database."""


class RequestKey(Struct, frozen=True):
    """A client's own name for a request: whose it is, the key it chose, and a digest of what it asked."""

    seat: str
    key: str
    body: str


class StartedGame(NamedTuple):
    """A game that begins with a commit; decisions that seats were held to in another by a position pass to it."""

    game: str
    held_in: str = ""
    by: int = 0


class HeldSeat(NamedTuple):
    """A seat, and the decision that it is held to as far as its game at hand says; nothing where it is free."""

    seat: str
    decision: str = ""


class Commit(Struct, frozen=True):
    """What is stored together: the next events of one or several streams, and what belongs to them.

    ``request`` names the client's request, made to the stream of the first event, ``redacted`` the games that nobody
    can play on in, ``decides`` the seat whose decision that is, which is held to its earlier one no longer, ``opened``
    the game that is opened here and not brought from elsewhere, ``caller_key`` the digest of the key that the caller
    sent, if any: nothing is stored for one that was replaced. ``unused`` are the seats whose keys are not used yet.
    """

    events: tuple[EncodedEvent, ...]
    request: RequestKey | None = None
    redacted: tuple[str, ...] = ()
    decides: HeldSeat | None = None
    opened: StartedGame | None = None
    caller_key: str = ""
    unused: tuple[str, ...] = ()

    @property
    def streams(self) -> frozenset[str]:
        """The ids of the streams that it goes on with."""
        return frozenset(event.game for event in self.events)

    @property
    def stream(self) -> str:
        """The stream of the first event."""
        return self.events[0].game

    @property
    def position(self) -> int:
        """The last position in that stream."""
        return max(event.entry.position for event in self.events if event.game == self.stream)


class AdvancedElsewhere(NamedTuple):
    """A stream that another process has gone on with: its last position, and the topic of its last event."""

    stream: str
    position: int
    topic: str


class OtherWriters(NamedTuple):
    """What other processes have stored since: the streams they went on with, and the keys they have replaced."""

    streams: tuple[AdvancedElsewhere, ...]
    keys: tuple[tuple[str, str], ...]


class RecordStore(Protocol):
    """Where commits go. One that is ``shared`` has other writers, so that what was read of it may be out of date."""

    shared: bool

    def close(self) -> None:
        """Give everything back."""
        ...

    def watch(self, told: Callable[[OtherWriters], None]) -> None:
        """Have ``told`` called with what others store from now on, in a thread of its own."""
        ...

    def unwatch(self) -> None:
        """Have nothing called any more; what was begun is finished."""
        ...

    @property
    def looks(self) -> int | None:
        """How often it was looked at what others store, once a second at least; None where there are no others."""
        ...

    def commit(
        self,
        events: Iterable[EncodedEvent],
        *,
        request: RequestKey | None = None,
        redacted: Iterable[str] = (),
        decides: HeldSeat | None = None,
        opened: StartedGame | None = None,
    ) -> None:
        """Save events of one or several streams, all or none, exactly at the positions they name.

        What else is given is as for ``Commit``. Refuses as ``commit_all``.
        """
        self.commit_all((Commit(tuple(events), request, tuple(redacted), decides, opened),))

    def commit_all(self, commits: Sequence[Commit]) -> None:
        """Save several commits in one transaction, in their order: all or none.

        Refuses with ``PositionConflict``, also where a seat is held to something else than its commit says,
        ``KeyReplaced``, ``KeyReused``, ``CorruptRecord`` where the event before one of these is not what it was,
        ``StoreFull`` where the disk takes nothing more, and ``StoreUnavailable``.
        """
        ...

    def leaf_number(self, event_hash: str) -> int | None:
        """The number that a stored event has in the log, where it was among the last that were stored through this."""
        ...

    def hold(self, game: str, seat: HeldSeat, decision: str, position: int, caller_key: str = "") -> None:
        """Hold a seat to a decision from a position on, until it has been recorded; one it is held to stays so.

        ``KeyReplaced``, ``PositionConflict`` where the game is not there any more, or the seat is not held to what
        ``seat`` says;
        ``StoreFull``, ``StoreUnavailable``.
        """
        ...

    def fill(self, game: str, events: Sequence[EncodedEvent], *, whole: bool) -> None:
        """Put these openings in the place of those of a redacted record; ``whole`` says that none is missing now.

        The events are those that are stored: no store lets anything but openings change, nor those of other records.
        ``StoreFull``, ``StoreUnavailable``.
        """
        ...

    def replace_key(self, old: str, new: str) -> bool:
        """Let one key take the place of another, both by their digests; false if one has already.

        The log has a statement of it. ``BadRecord`` where the new key has replaced another, or was replaced: the two
        could replace each other, and neither would be the last. ``StoreFull``, ``StoreUnavailable``.
        """
        ...

    def use_seat(self, game: str, seat: str, key: str) -> None:
        """Note that the key of a seat was used; repeating it changes nothing.

        ``key`` is the digest of the key from the opening, or of the last one from the host. The holder may have
        replaced it since. Raises ``KeyReplaced``, ``StoreFull`` or ``StoreUnavailable``.
        """
        ...

    def give_key(self, game: str, seat: str, old: str, new: str) -> bool:
        """Replace an unused key in this game only, both by their digests; returns false if it was replaced before.

        Raises ``NotYourSeat`` if the key was used, or if that is not known, and the exceptions of ``replace_key``.
        """
        ...

    def grow_log(self) -> Iterator[int]:
        """Give a leaf to every event that has none, some at a time; how many that were so far.

        ``StoreFull``, ``StoreUnavailable``.
        """
        ...

    def complete_heads(self) -> int:
        """Note the head of every stream of which none is noted; how many. ``StoreFull``, ``StoreUnavailable``."""
        ...

    def restart_log(self, said: str) -> None:
        """Make the log anew out of what is stored now, with a statement why; ``StoreFull``, ``StoreUnavailable``."""
        ...


FORGET_USE: Final = "DELETE FROM seat_use"
"""Run after a restore, because a key may have been used after the copy was made."""


def must_be_unused(row: Sequence[int] | None) -> None:
    """Raises ``NotYourSeat`` unless the row of a seat says that its key is unused; without a row that is not known."""
    if row is None:
        raise NotYourSeat(SEAT_UNKNOWN_MESSAGE)
    if row[0]:
        raise NotYourSeat(SEAT_USED_MESSAGE)


StreamEnds = Mapping[str, tuple[int, str]]  # the last position of streams, and the hash of the event there


def must_follow(events: Iterable[EncodedEvent], ends: StreamEnds) -> None:
    """Each event comes next in its stream (``PositionConflict``) and names the hash before it (``CorruptRecord``)."""
    ends = dict(ends)
    for event in events:
        position, last = ends.get(event.game, (0, ""))
        if event.entry.position != position + 1:
            raise PositionConflict(event.game, event.entry.position - 1, position)
        if event.prev != last:
            raise CorruptRecord(event.game, position, CHANGED_MESSAGE)
        ends[event.game] = event.entry.position, event.hash


def key_reused_message(request: RequestKey) -> str:
    """What is said to a key that came with another request before."""
    return f"Idempotency-Key {request.key!r} was used for another request"
