"""The writing side of a database of records: one thread of one process, a step at a time."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, ParamSpec, Self, TypeVar

from msgspec import Struct

from domain.chance.witnessed import Report, Witnessed
from domain.errors import (
    BadRecord,
    DecisionHeld,
    DrawMissing,
    ImpossibleDraw,
    PositionConflict,
)
from domain.games.events import ByWitness
from domain.games.recompute import answer
from domain.kernel.seats import Seat
from domain.promises.lifecycle.acts import Act
from domain.recording.database.application import Records
from domain.recording.database.archive import Archive, must_be_ours
from domain.recording.database.sqlite import BegunGame, RequestKey
from domain.recording.database.writer_lock import WriterLock
from domain.recording.format.cleartext import decision_text
from domain.recording.format.codec import Sealed, StreamCodec
from domain.recording.format.record import Record, folded, playable, stripped_for
from domain.recording.format.sources import Sources
from domain.recording.format.strict_json import json_from
from domain.recording.writing import game_head
from domain.recording.writing.game_head import GameHead, NewGame
from domain.recording.writing.head_cache import HeadCache
from domain.recording.writing.imports import new_among
from domain.recording.writing.remedies import Written
from domain.rulesets.protocol import AnyRuleset

P = ParamSpec("P")
T = TypeVar("T")

Committed = Callable[[str, int], None]
"""Called after every commit with the game and the position it has reached."""


class StoredStep(Struct, frozen=True):
    """A step that is stored; ``repeated`` says that this request had made it before."""

    game: str
    events: tuple[Sealed, ...]
    repeated: bool = False

    @property
    def position(self) -> int:
        """The position after it."""
        return self.events[-1].entry.position


class JointCommit(Struct, frozen=True):
    """What goes into one commit: the next events of a stream beside the games, and the steps that games make with it.

    ``opened`` is the game among them that begins with it.
    """

    events: tuple[Sealed, ...]
    games: tuple[Written, ...] = ()
    opened: str = ""


JointWork = Callable[[Callable[[str], GameHead]], JointCommit]
"""Asked in the writer's turn, with what finds a game as it stands; what it refuses stores nothing."""


class Writer:
    """Writes games into a database. It takes its turn for every caller in one thread of its own."""

    def __init__(
        self, path: Path, ruleset_of: Callable[[str], AnyRuleset], sources: Sources, *, says: str = "another process"
    ) -> None:
        """Take the writer's lock, open the database or make it.

        ``says`` tells others who holds the lock. Raises ``WriterBusy``, ``BadRecord`` where the file
        is something else, and ``StoreFull``.
        """
        must_be_ours(path, or_new=True)
        with ExitStack() as held:
            held.enter_context(WriterLock(path, says))
            self._records = held.enter_context(closing(Records(path)))
            self.archive = held.enter_context(Archive(path, ruleset_of))
            self._held = held.pop_all()
        self._sources = sources
        self._heads = HeadCache(self.archive, sources)
        self._told: list[Committed] = []
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="oathbook-writer")

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Finish what was begun, and give the lock back."""
        self._thread.shutdown()
        self._held.close()

    def tell(self, committed: Committed) -> None:
        """Call this after every commit, in the writer's thread; it must neither take long nor raise."""
        self._told.append(committed)

    def open(self, ruleset: AnyRuleset, opening: NewGame) -> StoredStep:
        """Open a game; ``BadRecord`` names what does not fit in the setup."""
        return self._in_turn(self._open, ruleset, opening)

    def decide(
        self,
        game: str,
        decision: object,
        reports: Sequence[Report] = (),
        *,
        by: Seat,
        expected: int | None,
        request: RequestKey | None = None,
    ) -> StoredStep:
        """Record what a seat decides, and what follows.

        ``decision`` and ``reports`` are as people write them; ``expected`` is the position the caller saw, or nothing
        for whatever the head is now. The same request again gets the same step. Raises ``NotFound``, ``KeyReused``,
        ``PositionConflict``, ``RecordRedacted``, ``DecisionHeld``, ``BadRecord``, what ``GameHead.decide`` refuses, and
        ``StoreFull``.
        """
        return self._in_turn(self._decide, game, decision, reports, by, expected, request)

    def promise(
        self, game: str, act: Act, *, by: Seat, expected: int | None, request: RequestKey | None = None
    ) -> StoredStep:
        """Record what a seat does with a promise; ``expected`` and ``request`` are as for ``decide``.

        Raises ``NotFound``, ``KeyReused``, ``PositionConflict``, ``RecordRedacted``, what ``GameHead.promise`` refuses,
        and ``StoreFull``. A decision that the seat is held to stays held.
        """
        return self._in_turn(self._promise, game, act, by, expected, request)

    def add(self, records: Iterable[Record]) -> tuple[bool, ...]:
        """Store whole records, all or none, and say which are new; one that is there already changes nothing.

        The caller has read them strictly, with their chain. Raises ``RecordDiffers`` where another
        record has the same id, ``BadRecord`` where an id is odd or ``playable`` refuses.
        """
        brought = tuple(records)
        for record in brought:
            playable(record)
        return self._in_turn(self._add, brought)

    def together(
        self,
        stream: str,
        codec: StreamCodec,
        work: JointWork,
        *,
        expected: int | None,
        request: RequestKey | None = None,
    ) -> tuple[StoredStep, ...]:
        """Store the next events of a stream beside the games, and with them what games make of it: all, or nothing.

        The first step is the stream's own, read by ``codec`` where this request had made it before; then it is the
        only one. ``expected`` and ``request`` are as for ``decide``, and about that stream, which has the position 0
        before its first event. Raises ``KeyReused``, ``PositionConflict``, what ``work`` refuses, and ``StoreFull``.
        """
        return self._in_turn(self._together, stream, codec, work, expected, request)

    def _in_turn(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._thread.submit(work, *args, **kwargs).result()

    def _open(self, ruleset: AnyRuleset, opening: NewGame) -> StoredStep:
        head, events = game_head.opened(ruleset, opening, self._sources)
        self._records.commit(events, opened=BegunGame(head.game.id))
        self._heads.keep(head)
        return self._done(StoredStep(head.game.id, events))

    def _decide(
        self,
        game: str,
        value: object,
        reports: Sequence[Report],
        by: Seat,
        expected: int | None,
        request: RequestKey | None,
    ) -> StoredStep:
        def decided(head: GameHead) -> Written:
            decision = head.decision_from(value, by=by)
            self._must_keep_to(head, decision)
            try:
                return head.decide(decision, reports)
            except (DrawMissing, ImpossibleDraw, BadRecord):
                if isinstance(head.game.opened.chance, ByWitness):
                    self._hold(head, decision, reports)
                raise

        return self._step(game, decided, expected, request, released=by)

    def _promise(self, game: str, act: Act, by: Seat, expected: int | None, request: RequestKey | None) -> StoredStep:
        def done(head: GameHead) -> Written:
            return head.promise(by, act, lambda: self.archive.record(game))

        return self._step(game, done, expected, request)

    def _step(
        self,
        game: str,
        work: Callable[[GameHead], Written],
        expected: int | None,
        request: RequestKey | None,
        *,
        released: str = "",
    ) -> StoredStep:
        """A step that is stored once: the same request again gets the one it made before."""
        head = self._heads.head(game)
        before = None if request is None else self.archive.answered(game, request)
        if before is not None:
            return StoredStep(game, self.archive.step_ending_at(head.codec, game, before), repeated=True)
        if expected is not None and expected != head.game.position:
            raise PositionConflict(game, expected, head.game.position)
        return self._commit((work(head),), request, released=released)[0]

    def _together(
        self, stream: str, codec: StreamCodec, work: JointWork, expected: int | None, request: RequestKey | None
    ) -> tuple[StoredStep, ...]:
        before = None if request is None else self.archive.answered(stream, request)
        if before is not None:
            return (StoredStep(stream, self.archive.step_ending_at(codec, stream, before), repeated=True),)
        position = self.archive.length(stream)
        if expected is not None and expected != position:
            raise PositionConflict(stream, expected, position)
        made = work(self._heads.head)
        return self._commit(made.games, request, beside=(StoredStep(stream, made.events),), opened=made.opened)

    def _must_keep_to(self, head: GameHead, decision: Any) -> None:
        """``DecisionHeld`` where the seat was told what another decision leads to, and that one is still allowed."""
        held = self.archive.held(head.game.id, decision.by)
        if not held or held == decision_text(decision).decode():
            return
        earlier = head.decision_from(json_from(held, where="held"))
        if head.ruleset.refusal(head.game.state, earlier) is None:
            msg = f"{decision.by} has seen what an earlier decision leads to: send that decision, with its draws"
            raise DecisionHeld(msg)

    def _hold(self, head: GameHead, decision: Any, reports: Sequence[Report]) -> None:
        """Hold the seat to a decision whose answer it could not have known.

        What is drawn may follow from the others' hidden choices. A seat that could ask for it with one decision and
        then take another would see them before choosing.
        """
        own = folded(stripped_for(self.archive.record(head.game.id), decision.by))
        if answer(head.ruleset, own.state, decision, Witnessed(tuple(reports))).kind == "concealed":
            self._records.hold(head.game.id, decision.by, decision_text(decision).decode(), head.game.position)

    def _add(self, records: tuple[Record, ...]) -> tuple[bool, ...]:
        new = new_among(records, self.archive)
        if new:
            events = (event for record in new.values() for event in record.events)
            self._records.commit(events, redacted=[game for game, record in new.items() if record.redacted])
            for game, record in new.items():
                self._done(StoredStep(game, record.events[-1:]))
        return tuple(record.game in new for record in records)

    def _commit(
        self,
        games: Sequence[Written],
        request: RequestKey | None,
        *,
        beside: tuple[StoredStep, ...] = (),
        released: str = "",
        opened: str = "",
    ) -> tuple[StoredStep, ...]:
        """Save steps, and keep where the games stand then; where saving fails, they are read again the next time."""
        every, begun = (*games, *self._heads.over(games)), self._begun(opened, games)
        for head, _ in every:
            self._heads.drop(head.game.id)
        steps = (*beside, *(StoredStep(head.game.id, events) for head, events in every))
        events = (event for step in steps for event in step.events)
        self._records.commit(events, request=request, released=released, opened=begun)
        for head, _ in every:
            self._heads.keep(head)
        return tuple(map(self._done, steps))

    def _begun(self, opened: str, games: Sequence[Written]) -> BegunGame | None:
        """The game that begins with these steps; in a fork, who was held by the position it goes on from stays held."""
        for game in (head.game for head, _ in games if head.game.id == opened):
            parent = game.opened.parent
            return BegunGame(opened) if parent is None else BegunGame(opened, parent.game, parent.position)
        return None

    def _done(self, step: StoredStep) -> StoredStep:
        for committed in self._told:
            committed(step.game, step.position)
        return step
