"""The writing side of a database of records: one thread of a process, whatever waits in one commit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Self, TypeVar

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord, StoreReadOnly
from oathbook.domain.games.game import Game
from oathbook.domain.games.takeback_rules import TakebackAct
from oathbook.domain.kernel import Seat, threads
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.record_store import AdvancedElsewhere, OtherWriters, RequestKey
from oathbook.domain.recording.format.codec import StreamCodec
from oathbook.domain.recording.format.record import Record, fold_playable
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.head_cache import HeadCache
from oathbook.domain.recording.writing.replaced_keys import ReplacedKeys
from oathbook.domain.recording.writing.writer_batch import StepListener, StepRequest, StoredStep, WriterBatch
from oathbook.domain.recording.writing.writer_jobs import JointWork, SheetWork, WriterJobs
from oathbook.domain.recording.writing.writer_thread import Job, WriterThread
from oathbook.domain.rulesets.protocol import AnyRuleset

T = TypeVar("T")


class Writer:
    """Writes games into a database. It takes its turn for every caller in one thread of its own."""

    def __init__(
        self,
        address: StoreAddress,
        ruleset_of: Callable[[str], AnyRuleset],
        sources: Sources,
        *,
        says: str = "another process",
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Open the database or make it; a file is locked, so that no other process writes into it.

        ``says`` tells others who holds the lock, ``report`` is told how far a log has come that has to be made of a
        database without one. Raises ``WriterBusy``, ``BadRecord`` where it
        is something else, ``StoreFull``, and ``StoreUnavailable``.
        """
        with ExitStack() as held:
            self._records = held.enter_context(open_store(address, says))
            for grown in self._records.grow_log():
                report(f"{address}: {grown} events that were stored before there was a log have their leaves now")
            self.archive = held.enter_context(Archive(address, ruleset_of))
            self._held = held.pop_all()
        self._heads = HeadCache(self.archive, sources)
        self.keys = ReplacedKeys()
        self._jobs = WriterJobs(self._records, self.archive, self._heads, sources, self.keys)
        self._told: list[StepListener] = []
        self._told_turns: list[Callable[[], None]] = []
        self._told_of_others: list[Callable[[AdvancedElsewhere], None]] = []
        self._turns = WriterThread(self._take)
        self.refuses = ""
        self._records.watch(self._take_in_others)
        self.keys.learn(self.archive.replaced_keys())

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Finish what was begun, and give the database back."""
        self._records.unwatch()
        self._turns.close()
        self._held.close()

    def subscribe(self, committed: StepListener) -> None:
        """Call this for every step that is stored, in the writer's thread; it must neither take long nor raise."""
        self._told.append(committed)

    def subscribe_to_turns(self, stored: Callable[[], None]) -> None:
        """Call this once for all that a turn has stored, in the writer's thread, after it was answered; as ``tell``."""
        self._told_turns.append(stored)

    def subscribe_to_others(self, gone_on: Callable[[AdvancedElsewhere], None]) -> None:
        """Call this for every stream that another process has gone on with, in a thread of its own; as ``tell``."""
        self._told_of_others.append(gone_on)

    def peek(self, game: str) -> Game | None:
        """Where a game stands, if that is known without reading anything; in any thread."""
        warm = self._heads.peek(game)
        return None if warm is None else warm.head.game

    @property
    def faults(self) -> Mapping[str, str]:
        """The games that take no more steps because their records are damaged, and what is wrong."""
        return self._heads.faults

    @property
    def looks(self) -> int | None:
        """How often it has looked at what other processes store, once a second at least; None where there are none."""
        return self._records.looks

    def stop_writing(self, why: str) -> None:
        """Take nothing more: what is asked for from now on is refused with ``StoreReadOnly``."""
        self.refuses = why

    def leaf_number(self, event_hash: str) -> int | None:
        """The number that a stored event has in the log, where it was stored lately; any thread may ask."""
        return self._records.leaf_number(event_hash)

    def restart_log(self, said: str) -> None:
        """Make the log anew out of what is stored, with a statement why. ``StoreFull``."""
        self._put(lambda _: self._records.restart_log(said)).result()

    def close_game(self, game: str, damage: BadRecord) -> threads.Future[None]:
        """Take no more steps of a game, or of a dispute, whose record is damaged; done once that holds."""

        def closed(_: WriterBatch) -> None:
            self._heads.close(game, damage)

        return self._turns.submit(closed)

    def open(self, ruleset: AnyRuleset, opening: NewGame, request: RequestKey | None = None) -> StoredStep:
        """Open a game; ``BadRecord`` names what does not fit in the setup.

        The same request for a game of that id again gets the step that opened it; ``KeyReused``.
        """
        return self._put(lambda batch: self._jobs.open(batch, ruleset, opening, request)).result()

    def decide(  # noqa: PLR0913  # what a caller says of a step is named
        self,
        game: str,
        decision: object,
        reports: Sequence[DrawReport] = (),
        *,
        by: Seat,
        expected: int | None,
        request: RequestKey | None = None,
        caller_key: str = "",
    ) -> StoredStep:
        """Record what a seat decides, and what follows: ``deciding``, waited for."""
        return self.submit_decision(
            game, decision, reports, by=by, expected=expected, request=request, caller_key=caller_key
        ).result()

    def submit_decision(  # noqa: PLR0913  # as above
        self,
        game: str,
        decision: object,
        reports: Sequence[DrawReport] = (),
        *,
        by: Seat,
        expected: int | None,
        request: RequestKey | None = None,
        caller_key: str = "",
        asides: Mapping[str, object] = {},
    ) -> threads.Future[StoredStep]:
        """Record what a seat decides, and what follows; done once it is on the disk, or refused.

        A report without a label answers the next thing that is asked for, and ``asides`` must be so (``check_asides``).
        ``decision`` and ``reports`` are as people write them; ``expected`` is the position the caller saw, or nothing
        for whatever the head is now. The same request again gets the same step. ``caller_key`` is the digest of the key
        with which it came: nothing is stored once that was replaced. Raises ``NotFound``, ``KeyReplaced``,
        ``KeyReused``, ``PositionConflict``, ``RecordRedacted``, ``RecordImported``, ``ClosedForWriting``,
        ``DecisionHeld``, ``BadRecord``, what ``GameHead.decide`` refuses, and ``StoreFull``.
        """
        asked = StepRequest(expected, request, caller_key, asides)
        return self._put(lambda batch: self._jobs.decide(batch, game, decision, reports, by, asked))

    def promise(
        self,
        game: str,
        act: Act,
        *,
        by: Seat,
        expected: int | None,
        request: RequestKey | None = None,
        caller_key: str = "",
    ) -> StoredStep:
        """Record what a seat does with a promise; ``expected``, ``request`` and ``caller_key`` are as for ``decide``.

        Raises ``NotFound``, ``KeyReplaced``, ``KeyReused``, ``PositionConflict``, ``RecordRedacted``,
        ``RecordImported``, ``ClosedForWriting``, what ``GameHead.promise`` refuses, ``TooLarge`` where a seat says more
        than its share of ``PROMISE_TEXTS``, and ``StoreFull``. A decision that the seat is held to stays held.
        """
        asked = StepRequest(expected, request, caller_key)
        return self._put(lambda batch: self._jobs.promise(batch, game, act, by, asked)).result()

    def take_back(
        self,
        game: str,
        act: TakebackAct,
        *,
        by: Seat,
        expected: int | None,
        request: RequestKey | None = None,
        caller_key: str = "",
    ) -> StoredStep:
        """Record what a seat asks or answers about taking back, and go back where nobody else has to agree.

        Everything else is as for ``promise``; raises what ``GameHead.take_back`` refuses, and ``DecisionHeld``.
        """
        asked = StepRequest(expected, request, caller_key)
        return self._put(lambda batch: self._jobs.take_back(batch, game, act, by, asked)).result()

    def write_sheet(
        self,
        game: str,
        work: SheetWork,
        *,
        expected: int | None,
        request: RequestKey | None = None,
        caller_key: str = "",
    ) -> StoredStep:
        """Record all steps that ``work`` adds to the game in memory, or none if it raises.

        Everything else is as for ``promise``. A repeated request gets the last of these steps.
        """
        asked = StepRequest(expected, request, caller_key)
        return self._put(lambda batch: self._jobs.write_sheet(batch, game, work, asked)).result()

    def add(self, records: Iterable[Record]) -> tuple[bool, ...]:
        """Store whole records, all or none, and say which change anything; one that is there already does not.

        A copy with more openings takes the place of a redacted one. The caller has read them strictly, with their
        chain. Raises ``RecordDiffers`` where another record has the same id, ``BadRecord`` where an id or a player's
        name is odd or ``fold_playable`` refuses.
        """
        brought = tuple(records)
        for record in brought:
            fold_playable(record)
        return self._put(lambda batch: self._jobs.add(batch, brought)).result()

    def commit_jointly(
        self,
        stream: str,
        codec: StreamCodec,
        work: JointWork,
        *,
        expected: int | None,
        request: RequestKey | None = None,
        caller_key: str = "",
    ) -> tuple[StoredStep, ...]:
        """Store the next events of a stream beside the games, and with them what games make of it: all, or nothing.

        The first step is the stream's own, read by ``codec`` where this request had made it before; then it is the
        only one. ``expected``, ``request`` and ``caller_key`` are as for ``decide``, and about that stream, which has
        the position 0 before its first event. Raises ``KeyReplaced``, ``KeyReused``, ``PositionConflict``, what
        ``work`` refuses, and ``StoreFull``.
        """
        asked = StepRequest(expected, request, caller_key)
        return self._put(lambda batch: self._jobs.commit_jointly(batch, stream, codec, work, asked)).result()

    def replace_key(self, old: str, new: str) -> bool:
        """Let a key take the place of another in every game, both by digests; false if one has. ``StoreFull``."""
        return self._put(lambda batch: self._jobs.replace_key(batch, old, new)).result()

    def use_seat(self, game: str, seat: Seat, key: str) -> None:
        """Note that the key of a seat was used, before the answer is sent; see ``RecordStore.use_seat``."""
        self._put(lambda _: self._records.use_seat(game, seat, key)).result()

    def give_key(self, game: str, seat: Seat, old: str, new: str) -> bool:
        """Replace an unused key in one game; see ``RecordStore.give_key``."""
        return self._put(lambda batch: self._jobs.give_key(batch, game, seat, old, new)).result()

    def _put(self, work: Callable[[WriterBatch], T]) -> threads.Future[T]:
        if self.refuses:
            raise StoreReadOnly(self.refuses)
        return self._turns.submit(work)

    def _take(self, jobs: Sequence[Job[WriterBatch]]) -> None:
        """One turn of the writer."""
        batch = WriterBatch(self._records, self._heads, self._notify)
        batch.run(jobs)
        if batch.has_stored:
            for stored in self._told_turns:
                stored()

    def _take_in_others(self, others: OtherWriters) -> None:
        """Other processes have stored this: what is at hand and older is dropped in the writer's turn."""

        def taken_in(_: WriterBatch) -> None:
            for each in others.streams:
                self._heads.drop_before(each.stream, each.position)
            self.keys.learn(dict(others.keys))

        self._turns.submit(taken_in).result()
        for told in self._told_of_others:
            for each in others.streams:
                told(each)

    def _notify(self, step: StoredStep) -> None:
        for committed in self._told:
            committed(step)
