"""The log of all streams, a page at a time, read as everybody may read it."""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Final, TypeVar

from oathbook.domain.application.dispute_stream import DISPUTES, stream_from
from oathbook.domain.errors import CorruptRecord, StoreUnavailable
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry
from oathbook.domain.games.takeback_events import StepsTakenBack
from oathbook.domain.games.takebacks import withdrawals_in
from oathbook.domain.kernel import Roster
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.archive import Archive, LogRow, read_row
from oathbook.domain.recording.database.fast_fold import OpeningFields, opening_in
from oathbook.domain.recording.database.log_verifier import is_stream_damaged
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.format.codec import Codec, codec_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections import definitions
from oathbook.projections.audit_cache import AuditCache

K = TypeVar("K")
T = TypeVar("T")

MOST_GAMES: Final = 512  # games whose fold is kept at hand between two pages
MOST_EDITIONS: Final = 4_096  # games whose edition is kept at hand


class LogUnavailable(Exception):  # noqa: N818  # named as the other faults are
    """The database of records could not be asked now; no event is to blame."""


class LogEvent:
    """An event of the log: read and folded on demand, once for all projections."""

    def __init__(self, pages: "LogReader", notice: LogRow, before: "LogEvent | None") -> None:
        """Keep where it stands; ``before`` is the event before it of the same game, if it is on the same page."""
        self.number, self.game, self.position = notice.id, notice.game, notice.position
        self._pages = pages
        self.is_of_game = not notice.topic.startswith(DISPUTE_PREFIX)
        """Whether it is of a game's stream; other streams lie beside the games."""
        self._row = StoredRow(notice.position, notice.topic, notice.state)
        self._before = before

    @property
    def mark(self) -> str:
        """The hash of the event."""
        return event_hash(public_line(self._row))

    @property
    def is_damaged(self) -> bool:
        """Whether it, or an event before it in its stream, is not what was stored; ``LogUnavailable``."""
        return self._pages.is_damaged(self.game, self.position)

    @property
    def follows_damage(self) -> bool:
        """As ``is_damaged``, of what was found before."""
        return self._pages.damaged.get(self.game, self.position + 1) <= self.position

    @cached_property
    def is_carried(self) -> bool:
        """Whether it is one that a fork carries over from the game it goes on from."""
        return self.position <= self._pages.opening(self.game).parent_position

    @cached_property
    def ruleset(self) -> AnyRuleset:
        """The ruleset of its game; ``UnknownEdition`` where it is not installed any more."""
        return self._pages.ruleset_and_codec(self.game)[0]

    @property
    def roster(self) -> Roster:
        """The names of the players of its game. Raises the same exceptions as ``ruleset``."""
        return self._pages.opening(self.game).roster

    @cached_property
    def entry(self) -> Entry:
        """What it says to everybody; ``CorruptRecord`` where it cannot be read."""
        return entry_in(self._pages.ruleset_and_codec(self.game)[1], self.game, self._row)

    @cached_property
    def withdrawals(self) -> tuple[Entry, ...]:
        """The events of the decisions that it takes back; ``CorruptRecord``, ``LogUnavailable``."""
        if not isinstance(self.entry.body, StepsTakenBack):
            return ()
        return self._pages.withdrawals(self.game, self.position)

    @cached_property
    def game_so_far(self) -> definitions.GameSoFar:
        """Its game after it; ``BadRecord`` where it does not fit, ``LogUnavailable``."""
        found = self._advance_game()
        self._pages.cache_fold(found)
        return found

    @cached_property
    def dispute_so_far(self) -> definitions.DisputeSoFar:
        """The dispute that its stream is after it, as everybody may read it; ``CorruptRecord``, ``LogUnavailable``."""
        return self._pages.dispute_at(self.game, self.position)

    @cached_property
    def judged_promises(self) -> definitions.JudgedPromises:
        """The promises of its game after it, as everybody may see them; ``CorruptRecord``, ``LogUnavailable``.

        A game in which nothing was ever offered is not read for it.
        """
        game = self.game_so_far.game
        if not game.promises:
            return definitions.JudgedPromises()
        return self._pages.audits.audit(self.ruleset, game, partial(self._pages.entries, game))

    def _advance_game(self) -> definitions.GameSoFar:
        ruleset = self.ruleset
        if self.position == 1:
            return definitions.begin_game(
                ruleset, self.game, self.entry, self.number, imported=self._pages.is_imported(self.game)
            )
        before = self._before
        so_far = self._pages.fold(self.game, self.position - 1) if before is None else before.game_so_far
        return definitions.advance_game(ruleset, so_far, self.entry)


def public_line(row: StoredRow) -> bytes:
    """The part of a stored event that is for everybody."""
    return row.state.partition(b"\n")[0]


def entry_in(codec: Codec, game: str, row: StoredRow) -> Entry:
    """A stored event, strictly read as everybody may read it; ``CorruptRecord`` names where it stands."""
    return read_row(codec, game, row._replace(state=public_line(row))).entry


class LogReader:
    """Reads a database of records for projections, which mostly want the same page one after the other."""

    def __init__(self, archive: Archive, ruleset_of: Callable[[str], AnyRuleset]) -> None:
        """Keep where to read; ``ruleset_of`` finds the ruleset of an edition."""
        self._archive = archive
        self._ruleset_of = ruleset_of
        self._readers: dict[str, tuple[AnyRuleset, Codec]] = {}
        self._openings: OrderedDict[str, OpeningFields] = OrderedDict()
        self.audits = AuditCache()
        self._folds: OrderedDict[tuple[str, int], definitions.GameSoFar] = OrderedDict()
        self.damaged: dict[str, int] = {}
        """The streams that ``is_damaged`` found damaged, each with the first position that it was asked about."""
        self._after = 0
        self._page: tuple[LogEvent, ...] = ()

    def is_damaged(self, stream: str, position: int) -> bool:
        """Whether one of these events is not what the log says was stored. Raises ``LogUnavailable``."""
        with _translate_errors():
            rows = {each.position: each.state for each in self._archive.rows(stream, upto=position)}
            found = is_stream_damaged(self._archive.tree, stream, rows, position)
        if found:
            self.damaged[stream] = min(position, self.damaged.get(stream, position))
        return found

    def page(self, after: int, limit: int) -> tuple[LogEvent, ...]:
        """Events after a number of the log, at most ``limit``; none where there are none. Raises ``LogUnavailable``."""
        if self._after != after or not 0 < len(self._page) <= limit:
            with _translate_errors():
                notices = self._archive.log(after, limit)
            self._after, self._page = after, tuple(self._log_events(notices))
        return self._page

    def whole_streams(self, streams: Iterable[str], upto: int) -> tuple[LogEvent, ...]:
        """Streams from their first event to a number of the log, one after the other. Raises ``LogUnavailable``."""
        with _translate_errors():
            notices = [notice for stream in streams for notice in self._archive.log_of(stream, upto)]
        return tuple(self._log_events(notices))

    def newest(self) -> int:
        """The number of the last event of the log; 0 where nothing is stored. Raises ``LogUnavailable``."""
        with _translate_errors():
            return self._archive.last_number()

    def mark_at(self, number: int) -> str:
        """The hash of the event with that number, or nothing where there is none. Raises ``LogUnavailable``."""
        with _translate_errors():
            found = self._archive.log(number - 1, 1)
        return LogEvent(self, found[0], None).mark if found and found[0].id == number else ""

    def position_by(self, game: str, number: int) -> int:
        """The position of a game at a number of the log; 0 before its opening. Raises ``LogUnavailable``."""
        with _translate_errors():
            return self._archive.position_at(game, number)

    def ruleset_and_codec(self, game: str) -> tuple[AnyRuleset, Codec]:
        """The ruleset of a game and its codec; ``UnknownEdition``, ``CorruptRecord``, ``LogUnavailable``."""
        edition = self.opening(game).edition
        if edition not in self._readers:
            ruleset = self._ruleset_of(edition)
            self._readers[edition] = ruleset, codec_of(ruleset.wire)
        return self._readers[edition]

    def is_imported(self, game: str) -> bool:
        """Whether a game was brought here and not opened here. Raises ``LogUnavailable``."""
        with _translate_errors():
            return self._archive.is_imported(game)

    def _is_redacted_import(self, game: str) -> bool:
        with _translate_errors():
            return self._archive.was_redacted(game)

    def opening(self, game: str) -> OpeningFields:
        """Returns the readable fields of a game's opening; raises ``CorruptRecord`` or ``LogUnavailable``."""
        if game not in self._openings:
            with _translate_errors():
                rows = self._archive.rows(game, upto=1)
            if not rows:
                raise CorruptRecord(game, 1, "a record begins with game.opened")
            _cache(self._openings, game, opening_in(game, rows[0]), MOST_EDITIONS)
        return self._openings[game]

    def cache_fold(self, so_far: definitions.GameSoFar) -> None:
        """Keep a game to go on from, in place of itself before its last event."""
        game, position = so_far.game.id, so_far.game.position
        self._folds.pop((game, position - 1), None)
        _cache(self._folds, (game, position), so_far, MOST_GAMES)

    def fold(self, game: str, position: int) -> definitions.GameSoFar:
        """A game at a position: the one at hand, or folded from its beginning; as ``folded``."""
        kept = self._folds.get((game, position))
        if kept is not None:
            return kept
        with _translate_errors():
            number = self._archive.opening_number(game)
        return self._fold_rows(game, self._rows(game, position), number)

    def entries(self, game: Game, after: int) -> tuple[Entry, ...]:
        """The events of a game after a position as everybody may read them, and as ``folded``.

        Once its secrets are out they are in all of them: what an event reveals opens those before it. Of a record that
        came redacted only that counts, whatever a fuller copy of it has brought since: so it is read alike ever after.
        """
        ruleset, codec = self.ruleset_and_codec(game.id)
        if game.secrets_are_out:
            rows = self._rows(game.id, game.position)
            if self._is_redacted_import(game.id):
                rows = [row._replace(state=public_line(row)) for row in rows]
            record = Record(game.id, ruleset, codec, tuple(read_row(codec, game.id, row) for row in rows))
            return record.entries()[after:]
        return tuple(entry_in(codec, game.id, row) for row in self._rows(game.id, game.position, after=after))

    def withdrawals(self, game: str, position: int) -> tuple[Entry, ...]:
        """The events of the decisions that were taken back at a position, as everybody may read them."""
        _, codec = self.ruleset_and_codec(game)
        entries = [entry_in(codec, game, row) for row in self._rows(game, position)]
        withdrawn = withdrawals_in(entries)
        return tuple(each for each in entries if withdrawn.get(each.step) == position)

    def _rows(self, game: str, position: int, *, after: int = 0) -> list[StoredRow]:
        with _translate_errors():
            rows = self._archive.rows(game, after=after, upto=position)
        if len(rows) != position - after:
            raise CorruptRecord(game, position, "events before it are missing")
        return rows

    def dispute_at(self, dispute: str, position: int) -> definitions.DisputeSoFar:
        """A dispute at a position, as everybody may read it; ``CorruptRecord``, ``LogUnavailable``."""
        with _translate_errors():
            rows, number = self._archive.rows(dispute, upto=position), self._archive.opening_number(dispute)
        events = tuple(read_row(DISPUTES, dispute, row._replace(state=public_line(row))) for row in rows)
        return definitions.DisputeSoFar(stream_from(dispute, events).dispute, number, events[-1].entry.at)

    def _fold_rows(self, game: str, rows: list[StoredRow], number: int) -> definitions.GameSoFar:
        ruleset, codec = self.ruleset_and_codec(game)
        entries = (entry_in(codec, game, row) for row in rows)
        so_far = definitions.begin_game(ruleset, game, next(entries), number, imported=self.is_imported(game))
        for entry in entries:
            so_far = definitions.advance_game(ruleset, so_far, entry)
        return so_far

    def _log_events(self, notices: list[LogRow]) -> Generator[LogEvent]:
        last: dict[str, LogEvent] = {}
        for notice in notices:
            last[notice.game] = LogEvent(self, notice, last.get(notice.game))
            yield last[notice.game]


@contextmanager
def _translate_errors() -> Generator[None]:
    try:
        yield
    except (sqlite3.Error, StoreUnavailable) as problem:
        raise LogUnavailable(str(problem)) from problem


def _cache(kept: OrderedDict[K, T], key: K, value: T, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
