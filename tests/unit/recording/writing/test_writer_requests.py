"""A client's own key for a request: however often it is sent, it is stored once, and answered the same."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import IllegalDecision, KeyReused, PositionConflict, StoreFull
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from tests.support.playing import RULESET, Json, close_by, die, sources
from tests.support.storing import Play, dumped, lines_of, no_room_in, writer_on

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}
ASKED = RequestKey("ash", "key", "body")
THREADS = 16


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def writer(path: StoreAddress) -> Iterator[Writer]:
    with writer_on(path) as writer:
        yield writer


@pytest.fixture
def play(writer: Writer) -> Play:
    """A game in which ash has asked with a key."""
    play = Play.opened(writer)
    play.decide({**PLAN, "by": "ash"}, request=ASKED)
    return play


def test_an_opening_is_stored_once_as_well(writer: Writer, path: StoreAddress) -> None:
    """Also where its game is not at hand any more; without a request the same id is refused."""
    opening, asked = NewGame(close_by(), game="named"), RequestKey("", "name", "body")
    first = writer.open(RULESET, opening, asked)
    Play.resumed(writer, "named").decide({**PLAN, "by": "ash"})

    again = writer.open(RULESET, opening, asked)
    with pytest.raises(KeyReused):
        writer.open(RULESET, opening, replace(asked, body="another"))
    with pytest.raises(PositionConflict):
        writer.open(RULESET, opening)
    writer.close()
    with writer_on(path) as later:
        later_again = later.open(RULESET, opening, asked)
        assert [*later.archive.games()] == ["named"]

    assert not first.repeated
    assert again.repeated
    assert again.events == later_again.events == first.events


@pytest.mark.parametrize("expected", [1, 3, 99, None], ids=["as before", "the position now", "nonsense", "none"])
def test_the_same_request_again_gets_the_same_step_byte_for_byte(
    writer: Writer, play: Play, path: StoreAddress, expected: int | None
) -> None:
    """Whatever has happened since, and whatever position it names now: the answer may have been lost on its way."""
    first = writer.archive.record(play.game.id).events[1:]
    before = dumped(path)

    again = writer.decide(play.game.id, PLAN, by=ASH, expected=expected, request=ASKED)

    assert (again.game, again.position, again.repeated) == (play.game.id, 3, True)
    assert again.events == first
    assert lines_of(again.events) == lines_of(first)
    assert dumped(path) == before


def test_a_request_is_known_again_after_a_restart_and_when_the_game_is_over(path: StoreAddress) -> None:
    picks, steps = die("requests"), dict[str, StoredStep]()
    with writer_on(path, sources("requests")) as writer:
        play = Play.opened(writer)
        while not play.game.closed:
            key = f"at {play.game.position}"
            steps[key] = play.take_one(picks)

    with writer_on(path) as writer:
        for key, step in steps.items():
            seat = Seat(step.events[0].entry.by)
            again = writer.decide(play.game.id, {}, by=seat, expected=1, request=RequestKey(seat, key, "body"))
            assert lines_of(again.events) == lines_of(step.events)
            assert again == replace(step, repeated=True)
    assert len(steps) > 5
    assert any(len(step.events) > 3 for step in steps.values())


def test_the_same_key_with_another_body_is_refused(writer: Writer, play: Play, path: StoreAddress) -> None:
    """At the head too, where the decision itself would be allowed."""
    before = dumped(path)

    for seat, expected in ((ASH, 1), (ASH, 3), (ASH, None)):
        with pytest.raises(KeyReused, match="'key' was used for another request"):
            writer.decide(play.game.id, PLAN, by=seat, expected=expected, request=replace(ASKED, body="other"))

    assert dumped(path) == before


def test_the_key_of_another_seat_is_another_key(writer: Writer, play: Play) -> None:
    step = play.decide({**PLAN, "by": "birch"}, request=replace(ASKED, seat="birch"))

    assert (step.repeated, step.events[0].entry.by, step.events[0].entry.position) == (False, "birch", 4)
    assert writer.archive.request_position(play.game.id, ASKED) == 3
    assert writer.archive.request_position(play.game.id, replace(ASKED, seat="birch")) == step.position


def test_the_same_key_in_another_game_is_another_key(writer: Writer, play: Play) -> None:
    other = Play.opened(writer)

    step = other.decide({**PLAN, "by": "ash", "slots": ["parry"]}, request=replace(ASKED, body="other"))

    assert (step.game, step.repeated) == (other.game.id, False)
    assert writer.archive.request_position(play.game.id, ASKED) == 3


def test_a_request_that_was_refused_leaves_its_key_free(writer: Writer, play: Play, path: StoreAddress) -> None:
    """It can be sent again as it was, when the game is that far or there is room, and also be mended."""
    asked = RequestKey("birch", "key", "body")
    with pytest.raises(PositionConflict):
        writer.decide(play.game.id, PLAN, by=BIRCH, expected=4, request=asked)
    with pytest.raises(IllegalDecision):
        writer.decide(play.game.id, {"kind": "inspire", "use": True}, by=BIRCH, expected=3, request=asked)
    with no_room_in(path), pytest.raises(StoreFull):
        writer.decide(play.game.id, PLAN, by=BIRCH, expected=3, request=asked)

    step = writer.decide(play.game.id, PLAN, by=BIRCH, expected=3, request=replace(asked, body="another body"))

    assert not step.repeated


def test_of_one_request_sent_by_many_threads_one_step_is_stored(writer: Writer, play: Play) -> None:
    """All get the same answer, and none of them a conflict with itself."""
    sent = {**PLAN, "by": "birch"}

    with ThreadPoolExecutor(THREADS) as threads:
        answers = list(threads.map(partial(answered, play, sent, Barrier(THREADS)), range(THREADS)))

    assert sorted(answer.repeated for answer in answers) == [False] + [True] * (THREADS - 1)
    assert all(lines_of(answer.events) == lines_of(answers[0].events) for answer in answers)
    assert writer.archive.last_position(play.game.id) == answers[0].position


def answered(play: Play, value: Json, barrier: Barrier, _: int) -> StoredStep:
    """What one of many is answered who send the same at the same time."""
    barrier.wait(10)
    seat = Seat(value["by"])
    return play.writer.decide(play.game.id, value, by=seat, expected=3, request=RequestKey(seat, "one key", "body"))
