"""All open promises of a game: each moment is sent only to the promises that it could change."""

from collections.abc import Iterable

from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.monitor import step
from oathbook.domain.promises.monitor.monitor_state import MonitorState


class Dispatcher:
    """Monitor states by the name of their promise, indexed by the kinds of fact that interest them."""

    def __init__(self, reader: StateReader, states: Iterable[MonitorState] = ()) -> None:
        """Begin with these promises."""
        self._reader = reader
        self._watches: dict[str, MonitorState] = {}
        self._listeners: dict[str, dict[str, None]] = {}
        for state in states:
            self.add(state)

    @property
    def states(self) -> tuple[MonitorState, ...]:
        """All promises, in the order they were added."""
        return tuple(self._watches.values())

    def __getitem__(self, promise: str) -> MonitorState:
        """The state of a promise."""
        return self._watches[promise]

    def add(self, state: MonitorState) -> None:
        """Add a promise, or replace its state."""
        before = self._watches.get(state.promise)
        self._watches[state.promise] = state
        old = frozenset[str]() if before is None else before.interests
        if state.interests is not old:
            for kind in old - state.interests:
                del self._listeners[kind][state.promise]
            for kind in state.interests - old:
                self._listeners.setdefault(kind, {})[state.promise] = None

    def feed(self, moment: Moment) -> tuple[MonitorState, ...]:
        """Carry the promises over a moment; returns those that it changed."""
        touched: dict[str, None] = {}
        for kind in moment.kinds:
            touched |= self._listeners.get(kind, {})
        changed: list[MonitorState] = []
        for promise in touched:
            state = self._watches[promise]
            after = step(state, moment, self._reader)
            if after is not state:
                self.add(after)
                changed.append(after)
        return tuple(changed)
