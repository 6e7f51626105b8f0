"""The fold that serves requests: out of the stored lines it decodes what the state needs, and nothing else.

Strict reading is for the borders (``codec``); a test holds the two readers equal.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, CorruptRecord, Misfit
from oathbook.domain.games import game as games
from oathbook.domain.games.events import Entry, GameOpened, PromiseEvent
from oathbook.domain.games.game import FOLLOW_THE_END, Game
from oathbook.domain.games.promises import Promises, promised
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.recording.format.codec import READING_FAILS, reader_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.hidden_marks import NotedMarks, decoder_of, joined, noting_marks
from oathbook.domain.recording.format.state_forms import StateForms
from oathbook.domain.recording.format.topics import CORRECTED, DRAWN, DRAWN_HIDDEN, FORKED, PROMISES, RULED, UNSEALED
from oathbook.domain.rulesets.protocol import AnyRuleset

T = TypeVar("T")
OPENED: Final = "game.opened/1"
FOLLOWED: Final = "game.outcome/1"
CLOSED: Final = "game.closed/1"
BY_RULING: Final = frozenset(RULED.values())
KNOWN: Final = BY_RULING | {"game.decision/1", DRAWN, DRAWN_HIDDEN, FOLLOWED, "game.seed-revealed/1", CLOSED}
"""What may come after the opening besides promises; the state follows from outcomes and corrections alone."""
PROMISED: Final[Mapping[str, type[PromiseEvent]]] = {topic: kind for kind, topic in PROMISES.items()}
ALL_KNOWN: Final = KNOWN | PROMISED.keys()
BEHIND_THE_END: Final = BY_RULING | {topic for topic, kind in PROMISED.items() if kind in FOLLOW_THE_END}


class _Line(Struct, Generic[T], frozen=True):
    data: T


class _Opening(Struct, Generic[T], frozen=True):
    data: T
    step: int
    at: str
    by: str


class _Happened(Struct, Generic[T], frozen=True):
    event: T


class _Followed(Struct, Generic[T], frozen=True):
    consequences: tuple[_Happened[T], ...]


class _Corrected(Struct, Generic[T], frozen=True):
    state: T


class _Step(Struct, frozen=True):
    step: int


class _Fork(Struct, frozen=True):
    fork: str


class _Promised(Struct, Generic[T], frozen=True):
    by: Seat
    data: T


def _promise_reader(kind: Any) -> Callable[[bytes, bytes], Any]:
    line: Any = _Promised
    return reader_of(line[kind])


class Folder:
    """Folds the stored lines of games under one ruleset."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        """Make the readers for this ruleset's types."""
        wire = ruleset.wire
        opening: Any = _Opening
        opened: Any = GameOpened
        line: Any = _Line
        followed: Any = _Followed
        self._ruleset = ruleset
        self._opening = reader_of(opening[opened[wire.components, wire.switches, wire.start]])
        self._followed = decoder_of(line[followed[wire.event]])
        corrected: Any = _Corrected
        self._forms = StateForms(wire)
        self._corrected = decoder_of(line[corrected[self._forms.kind]])

    def folded(self, game: str, rows: Iterable[StoredRow]) -> Game:
        """The game after these events, from its first one on; ``CorruptRecord`` names where they cannot be read."""
        rows = iter(rows)
        first = next(rows, None)
        if first is None or first.topic != OPENED:
            raise CorruptRecord(game, 1, "a record begins with game.opened")
        opened = self._read(self._opening, game, first)
        entry = Entry(first.position, opened.step, opened.at, opened.by, opened.data)
        try:
            begun = games.begun(self._ruleset, game, entry)
        except BadRecord as problem:
            raise CorruptRecord(game, 1, str(problem)) from None
        return self.folded_on(begun, rows)

    def folded_on(self, game: Game, rows: Iterable[StoredRow]) -> Game:
        """The game after these events more; ``CorruptRecord`` names where they cannot be read or do not fit."""
        state, promises, position, closed, last = game.state, game.promises, game.position, game.closed, None
        ruled: list[tuple[StoredRow, bool]] = []
        with noting_marks() as marks:
            for row in rows:
                position += 1
                number, topic, _ = row
                if number != position:
                    raise CorruptRecord(game.id, position, f"position {number} is in its place")
                if topic not in (BEHIND_THE_END if closed else ALL_KNOWN):
                    where = "after the end" if closed else "here"
                    raise CorruptRecord(game.id, position, f"{topic} cannot come {where}")
                if topic == FOLLOWED:
                    state = self._after(state, game.id, row, marks)
                elif topic in PROMISED:
                    promises = self._promised(promises, game.id, row)
                elif topic in BY_RULING:
                    state = self._ruled(state, game.id, row, marks)
                    ruled.append((row, closed))
                closed = closed or topic in {CLOSED, FORKED}
                last = row
        if last is None:
            return game
        step = self._read(_STEP, game.id, last).step
        state = joined(state, game.id, marks)
        fork, sealed = self._sealed(game, ruled)
        return replace(
            game, state=state, position=position, step=step, closed=closed, promises=promises, fork=fork, sealed=sealed
        )

    def _ruled(self, state: Any, game: str, row: StoredRow, marks: NotedMarks) -> Any:
        """The state after what a ruling did: a correction carries it whole."""
        if row.topic != CORRECTED:
            return state
        marks.row = row
        try:
            return self._forms.read(self._corrected(row.state.partition(b"\n")[0]).data.state)
        except READING_FAILS as problem:
            raise CorruptRecord(game, row.position, str(problem).splitlines()[0]) from None

    def _sealed(self, game: Game, ruled: list[tuple[StoredRow, bool]]) -> tuple[str, bool]:
        """As which game it is played on, and whether its secrets wait for the end of that.

        Each of the rows comes with whether the game was closed before it.
        """
        fork, sealed = game.fork, game.sealed
        for row, closed in ruled:
            if row.topic == FORKED and fork:
                raise CorruptRecord(game.id, row.position, f"the game is played on already as {fork}")
            if row.topic == FORKED:
                fork, sealed = self._read(_FORKED, game.id, row).data.fork, not closed
            elif row.topic == UNSEALED:
                sealed = False
        return fork, sealed

    def _after(self, state: Any, game: str, row: StoredRow, marks: NotedMarks) -> Any:
        evolve = self._ruleset.evolve
        marks.row = row
        try:
            for each in self._followed(row.state.partition(b"\n")[0]).data.consequences:
                state = evolve(state, each.event)
        except (*READING_FAILS, Misfit) as problem:
            raise CorruptRecord(game, row.position, str(problem).splitlines()[0]) from None
        return state

    def _promised(self, promises: Promises, game: str, row: StoredRow) -> Promises:
        read = self._read(_PROMISED[row.topic], game, row)
        try:
            return promised(promises, row.position, read.by, read.data)
        except Misfit as problem:
            raise CorruptRecord(game, row.position, str(problem)) from None

    def _read(self, reader: Callable[[bytes, bytes], Any], game: str, row: StoredRow) -> Any:
        line, _, openings = row.state.partition(b"\n")
        try:
            return reader(line, openings)
        except READING_FAILS as problem:
            raise CorruptRecord(game, row.position, str(problem).splitlines()[0]) from None


_STEP: Final = reader_of(_Step)
_FORKED: Final = reader_of(_Line[_Fork])
_PROMISED: Final = {topic: _promise_reader(kind) for topic, kind in PROMISED.items()}


class _Parent(Struct, frozen=True):
    position: int


class _First(Struct, frozen=True):
    edition: str
    parent: _Parent | None = None


def edition_in(game: str, first: StoredRow) -> str:
    """The edition that a game's first event names; ``CorruptRecord`` where it names none."""
    return _first(game, first).edition


def carried_in(game: str, first: StoredRow) -> int:
    """Up to which position a game carries over what another begins with; 0 where it is no fork. ``CorruptRecord``."""
    parent = _first(game, first).parent
    return 0 if parent is None else parent.position


def _first(game: str, first: StoredRow) -> _First:
    try:
        found: _Line[_First] = _FIRST.decode(first.state.partition(b"\n")[0])
    except READING_FAILS as problem:
        raise CorruptRecord(game, first.position, str(problem).splitlines()[0]) from None
    return found.data


_FIRST: Final = msgspec.json.Decoder(_Line[_First])
