"""The log of all streams, a page at a time, read as everybody may read it."""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Final, TypeVar

from oathbook.domain.application.dispute_stream import DISPUTES, stream_from
from oathbook.domain.errors import CorruptRecord, StoreUnavailable
from oathbook.domain.games.events import Entry
from oathbook.domain.games.game import Game
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.archive import Archive, Notice, read_row
from oathbook.domain.recording.database.fast_fold import carried_in, edition_in
from oathbook.domain.recording.database.sqlite import BESIDE
from oathbook.domain.recording.format.codec import Codec, codec_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.auditing import Audits
from oathbook.projections.changes import Heard, JudgedPromises, SoFar, begun, gone_on

K = TypeVar("K")
T = TypeVar("T")

MOST_GAMES: Final = 512
"""Games whose fold is kept at hand between two pages."""

MOST_EDITIONS: Final = 4_096
"""Games whose edition is kept at hand."""


class Unanswered(Exception):  # noqa: N818  # named as the other faults are
    """The database of records could not be asked now; no event is to blame."""


class LogEvent:
    """An event of the log: read and folded on demand, once for all projections."""

    def __init__(self, pages: "Pages", notice: Notice, before: "LogEvent | None") -> None:
        """Keep where it stands; ``before`` is the event before it of the same game, if it is on the same page."""
        self.number, self.game, self.position = notice.id, notice.game, notice.position
        self._pages = pages
        self.is_of_game = not notice.topic.startswith(BESIDE)
        """Whether it is of a game's stream; other streams lie beside the games."""
        self._row = StoredRow(notice.position, notice.topic, notice.state)
        self._before = before

    @property
    def mark(self) -> str:
        """The hash of the event."""
        return event_hash(public_line(self._row))

    @cached_property
    def is_carried(self) -> bool:
        """Whether it is one that a fork carries over from the game it goes on from."""
        return self.position <= self._pages.carried(self.game)

    @cached_property
    def ruleset(self) -> AnyRuleset:
        """The ruleset of its game; ``UnknownEdition`` where it is not installed any more."""
        return self._pages.reader(self.game)[0]

    @cached_property
    def entry(self) -> Entry:
        """What it says to everybody; ``CorruptRecord`` where it cannot be read."""
        return entry_in(self._pages.reader(self.game)[1], self.game, self._row)

    @cached_property
    def so_far(self) -> SoFar:
        """Its game after it; ``BadRecord`` where it does not fit, ``Unanswered``."""
        found = self._after()
        self._pages.keep(found)
        return found

    @cached_property
    def heard(self) -> Heard:
        """The dispute that its stream is after it, as everybody may read it; ``CorruptRecord``, ``Unanswered``."""
        return self._pages.heard(self.game, self.position)

    @cached_property
    def judged(self) -> JudgedPromises:
        """The promises of its game after it, as everybody may see them; ``CorruptRecord``, ``Unanswered``.

        A game in which nothing was ever offered is not read for it.
        """
        game = self.so_far.game
        if not game.promises:
            return JudgedPromises()
        return self._pages.audits.of(self.ruleset, game, partial(self._pages.entries, game))

    def _after(self) -> SoFar:
        ruleset = self.ruleset
        if self.position == 1:
            return begun(ruleset, self.game, self.entry, self.number, imported=self._pages.is_imported(self.game))
        before = self._before
        so_far = self._pages.fold(self.game, self.position - 1) if before is None else before.so_far
        return gone_on(ruleset, so_far, self.entry)


def public_line(row: StoredRow) -> bytes:
    """The part of a stored event that is for everybody."""
    return row.state.partition(b"\n")[0]


def entry_in(codec: Codec, game: str, row: StoredRow) -> Entry:
    """A stored event, strictly read as everybody may read it; ``CorruptRecord`` names where it stands."""
    return read_row(codec, game, row._replace(state=public_line(row))).entry


class Pages:
    """Reads a database of records for projections, which mostly want the same page one after the other."""

    def __init__(self, archive: Archive, ruleset_of: Callable[[str], AnyRuleset]) -> None:
        """Keep where to read; ``ruleset_of`` finds the ruleset of an edition."""
        self._archive = archive
        self._ruleset_of = ruleset_of
        self._readers: dict[str, tuple[AnyRuleset, Codec]] = {}
        self._openings: OrderedDict[str, tuple[str, int]] = OrderedDict()
        self.audits = Audits()
        self._folds: OrderedDict[tuple[str, int], SoFar] = OrderedDict()
        self._after = 0
        self._page: tuple[LogEvent, ...] = ()

    def page(self, after: int, limit: int) -> tuple[LogEvent, ...]:
        """Events after a number of the log, at most ``limit``; none where there are none. Raises ``Unanswered``."""
        if self._after != after or not 0 < len(self._page) <= limit:
            with _asking():
                notices = self._archive.log(after, limit)
            self._after, self._page = after, tuple(self._seen(notices))
        return self._page

    def whole(self, streams: Iterable[str], upto: int) -> tuple[LogEvent, ...]:
        """Streams from their first event to a number of the log, one after the other. Raises ``Unanswered``."""
        with _asking():
            notices = [notice for stream in streams for notice in self._archive.log_of(stream, upto)]
        return tuple(self._seen(notices))

    def newest(self) -> int:
        """The number of the last event of the log; 0 where nothing is stored. Raises ``Unanswered``."""
        with _asking():
            return self._archive.newest()

    def mark_at(self, number: int) -> str:
        """The hash of the event with that number, or nothing where there is none. Raises ``Unanswered``."""
        with _asking():
            found = self._archive.log(number - 1, 1)
        return LogEvent(self, found[0], None).mark if found and found[0].id == number else ""

    def position_by(self, game: str, number: int) -> int:
        """The position that a game had reached at a number of the log; 0 before its opening. Raises ``Unanswered``."""
        with _asking():
            return self._archive.reached(game, number)

    def reader(self, game: str) -> tuple[AnyRuleset, Codec]:
        """The ruleset of a game and what reads its events; ``UnknownEdition``, ``CorruptRecord``, ``Unanswered``."""
        edition, _ = self._opening(game)
        if edition not in self._readers:
            ruleset = self._ruleset_of(edition)
            self._readers[edition] = ruleset, codec_of(ruleset.wire)
        return self._readers[edition]

    def carried(self, game: str) -> int:
        """Up to which position a fork carries events over; 0 for any other game. Raises as ``reader`` does."""
        return self._opening(game)[1]

    def is_imported(self, game: str) -> bool:
        """Whether a game was brought here and not opened here. Raises ``Unanswered``."""
        with _asking():
            return self._archive.is_imported(game)

    def _came_redacted(self, game: str) -> bool:
        with _asking():
            return self._archive.came_redacted(game)

    def _opening(self, game: str) -> tuple[str, int]:
        """The edition of a game, and up to which position its events are another's."""
        if game not in self._openings:
            with _asking():
                rows = self._archive.rows(game, upto=1)
            if not rows:
                raise CorruptRecord(game, 1, "a record begins with game.opened")
            _keep(self._openings, game, (edition_in(game, rows[0]), carried_in(game, rows[0])), MOST_EDITIONS)
        return self._openings[game]

    def keep(self, so_far: SoFar) -> None:
        """Keep a game to go on from, in place of itself before its last event."""
        game, position = so_far.game.id, so_far.game.position
        self._folds.pop((game, position - 1), None)
        _keep(self._folds, (game, position), so_far, MOST_GAMES)

    def fold(self, game: str, position: int) -> SoFar:
        """A game at a position: the one at hand, or folded from its beginning; as ``folded``."""
        kept = self._folds.get((game, position))
        if kept is not None:
            return kept
        with _asking():
            number = self._archive.opened(game)
        return self._from_rows(game, self._rows(game, position), number)

    def entries(self, game: Game, after: int) -> tuple[Entry, ...]:
        """The events of a game after a position as everybody may read them, and as ``folded``.

        Once its secrets are out they are in all of them: what an event reveals opens those before it. Of a record that
        came redacted only that counts, whatever a fuller copy of it has brought since: so it is read alike ever after.
        """
        ruleset, codec = self.reader(game.id)
        if game.secrets_are_out:
            rows = self._rows(game.id, game.position)
            if self._came_redacted(game.id):
                rows = [row._replace(state=public_line(row)) for row in rows]
            record = Record(game.id, ruleset, codec, tuple(read_row(codec, game.id, row) for row in rows))
            return record.entries()[after:]
        return tuple(entry_in(codec, game.id, row) for row in self._rows(game.id, game.position, after=after))

    def _rows(self, game: str, position: int, *, after: int = 0) -> list[StoredRow]:
        with _asking():
            rows = self._archive.rows(game, after=after, upto=position)
        if len(rows) != position - after:
            raise CorruptRecord(game, position, "events before it are missing")
        return rows

    def heard(self, dispute: str, position: int) -> Heard:
        """A dispute at a position, as everybody may read it; ``CorruptRecord``, ``Unanswered``."""
        with _asking():
            rows, number = self._archive.rows(dispute, upto=position), self._archive.opened(dispute)
        events = tuple(read_row(DISPUTES, dispute, row._replace(state=public_line(row))) for row in rows)
        return Heard(stream_from(dispute, events).dispute, number, events[-1].entry.at)

    def _from_rows(self, game: str, rows: list[StoredRow], number: int) -> SoFar:
        ruleset, codec = self.reader(game)
        entries = (entry_in(codec, game, row) for row in rows)
        so_far = begun(ruleset, game, next(entries), number, imported=self.is_imported(game))
        for entry in entries:
            so_far = gone_on(ruleset, so_far, entry)
        return so_far

    def _seen(self, notices: list[Notice]) -> Generator[LogEvent]:
        last: dict[str, LogEvent] = {}
        for notice in notices:
            last[notice.game] = LogEvent(self, notice, last.get(notice.game))
            yield last[notice.game]


@contextmanager
def _asking() -> Generator[None]:
    try:
        yield
    except (sqlite3.Error, StoreUnavailable) as problem:
        raise Unanswered(str(problem)) from problem


def _keep(kept: OrderedDict[K, T], key: K, value: T, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
