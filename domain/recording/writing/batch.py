"""Group commit: the steps of one turn of the writer, stored together or not at all."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from domain.errors import CorruptRecord, PositionConflict
from domain.recording.database.application import Records
from domain.recording.database.recorder import Commit, RequestKey
from domain.recording.format.codec import Sealed
from domain.recording.writing.head_cache import HeadCache, WarmGame
from domain.recording.writing.turns import Job


class StoredStep(Struct, frozen=True):
    """A step that is stored; ``repeated`` says that this request had made it before."""

    game: str
    events: tuple[Sealed, ...]
    repeated: bool = False

    @property
    def position(self) -> int:
        """The position after it."""
        return self.events[-1].entry.position


Committed = Callable[[StoredStep], None]
"""Called after every commit with each step that it has stored."""


class StepRequest(Struct, frozen=True):
    """What a caller says of a step besides what it is: the position they saw and their name for the request, if any."""

    expected: int | None = None
    request: RequestKey | None = None


class Made(Struct, frozen=True):
    """What a job would store: the commit, its steps, and the games after it."""

    commit: Commit
    steps: tuple[StoredStep, ...]
    games: tuple[WarmGame, ...] = ()
    dropped: tuple[str, ...] = ()
    """Games that are read again the next time."""


class _Waiting(Struct, frozen=True):
    """A job whose answer waits for the commit."""

    job: "Job[WriterBatch]"
    answer: Any
    made: tuple[Made, ...]

    @property
    def streams(self) -> frozenset[str]:
        return frozenset[str]().union(*(each.commit.streams for each in self.made))


class WriterBatch:
    """The jobs of one turn. Each builds on the games as those before it leave them; others see it after the commit."""

    def __init__(self, records: Records, heads: HeadCache, committed: Callable[[StoredStep], None]) -> None:
        """Nothing is made yet; ``committed`` is told of each step once it is stored."""
        self._records = records
        self._heads = heads
        self._committed = committed
        self._games: dict[str, WarmGame] = {}
        self._requests: set[tuple[str, str, str]] = set()
        self._made: list[Made] = []
        self._waiting: list[_Waiting] = []
        self.has_stored = False

    def take(self, jobs: Sequence["Job[WriterBatch]"]) -> None:
        """Do them in their order; one that is refused is answered at once, the others after the commit."""
        for job in jobs:
            self._made = []
            try:
                answer = job.work(self)
            except BaseException as refused:  # noqa: BLE001  # because whoever asked is to hear it, whatever it is
                job.future.set_exception(refused)
            else:
                self._waiting.append(_Waiting(job, answer, tuple(self._made)))
        self._made = []
        self.flush()

    def warm(self, game: str) -> WarmGame:
        """A game as the jobs before this one leave it; refuses as ``HeadCache.warm`` does."""
        return self._games.get(game) or self._heads.warm(game)

    def is_asked(self, stream: str, seat: str, key: str) -> bool:
        """Whether a job before this one made a step under that key."""
        return (stream, seat, key) in self._requests

    def add(self, made: Made) -> None:
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
            except (PositionConflict, CorruptRecord) as refused:
                waiting = self._without(waiting, refused)
            except BaseException as problem:  # noqa: BLE001  # because whoever asked is to hear it, whatever it is
                self._fail(waiting, problem)
                return
            else:
                return

    def _store(self, waiting: Sequence[_Waiting]) -> None:
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
            one.job.future.set_result(one.answer)

    def _without(self, waiting: Sequence[_Waiting], refused: PositionConflict | CorruptRecord) -> list[_Waiting]:
        """The jobs that have nothing to do with a stream that cannot be gone on with; the others are refused."""
        streams = {refused.game}
        while met := {stream for one in waiting if one.streams & streams for stream in one.streams} - streams:
            streams |= met
        answer = self._heads.close(refused.game, refused) if isinstance(refused, CorruptRecord) else refused
        self._fail((one for one in waiting if one.streams & streams), answer)
        return [one for one in waiting if not one.streams & streams]

    def _fail(self, waiting: Iterable[_Waiting], problem: BaseException) -> None:
        for one in waiting:
            for stream in one.streams:
                self._heads.drop(stream)
            one.job.future.set_exception(problem)
