"""Wakes event streams on the event loop when the writer's thread has stored something."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Generator
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

DEAF_AFTER: Final = 3.0  # seconds
LOOK: Final = 0.5  # seconds between two looks at whether the service knows what other processes store

MOST_NEWS: Final = 100  # steps queued for a stream whose client does not read; after more, the stream reads the log


class News:
    """A step that was just stored, for the streams of its game; ``texts`` caches its events as viewers get them."""

    def __init__(self, step: StoredStep) -> None:
        self.step = step
        self.texts: dict[Viewer, tuple[tuple[int, bytes], ...]] = {}


class Subscriber:
    """One open stream: ``woken`` is set when it has something to do, ``news`` are the steps since its last look.

    ``must_look`` means that it has to read the log; ``is_signed`` that nothing was sent since the last checkpoint.
    """

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self.must_look = True
        self.is_signed = True
        self.news: list[News] = []

    def notify(self, news: News) -> None:
        """Queues a step; if too many are waiting, drops them and has the stream read the log instead."""
        if len(self.news) < MOST_NEWS:
            self.news.append(news)
        else:
            self.news.clear()
            self.must_look = True
        self.woken.set()

    def drain(self) -> list[News]:
        """Returns the queued steps and empties the queue."""
        news, self.news = self.news, []
        return news


class EventHub:
    """The open streams of each game. The writer's thread publishes commits, streams wait on the event loop."""

    most_each = MOST_STREAMS
    """The most streams of one address."""

    def __init__(self) -> None:
        self._addresses: Counter[str] = Counter()
        self._waiting: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False
        self.is_deaf = False

    def __len__(self) -> int:
        """Returns the number of open streams."""
        return sum(map(len, self._waiting.values()))

    def subscribed_games(self) -> tuple[str, ...]:
        """Returns the games that have streams; safe in any thread."""
        return tuple(self._waiting)

    def start(self, looks: Callable[[], int | None]) -> None:
        """Binds the hub to the running event loop.

        ``looks`` counts how often it was looked at what other processes store, if there are any. Once that stands still
        for ``DEAF_AFTER`` seconds, ``is_deaf`` says so, and all streams are woken, and end.
        """
        self._loop = asyncio.get_running_loop()
        self._listen(self._loop, looks, looks(), self._loop.time())

    def _listen(
        self, loop: asyncio.AbstractEventLoop, looks: Callable[[], int | None], before: int | None, heard: float
    ) -> None:
        now, found = loop.time(), looks()
        heard = now if found is None or found != before else heard
        self.is_deaf = now - heard > DEAF_AFTER
        if self.is_deaf:
            self._notify_all()
        loop.call_later(LOOK, self._listen, loop, looks, found, heard)

    def close(self) -> None:
        """Ends every stream; may be called from a signal handler."""
        self.closing = True
        self._call(self._notify_all)

    def publish(self, step: StoredStep) -> None:
        """Passes a stored step to the streams of its game; called in the writer's thread."""
        if step.game in self._waiting:  # a later stream reads what is stored by then
            self._call(self._deliver, step)

    def notify(self, game: str) -> None:
        """Has the streams of a game read the log; safe in any thread."""
        if game in self._waiting:  # as above
            self._call(self._notify, game)

    def notify_signed(self) -> None:
        """Wakes the streams that have sent something since the last checkpoint; safe in any thread."""
        if self._waiting:
            self._call(self._notify_unsigned)

    @contextmanager
    def subscribe(self, game: str, address: str) -> Generator[Subscriber]:
        """Yields a subscriber to a game for a client at this address.

        ``too-many-requests`` if the address has too many streams, ``too-busy`` if the service has.
        """
        if self._addresses[address] >= self.most_each:
            says = f"streams: one address has {self.most_each} at once"
            raise HttpProblem(problems.TOO_MANY, says, headers={"Retry-After": "30"})
        if len(self) >= MOST_STREAMS:
            raise HttpProblem(problems.BUSY, f"{MOST_STREAMS} streams are open", headers={"Retry-After": "30"})
        subscriber = Subscriber()
        self._waiting[game].add(subscriber)
        self._addresses[address] += 1
        try:
            yield subscriber
        finally:
            self._addresses -= Counter((address,))
            self._waiting[game].discard(subscriber)
            if not self._waiting[game]:
                del self._waiting[game]

    def _call(self, work: object, *args: object) -> None:
        with suppress(RuntimeError):  # the loop is closed, so nobody waits on it
            if self._loop is not None:
                self._loop.call_soon_threadsafe(work, *args)  # type: ignore[arg-type]  # because both are methods of this class

    def _deliver(self, step: StoredStep) -> None:
        news = News(step)
        for subscriber in self._waiting.get(step.game, ()):
            subscriber.notify(news)

    def _notify(self, game: str) -> None:
        for subscriber in self._waiting.get(game, ()):
            subscriber.must_look = True
            subscriber.woken.set()

    def _notify_unsigned(self) -> None:
        for subscribers in self._waiting.values():
            for subscriber in subscribers:
                if not subscriber.is_signed:
                    subscriber.woken.set()

    def _notify_all(self) -> None:
        for game in list(self._waiting):
            self._notify(game)


class FutureBridge:
    """Lets coroutines of one event loop wait for the futures of the writer's thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._done: list[tuple[Future[Any], asyncio.Future[Any]]] = []
        self._lock = Lock()

    def start(self) -> None:
        """Binds the bridge to the running event loop."""
        self._loop = asyncio.get_running_loop()

    async def wait(self, future: Future[T]) -> T:
        """Returns the result of a thread's future, or raises its exception; to stop waiting does not stop the work."""
        assert self._loop is not None, "it was started"
        waiting: asyncio.Future[T] = self._loop.create_future()
        future.add_done_callback(lambda done: self._enqueue(done, waiting))
        return await waiting

    def _enqueue(self, done: Future[T], waiting: asyncio.Future[T]) -> None:
        """Called in the thread; a wake-up that is already due takes this result along."""
        with self._lock:
            is_first = not self._done
            self._done.append((done, waiting))
        if is_first and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._resolve_all)

    def _resolve_all(self) -> None:
        with self._lock:
            resolved, self._done = self._done, []
        for done, waiting in resolved:
            if not waiting.cancelled():
                _resolve(done, waiting)


def _resolve(done: Future[T], waiting: asyncio.Future[T]) -> None:
    """Copies the result; one that cannot be copied becomes an error that says so."""
    try:
        problem = done.exception()
        if problem is None:
            waiting.set_result(done.result())
        else:
            waiting.set_exception(problem)
    except Exception as odd:  # noqa: BLE001  # because others wait behind it
        waiting.set_exception(RuntimeError(f"no answer that can be passed on: {odd!r}"))
