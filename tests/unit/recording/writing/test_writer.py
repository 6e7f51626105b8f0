"""The writing side of a database: a step at a time, at the position its caller saw, or nothing at all."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from oathbook.domain.errors import PositionConflict, RecordRedacted, StoreFull
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.record import redact_record
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.head_cache import MOST_HEADS
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, Json, close_by, die, opened, ruleset_of, running_game, small_game, sources
from tests.support.storing import Play, dumped, lines_of, no_file_grows_beyond, no_room_in, told, writer_on
from tests.support.variants import Counted

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}
OVER = small_game()
REDACTED = redact_record(running_game(decisions=2), PUBLIC)
THREADS = 16
ROUNDS = 6


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def writer(path: StoreAddress) -> Iterator[Writer]:
    with writer_on(path, sources("writer")) as writer:
        yield writer


def test_a_game_is_opened_with_its_first_event(writer: Writer) -> None:
    step = writer.open(RULESET, NewGame(close_by(), "witnessed", "none", "digest"))

    record = writer.archive.record(step.game)
    assert record.events == step.events
    assert (step.position, step.repeated) == (1, False)
    assert (record.opened.setup(), record.opened.reveal, record.opened.host_key) == (close_by(), "none", "digest")


def test_a_step_is_what_a_scribe_writes_byte_for_byte(writer: Writer) -> None:
    """The writer knows where a game stands, the scribe has its events: the next one is the same."""
    scribe, play, picks = opened(name="writer"), Play.opened(writer), die("both")

    for _ in range(12):
        value = play.chosen(picks)
        step = play.decide(value)
        assert lines_of(step.events) == lines_of(scribe.decide(scribe.decision_from(value)))

    assert lines_of(writer.archive.record(play.game.id).events) == lines_of(scribe.record.events)


def test_a_game_goes_on_where_it_was_after_a_restart(path: StoreAddress) -> None:
    """Without a copy of its state; played to its end it can be verified."""
    picks, made = die("again"), sources("again")
    with writer_on(path, made) as writer:
        play = Play.opened(writer)
        for _ in range(5):
            play.take_one(picks)

    while not play.game.closed:
        with writer_on(path, made) as play.writer:
            play.take_one(picks)

    with Archive(path, ruleset_of) as archive:
        verdict = verify(archive.record(play.game.id))
    assert verdict.status == "sound"
    assert verdict.decisions > 6


@pytest.mark.parametrize("expected", [1, 2, 4, 100])
def test_a_step_is_stored_at_the_position_its_caller_saw_or_not_at_all(writer: Writer, expected: int) -> None:
    play = Play.opened(writer)
    play.decide({**PLAN, "by": "ash"})

    with pytest.raises(PositionConflict) as refused:
        writer.decide(play.game.id, PLAN, by=BIRCH, expected=expected)

    assert (refused.value.game, refused.value.expected, refused.value.position) == (play.game.id, expected, 3)
    assert writer.decide(play.game.id, PLAN, by=BIRCH, expected=3).position > 3


def test_a_caller_may_take_whatever_the_head_is(writer: Writer) -> None:
    play = Play.opened(writer)
    play.decide({**PLAN, "by": "ash"})

    step = writer.decide(play.game.id, PLAN, by=BIRCH, expected=None)

    assert step.events[0].entry.position == 4


def test_of_many_clients_that_decide_at_one_position_one_wins(writer: Writer) -> None:
    """Sixteen send what is allowed at the position they saw; fifteen are told where the game is now."""
    play, picks = Play.opened(writer), die("race")

    for _ in range(ROUNDS):
        value, seen = play.chosen(picks), play.game.position
        with ThreadPoolExecutor(THREADS) as threads:
            answers = list(threads.map(partial(answered, play, value, Barrier(THREADS)), range(THREADS)))

        (won,) = [answer for answer in answers if isinstance(answer, StoredStep)]
        lost = [answer for answer in answers if isinstance(answer, PositionConflict)]
        assert Counter((each.expected, each.position) for each in lost) == {(seen, won.position): THREADS - 1}
        play = Play.resumed(writer, play.game.id)
        assert play.game.position == won.position


def answered(play: Play, value: Json, barrier: Barrier, number: int) -> StoredStep | PositionConflict:
    """What one of many clients is answered, who all send at the same time."""
    seat, seen = Seat(value["by"]), play.game.position
    asked = RequestKey(seat, f"{seen} by {number}", "body")
    barrier.wait(10)
    try:
        return play.writer.decide(play.game.id, value, by=seat, expected=seen, request=asked)
    except PositionConflict as conflict:
        return conflict


def test_nobody_plays_on_in_a_redacted_record(writer: Writer) -> None:
    writer.add([REDACTED])

    for _ in range(2):
        with pytest.raises(RecordRedacted, match=REDACTED.game):
            writer.decide(REDACTED.game, PLAN, by=ASH, expected=len(REDACTED.events))

    assert writer.archive.record(REDACTED.game).events == REDACTED.events


def test_more_games_can_be_played_than_are_kept_at_hand(writer: Writer) -> None:
    """The game that was not played on for longest is folded again when its turn comes."""
    plays = [Play.opened(writer) for _ in range(MOST_HEADS + 1)]

    for play in (plays[0], plays[1], plays[-1], plays[0]):
        play.take_one(die("kept"))

    assert [play.game.step for play in (plays[0], plays[1], plays[-1])] == [3, 2, 2]
    assert writer.archive.record(plays[0].game.id).head == writer.archive.record(plays[0].game.id).events[-1].hash


def test_listeners_are_told_of_every_step_when_it_is_stored(writer: Writer) -> None:
    """In the order of the log, and not of what was refused, nor again of what was repeated."""
    heard: list[tuple[str, int, int]] = []
    others: list[tuple[str, int]] = []
    writer.subscribe(lambda step: heard.append((step.game, step.position, writer.archive.last_position(step.game))))
    writer.subscribe(lambda step: others.append((step.game, step.position)))
    asked = RequestKey("ash", "key", "body")

    play = Play.opened(writer)
    step = play.decide({**PLAN, "by": "ash"}, request=asked)
    writer.decide(play.game.id, PLAN, by=ASH, expected=1, request=asked)
    with pytest.raises(PositionConflict):
        writer.decide(play.game.id, PLAN, by=BIRCH, expected=1)
    writer.add([OVER, REDACTED])
    writer.add([OVER])

    assert heard == [(game, position, position) for game, position in others]
    assert others == [
        (play.game.id, 1),
        (play.game.id, step.position),
        (OVER.game, len(OVER.events)),
        (REDACTED.game, len(REDACTED.events)),
    ]


def test_after_a_commit_that_failed_the_game_stands_where_the_store_has_it(writer: Writer, path: StoreAddress) -> None:
    """What was decided is forgotten with it: the same decision can be sent again, and another one too."""
    play = Play.opened(writer)
    play.decide({**PLAN, "by": "ash"})
    before = dumped(path)

    with no_room_in(path):
        for expected in (3, None):
            with pytest.raises(StoreFull):
                writer.decide(play.game.id, PLAN, by=BIRCH, expected=expected)
        with pytest.raises(StoreFull):
            writer.open(RULESET, NewGame(close_by()))
        with pytest.raises(StoreFull):
            writer.add([OVER])

    assert dumped(path) == before
    step = play.decide({**PLAN, "by": "birch", "slots": ["parry"]})
    assert step.events[0].entry.position == 4
    assert told(step) == (
        play.game.id,
        writer.archive.last_position(play.game.id),
        writer.archive.record(play.game.id).head,
    )
    assert writer.add([OVER]) == (True,)


@pytest.mark.sqlite("only a file has a lock")
def test_a_writer_that_cannot_open_its_database_gives_the_lock_back(path: StoreAddress) -> None:
    """As on a full disk: later somebody else, or the same process again, can write."""
    with no_file_grows_beyond(0), pytest.raises(StoreFull):
        writer_on(path)

    with writer_on(path) as writer:
        assert Play.opened(writer).game.position == 1


def test_a_writer_that_was_closed_takes_nothing_more(path: StoreAddress) -> None:
    with writer_on(path) as writer:
        play = Play.opened(writer)

    with pytest.raises(RuntimeError, match="closed"):
        play.decide({**PLAN, "by": "ash"})


def test_what_follows_from_a_decision_is_folded_once_to_the_end_of_the_game(path: StoreAddress) -> None:
    """Out of the events as they were read back; the closing is found in the state they lead to."""
    folded, picks = Counted("evolve"), die("folded once")
    with Writer(path, lambda _: folded.rules, sources("folded once")) as writer:
        play = Play.resumed(writer, writer.open(folded.rules, NewGame(close_by())).game)
        while not play.game.closed:
            value, before = play.chosen(picks), folded.times

            step = play.decide(value)

            outcomes = [event.entry.body for event in step.events if isinstance(event.entry.body, OutcomeFollowed)]
            assert folded.times - before == sum(len(each.consequences) for each in outcomes)
