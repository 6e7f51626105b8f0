"""All open promises of a game: of each moment only those hear that it could change."""

from collections.abc import Iterable

from domain.promises.logic.matching import Reader
from domain.promises.logic.moments import Moment
from domain.promises.monitor.interests import STATE
from domain.promises.monitor.monitor import fed
from domain.promises.monitor.monitor_state import Watch


class Bank:
    """Watches by the name of their promise, and which of them listen to which kind of fact."""

    def __init__(self, reader: Reader, watches: Iterable[Watch] = ()) -> None:
        """Begin with these promises."""
        self._reader = reader
        self._watches: dict[str, Watch] = {}
        self._listeners: dict[str, dict[str, None]] = {}
        for watch in watches:
            self.add(watch)

    @property
    def watches(self) -> tuple[Watch, ...]:
        """All promises, in the order they were added."""
        return tuple(self._watches.values())

    def __getitem__(self, promise: str) -> Watch:
        """How a promise stands."""
        return self._watches[promise]

    def add(self, watch: Watch) -> None:
        """Take in a promise, or how it stands now."""
        before = self._watches.get(watch.promise)
        self._watches[watch.promise] = watch
        old = frozenset[str]() if before is None else before.heard
        if watch.heard is not old:
            for kind in old - watch.heard:
                del self._listeners[kind][watch.promise]
            for kind in watch.heard - old:
                self._listeners.setdefault(kind, {})[watch.promise] = None

    def feed(self, moment: Moment) -> tuple[Watch, ...]:
        """Carry the promises over a moment; answers those that it changed."""
        touched: dict[str, None] = {}
        for kind in moment.by_kind if moment.after is moment.before else (*moment.by_kind, STATE):
            touched |= self._listeners.get(kind, {})
        changed: list[Watch] = []
        for promise in touched:
            watch = self._watches[promise]
            after = fed(watch, moment, self._reader)
            if after is not watch:
                self.add(after)
                changed.append(after)
        return tuple(changed)
