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
from oathbook.domain.games.game import ALLOWED_AFTER_END, Game
from oathbook.domain.games.game_events import Entry, GameOpened, PromiseEvent
from oathbook.domain.games.promises import Promises, evolve_promises
from oathbook.domain.games.takebacks import NOTHING_KEPT, TakebackMemory, evolve_takebacks
from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.recording.format import topics
from oathbook.domain.recording.format.codec import DECODE_ERRORS, reader_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.hidden_marks import MarkCollector, collect_marks, join_openings, mark_decoder
from oathbook.domain.recording.format.state_forms import StateForms
from oathbook.domain.rulesets.protocol import AnyRuleset

T = TypeVar("T")
OPENED_TOPIC: Final = "game.opened/1"
DECISION_TOPIC: Final = "game.decision/1"
OUTCOME_TOPIC: Final = "game.outcome/1"
CLOSED_TOPIC: Final = "game.closed/1"
BY_RULING: Final = frozenset(topics.RULING_TOPICS.values())
GAME_TOPICS: Final = BY_RULING | {
    DECISION_TOPIC,
    topics.DRAW_TOPIC,
    topics.HIDDEN_DRAW_TOPIC,
    OUTCOME_TOPIC,
    "game.seed-revealed/1",
    CLOSED_TOPIC,
}
"""What may come after the opening besides promises and takebacks; outcomes and corrections change the state."""
PROMISE_TYPES: Final[Mapping[str, type[PromiseEvent]]] = {topic: kind for kind, topic in topics.PROMISE_TOPICS.items()}
TAKEBACK_TYPES: Final = {topic: kind for kind, topic in topics.TAKEBACK_TOPICS.items()}
OPEN_GAME_TOPICS: Final = GAME_TOPICS | PROMISE_TYPES.keys() | TAKEBACK_TYPES.keys()
TOPICS_AFTER_END: Final = BY_RULING | {topic for topic, kind in PROMISE_TYPES.items() if kind in ALLOWED_AFTER_END}


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


class _BySeat(Struct, Generic[T], frozen=True):
    by: Seat
    data: T


def _seat_event_reader(kind: Any) -> Callable[[bytes, bytes], Any]:
    line: Any = _BySeat
    return reader_of(line[kind])


class FastFold:
    """Folds the stored lines of games under one ruleset."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        wire = ruleset.wire
        opening: Any = _Opening
        opened: Any = GameOpened
        line: Any = _Line
        followed: Any = _Followed
        self._ruleset = ruleset
        self._opening = reader_of(opening[opened[wire.components, wire.switches, wire.start]])
        self._followed = mark_decoder(line[followed[wire.event]])
        corrected: Any = _Corrected
        self._forms = StateForms(wire)
        self._corrected = mark_decoder(line[corrected[self._forms.kind]])

    def fold(self, game: str, rows: Iterable[StoredRow]) -> Game:
        """The game after these events, from its first one on; ``CorruptRecord`` names where they cannot be read."""
        rows = iter(rows)
        first = next(rows, None)
        if first is None or first.topic != OPENED_TOPIC:
            raise CorruptRecord(game, 1, "a record begins with game.opened")
        opened = self._read(self._opening, game, first)
        entry = Entry(first.position, opened.step, opened.at, opened.by, opened.data)
        try:
            begun = games.begin(self._ruleset, game, entry)
        except BadRecord as problem:
            raise CorruptRecord(game, 1, str(problem)) from None
        return self.continue_fold(begun, rows)

    def continue_fold(self, game: Game, rows: Iterable[StoredRow]) -> Game:
        """The game after these events more; ``CorruptRecord`` names where they cannot be read or do not fit."""
        state, promises, position, closed, last = game.state, game.promises, game.position, game.closed, None
        memory, is_remembered = game.takebacks, game.opened.takebacks != "never"
        ruled: list[tuple[StoredRow, bool]] = []
        with collect_marks() as marks:
            for row in rows:
                position += 1
                topic = row.topic
                _must_fit(game.id, row, position, closed=closed)
                if topic == OUTCOME_TOPIC:
                    state = self._apply_outcome(state, game.id, row, marks)
                elif topic in PROMISE_TYPES:
                    promises = self._apply_promise(promises, game.id, row)
                elif topic in BY_RULING:
                    state = self._apply_ruling(state, game.id, row, marks)
                    ruled.append((row, closed))
                if is_remembered or topic in TAKEBACK_TYPES:
                    state, memory = self._apply_to_memory(game, state, memory, row)
                closed = closed or topic in {CLOSED_TOPIC, topics.FORKED_TOPIC}
                last = row
        if last is None:
            return game
        state, *kept = join_openings((state, *(each.state for each in memory.kept)), game.id, marks)
        fork, sealed = self._fork_state(game, ruled)
        return replace(
            game,
            state=state,
            position=position,
            step=self._read(_STEP, game.id, last).step,
            closed=closed,
            promises=promises,
            fork=fork,
            sealed=sealed,
            takebacks=memory.with_states(kept),
        )

    def _apply_to_memory(
        self, game: Game, state: Any, memory: TakebackMemory, row: StoredRow
    ) -> tuple[Any, TakebackMemory]:
        """What is kept for taking back after an event, and the state that the event puts back, if it does."""
        if row.topic == DECISION_TOPIC:
            return state, memory.after_decision(row.position, state)
        if row.topic in TAKEBACK_TYPES:
            read = self._read(_BY_SEAT[row.topic], game.id, row)
            try:
                return evolve_takebacks(game.opened, state, memory, row.position, read.by, read.data)
            except Misfit as problem:
                raise CorruptRecord(game.id, row.position, str(problem)) from None
        return state, NOTHING_KEPT if row.topic in BY_RULING | {CLOSED_TOPIC} else memory.without_request()

    def _apply_ruling(self, state: Any, game: str, row: StoredRow, marks: MarkCollector) -> Any:
        """The state after what a ruling did: a correction carries it whole."""
        if row.topic != topics.CORRECTED_TOPIC:
            return state
        marks.row = row
        try:
            return self._forms.from_stored(self._corrected(row.state.partition(b"\n")[0]).data.state)
        except DECODE_ERRORS as problem:
            raise CorruptRecord(game, row.position, str(problem).splitlines()[0]) from None

    def _fork_state(self, game: Game, ruled: list[tuple[StoredRow, bool]]) -> tuple[str, bool]:
        """As which game it is played on, and whether its secrets wait for the end of that.

        Each of the rows comes with whether the game was closed before it.
        """
        fork, sealed = game.fork, game.sealed
        for row, closed in ruled:
            if row.topic == topics.FORKED_TOPIC and fork:
                raise CorruptRecord(game.id, row.position, f"the game is played on already as {fork}")
            if row.topic == topics.FORKED_TOPIC:
                fork, sealed = self._read(_FORKED, game.id, row).data.fork, not closed
            elif row.topic == topics.UNSEALED_TOPIC:
                sealed = False
        return fork, sealed

    def _apply_outcome(self, state: Any, game: str, row: StoredRow, marks: MarkCollector) -> Any:
        evolve = self._ruleset.evolve
        marks.row = row
        try:
            for each in self._followed(row.state.partition(b"\n")[0]).data.consequences:
                state = evolve(state, each.event)
        except (*DECODE_ERRORS, Misfit) as problem:
            raise CorruptRecord(game, row.position, str(problem).splitlines()[0]) from None
        return state

    def _apply_promise(self, promises: Promises, game: str, row: StoredRow) -> Promises:
        read = self._read(_BY_SEAT[row.topic], game, row)
        try:
            return evolve_promises(promises, row.position, read.by, read.data)
        except Misfit as problem:
            raise CorruptRecord(game, row.position, str(problem)) from None

    def _read(self, reader: Callable[[bytes, bytes], Any], game: str, row: StoredRow) -> Any:
        line, _, openings = row.state.partition(b"\n")
        try:
            return reader(line, openings)
        except DECODE_ERRORS as problem:
            raise CorruptRecord(game, row.position, str(problem).splitlines()[0]) from None


def _must_fit(game: str, row: StoredRow, position: int, *, closed: bool) -> None:
    if row.position != position:
        raise CorruptRecord(game, position, f"position {row.position} is in its place")
    if row.topic not in (TOPICS_AFTER_END if closed else OPEN_GAME_TOPICS):
        raise CorruptRecord(game, position, f"{row.topic} cannot come {'after the end' if closed else 'here'}")


_STEP: Final = reader_of(_Step)
_FORKED: Final = reader_of(_Line[_Fork])
_BY_SEAT: Final = {topic: _seat_event_reader(kind) for topic, kind in (*PROMISE_TYPES.items(), *TAKEBACK_TYPES.items())}


class _Parent(Struct, frozen=True):
    position: int


class _Seat(Struct, frozen=True):
    seat: str
    player: str = ""


class OpeningFields(Struct, frozen=True):
    """The fields of a game's first event that can always be read: its edition, seats and parent."""

    edition: str
    seats: tuple[_Seat, ...] = ()
    parent: _Parent | None = None

    @property
    def parent_position(self) -> int:
        """The position up to which a fork repeats its parent; 0 if the game is not a fork."""
        return 0 if self.parent is None else self.parent.position

    @property
    def roster(self) -> Roster:
        """The names of the players by their seats."""
        return Roster.of((each.seat, each.player) for each in self.seats)


def edition_in(game: str, first: StoredRow) -> str:
    """Returns the edition that a game's first event names; raises ``CorruptRecord`` if it names none."""
    return opening_in(game, first).edition


def opening_in(game: str, first: StoredRow) -> OpeningFields:
    """Returns the fields of a game's first event; raises ``CorruptRecord`` if it cannot be read."""
    try:
        found: _Line[OpeningFields] = _FIRST.decode(first.state.partition(b"\n")[0])
    except DECODE_ERRORS as problem:
        raise CorruptRecord(game, first.position, str(problem).splitlines()[0]) from None
    return found.data


_FIRST: Final = msgspec.json.Decoder(_Line[OpeningFields])
