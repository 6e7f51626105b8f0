"""Two writers on one database of PostgreSQL, as two serving processes have them: what one has at hand may be old."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import (
    BadRecord,
    DecisionHeld,
    DrawMissing,
    IllegalDecision,
    PositionConflict,
    StoreUnavailable,
)
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.record_store import AdvancedElsewhere, RequestKey
from oathbook.domain.recording.writing import writer_batch
from oathbook.domain.recording.writing.game_head import GameHead, NewGame
from oathbook.domain.recording.writing.head_cache import HeadCache
from oathbook.domain.recording.writing.remedy_steps import write_fork
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_jobs import JointCommit
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, Json, die, sources, whole_game
from tests.support.postgres.looking import cut, looking
from tests.support.postgres.server import PostgresServer
from tests.support.processes import until
from tests.support.setups import setup_named
from tests.support.storing import Play, writer_on
from tests.support.writers.beside import BESIDE, CASE, noted
from tests.support.writers.situations import deaf

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}
A, B, C = "a" * 64, "b" * 64, "c" * 64


class Pair(NamedTuple):
    """Two writers, and where they write."""

    one: Writer
    two: Writer
    address: PostgresAddress


@pytest.fixture
def pair(postgres: PostgresServer) -> Generator[Pair]:
    with postgres.schema() as address, writer_on(address) as one, writer_on(address) as two:
        yield Pair(one, two, address)


def test_a_writer_counts_how_often_it_has_looked_at_what_others_store(pair: Pair, tmp_path: Path) -> None:
    """Held up, it stands still; a file has no others."""
    with looking(pair.address) as connection, connection.transaction():
        connection.execute("LOCK TABLE replaced_keys IN ACCESS EXCLUSIVE MODE")
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        until(lambda: connection.execute(waiting).fetchone() == (2,))  # so that neither is about to end its last look
        held_up = pair.two.looks
        Play.opened(pair.one)
        assert pair.two.looks == held_up

    until(lambda: pair.two.looks != held_up)
    with writer_on(tmp_path / "games.db") as alone:
        assert alone.looks is None


def test_a_game_is_played_through_both_by_turns(pair: Pair) -> None:
    deaf(pair.one)
    deaf(pair.two)
    play, picks = Play.opened(pair.one), die("by turns")

    while not play.game.closed:
        play.writer = pair.one if play.writer is pair.two else pair.two
        play.take_one(picks)

    assert verify(pair.one.archive.record(play.game.id)).status == "sound"


def test_of_those_who_decide_on_one_position_through_both_one_wins(pair: Pair) -> None:
    """And the others are told where the game stands, which is further on than they thought."""
    game = Play.opened(pair.one).game.id

    def sent(writer: Writer) -> tuple[str, int]:
        try:
            return "stored", writer.decide(game, PLAN, by=ASH, expected=1).position
        except PositionConflict as conflict:
            return "refused", conflict.position

    with ThreadPoolExecutor(8) as threads:
        answers = sorted(threads.map(sent, (pair.one, pair.two) * 4))

    assert answers == [("refused", 3)] * 7 + [("stored", 3)]


def test_who_does_not_say_a_position_goes_on_from_wherever_the_game_is(pair: Pair) -> None:
    deaf(pair.two)
    play = Play.opened(pair.one)
    pair.two.decide(play.game.id, PLAN, by=ASH, expected=1)

    assert pair.one.decide(play.game.id, PLAN, by=BIRCH, expected=None).events[0].entry.position == 4


@pytest.mark.parametrize("expected", [3, None], ids=["on the position that was seen there", "on any"])
def test_what_was_done_through_the_other_is_no_reason_to_refuse(pair: Pair, expected: int | None) -> None:
    """The game at hand is behind: there it is not at that position, and birch has not decided yet."""
    game = Play.opened(pair.one).game.id
    deaf(pair.one)
    pair.two.decide(game, PLAN, by=ASH, expected=1)

    assert pair.one.decide(game, PLAN, by=BIRCH, expected=expected).events[0].entry.position == 4
    with pytest.raises(IllegalDecision):
        pair.one.decide(game, PLAN, by=BIRCH, expected=None)


@pytest.mark.parametrize("expected", [1, None])
def test_a_request_that_was_made_through_the_other_gets_the_step_it_made(pair: Pair, expected: int | None) -> None:
    game, asked = Play.opened(pair.one).game.id, RequestKey(ASH, "key", "body")
    deaf(pair.two)
    pair.two.decide(game, PLAN, by=BIRCH, expected=1)
    pair.one.decide(game, PLAN, by=ASH, expected=3, request=asked)

    again = pair.two.decide(game, PLAN, by=ASH, expected=expected, request=asked)

    assert again.repeated
    assert again.events == pair.one.decide(game, PLAN, by=ASH, expected=3, request=asked).events


def test_a_seat_that_was_told_the_pile_through_one_is_held_by_the_other(pair: Pair) -> None:
    game = pair.one.open(RULESET, NewGame(setup_named("knights_duty/1", "two-about-to-attack"), "witnessed")).game
    for by, target in ((ASH, BIRCH), (BIRCH, None)):
        pair.two.decide(game, {"kind": "declare_target", "target": target}, by=by, expected=None)
    pair.two.decide(game, {"kind": "inspire", "use": True}, by=BIRCH, expected=None)
    deaf(pair.two)
    with pytest.raises(DrawMissing):
        pair.one.decide(game, {"kind": "inspire", "use": False}, by=ASH, expected=None)

    with pytest.raises(DecisionHeld):
        pair.two.decide(game, {"kind": "inspire", "use": True}, by=ASH, expected=None)
    heart = (DrawReport("strike/1/ash", ("heart",)),)
    with pytest.raises(DecisionHeld):
        pair.two.decide(game, {"kind": "inspire", "use": True}, heart, by=ASH, expected=None)
    pair.two.decide(game, {"kind": "inspire", "use": False}, heart, by=ASH, expected=None)

    assert pair.one.archive.held_decisions(game) == {}


def test_a_record_that_is_brought_through_both_is_there_once(pair: Pair) -> None:
    records = [whole_game(0, f"record {number}") for number in range(4)]

    with ThreadPoolExecutor(2) as threads:
        stored = [threads.submit(writer.add, records) for writer in (pair.one, pair.two)]

    assert sorted(each.result() for each in stored) == [(False,) * 4, (True,) * 4]


def test_a_writer_hears_of_what_the_other_does(pair: Pair) -> None:
    """What it has at hand goes, keys count as the other has replaced them, and of itself it is told nothing."""
    heard: list[AdvancedElsewhere] = []
    pair.one.subscribe_to_others(heard.append)
    game = Play.opened(pair.one).game.id
    assert pair.one.peek(game) is not None

    pair.two.decide(game, PLAN, by=ASH, expected=1)
    pair.two.replace_key(A, B)

    until(lambda: heard and pair.one.keys.current(A) == B)
    assert pair.one.peek(game) is None
    assert [(each.stream, each.position) for each in heard] == [(game, 3)]
    pair.one.decide(game, PLAN, by=BIRCH, expected=3)
    at = pair.one.archive.last_position(game)
    pair.two.replace_key(B, C)
    until(lambda: pair.one.keys.was_used(C))
    known = pair.one.peek(game)
    assert known is not None
    assert known.position == at
    assert len(heard) == 1


def test_a_key_that_the_other_has_used_takes_no_place_here(pair: Pair) -> None:
    deaf(pair.one)
    assert pair.two.replace_key(A, B)

    for old, new in ((B, A), (C, B)):
        with pytest.raises(BadRecord, match="key: choose one that nobody has used"):
            pair.one.replace_key(old, new)

    assert pair.one.archive.replaced_keys() == {A: B}


def test_a_listener_whose_connection_is_lost_listens_again(pair: Pair) -> None:
    game = Play.opened(pair.one).game.id
    assert cut(pair.address) >= 4

    pair.two.decide(game, PLAN, by=ASH, expected=1)

    until(lambda: pair.one.peek(game) is None)


def test_a_game_that_was_played_on_through_the_other_is_opened_by_the_end_of_its_fork(pair: Pair) -> None:
    """The one who plays the fork to its end has the game at hand as it was before there was a fork."""
    deaf(pair.one)
    play, picks = Play.opened(pair.one), die("two writers")
    while play.game.position < 20:
        play.take_one(picks)
    game = play.game.id

    def ruled(head_of: Callable[[str], GameHead]) -> JointCommit:
        steps = write_fork(head_of(game), pair.two.archive.record(game), 9, CASE)
        return JointCommit(
            noted(pair.two.archive, CASE, "play on", sources("two writers")), steps, opened=steps[-1][0].game.id
        )

    pair.two.commit_jointly(CASE, BESIDE, ruled, expected=0)
    (fork,) = {*pair.two.archive.games()} - {game}
    other = Play.resumed(pair.one, fork)
    while not other.game.closed:
        other.take_one(picks)

    assert [each.topic for each in pair.one.archive.log(0, 10_000)][-2:] == ["game.closed/1", "game.unsealed/1"]


def test_whoever_meets_others_again_and_again_is_told_so(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Play.opened(pair.one).game.id
    looked: list[str] = []

    def never(_: HeadCache, asked: str) -> bool:
        looked.append(asked)
        return False

    monkeypatch.setattr(HeadCache, "is_current", never)

    with pytest.raises(PositionConflict):
        pair.one.decide(game, PLAN, by=ASH, expected=2)

    assert looked == [game] * writer_batch.MOST_ATTEMPTS


def test_where_it_cannot_be_found_out_whether_a_game_at_hand_is_old_nobody_is_told_that_it_is(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Play.opened(pair.one).game.id

    def unavailable(*_: object) -> bool:
        msg = "no server"
        raise StoreUnavailable(msg)

    monkeypatch.setattr(HeadCache, "is_current", unavailable)

    with pytest.raises(StoreUnavailable):
        pair.one.decide(game, PLAN, by=ASH, expected=2)
