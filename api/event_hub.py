"""What the writer's thread tells the event loop: that a game has gone on, and what somebody waits for."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Generator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, Final, TypeVar

from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.writing.writer_batch import StoredStep

T = TypeVar("T")

MOST_STREAMS: Final = 500

MOST_NEWS: Final = 100  # steps that are kept for a stream whose client does not read; after more it reads the log


class News:
    """A step that was just stored, for all who follow its game; ``texts`` has its events as viewers are sent them."""

    def __init__(self, step: StoredStep) -> None:
        self.step = step
        self.texts: dict[Viewer, tuple[tuple[int, bytes], ...]] = {}


class Subscriber:
    """One stream that waits: ``woken`` is set when it has something to do, ``news`` are the steps since it last looked.

    ``must_look`` says that something else may have happened, so that it has to read the log, ``is_signed`` that
    nothing was sent since the last checkpoint was.
    """

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self.must_look = True
        self.is_signed = True
        self.news: list[News] = []

    def notify(self, news: News) -> None:
        """Keep a step for when it looks; where too many wait already, it looks into the log instead."""
        if len(self.news) < MOST_NEWS:
            self.news.append(news)
        else:
            self.news.clear()
            self.must_look = True
        self.woken.set()

    def drain(self) -> list[News]:
        """The steps that have come; they are not given twice."""
        news, self.news = self.news, []
        return news


class EventHub:
    """The streams that wait for each game. The writer's thread reports commits, streams wait on the event loop."""

    most_each = MOST_STREAMS
    """The streams of one address."""

    def __init__(self) -> None:
        self._addresses: Counter[str] = Counter()
        self._waiting: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    def __len__(self) -> int:
        """How many streams are open."""
        return sum(map(len, self._waiting.values()))

    def subscribed_games(self) -> tuple[str, ...]:
        """The games that streams wait for; in any thread."""
        return tuple(self._waiting)

    def start(self) -> None:
        """Belong to the event loop that runs now."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Let every stream end; may be called from a signal handler."""
        self.closing = True
        self._call(self._notify_all)

    def publish(self, step: StoredStep) -> None:
        """A game has gone on; called in the writer's thread."""
        if step.game in self._waiting:  # a stream that comes later reads what is stored by then
            self._call(self._deliver, step)

    def notify(self, game: str) -> None:
        """Have the streams of a game look for what is new; in any thread."""
        if game in self._waiting:  # as above
            self._call(self._notify, game)

    def notify_signed(self) -> None:
        """A larger tree was signed: streams that have sent something since want the checkpoint; in any thread."""
        if self._waiting:
            self._call(self._notify_unsigned)

    @contextmanager
    def subscribe(self, game: str, address: str) -> Generator[Subscriber]:
        """What is woken whenever the game has gone on, for a client at this address.

        ``too-many-requests`` where that has too many streams, ``too-busy`` where all have.
        """
        if self._addresses[address] >= self.most_each:
            says = f"streams: one address has {self.most_each} at once"
            raise HttpProblem(problems.TOO_MANY, says, headers={"Retry-After": "30"})
        if len(self) >= MOST_STREAMS:
            raise HttpProblem(problems.BUSY, f"{MOST_STREAMS} streams are open", headers={"Retry-After": "30"})
        follower = Subscriber()
        self._waiting[game].add(follower)
        self._addresses[address] += 1
        try:
            yield follower
        finally:
            self._addresses -= Counter((address,))
            self._waiting[game].discard(follower)
            if not self._waiting[game]:
                del self._waiting[game]

    def _call(self, work: object, *args: object) -> None:
        with suppress(RuntimeError):  # the loop is closed already, and nobody waits on it any more
            if self._loop is not None:
                self._loop.call_soon_threadsafe(work, *args)  # type: ignore[arg-type]  # because both are methods of this class

    def _deliver(self, step: StoredStep) -> None:
        news = News(step)
        for follower in self._waiting.get(step.game, ()):
            follower.notify(news)

    def _notify(self, game: str) -> None:
        for follower in self._waiting.get(game, ()):
            follower.must_look = True
            follower.woken.set()

    def _notify_unsigned(self) -> None:
        for followers in self._waiting.values():
            for follower in followers:
                if not follower.is_signed:
                    follower.woken.set()

    def _notify_all(self) -> None:
        for game in list(self._waiting):
            self._notify(game)


class FutureBridge:
    """Brings the answers of the writer's thread to those who wait on one event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._done: list[tuple[Future[Any], asyncio.Future[Any]]] = []
        self._lock = Lock()

    def start(self) -> None:
        """Belong to the event loop that runs now."""
        self._loop = asyncio.get_running_loop()

    async def wait(self, asked: Future[T]) -> T:
        """What a thread answers, or raises. Whoever stops waiting changes nothing of what is done."""
        assert self._loop is not None, "it was started"
        waiting: asyncio.Future[T] = self._loop.create_future()
        asked.add_done_callback(lambda done: self._enqueue(done, waiting))
        return await waiting

    def _enqueue(self, done: Future[T], waiting: asyncio.Future[T]) -> None:
        """Called in the thread; a loop that has been called already takes this along."""
        with self._lock:
            is_first = not self._done
            self._done.append((done, waiting))
        if is_first and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._resolve_all)

    def _resolve_all(self) -> None:
        with self._lock:
            taken, self._done = self._done, []
        for done, waiting in taken:
            if not waiting.cancelled():
                _resolve(done, waiting)


def _resolve(done: Future[T], waiting: asyncio.Future[T]) -> None:
    """Answer as the thread did; where nobody can wait for such an answer, with an error that says so."""
    try:
        problem = done.exception()
        if problem is None:
            waiting.set_result(done.result())
        else:
            waiting.set_exception(problem)
    except Exception as odd:  # noqa: BLE001  # because others wait behind it, whatever it is
        unheard = RuntimeError(f"no answer that can be passed on: {odd!r}")
        waiting.set_exception(unheard)
