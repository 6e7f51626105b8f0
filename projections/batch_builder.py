"""What events make of projections: a page of the log of one of them, or whole streams, as one is made again, of all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from eventsourcing.persistence import DataError, IntegrityError, PersistenceError, ProgrammingError
from msgspec import Struct

from oathbook.domain.errors import StoreFull, UnknownEdition
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections import definitions
from oathbook.projections.definitions import ALL_SHARES, share_of
from oathbook.projections.log_reader import LogEvent, LogReader, LogUnavailable
from oathbook.projections.view_store import Batch, Views
from oathbook.projections.views_reader import Parked

FAULTS: Final = (LogUnavailable, StoreFull, PersistenceError, OSError, MemoryError)
"""What no event is to blame for: tried again, never parked."""

UNSTORABLE: Final = (IntegrityError, DataError, ProgrammingError, OverflowError, UnicodeEncodeError)
"""What a database raises over rows that it cannot hold."""


EVENTS_PER_SHARE: Final = 1_000  # events of a share, where its streams are not longer


class WholeStreams(Struct, frozen=True):
    """Whole streams, up to a number of the log."""

    streams: tuple[str, ...]
    upto: int


Batches = tuple[Batch, ...]  # what a share makes of each projection, in the order of these

ShareBuilder = Callable[[Sequence[definitions.Projection], Sequence[WholeStreams]], Iterable[Batches]]
"""Makes shares, in any order and wherever it likes."""


class BatchFailed(Exception):  # noqa: N818  # never leaves this module
    """A page whose rows cannot be made; which of its events is to blame has to be found out."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


def build_batch(
    projection: definitions.Projection, after: int, page: tuple[LogEvent, ...], shares: frozenset[int] = ALL_SHARES
) -> Batch:
    """What a page makes of a projection in some shares, up to the first event that it cannot take in; ``BatchFailed``.

    A game whose ruleset is not installed is passed by: once a package brings it, rows are made again. So is one whose
    record is damaged, from there on: once it is repaired, rows are made again.
    """
    made = _BatchBuilder(projection)
    last: LogEvent | None = None
    parked = None
    for seen in page:
        try:
            if not seen.follows_damage and (shares == ALL_SHARES or share_of(seen.game) in shares):
                made.add(seen)
        except FAULTS:
            raise
        except UnknownEdition:
            pass
        except Exception as problem:  # noqa: BLE001  # because an event that nobody foresaw stops one projection, not all
            if not seen.is_damaged:
                parked = park_at(seen, definitions.describe_error(problem))
                break
        last = seen
    streams = made.stream_rows()
    rows = (*made.each_event, *(row for rows in streams.values() for row in rows))
    upto, mark = (after, "") if last is None else (last.number, last.mark)
    return Batch(after, upto, mark, rows, tuple(streams), parked, shares)


class _BatchBuilder:
    """What a projection makes of events: rows of each of them, or of each stream after the last of its events."""

    def __init__(self, projection: definitions.Projection) -> None:
        self._projection = projection
        self.each_event: list[definitions.ViewRow] = []
        self._last: dict[str, LogEvent] = {}

    def add(self, seen: LogEvent) -> None:
        """One more event; a stream that the projection does not read is passed by."""
        projection = self._projection
        if isinstance(projection, definitions.PerDispute) == seen.is_of_game:
            return
        match projection:
            case definitions.PerEvent():
                if not (projection.once and seen.is_carried):
                    self.each_event.extend(
                        projection.rows(seen.ruleset, seen.game, seen.entry, seen.number, seen.roster)
                    )
                    if projection.reversal is not None:
                        for each in seen.withdrawals:
                            self.each_event.extend(projection.reversal(seen.ruleset, seen.game, each))
            case definitions.PerGame() | definitions.PerAudit():
                _ = seen.game_so_far  # an event that does not fit its game parks the projection here
                self._last[seen.game] = seen
            case definitions.PerDispute():
                self._last[seen.game] = seen

    def stream_rows(self) -> dict[str, tuple[definitions.ViewRow, ...]]:
        """The rows of every stream that was read; ``BatchFailed``."""
        return {stream: _stream_rows(self._projection, seen) for stream, seen in self._last.items()}


def _stream_rows(projection: definitions.Projection, seen: LogEvent) -> tuple[definitions.ViewRow, ...]:
    """What a stream makes of a projection after one of its events."""
    try:
        match projection:
            case definitions.PerGame():
                return projection.rows(seen.ruleset, seen.game_so_far)
            case definitions.PerAudit():
                return projection.rows(seen.game_so_far, seen.judged_promises)
            case definitions.PerDispute():
                return projection.rows(seen.dispute_so_far)
            case definitions.PerEvent():
                return ()
    except FAULTS:
        raise
    except UnknownEdition:
        return ()
    except Exception as problem:
        raise BatchFailed(definitions.describe_error(problem)) from problem


def park_at(seen: LogEvent, says: str) -> Parked:
    """A projection parked at this event, because of that."""
    return Parked(seen.number, seen.game, seen.position, says)


def split_streams(archive: Archive, upto: int) -> Iterator[WholeStreams]:
    """All streams up to a number of the log, in the order in which they began."""
    streams: list[str] = []
    events = 0
    for stream, length in archive.streams(upto):
        if streams and events + length > EVENTS_PER_SHARE:
            yield WholeStreams(tuple(streams), upto)
            streams, events = [], 0
        streams.append(stream)
        events += length
    if streams:
        yield WholeStreams(tuple(streams), upto)


def build_share(
    archive: Archive,
    ruleset_of: Callable[[str], AnyRuleset],
    projections: Sequence[definitions.Projection],
    share: WholeStreams,
) -> Batches:
    """What a share makes of projections; ``BatchFailed`` where one cannot take an event in, ``LogUnavailable``."""
    events = LogReader(archive, ruleset_of).whole_streams(share.streams, share.upto)
    made = tuple(build_batch(each, 0, events) for each in projections)
    for each in made:
        if each.parked is not None:
            raise BatchFailed(each.parked.says)
    return made


def replace_rows(
    archive: Archive,
    pages: LogReader,
    views: Views,
    projections: Sequence[definitions.Projection],
    remaking: ShareBuilder,
) -> bool:
    """Put what all streams make of projections in the place of their rows; false where an event cannot be taken in.

    Raises what ``remaking`` raises; then nothing has changed.
    """
    newest = pages.newest()
    mark = pages.mark_at(newest)
    try:
        views.replace(projections, remaking(projections, tuple(split_streams(archive, newest))), newest, mark)
    except (BatchFailed, *UNSTORABLE):
        return False
    return True
