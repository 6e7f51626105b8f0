"""The service: writer, read models, caches and event streams of one database."""

import secrets
from collections.abc import Callable
from contextlib import nullcontext
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from anyio import CapacityLimiter, to_thread
from msgspec import Struct

from oathbook.api.event_hub import EventHub, FutureBridge
from oathbook.api.queries import letter_query, worker
from oathbook.api.queries.letter_query import LetterQuery, LetterUnread
from oathbook.api.queries.notations import Notations
from oathbook.api.queries.query import Query, QueryResult, run_query
from oathbook.api.queries.query_cache import QueryCache
from oathbook.api.queries.worker_pool import WorkerPool
from oathbook.api.read_models.placement import Placement, open_read_models
from oathbook.api.replay_cache import ReplayCache
from oathbook.api.schemas.letter_review import LetterChecked
from oathbook.api.settings.key_files import Arbiters, KeyLookup
from oathbook.api.signing.log_files import log_files_for
from oathbook.api.signing.log_keeper import LogKeeper
from oathbook.api.signing.replaced_keys_file import keep_replaced_keys
from oathbook.api.signing.startup import DEFAULT_SIGNING, SigningOptions, open_log
from oathbook.api.signing.tickets import CODE_BYTES, Tickets
from oathbook.domain.application.disputes import Disputes
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import Arbiter, FindingEntered
from oathbook.domain.errors import ClosedForWriting, NotFound, Refused
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.record_store import AdvancedElsewhere
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.used_keys import UsedKeys
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.domain.rulesets.registry import Registry
from oathbook.projections.draw_statistics.statistics import DrawStatistics, draw_statistics
from oathbook.projections.ruled_effects import ruling_effects
from oathbook.projections.ruling_effect_cache import RulingEffectCache

P = ParamSpec("P")
T = TypeVar("T")

NO_ARBITERS: Final = Arbiters()
MOST_OPENINGS: Final = 512
MOST_OVER: Final = 4_096  # finished games that are remembered
MOST_IMPORTING: Final = 1  # records that are read at the same time; others wait

REVIEW: Final = 10.0
"""Seconds for a look at a letter, with its wait."""

MOST_FOLDING: Final = 4
"""Requests that replay a game at the same time; others wait without a thread, so that decisions always find one. Seats
that ask about or play long games that are not cached have as many more."""

LONG: Final = 100
"""Events from which on a game's questions are answered by the worker pool, if it has processes."""

MOST_WAITING: Final = 100
"""Requests that wait for a read model at the same time, in threads of their own; others wait for one of these."""


class GameProgress(Struct, frozen=True):
    """The last position of a game, whether it is over, and whether everything hidden is revealed."""

    position: int
    closed: bool
    secrets_are_out: bool


KnownGame = tuple[GameOpened[Any, Any, Any], GameProgress]


class Service:
    """Everything that routes use; made once for a database, and closed."""

    def __init__(  # noqa: PLR0913  # because each part of a service is chosen by itself
        self,
        db: StoreAddress,
        registry: Registry,
        sources: Sources,
        *,
        address: str,
        arbiters: KeyLookup[Arbiter] = NO_ARBITERS,
        projector: Placement = "inline",
        signing: SigningOptions = DEFAULT_SIGNING,
    ) -> None:
        """Opens the database, or creates it; ``WriterBusy`` if another process writes to the file.

        ``projector`` says where read models are made, ``signing`` how the log is signed. A database that differs from
        what was signed is read-only.
        """
        self.rulesets = tuple(registry.by_key.values())
        self.ruleset_of = ruleset_of = registry.ruleset
        self.sources, self.arbiters = sources, arbiters
        self.writer = Writer(db, ruleset_of, sources, says=address, report=warn_about("log"))
        self.archive: Archive = self.writer.archive
        self.log: LogKeeper = open_log(self.writer, signing, sources.clock(), warn_about("log"))
        keep_replaced_keys(self.writer, log_files_for(db, signing.keys), warn_about("keys"))
        self.views, self.projector = open_read_models(projector, self.archive, ruleset_of, warn_about("read models"))
        self._projects = projector != "off"
        self.opening = lru_cache(MOST_OPENINGS)(self.archive.opening)
        self.is_imported = lru_cache(MOST_OPENINGS)(self._is_imported)
        self.came_redacted = lru_cache(MOST_OPENINGS)(self.archive.was_redacted)
        self.ruled = RulingEffectCache(self._is_disputed, partial(ruling_effects, self.views))
        self.replays = ReplayCache(self.archive, self.ruled.effects, self._length)
        self.query_cache, self.notations, self.used_keys = QueryCache(), Notations(self.replays), UsedKeys(self.writer)
        self.worker_pool, self.letter_pool = WorkerPool(db), WorkerPool(db)
        self.hub, self.settling = EventHub(), FutureBridge()
        self.tickets = Tickets(_tickets_secret(self.archive), sources.clock)
        self.disputes = Disputes(self.writer, sources, self.replays.record, self.opening)
        self._over: dict[str, KnownGame] = {}
        self._commits = 0
        for on_commit in (self._on_commit, self.ruled.on_commit, self.hub.publish):
            self.writer.subscribe(on_commit)
        for on_turn in (self.projector.prompt, self.log.notify_growth):
            self.writer.subscribe_to_turns(on_turn)
        self.writer.subscribe_to_others(self._on_advanced_elsewhere)

    def start(self) -> None:
        """Starts the threads and processes, on the running event loop."""
        self.hub.start(lambda: self.writer.looks)
        self.log.on_signed = self.hub.notify_signed
        self.settling.start()
        self.waiting = CapacityLimiter(MOST_WAITING)
        self.folding, self.playing = CapacityLimiter(MOST_FOLDING), CapacityLimiter(MOST_FOLDING)
        self.importing = CapacityLimiter(MOST_IMPORTING)
        self.worker_pool.start()
        self.letter_pool.longest = REVIEW
        self.letter_pool.start()
        self.log.start()
        if self._projects:
            self.projector.start()

    def close(self) -> None:
        """Ends the streams, finishes what is being written, and releases the database."""
        self.hub.close()
        self.projector.close()
        self.views.close()
        self.log.close()
        self.writer.close()

    async def run_for_viewer(
        self, work: Callable[P, T], game: str, viewer: Viewer, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Runs work on a game as a viewer sees it: at once if that is quick, else in a thread."""
        known = self.writer.peek(game)
        if known is not None and not known.promises and self.replays.is_nearly_cached(game, viewer, known.position):
            return work(*args, **kwargs)
        return await self.run_in_thread(work, game, viewer, *args, **kwargs)

    async def run_in_thread(
        self, work: Callable[P, T], game: str, viewer: Viewer, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Runs work on a game in a thread; work that may read a long game gets only a few of them."""
        lane = None if self.is_quick(game, viewer) else self.playing
        return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=lane)

    def is_quick(self, game: str, viewer: Viewer) -> bool:
        """Returns whether the replay of a game for a viewer takes little time: the game is short, or cached."""
        known = self.cached_game(game)
        if known is None:
            return False
        return known[1].position <= LONG or self.replays.is_nearly_cached(game, viewer, known[1].position)

    async def run_query(self, query: Query, length: int) -> QueryResult:
        """Returns the result of a query about a game of that length; refuses as its form and ``WorkerPool.run`` do."""
        cached = self.query_cache.get(query, length)
        if cached is not None and self.ruled.is_undisputed(query.game) and not self.came_redacted(query.game):
            return cached
        if self.worker_pool.most and (query.slow or length > LONG):
            ruled = await to_thread.run_sync(self.ruled.effects, query.game)
            result = await self.worker_pool.run(partial(worker.run, query=query, ruled=ruled))
        else:
            async with self.folding:
                result = await to_thread.run_sync(run_query, query, self.replays)
        self.query_cache.put(query, result)
        return result

    async def review_letter(self, query: LetterQuery) -> LetterChecked | LetterUnread:
        """Returns what is to be said of a letter; refuses as ``letter_query.review`` and ``WorkerPool.run`` do."""
        if self.letter_pool.most:
            ruled = () if query.game is None else await to_thread.run_sync(self.ruled.effects, query.game)
            return await self.letter_pool.run(partial(worker.review_letter, query=query, ruled=ruled))
        async with nullcontext() if query.game is None else self.folding:
            return await to_thread.run_sync(letter_query.review, query, self.ruleset_of, self.replays)

    async def examine_dispute(self, dispute: Dispute, viewer: Viewer, head: GameProgress) -> FindingEntered:
        """Returns the finding on a dispute in a game at ``head``; refuses as ``WorkerPool.run`` does."""
        if self.worker_pool.most and head.position > LONG:
            in_process = partial(
                worker.examine_dispute, dispute=dispute, viewer=viewer, secrets_are_out=head.secrets_are_out
            )
            return await self.worker_pool.run(in_process)
        async with self.folding:
            in_thread = partial(self.disputes.finding, dispute, viewer, secrets_are_out=head.secrets_are_out)
            return await to_thread.run_sync(in_thread)

    def opened(self, game: str) -> KnownGame:
        """Returns the opening and the progress of a game; ``NotFound``, ``ClosedForWriting`` if that is damaged."""
        known = self.cached_game(game)
        if known is None:
            before = self._commits
            known = self._read_game(game)
            if known[1].closed and (known[1].secrets_are_out or known[0].reveal != "all"):
                self._over = self._over if len(self._over) < MOST_OVER else {}
                self._over[game] = known
                if before != self._commits:  # the game may have advanced since it was read
                    self._over.pop(game, None)
        return known

    def _read_game(self, game: str) -> KnownGame:
        try:
            return self.opening(game), self.head(game)
        except Refused:
            if game in self.writer.faults:
                raise ClosedForWriting(game, self.writer.faults[game]) from None
            raise

    def cached_game(self, game: str) -> KnownGame | None:
        """Returns the opening and progress of a game from memory, or None if the database would have to be read."""
        known = self.writer.peek(game)
        return self._over.get(game) if known is None else (known.opened, _progress(known))

    def head(self, game: str) -> GameProgress:
        """Returns the progress of a game; ``NotFound``."""
        known = self.writer.peek(game)
        if known is not None:
            return _progress(known)
        position = self.archive.last_position(game)
        closed = self.archive.is_closed(game, at=position)
        is_out = closed and self.opening(game).reveal == "all" and not self.archive.is_sealed(game)
        return GameProgress(position, closed, is_out)

    def draw_statistics(self, edition: str, game: str | None) -> DrawStatistics:
        """Returns statistics on the draws of an edition, or of one game; ``NotFound`` if it has no such game."""
        if game is not None and self.opening(game).edition != edition:
            raise NotFound(f"game: “{game}” is not played by {edition}")
        return draw_statistics(self.views, edition, game, opened_here=self.archive.games_opened_here())

    def _on_commit(self, step: StoredStep) -> None:
        """Called in the writer's thread. The count comes first: a reader compares it."""
        self._commits += 1
        self._over.pop(step.game, None)

    def _on_advanced_elsewhere(self, stream: AdvancedElsewhere) -> None:
        """Called in a thread of its own, after the writer has dropped what it had cached."""
        self._commits += 1
        self._over.pop(stream.stream, None)
        self.ruled.on_event(stream.topic)
        self.hub.notify(stream.stream)
        for game in self.hub.subscribed_games() if stream.topic.startswith(DISPUTE_PREFIX) else ():
            self.hub.notify(game)
        self.projector.prompt()
        self.log.notify_growth()

    def _length(self, game: str) -> int | None:
        known = self.writer.peek(game)
        return None if known is None else known.position

    def _is_disputed(self, game: str) -> bool:
        """A fork takes over what was ruled in its parent."""
        return self.opening(game).parent is not None or bool(self.archive.disputes_of(game))

    def _is_imported(self, game: str) -> bool:
        self.archive.last_position(game)
        return self.archive.is_imported(game)


def warn_about(topic: str) -> Callable[[str], None]:
    """Returns a function that logs a warning of this topic for the operator."""
    return lambda says: structlog.get_logger().warning(topic, says=says)


def _tickets_secret(archive: Archive) -> bytes:
    """Returns the secret of tickets: that of all processes on a server; a file has one process, which makes its own."""
    if isinstance(archive.address, Path):
        return secrets.token_bytes(CODE_BYTES)
    return archive.tree.secret_for("tickets for event streams")


def _progress(game: Game) -> GameProgress:
    return GameProgress(game.position, game.closed, game.secrets_are_out)
