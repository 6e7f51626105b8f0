"""The parts of the service, put together: the writer, the read models, the caches, the listeners."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from anyio import CapacityLimiter, to_thread
from msgspec import Struct

from oathbook.api.event_hub import EventHub, FutureBridge
from oathbook.api.queries import worker
from oathbook.api.queries.query import Query, QueryResult, run_query
from oathbook.api.queries.query_cache import QueryCache
from oathbook.api.queries.worker_pool import WorkerPool
from oathbook.api.read_models.placement import Placement, open_read_models
from oathbook.api.replay_cache import ReplayCache
from oathbook.api.settings.key_files import Arbiters, KeyLookup
from oathbook.api.signing.log_keeper import LogKeeper
from oathbook.api.signing.startup import DEFAULT_SIGNING, SigningOptions, open_log
from oathbook.api.signing.tickets import Tickets
from oathbook.domain.application.disputes import Disputes
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import Arbiter, FindingEntered
from oathbook.domain.errors import NotFound
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive, read_row
from oathbook.domain.recording.database.record_store import AdvancedElsewhere
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.format.codec import codec_of
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.domain.rulesets.registry import Registry
from oathbook.projections.docket import ruled_penalties
from oathbook.projections.draw_statistics.statistics import DrawStatistics, draw_statistics
from oathbook.projections.ruled_penalty_cache import RuledPenaltyCache

P = ParamSpec("P")
T = TypeVar("T")

NO_ARBITERS: Final = Arbiters()
MOST_OPENINGS: Final = 512
MOST_OVER: Final = 4_096  # games that are over of which it is known
MOST_IMPORTING: Final = 1  # records that are read at once; the others wait

MOST_FOLDING: Final = 4
"""Requests that look at a game again at once; the others wait without a thread, so that decisions always find one.
Of what players ask and do in long games that are not at hand, there are as many beside them."""

LONG: Final = 200
"""Events of a game from which on questions about it are answered by other processes, where there are any."""

MOST_WAITING: Final = 100
"""Requests that wait for a read model at once, in threads that no other request needs; the others wait for them."""


class GameProgress(Struct, frozen=True):
    """Where a game stands: its last position, whether it is over, and whether everybody may see what was hidden."""

    position: int
    closed: bool
    secrets_are_out: bool


KnownGame = tuple[GameOpened[Any, Any, Any], GameProgress]  # the opening of a game, and where it stands


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
        """Open the database, or make it; ``WriterBusy`` where another process writes into a file.

        ``projector`` says where read models are made, ``signing`` how the log is signed. A database that is not what
        was signed is only shown.
        """
        self.rulesets = tuple(registry.by_key.values())
        self.ruleset_of = ruleset_of = registry.ruleset
        self.sources = sources
        self.arbiters = arbiters
        self.writer = Writer(db, ruleset_of, sources, says=address, report=_report_log)
        self.archive: Archive = self.writer.archive
        self.log: LogKeeper = open_log(self.writer, signing, sources.clock(), _report_log)
        self.views, self.projector = open_read_models(projector, self.archive, ruleset_of, _report_read_models)
        self._projects = projector != "off"
        self.opening = lru_cache(MOST_OPENINGS)(self._opening)
        self.is_imported = lru_cache(MOST_OPENINGS)(self._is_imported)
        self.came_redacted = lru_cache(MOST_OPENINGS)(self.archive.was_redacted)
        self.ruled = RuledPenaltyCache(self._is_disputed, partial(ruled_penalties, self.views))
        self.replays = ReplayCache(self.archive, self.ruled.penalties, self._length)
        self.ready = QueryCache()
        self.workers = WorkerPool(db)
        self.hub, self.settling = EventHub(), FutureBridge()
        self.tickets = Tickets(self.archive.tree.secret_for("tickets for event streams"), sources.clock)
        self.disputes = Disputes(self.writer, sources, self.replays.record, self.opening)
        self._over: dict[str, KnownGame] = {}
        self._commits = 0
        for told in (self._on_commit, self.ruled.on_commit, self.hub.publish):
            self.writer.subscribe(told)
        for prompted in (self.projector.prompt, self.log.notify_growth):
            self.writer.subscribe_to_turns(prompted)
        self.writer.subscribe_to_others(self._on_advanced_elsewhere)

    def start(self) -> None:
        """Begin to project, on the event loop that runs now."""
        self.hub.start()
        self.log.signed = self.hub.notify_signed
        self.settling.start()
        self.waiting = CapacityLimiter(MOST_WAITING)
        self.folding, self.playing = CapacityLimiter(MOST_FOLDING), CapacityLimiter(MOST_FOLDING)
        self.importing = CapacityLimiter(MOST_IMPORTING)
        self.workers.start()
        self.log.start()
        if self._projects:
            self.projector.start()

    def close(self) -> None:
        """End the streams, finish what is being written, and give everything back."""
        self.hub.close()
        self.projector.close()
        self.views.close()
        self.log.close()
        self.writer.close()

    async def run_for_viewer(
        self, work: Callable[P, T], game: str, viewer: Viewer, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Work that looks at a game as a viewer sees it: here and now where that is quick, or else in a thread."""
        known = self.writer.peek(game)
        if known is not None and not known.promises and self.replays.is_nearly_cached(game, viewer, known.position):
            return work(*args, **kwargs)
        return await self.run_in_thread(work, game, viewer, *args, **kwargs)

    async def run_in_thread(
        self, work: Callable[P, T], game: str, viewer: Viewer, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The same in a thread, of which those that may have to read a long game leave most to the others."""
        lane = None if self.is_quick(game, viewer) else self.playing
        return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=lane)

    def is_quick(self, game: str, viewer: Viewer) -> bool:
        """Whether to look at a game as a viewer sees it takes little time: it is short, or at hand."""
        known = self.cached_game(game)
        if known is None:
            return False
        return known[1].position <= LONG or self.replays.is_nearly_cached(game, viewer, known[1].position)

    async def run_query(self, question: Query, length: int) -> QueryResult:
        """The answer to a question about a game of that length; refuses as its form and as ``Workers.run`` do."""
        kept = self.ready.get(question, length)
        if kept is not None and self.ruled.is_undisputed(question.game) and not self.came_redacted(question.game):
            return kept
        if self.workers.most and length > LONG:
            ruled = await to_thread.run_sync(self.ruled.penalties, question.game)
            told = await self.workers.run(partial(worker.run, asked=question, ruled=ruled))
        else:
            async with self.folding:
                told = await to_thread.run_sync(run_query, question, self.replays)
        self.ready.put(question, told)
        return told

    async def examine_dispute(self, dispute: Dispute, viewer: Viewer, head: GameProgress) -> FindingEntered:
        """What is found about a dispute on a game that stands so; refuses as ``Workers.run`` does."""
        if self.workers.most and head.position > LONG:
            elsewhere = partial(
                worker.examine_dispute, dispute=dispute, viewer=viewer, secrets_are_out=head.secrets_are_out
            )
            return await self.workers.run(elsewhere)
        async with self.folding:
            here = partial(self.disputes.finding, dispute, viewer, secrets_are_out=head.secrets_are_out)
            return await to_thread.run_sync(here)

    def opened(self, game: str) -> KnownGame:
        """The opening of a game, and where it stands; ``NotFound``."""
        known = self.cached_game(game)
        if known is None:
            before = self._commits
            known = self.opening(game), self.head(game)
            if known[1].closed and (known[1].secrets_are_out or known[0].reveal != "all"):
                self._over = self._over if len(self._over) < MOST_OVER else {}
                self._over[game] = known
                if before != self._commits:  # it may have gone on since it was read
                    self._over.pop(game, None)
        return known

    def cached_game(self, game: str) -> KnownGame | None:
        """The same where nothing has to be read: of a game at hand, or one that was over when last asked about."""
        known = self.writer.peek(game)
        return self._over.get(game) if known is None else (known.opened, _progress(known))

    def head(self, game: str) -> GameProgress:
        """Where a game stands; ``NotFound``."""
        known = self.writer.peek(game)
        if known is not None:
            return _progress(known)
        position = self.archive.last_position(game)
        closed = self.archive.is_closed(game, at=position)
        is_out = closed and self.opening(game).reveal == "all" and not self.archive.is_sealed(game)
        return GameProgress(position, closed, is_out)

    def draw_statistics(self, edition: str, game: str | None) -> DrawStatistics:
        """The draws of an edition's games, or of one; ``NotFound`` where no game of that edition is called so."""
        if game is not None and self.opening(game).edition != edition:
            raise NotFound(f"game: {game!r} is not played by {edition}")
        return draw_statistics(self.views, edition, game, opened_here=self.archive.games_opened_here())

    def _on_commit(self, step: StoredStep) -> None:
        """A game has gone on; called in the writer's thread. First it is counted, for those who are reading it now."""
        self._commits += 1
        self._over.pop(step.game, None)

    def _on_advanced_elsewhere(self, stream: AdvancedElsewhere) -> None:
        """Another process has gone on with a stream; called in a thread of its own, once nothing old is at hand."""
        self._commits += 1
        self._over.pop(stream.stream, None)
        self.ruled.on_event(stream.topic)
        self.hub.notify(stream.stream)
        for game in self.hub.subscribed_games() if stream.topic.startswith(DISPUTE_PREFIX) else ():
            self.hub.notify(game)
        self.projector.prompt()
        self.log.notify_growth()

    def _length(self, game: str) -> int | None:
        """How many events a game at hand has."""
        known = self.writer.peek(game)
        return None if known is None else known.position

    def _is_disputed(self, game: str) -> bool:
        """Whether there is a dispute about a game, or it is a fork, which takes over what was ruled before it."""
        return self.opening(game).parent is not None or bool(self.archive.disputes_of(game))

    def _opening(self, game: str) -> GameOpened[Any, Any, Any]:
        """The opening of a game, which never changes; ``NotFound``."""
        for row in self.archive.rows(game, upto=1):
            body = read_row(codec_of(self.archive.ruleset(game).wire), game, row).entry.body
            assert isinstance(body, GameOpened), "the store takes no other first event"
            return body
        raise NotFound(f"there is no game {game!r}")

    def _is_imported(self, game: str) -> bool:
        """Whether a game was brought here and not opened here, which never changes; ``NotFound``."""
        self.archive.last_position(game)
        return self.archive.is_imported(game)


def _report_read_models(says: str) -> None:
    """Tell the operator of read models that are made again."""
    structlog.get_logger().warning("read models", says=says)


def _report_log(says: str) -> None:
    """Tell the operator of the log of all streams."""
    structlog.get_logger().warning("log", says=says)


def _progress(game: Game) -> GameProgress:
    return GameProgress(game.position, game.closed, game.secrets_are_out)
