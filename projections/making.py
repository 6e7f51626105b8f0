"""What events make of projections: a page of the log of one of them, or whole streams, as one is made again, of all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from eventsourcing.persistence import DataError, IntegrityError, PersistenceError, ProgrammingError
from msgspec import Struct

from oathbook.domain.errors import StoreFull, UnknownEdition
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.changes import PerAudit, PerDispute, PerEvent, PerGame, Projection, ViewRow, said
from oathbook.projections.pages import LogEvent, Pages, Unanswered
from oathbook.projections.readers import Parked
from oathbook.projections.shares import ALL, share_of
from oathbook.projections.store import Batch, Views

FAULTS: Final = (Unanswered, StoreFull, PersistenceError, OSError, MemoryError)
"""What no event is to blame for: tried again, never parked."""

UNSTORABLE: Final = (IntegrityError, DataError, ProgrammingError, OverflowError, UnicodeEncodeError)
"""What a database raises over rows that it cannot hold."""


EVENTS: Final = 1_000
"""Events of a share, where its streams are not longer."""


class WholeStreams(Struct, frozen=True):
    """Whole streams, up to a number of the log."""

    streams: tuple[str, ...]
    upto: int


Batches = tuple[Batch, ...]
"""What a share makes of each projection, in the order of these."""

Remaking = Callable[[Sequence[Projection], Sequence[WholeStreams]], Iterable[Batches]]
"""Makes shares, in any order and wherever it likes."""


class Unmade(Exception):  # noqa: N818  # never leaves this module
    """A page whose rows cannot be made; which of its events is to blame has to be found out."""

    def __init__(self, says: str) -> None:
        """Keep what was wrong."""
        super().__init__(says)
        self.says = says


def made_of(projection: Projection, after: int, page: tuple[LogEvent, ...], shares: frozenset[int] = ALL) -> Batch:
    """What a page makes of a projection in some shares, up to the first event that it cannot take in; ``Unmade``.

    A game whose ruleset is not installed is passed by: once a package brings it, rows are made again.
    """
    made = _Made(projection)
    last: LogEvent | None = None
    parked = None
    for seen in page:
        try:
            if shares == ALL or share_of(seen.game) in shares:
                made.take(seen)
        except FAULTS:
            raise
        except UnknownEdition:
            pass
        except Exception as problem:  # noqa: BLE001  # because an event that nobody foresaw stops one projection, not all
            parked = parked_at(seen, said(problem))
            break
        last = seen
    streams = made.streams()
    rows = (*made.each_event, *(row for rows in streams.values() for row in rows))
    upto, mark = (after, "") if last is None else (last.number, last.mark)
    return Batch(after, upto, mark, rows, tuple(streams), parked, shares)


class _Made:
    """What a projection makes of events: rows of each of them, or of each stream after the last of its events."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self.each_event: list[ViewRow] = []
        self._last: dict[str, LogEvent] = {}

    def take(self, seen: LogEvent) -> None:
        """One more event; a stream that the projection does not read is passed by."""
        projection = self._projection
        if isinstance(projection, PerDispute) == seen.is_of_game:
            return
        match projection:
            case PerEvent():
                if not (projection.once and seen.is_carried):
                    self.each_event.extend(projection.rows(seen.ruleset, seen.game, seen.entry, seen.number))
            case PerGame() | PerAudit():
                _ = seen.so_far  # an event that does not fit its game parks the projection here
                self._last[seen.game] = seen
            case PerDispute():
                self._last[seen.game] = seen

    def streams(self) -> dict[str, tuple[ViewRow, ...]]:
        """The rows of every stream that was read; ``Unmade``."""
        return {stream: _rows_after(self._projection, seen) for stream, seen in self._last.items()}


def _rows_after(projection: Projection, seen: LogEvent) -> tuple[ViewRow, ...]:
    """What a stream makes of a projection after one of its events."""
    try:
        match projection:
            case PerGame():
                return projection.rows(seen.ruleset, seen.so_far)
            case PerAudit():
                return projection.rows(seen.so_far, seen.judged)
            case PerDispute():
                return projection.rows(seen.heard)
            case PerEvent():
                return ()
    except FAULTS:
        raise
    except UnknownEdition:
        return ()
    except Exception as problem:
        raise Unmade(said(problem)) from problem


def parked_at(seen: LogEvent, says: str) -> Parked:
    """A projection parked at this event, because of that."""
    return Parked(seen.number, seen.game, seen.position, says)


def shares_of(archive: Archive, upto: int) -> Iterator[WholeStreams]:
    """All streams up to a number of the log, in the order in which they began."""
    streams: list[str] = []
    events = 0
    for stream, length in archive.streams(upto):
        if streams and events + length > EVENTS:
            yield WholeStreams(tuple(streams), upto)
            streams, events = [], 0
        streams.append(stream)
        events += length
    if streams:
        yield WholeStreams(tuple(streams), upto)


def made_in(
    archive: Archive, ruleset_of: Callable[[str], AnyRuleset], projections: Sequence[Projection], share: WholeStreams
) -> Batches:
    """What a share makes of projections; ``Unmade`` where one of them cannot take an event in, ``Unanswered``."""
    events = Pages(archive, ruleset_of).whole(share.streams, share.upto)
    made = tuple(made_of(each, 0, events) for each in projections)
    for each in made:
        if each.parked is not None:
            raise Unmade(each.parked.says)
    return made


def remade(archive: Archive, pages: Pages, views: Views, projections: Sequence[Projection], remaking: Remaking) -> bool:
    """Put what all streams make of projections in the place of their rows; false where an event cannot be taken in.

    Raises what ``remaking`` raises; then nothing has changed.
    """
    newest = pages.newest()
    mark = pages.mark_at(newest)
    try:
        views.replace(projections, remaking(projections, tuple(shares_of(archive, newest))), newest, mark)
    except (Unmade, *UNSTORABLE):
        return False
    return True
