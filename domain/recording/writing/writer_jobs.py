"""What the writer does in its turn: how a decision, a promise, a ruling or an import becomes a commit."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain import errors
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import ByWitness
from oathbook.domain.games.promises import bytes_written_by
from oathbook.domain.games.takeback_rules import TakebackAct
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import PROMISE_TEXTS
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.recording.database import record_store
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.bearer_keys import bind_to_game
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.codec import EncodedEvent, StreamCodec, codec_of
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.writing import game_head
from oathbook.domain.recording.writing.game_head import GameHead, NewGame
from oathbook.domain.recording.writing.head_cache import HeadCache, WarmGame
from oathbook.domain.recording.writing.imports import plan_import
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.remedy_steps import WrittenStep
from oathbook.domain.recording.writing.replaced_keys import ReplacedKeys, StoreReplacement
from oathbook.domain.recording.writing.writer_batch import PendingCommit, StepRequest, StoredStep, WriterBatch
from oathbook.domain.rulesets.forms import check_asides
from oathbook.domain.rulesets.protocol import AnyRuleset


class JointCommit(Struct, frozen=True):
    """What goes into one commit: the next events of a stream beside the games, and the steps that games make with it.

    ``opened`` is the game among them that begins with it.
    """

    events: tuple[EncodedEvent, ...]
    games: tuple[WrittenStep, ...] = ()
    opened: str = ""


JointWork = Callable[[Callable[[str], GameHead]], JointCommit]
"""Asked in the writer's turn, with what finds a game as it stands; what it refuses stores nothing."""


SheetWork = Callable[[MemoryWriter], None]
"""Adds steps to a game in memory, in the writer's turn; if it raises, nothing is stored."""


class WriterJobs:
    """The jobs of one writer. Each builds on the games as the jobs before it in the batch leave them."""

    def __init__(
        self,
        records: record_store.RecordStore,
        archive: Archive,
        heads: HeadCache,
        sources: Sources,
        keys: ReplacedKeys,
    ) -> None:
        """Write through ``records`` what ``archive`` reads, and add replaced keys to ``keys``."""
        self._records, self._archive, self._heads, self._sources, self._keys = records, archive, heads, sources, keys

    def open(
        self, batch: WriterBatch, ruleset: AnyRuleset, opening: NewGame, request: record_store.RequestKey | None = None
    ) -> StoredStep:
        """Open a game; refuses as ``Writer.open``."""
        before = self._request_position(batch, opening.game, request)
        if before is not None:
            return self._repeat_step(opening.game, before)
        head, events = game_head.open_game(ruleset, opening, self._sources)
        step = StoredStep(head.game.id, events)
        warm = WarmGame(head).after(head, request, "")
        begun = record_store.StartedGame(head.game.id)
        unused = tuple(each.seat for each in head.game.opened.seats if each.key)
        batch.add(PendingCommit(record_store.Commit(events, request, opened=begun, unused=unused), (step,), (warm,)))
        return step

    def decide(
        self, batch: WriterBatch, game: str, value: object, reports: Sequence[DrawReport], by: Seat, asked: StepRequest
    ) -> StoredStep:
        """Record what a seat decides; refuses as ``Writer.deciding``."""

        def decided(warm: WarmGame) -> WrittenStep:
            head = warm.head
            check_asides(head.ruleset.vocabulary.notation, head.game.state, asked.asides)
            decision = head.decision_from(value, by=by)
            _must_keep_to(warm, decision)
            try:
                return head.decide(decision, reports)
            except (errors.DrawMissing, errors.ImpossibleDraw, errors.BadRecord):
                if isinstance(head.game.opened.chance, ByWitness):
                    self._hold(batch, warm, decision, reports, asked.caller_key)
                raise

        return self._step(batch, game, decided, asked, decides=by)

    def promise(self, batch: WriterBatch, game: str, act: Act, by: Seat, asked: StepRequest) -> StoredStep:
        """Record what a seat does with a promise; refuses as ``Writer.promise``."""

        def promised(warm: WarmGame) -> WrittenStep:
            head, events = warm.head.promise(by, act, lambda: self._record(batch, game))
            _must_have_room(warm.head.game, head.game, by)
            return head, events

        return self._step(batch, game, promised, asked)

    def take_back(self, batch: WriterBatch, game: str, act: TakebackAct, by: Seat, asked: StepRequest) -> StoredStep:
        """Record what a seat asks or answers about taking back; refuses as ``Writer.take_back``."""

        def taken_back(warm: WarmGame) -> WrittenStep:
            _must_be_free(warm, by)
            return warm.head.take_back(by, act, lambda: self._record(batch, game))

        return self._step(batch, game, taken_back, asked)

    def write_sheet(self, batch: WriterBatch, game: str, work: SheetWork, asked: StepRequest) -> StoredStep:
        """Record the steps that ``work`` adds; refuses as ``Writer.write_sheet``."""

        def written(warm: WarmGame) -> WrittenStep:
            record = self._record(batch, game)
            writer = MemoryWriter(record, warm.head)
            work(writer)
            for seat in warm.head.game.opened.seats:
                _must_have_room(warm.head.game, writer.game, seat.seat)
            return writer.head, writer.record.events[len(record.events) :]

        return self._step(batch, game, written, asked)

    def _record(self, batch: WriterBatch, game: str) -> Record:
        """The record of a game with all that the batch has for it."""
        batch.flush()
        return self._archive.record(game)

    def _step(
        self,
        batch: WriterBatch,
        game: str,
        work: Callable[[WarmGame], WrittenStep],
        asked: StepRequest,
        *,
        decides: Seat | None = None,
    ) -> StoredStep:
        """A step that is stored once: the same request again gets the one it made before."""
        before = self._request_position(batch, game, asked.request)
        if before is not None:
            return self._repeat_step(game, before)
        warm = batch.warm(game)
        if warm.imported:
            raise errors.RecordImported(game)
        if asked.expected is not None and asked.expected != warm.head.game.position:
            raise errors.PositionConflict(game, asked.expected, warm.head.game.position)
        seat = None if decides is None else record_store.HeldSeat(decides, warm.held.get(decides, ""))
        return self._add_steps(batch, (work(warm),), asked, decides=seat)[0]

    def _repeat_step(self, game: str, position: int) -> StoredStep:
        """The step that ends there, read back; ``ClosedForWriting`` where it is damaged."""
        try:
            codec = codec_of(self._archive.ruleset(game).wire)
            return StoredStep(game, self._archive.step_ending_at(codec, game, position), repeated=True)
        except errors.CorruptRecord as damage:
            raise self._heads.close(game, damage) from None

    def commit_jointly(
        self, batch: WriterBatch, stream: str, codec: StreamCodec, work: JointWork, asked: StepRequest
    ) -> tuple[StoredStep, ...]:
        """Store the next events of a stream beside the games; refuses as ``Writer.together``."""
        batch.flush()  # what is decided here is decided by what is stored
        before = self._request_position(batch, stream, asked.request)
        if before is not None:
            return (StoredStep(stream, self._archive.step_ending_at(codec, stream, before), repeated=True),)
        self._heads.must_be_open(stream)
        position = self._archive.length(stream)
        if asked.expected is not None and asked.expected != position:
            raise errors.PositionConflict(stream, asked.expected, position)
        made = work(lambda game: batch.warm(game).head)
        return self._add_steps(batch, made.games, asked, beside=(StoredStep(stream, made.events),), opened=made.opened)

    def _request_position(self, batch: WriterBatch, stream: str, request: record_store.RequestKey | None) -> int | None:
        """The last position of the step that this request has made before, or nothing; ``KeyReused``."""
        if request is None:
            return None
        if batch.has_request(stream, request.seat, request.key):
            batch.flush()
        return self._heads.request_position(stream, request)

    def _hold(
        self, batch: WriterBatch, warm: WarmGame, decision: Any, reports: Sequence[DrawReport], caller_key: str
    ) -> None:
        """Hold the seat to a decision whose answer it could not have known.

        What is drawn may follow from the others' hidden choices. A seat that could ask for it with one decision and
        then take another would see them before choosing.
        """
        batch.flush()
        head, seat = warm.head, record_store.HeldSeat(decision.by, warm.held.get(decision.by, ""))
        own = fold_record(redact_record(self._archive.record(head.game.id), decision.by))
        if try_decision(head.ruleset, own.state, decision, WitnessedChance(tuple(reports))).kind == "concealed":
            text = decision_text(decision).decode()
            self._records.hold(head.game.id, seat, text, head.game.position, caller_key)
            self._heads.drop(head.game.id)  # it is read again with what holds its seats

    def add(self, batch: WriterBatch, records: tuple[Record, ...]) -> tuple[bool, ...]:
        """Store whole records; refuses as ``Writer.add``."""
        batch.flush()
        found = plan_import(records, self._archive)
        for game, record in found.fuller.items():
            self._records.fill(game, record.events, whole=not record.redacted)
        if found.new:
            events = tuple(event for record in found.new.values() for event in record.events)
            redacted = tuple(game for game, record in found.new.items() if record.redacted)
            steps = tuple(StoredStep(game, record.events[-1:]) for game, record in found.new.items())
            batch.add(PendingCommit(record_store.Commit(events, redacted=redacted), steps))
        return tuple(found.changes(record.game) for record in records)

    def _add_steps(
        self,
        batch: WriterBatch,
        games: Sequence[WrittenStep],
        asked: StepRequest,
        *,
        beside: tuple[StoredStep, ...] = (),
        decides: record_store.HeldSeat | None = None,
        opened: str = "",
    ) -> tuple[StoredStep, ...]:
        """Have steps stored in one commit, with those in which other games open what they hid."""
        if any(head.game.opened.parent is not None for head, _ in games):
            batch.flush()  # whether it opens anything is read from what is stored
        every, begun = (*games, *self._heads.unsealing_steps(games)), _started_game(opened, games)
        steps = (*beside, *(StoredStep(head.game.id, events) for head, events in every))
        events = tuple(event for step in steps for event in step.events)
        commit = record_store.Commit(events, asked.request, decides=decides, opened=begun, caller_key=asked.caller_key)
        released = decides.seat if decides is not None and decides.decision else ""
        first = steps[0].game  # whose request it is, and whose seat is held no longer
        games_after = (
            warm.after(head, asked.request, released) if head.game.id == first else replace(warm, head=head)
            for head, warm in ((head, batch.warm(head.game.id)) for head, _ in every if head.game.id != opened)
        )
        batch.add(PendingCommit(commit, steps, tuple(games_after), dropped=(opened,) if opened else ()))
        return steps

    def replace_key(self, batch: WriterBatch, old: str, new: str) -> bool:
        """Replace a key in every game; see ``Writer.replace_key``."""
        return self._replace_key(batch, old, new, self._records.replace_key)

    def give_key(self, batch: WriterBatch, game: str, seat: Seat, old: str, new: str) -> bool:
        """Replace an unused key; see ``Writer.give_key``."""
        bound = bind_to_game(game, old)
        return self._replace_key(batch, bound, new, lambda _, new: self._records.give_key(game, seat, old, new))

    def _replace_key(self, batch: WriterBatch, old: str, new: str, store: StoreReplacement) -> bool:
        is_stored = self._keys.replace(old, new, store)
        batch.has_stored = batch.has_stored or is_stored  # its statement in the log is signed like a step
        return is_stored


def _must_keep_to(warm: WarmGame, decision: Any) -> None:
    """``DecisionHeld`` where the seat was told what another decision leads to, and that one is still allowed."""
    held = warm.held.get(decision.by)
    if held and held != decision_text(decision).decode():
        _must_be_free(warm, decision.by)


def _must_be_free(warm: WarmGame, seat: Seat) -> None:
    """Raise ``DecisionHeld`` if the seat is held to a decision that is still allowed, having seen what it leads to."""
    head, held = warm.head, warm.held.get(seat)
    if held and head.ruleset.refusal(head.game.state, head.decision_from(parse_json(held, where="held"))) is None:
        raise errors.DecisionHeld(
            f"{seat} has seen what an earlier decision leads to: send that decision, with its draws"
        )


def _started_game(opened: str, games: Sequence[WrittenStep]) -> record_store.StartedGame | None:
    """The game that begins with these steps; in a fork, who was held by the position it goes on from stays held."""
    for game in (head.game for head, _ in games if head.game.id == opened):
        parent = game.opened.parent
        return (
            record_store.StartedGame(opened)
            if parent is None
            else record_store.StartedGame(opened, parent.game, parent.position)
        )
    return None


def _must_have_room(before: Game, after: Game, by: Seat) -> None:
    """``TooLarge`` where a seat says more about promises than its share. Records are read however much is in them."""
    share = PROMISE_TEXTS // (len(after.opened.seats) + 1)
    said = bytes_written_by(after.promises, by)
    if said > share and said > bytes_written_by(before.promises, by):
        raise errors.TooLarge(
            f"{by} may write at most {share:,} bytes of letters, claims, answers and rulings in this game"
        )
