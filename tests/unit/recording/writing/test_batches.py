"""Group commit: what waits for the writer becomes one commit, each step as exact as by itself."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future

import pytest

from oathbook.domain.errors import ClosedForWriting, CorruptRecord, IllegalDecision, PositionConflict, StoreFull
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.postgres import transactions
from oathbook.domain.recording.database.record_store import Commit, RequestKey
from oathbook.domain.recording.database.recorder import ExactRecorder
from oathbook.domain.recording.writing import writer_thread
from oathbook.domain.recording.writing.head_cache import HeadCache
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import PendingCommit, StoredStep, WriterBatch
from oathbook.replays.verification import verify
from tests.support.playing import Json, sources
from tests.support.processes import PATIENCE
from tests.support.storing import Play, changed, dumped, found, no_room_in, writer_on
from tests.support.writers.situations import one_turn

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}


class Counting:
    """Counts what goes into each commit."""

    def __init__(self, commit_all: Callable[[Sequence[Commit]], None]) -> None:
        """None yet."""
        self._commit_all = commit_all
        self.commits: list[int] = []

    def __call__(self, commits: Sequence[Commit]) -> None:
        """Note it, then do it."""
        self.commits.append(len(commits))
        self._commit_all(commits)


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def writer(path: StoreAddress) -> Iterator[Writer]:
    with writer_on(path, sources("batches")) as writer:
        yield writer


@pytest.fixture
def counting(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> Counting:
    """What the writer commits through."""
    records = writer._records  # pyright: ignore[reportPrivateUsage]  # the counter is put in its way
    counting = Counting(records.commit_all)
    monkeypatch.setattr(records, "commit_all", counting)
    return counting


def asked(writer: Writer, game: str, seat: Seat, expected: int | None, **more: object) -> Future[StoredStep]:
    request = RequestKey(seat, str(more["key"]), "body") if "key" in more else None
    return writer.submit_decision(
        game, {**PLAN, "slots": more.get("slots", ["bow"])}, by=seat, expected=expected, request=request
    )


def refused(future: Future[StoredStep]) -> BaseException | None:
    return future.exception(PATIENCE)


def test_what_waits_is_one_commit_in_the_order_in_which_it_was_asked(writer: Writer, counting: Counting) -> None:
    games = [Play.opened(writer).game.id for _ in range(5)]
    heard: list[tuple[str, int]] = []
    writer.subscribe(lambda step: heard.append((step.game, step.position)))
    counting.commits.clear()

    with one_turn(writer):
        futures = [asked(writer, game, ASH, 1) for game in reversed(games)]

    steps = [future.result(PATIENCE) for future in futures]
    assert counting.commits == [5]
    assert [step.game for step in steps] == games[::-1]
    assert heard == [(game, 3) for game in games[::-1]]
    assert [notice.game for notice in writer.archive.log(5, 100)] == [game for game in games[::-1] for _ in range(2)]
    assert {verify(writer.archive.record(game)).status for game in games} == {"sound"}


def test_a_turn_is_told_of_once_after_its_steps_were_answered_and_not_if_it_stored_nothing(writer: Writer) -> None:
    games = [Play.opened(writer).game.id for _ in range(5)]
    futures: list[Future[StoredStep]] = []
    told: list[list[bool]] = []

    with one_turn(writer):
        writer.subscribe_to_turns(lambda: told.append([each.done() for each in futures]))
        futures += [asked(writer, game, ASH, 1) for game in games]
    with one_turn(writer):
        late = asked(writer, games[0], ASH, 1)

    assert isinstance(refused(late), PositionConflict)
    writer.close()
    assert told == [[True] * 5]


def test_more_than_a_turn_takes_waits_for_the_next(writer: Writer, counting: Counting) -> None:
    games = [Play.opened(writer).game.id for _ in range(writer_thread.MOST_JOBS + 3)]
    counting.commits.clear()

    with one_turn(writer):
        futures = [asked(writer, game, ASH, 1) for game in games]

    assert all(future.result(PATIENCE).position == 3 for future in futures)
    assert counting.commits == [writer_thread.MOST_JOBS, 3]


def test_a_step_builds_on_those_before_it_in_the_turn_and_a_refused_one_leaves_nothing(
    writer: Writer, counting: Counting
) -> None:
    game = Play.opened(writer).game.id
    counting.commits.clear()

    with one_turn(writer):
        first = asked(writer, game, ASH, 1)
        late = asked(writer, game, BIRCH, 1)
        illegal = asked(writer, game, ASH, 3)
        second = asked(writer, game, BIRCH, 3)

    assert first.result(PATIENCE).position == 3
    assert isinstance(refused(late), PositionConflict)
    assert isinstance(refused(illegal), IllegalDecision)
    assert second.result(PATIENCE).events[0].entry.position == 4
    assert counting.commits == [2]
    record = writer.archive.record(game)
    assert [event.entry.step for event in record.events] == [1, 2, 2, *(3 for _ in record.events[3:])]


def test_the_same_request_twice_in_a_turn_is_one_step(writer: Writer) -> None:
    game, other = Play.opened(writer).game.id, Play.opened(writer).game.id

    with one_turn(writer):
        first, between = asked(writer, game, ASH, 1, key="k"), asked(writer, other, ASH, 1, key="k")
        again = asked(writer, game, ASH, 1, key="k")

    assert [each.result(PATIENCE).repeated for each in (first, between, again)] == [False, False, True]
    assert again.result().events == first.result().events
    assert writer.archive.last_position(game) == 3


def test_a_commit_that_fails_stores_nothing_of_the_turn(writer: Writer, path: StoreAddress) -> None:
    """All are refused, and the games stand where the store has them."""
    games = [Play.opened(writer).game.id for _ in range(3)]
    before = dumped(path)

    with no_room_in(path):
        with one_turn(writer):
            futures = [asked(writer, game, ASH, 1) for game in games]
        assert [type(refused(future)) for future in futures] == [StoreFull] * 3

    assert dumped(path) == before
    known = [writer.peek(game) for game in games]
    assert all(game is None or game.position == 1 for game in known)
    assert [asked(writer, game, ASH, 1, slots=["parry"]).result(PATIENCE).position for game in games] == [3, 3, 3]


def test_a_batch_that_keeps_heads_before_the_commit_serves_what_was_never_stored(
    writer: Writer, path: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    game = Play.opened(writer).game.id
    added = WriterBatch.add

    def hasty(self: WriterBatch, made: PendingCommit) -> None:
        for warm in made.games:
            self._heads.keep(warm)  # pyright: ignore[reportPrivateUsage]  # as above
        added(self, made)

    def keeps(*_: object) -> None:
        """Drop nothing."""

    monkeypatch.setattr(WriterBatch, "add", hasty)
    monkeypatch.setattr(HeadCache, "drop", keeps)

    with no_room_in(path):
        assert isinstance(refused(asked(writer, game, ASH, 1)), StoreFull)

    known = writer.peek(game)
    assert known is not None
    assert (known.position, writer.archive.last_position(game)) == (3, 1)


def damaged(path: StoreAddress, game: str) -> None:
    """The opening of a game says something else than what was stored."""
    ((state,),) = found(path, "SELECT state FROM stored_events WHERE originator_id = ?", game)
    assert b"host" in state
    changed(
        path, "UPDATE stored_events SET state = ? WHERE originator_id = ?", state.replace(b"host", b"most", 1), game
    )


def test_nothing_is_appended_to_an_event_that_is_not_what_was_stored(writer: Writer, path: StoreAddress) -> None:
    """The game takes no more steps, and the others of the turn go on."""
    games = [Play.opened(writer).game.id for _ in range(3)]
    damaged(path, games[1])

    with one_turn(writer):
        futures = [asked(writer, game, ASH, 1) for game in games]
        on_it = asked(writer, games[1], BIRCH, 3)

    assert [future.result(PATIENCE).position for future in (futures[0], futures[2])] == [3, 3]
    assert isinstance(refused(futures[1]), ClosedForWriting)
    assert isinstance(refused(on_it), ClosedForWriting)
    assert writer.archive.last_position(games[1]) == 1
    assert [*writer.faults] == [games[1]]
    assert isinstance(refused(asked(writer, games[1], ASH, None)), ClosedForWriting)


def test_a_recorder_that_does_not_look_appends_to_it(
    writer: Writer, path: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the step is stored, and nobody can read the game any more."""
    game = Play.opened(writer).game.id
    damaged(path, game)
    head = writer._heads.warm(game).head  # pyright: ignore[reportPrivateUsage]  # as above

    def blind(*_: object) -> dict[str, tuple[int, str]]:
        return {game: (1, head.hash)}

    monkeypatch.setattr(ExactRecorder, "_ends", blind)
    monkeypatch.setattr(transactions, "_ends_in", blind)

    assert asked(writer, game, ASH, 1).result(PATIENCE).position == 3

    with pytest.raises(CorruptRecord, match="hash"):
        writer.archive.record(game)


@pytest.mark.sqlite("databases of an earlier version are all of SQLite")
def test_so_it_is_in_a_database_of_an_earlier_version(writer: Writer, path: StoreAddress) -> None:
    """Which has noted no hash: the event that is there is not the one that the next would name."""
    game, other = Play.opened(writer).game.id, Play.opened(writer).game.id
    damaged(path, game)
    changed(path, "DELETE FROM heads WHERE stream = ?", game)

    assert isinstance(refused(asked(writer, game, ASH, 1)), ClosedForWriting)
    assert asked(writer, other, ASH, 1).result(PATIENCE).position == 3


def test_a_game_that_somebody_finds_damaged_takes_no_more_steps(writer: Writer) -> None:
    game, other = Play.opened(writer).game.id, Play.opened(writer).game.id

    writer.close_game(game, CorruptRecord(game, 1, "it was read and is not what it was"))

    assert isinstance(refused(asked(writer, game, ASH, 1)), ClosedForWriting)
    assert asked(writer, other, ASH, 1).result(PATIENCE).position == 3


def test_where_a_damaged_opening_was_noticed_by_its_noted_hash(path: StoreAddress) -> None:
    """A game that is not at hand: what is read fits together, and is not what was stored."""
    with writer_on(path) as writer:
        game = Play.opened(writer).game.id
    damaged(path, game)

    with writer_on(path) as writer:
        assert isinstance(refused(asked(writer, game, ASH, 1)), ClosedForWriting)
        assert writer.archive.last_position(game) == 1
