"""Group commit: the steps of one turn of the writer, stored together or not at all."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.errors import CorruptRecord, KeyReplaced, PositionConflict, Refused
from oathbook.domain.recording.database.record_store import Commit, RecordStore, RequestKey
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.writing.head_cache import HeadCache, WarmGame
from oathbook.domain.recording.writing.writer_thread import Job

MOST_ATTEMPTS: Final = 8
"""How often a job is done, where each time other processes have gone on with its games meanwhile."""


class StoredStep(Struct, frozen=True):
    """A step that is stored; ``repeated`` says that this request had made it before."""

    game: str
    events: tuple[EncodedEvent, ...]
    repeated: bool = False

    @property
    def position(self) -> int:
        """The position after it."""
        return self.events[-1].entry.position


StepListener = Callable[[StoredStep], None]  # called after every commit with each step that it has stored


class StepRequest(Struct, frozen=True):
    """What a caller says of a step besides what it is: the position they saw, their name for the request, their key.

    The key is a digest; nothing for who sends none. ``asides`` are said along with a decision, and must be so.
    """

    expected: int | None = None
    request: RequestKey | None = None
    caller_key: str = ""
    asides: Mapping[str, object] = {}


class PendingCommit(Struct, frozen=True):
    """What a job would store: the commit, its steps, and the games after it."""

    commit: Commit
    steps: tuple[StoredStep, ...]
    games: tuple[WarmGame, ...] = ()
    dropped: tuple[str, ...] = ()
    """Games that are read again the next time."""


class _PendingJob(Struct, frozen=True):
    """A job whose answer, or refusal, waits for the commit: of its own steps, or of those of the games it ``used``."""

    job: "Job[WriterBatch]"
    answer: Any
    made: tuple[PendingCommit, ...] = ()
    used: frozenset[str] = frozenset()

    @property
    def streams(self) -> frozenset[str]:
        return self.used.union(*(each.commit.streams for each in self.made))


class WriterBatch:
    """The jobs of one turn. Each builds on the games as those before it leave them; others see it after the commit."""

    def __init__(self, records: RecordStore, heads: HeadCache, committed: Callable[[StoredStep], None]) -> None:
        """Nothing is made yet; ``committed`` is told of each step once it is stored."""
        self._records = records
        self._heads = heads
        self._committed = committed
        self._games: dict[str, WarmGame] = {}
        self._requests: set[tuple[str, str, str]] = set()
        self._made: list[PendingCommit] = []
        self._used = set[str]()
        self._waiting: list[_PendingJob] = []
        self.has_stored = False
        self._again: list[Job[WriterBatch]] = []
        self._times = Counter[Job[WriterBatch]]()

    def run(self, jobs: Sequence["Job[WriterBatch]"]) -> None:
        """Do them in their order; one that is refused for what is stored is answered at once, others after the commit.

        Those that met a game with which another process had gone on are done again.
        """
        while jobs:
            for job in jobs:
                self._run_job(job)
            self._made = []
            self.flush()
            jobs, self._again = self._again, []

    def _run_job(self, job: "Job[WriterBatch]") -> None:
        self._made, self._used = [], set[str]()
        self._times[job] += 1
        try:
            answer = job.work(self)
        except BaseException as refused:  # noqa: BLE001  # because whoever asked is to hear it, whatever it is
            self._refuse(job, refused)
        else:
            self._waiting.append(_PendingJob(job, answer, tuple(self._made)))

    def _refuse(self, job: "Job[WriterBatch]", refused: BaseException) -> None:
        """Answer with a refusal, unless it is about a game that another process has gone on with."""
        if not self._used.isdisjoint(self._games):
            self._waiting.append(_PendingJob(job, refused, used=frozenset(self._used)))
            return
        try:
            is_out_of_date = isinstance(refused, Refused) and self._is_out_of_date()
        except BaseException as problem:  # noqa: BLE001  # as above
            job.future.set_exception(problem)
            return
        if is_out_of_date and self._times[job] < MOST_ATTEMPTS:
            self._run_job(job)
        else:
            job.future.set_exception(refused)

    def _is_out_of_date(self) -> bool:
        """Whether another process has gone on with a game that this job has used; that is read again then."""
        stale = [each for each in self._used if self._records.shared and not self._heads.is_current(each)]
        for each in stale:
            self._heads.drop(each)
        return bool(stale)

    def warm(self, game: str) -> WarmGame:
        """A game as the jobs before this one leave it; refuses as ``HeadCache.warm`` does."""
        self._used.add(game)
        return self._games.get(game) or self._heads.warm(game)

    def has_request(self, stream: str, seat: str, key: str) -> bool:
        """Whether a job before this one made a step under that key."""
        return (stream, seat, key) in self._requests

    def add(self, made: PendingCommit) -> None:
        """Store this with the others of the turn. A job adds last of all: it refuses before, or not at all."""
        self._made.append(made)
        for warm in made.games:
            self._games[warm.head.game.id] = warm
        request = made.commit.request
        if request is not None:
            self._requests.add((made.steps[0].game, request.seat, request.key))

    def flush(self) -> None:
        """Store what the jobs before this one have made, and answer them: what reads the database sees it then."""
        waiting, self._waiting = self._waiting, []
        self._games.clear()
        self._requests.clear()
        while waiting:
            try:
                self._store(waiting)
            except KeyReplaced as refused:
                waiting = self._drop_replaced(waiting, refused)
            except (PositionConflict, CorruptRecord) as refused:
                waiting = self._drop_conflicting(waiting, refused)
            except BaseException as problem:  # noqa: BLE001  # because whoever asked is to hear it, whatever it is
                self._fail(waiting, problem)
                return
            else:
                return

    def _store(self, waiting: Sequence[_PendingJob]) -> None:
        made = [each for one in waiting for each in one.made]
        if made:
            self._records.commit_all([each.commit for each in made])
            self.has_stored = True
        for each in made:
            for warm in each.games:
                self._heads.keep(warm)
            for game in each.dropped:
                self._heads.drop(game)
        for step in (step for each in made for step in each.steps):
            self._committed(step)
        for one in waiting:
            if isinstance(one.answer, BaseException):
                one.job.future.set_exception(one.answer)
            else:
                one.job.future.set_result(one.answer)

    def _drop_conflicting(
        self, waiting: Sequence[_PendingJob], refused: PositionConflict | CorruptRecord
    ) -> list[_PendingJob]:
        """The jobs that have nothing to do with a stream that cannot be gone on with.

        The others are refused; where another process has gone on with it, they are done again.
        """
        streams = _connected_streams(waiting, {refused.game})
        answer = self._heads.close(refused.game, refused) if isinstance(refused, CorruptRecord) else refused
        concerned = [one for one in waiting if one.streams & streams]
        again = [one for one in concerned if answer is refused and self._may_retry(one)]
        self._again += [one.job for one in again]
        self._fail((one for one in concerned if one not in again), answer)
        for stream in streams:
            self._heads.drop(stream)
        return [one for one in waiting if one not in concerned]

    def _drop_replaced(self, waiting: Sequence[_PendingJob], refused: KeyReplaced) -> list[_PendingJob]:
        """The jobs that build on nothing of a key that was replaced; those that do are done again, its own refused."""
        own = [one for one in waiting if any(each.commit.caller_key == refused.digest for each in one.made)]
        streams = _connected_streams(waiting, {stream for one in own for stream in one.streams})
        concerned = [one for one in waiting if one.streams & streams]
        self._again += [one.job for one in concerned if one not in own]
        self._fail(own, refused)
        for stream in streams:
            self._heads.drop(stream)
        return [one for one in waiting if one not in concerned]

    def _may_retry(self, one: _PendingJob) -> bool:
        return self._records.shared and self._times[one.job] < MOST_ATTEMPTS

    def _fail(self, waiting: Iterable[_PendingJob], problem: BaseException) -> None:
        for one in waiting:
            for stream in one.streams:
                self._heads.drop(stream)
            one.job.future.set_exception(problem)


def _connected_streams(waiting: Sequence[_PendingJob], streams: set[str]) -> set[str]:
    """These streams, and all that a job goes on with or looks at together with one of them."""
    while met := {stream for one in waiting if one.streams & streams for stream in one.streams} - streams:
        streams |= met
    return streams
