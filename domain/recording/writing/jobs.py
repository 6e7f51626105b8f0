"""What the writer does in its turn: how a decision, a promise, a ruling or an import becomes a commit."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed import Report, Witnessed
from oathbook.domain.errors import (
    BadRecord,
    CorruptRecord,
    DecisionHeld,
    DrawMissing,
    ImpossibleDraw,
    PositionConflict,
    RecordImported,
    TooLarge,
)
from oathbook.domain.games.events import ByWitness
from oathbook.domain.games.game import Game
from oathbook.domain.games.promises import said_by
from oathbook.domain.games.recompute import answer
from oathbook.domain.kernel.limits import PROMISE_TEXTS
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.commits import BegunGame, Commit, HeldSeat, RecordStore, RequestKey
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.codec import Sealed, StreamCodec, codec_of
from oathbook.domain.recording.format.record import Record, folded, stripped_for
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.strict_json import json_from
from oathbook.domain.recording.writing import game_head
from oathbook.domain.recording.writing.batch import Made, StepRequest, StoredStep, WriterBatch
from oathbook.domain.recording.writing.game_head import GameHead, NewGame
from oathbook.domain.recording.writing.head_cache import HeadCache, WarmGame
from oathbook.domain.recording.writing.imports import brought
from oathbook.domain.recording.writing.remedies import Written
from oathbook.domain.rulesets.protocol import AnyRuleset


class JointCommit(Struct, frozen=True):
    """What goes into one commit: the next events of a stream beside the games, and the steps that games make with it.

    ``opened`` is the game among them that begins with it.
    """

    events: tuple[Sealed, ...]
    games: tuple[Written, ...] = ()
    opened: str = ""


JointWork = Callable[[Callable[[str], GameHead]], JointCommit]
"""Asked in the writer's turn, with what finds a game as it stands; what it refuses stores nothing."""


class Jobs:
    """The jobs of one writer. Each builds on the games as the jobs before it in the batch leave them."""

    def __init__(self, records: RecordStore, archive: Archive, heads: HeadCache, sources: Sources) -> None:
        """Write through ``records`` what ``archive`` reads."""
        self._records = records
        self._archive = archive
        self._heads = heads
        self._sources = sources

    def open(
        self, batch: WriterBatch, ruleset: AnyRuleset, opening: NewGame, request: RequestKey | None = None
    ) -> StoredStep:
        """Open a game; refuses as ``Writer.open``."""
        before = self._answered(batch, opening.game, request)
        if before is not None:
            return self._repeated(opening.game, before)
        head, events = game_head.opened(ruleset, opening, self._sources)
        step = StoredStep(head.game.id, events)
        warm = WarmGame(head).after(head, request, "")
        batch.add(Made(Commit(events, request, opened=BegunGame(head.game.id)), (step,), (warm,)))
        return step

    def decide(
        self,
        batch: WriterBatch,
        game: str,
        value: object,
        reports: Sequence[Report],
        by: Seat,
        asked: StepRequest,
    ) -> StoredStep:
        """Record what a seat decides; refuses as ``Writer.deciding``."""

        def decided(warm: WarmGame) -> Written:
            head = warm.head
            decision = head.decision_from(value, by=by)
            _must_keep_to(warm, decision)
            try:
                return head.decide(decision, reports)
            except (DrawMissing, ImpossibleDraw, BadRecord):
                if isinstance(head.game.opened.chance, ByWitness):
                    self._hold(batch, warm, decision, reports)
                raise

        return self._step(batch, game, decided, asked, decides=by)

    def promise(self, batch: WriterBatch, game: str, act: Act, by: Seat, asked: StepRequest) -> StoredStep:
        """Record what a seat does with a promise; refuses as ``Writer.promise``."""

        def record() -> Record:
            batch.flush()
            return self._archive.record(game)

        def promised(warm: WarmGame) -> Written:
            head, events = warm.head.promise(by, act, record)
            _must_have_room(warm.head.game, head.game, by)
            return head, events

        return self._step(batch, game, promised, asked)

    def _step(
        self,
        batch: WriterBatch,
        game: str,
        work: Callable[[WarmGame], Written],
        asked: StepRequest,
        *,
        decides: Seat | None = None,
    ) -> StoredStep:
        """A step that is stored once: the same request again gets the one it made before."""
        before = self._answered(batch, game, asked.request)
        if before is not None:
            return self._repeated(game, before)
        warm = batch.warm(game)
        if warm.imported:
            raise RecordImported(game)
        if asked.expected is not None and asked.expected != warm.head.game.position:
            raise PositionConflict(game, asked.expected, warm.head.game.position)
        seat = None if decides is None else HeldSeat(decides, warm.held.get(decides, ""))
        return self._add_steps(batch, (work(warm),), asked.request, decides=seat)[0]

    def _repeated(self, game: str, position: int) -> StoredStep:
        """The step that ends there, read back; ``ClosedForWriting`` where it is damaged."""
        try:
            codec = codec_of(self._archive.ruleset(game).wire)
            return StoredStep(game, self._archive.step_ending_at(codec, game, position), repeated=True)
        except CorruptRecord as damage:
            raise self._heads.close(game, damage) from None

    def together(
        self,
        batch: WriterBatch,
        stream: str,
        codec: StreamCodec,
        work: JointWork,
        asked: StepRequest,
    ) -> tuple[StoredStep, ...]:
        """Store the next events of a stream beside the games; refuses as ``Writer.together``."""
        batch.flush()  # what is decided here is decided by what is stored
        before = self._answered(batch, stream, asked.request)
        if before is not None:
            return (StoredStep(stream, self._archive.step_ending_at(codec, stream, before), repeated=True),)
        position = self._archive.length(stream)
        if asked.expected is not None and asked.expected != position:
            raise PositionConflict(stream, asked.expected, position)
        made = work(lambda game: batch.warm(game).head)
        return self._add_steps(
            batch, made.games, asked.request, beside=(StoredStep(stream, made.events),), opened=made.opened
        )

    def _answered(self, batch: WriterBatch, stream: str, request: RequestKey | None) -> int | None:
        """The last position of the step that this request has made before, or nothing; ``KeyReused``."""
        if request is None:
            return None
        if batch.is_asked(stream, request.seat, request.key):
            batch.flush()
        return self._heads.answered(stream, request)

    def _hold(self, batch: WriterBatch, warm: WarmGame, decision: Any, reports: Sequence[Report]) -> None:
        """Hold the seat to a decision whose answer it could not have known.

        What is drawn may follow from the others' hidden choices. A seat that could ask for it with one decision and
        then take another would see them before choosing.
        """
        batch.flush()
        head, seat = warm.head, HeldSeat(decision.by, warm.held.get(decision.by, ""))
        own = folded(stripped_for(self._archive.record(head.game.id), decision.by))
        if answer(head.ruleset, own.state, decision, Witnessed(tuple(reports))).kind == "concealed":
            text = decision_text(decision).decode()
            self._records.hold(head.game.id, seat, text, head.game.position)
            self._heads.drop(head.game.id)  # it is read again with what holds its seats

    def add(self, batch: WriterBatch, records: tuple[Record, ...]) -> tuple[bool, ...]:
        """Store whole records; refuses as ``Writer.add``."""
        batch.flush()
        found = brought(records, self._archive)
        for game, record in found.fuller.items():
            self._records.fill(game, record.events, whole=not record.redacted)
        if found.new:
            events = tuple(event for record in found.new.values() for event in record.events)
            redacted = tuple(game for game, record in found.new.items() if record.redacted)
            steps = tuple(StoredStep(game, record.events[-1:]) for game, record in found.new.items())
            batch.add(Made(Commit(events, redacted=redacted), steps))
        return tuple(found.changes(record.game) for record in records)

    def _add_steps(
        self,
        batch: WriterBatch,
        games: Sequence[Written],
        request: RequestKey | None,
        *,
        beside: tuple[StoredStep, ...] = (),
        decides: HeldSeat | None = None,
        opened: str = "",
    ) -> tuple[StoredStep, ...]:
        """Have steps stored in one commit, with those in which other games open what they hid."""
        if any(head.game.opened.parent is not None for head, _ in games):
            batch.flush()  # whether it opens anything is read from what is stored
        every, begun = (*games, *self._heads.over(games)), _begun(opened, games)
        steps = (*beside, *(StoredStep(head.game.id, events) for head, events in every))
        events = tuple(event for step in steps for event in step.events)
        commit = Commit(events, request, decides=decides, opened=begun)
        released = decides.seat if decides is not None and decides.decision else ""
        asked = steps[0].game  # whose request it is, and whose seat is held no longer
        games_after = (
            warm.after(head, request, released) if head.game.id == asked else replace(warm, head=head)
            for head, warm in ((head, batch.warm(head.game.id)) for head, _ in every if head.game.id != opened)
        )
        batch.add(Made(commit, steps, tuple(games_after), dropped=(opened,) if opened else ()))
        return steps


def _must_keep_to(warm: WarmGame, decision: Any) -> None:
    """``DecisionHeld`` where the seat was told what another decision leads to, and that one is still allowed."""
    head, held = warm.head, warm.held.get(decision.by, "")
    if not held or held == decision_text(decision).decode():
        return
    earlier = head.decision_from(json_from(held, where="held"))
    if head.ruleset.refusal(head.game.state, earlier) is None:
        msg = f"{decision.by} has seen what an earlier decision leads to: send that decision, with its draws"
        raise DecisionHeld(msg)


def _begun(opened: str, games: Sequence[Written]) -> BegunGame | None:
    """The game that begins with these steps; in a fork, who was held by the position it goes on from stays held."""
    for game in (head.game for head, _ in games if head.game.id == opened):
        parent = game.opened.parent
        return BegunGame(opened) if parent is None else BegunGame(opened, parent.game, parent.position)
    return None


def _must_have_room(before: Game, after: Game, by: Seat) -> None:
    """``TooLarge`` where a seat says more about promises than its share. Records are read however much is in them."""
    share = PROMISE_TEXTS // (len(after.opened.seats) + 1)
    said = said_by(after.promises, by)
    if said > share and said > said_by(before.promises, by):
        msg = f"{by} may write at most {share:,} bytes of letters, claims, answers and rulings in this game"
        raise TooLarge(msg)
