"""One commit over several streams: a stream beside the games, and what is done to games with it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from oathbook.domain.errors import GameClosed, KeyReused, NotFound, PositionConflict
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.domain.recording.writing.writer_jobs import JointCommit
from oathbook.projections.definitions import PerDispute
from oathbook.projections.projector import PROJECTIONS
from oathbook.replays.verification import verify
from tests.support.playing import die, sources
from tests.support.projecting import caught_up, rows_in
from tests.support.storing import Play, dumped, told, writer_on
from tests.support.writers.beside import BESIDE, CASE, first_option, noted, with_a_step_in

ASKED = RequestKey("arbiter", "key", "body")


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def writer(path: StoreAddress) -> Iterator[Writer]:
    with writer_on(path, sources("together")) as writer:
        yield writer


def two_games(writer: Writer) -> tuple[str, str]:
    return Play.opened(writer).game.id, Play.opened(writer).game.id


def ruled(
    writer: Writer, *games: str, expected: int | None = None, request: RequestKey | None = None
) -> tuple[StoredStep, ...]:
    return writer.commit_jointly(
        CASE, BESIDE, with_a_step_in(writer.archive, *games), expected=expected, request=request
    )


def test_a_stream_beside_the_games_and_their_steps_are_stored_together(writer: Writer) -> None:
    one, other = two_games(writer)

    first, *others = ruled(writer, one, other, expected=0)

    assert (first.game, first.position, first.repeated) == (CASE, 1, False)
    assert [step.game for step in others] == [one, other]
    assert writer.archive.length(CASE) == 1
    for step in others:
        record = writer.archive.record(step.game)
        assert record.events[1:] == step.events
        assert verify(record).status == "sound"


def test_games_go_on_behind_what_was_stored_together(writer: Writer) -> None:
    game, _ = two_games(writer)

    _, step = ruled(writer, game)
    _, after = ruled(writer, game)

    assert after.events[0].prev == step.events[-1].hash
    assert writer.archive.length(CASE) == 2


def test_everybody_is_told_of_every_stream(writer: Writer) -> None:
    one, other = two_games(writer)
    heard: list[tuple[str, int]] = []
    writer.subscribe(lambda step: heard.append((step.game, step.position)))

    steps = ruled(writer, one, other)

    assert heard == [told(step)[:2] for step in steps]


def test_what_the_work_refuses_stores_nothing(writer: Writer, path: StoreAddress) -> None:
    game, _ = two_games(writer)
    before = dumped(path)

    def refuses(head_of: Callable[[str], GameHead]) -> JointCommit:
        first_option(head_of(game))
        msg = "no"
        raise GameClosed(msg)

    with pytest.raises(GameClosed):
        writer.commit_jointly(CASE, BESIDE, refuses, expected=None)
    with pytest.raises(NotFound):
        ruled(writer, game, "nobody")

    assert dumped(path) == before


def test_a_stale_head_of_any_stream_stores_nothing_in_all_of_them(writer: Writer, path: StoreAddress) -> None:
    one, other = two_games(writer)
    stale = Play.resumed(writer, other)
    kept: list[GameHead] = []
    writer.commit_jointly(CASE, BESIDE, lambda head_of: _noting(writer, kept, head_of(other)), expected=0)
    stale.take_one(die("stale"))
    before = dumped(path)

    def late(head_of: Callable[[str], GameHead]) -> JointCommit:
        events = noted(writer.archive, CASE, "late", system_sources())
        return JointCommit(events, (first_option(head_of(one)), first_option(kept[0])))

    with pytest.raises(PositionConflict) as conflict:
        writer.commit_jointly(CASE, BESIDE, late, expected=1)

    assert conflict.value.game == other
    assert dumped(path) == before
    assert ruled(writer, one, other)[1].events[0].entry.position == 2


def _noting(writer: Writer, kept: list[GameHead], head: GameHead) -> JointCommit:
    kept.append(head)
    return JointCommit(noted(writer.archive, CASE, "soon", system_sources()))


def test_the_position_that_was_expected_is_that_of_the_stream_beside(writer: Writer, path: StoreAddress) -> None:
    game, _ = two_games(writer)
    ruled(writer, game, expected=0)
    before = dumped(path)

    with pytest.raises(PositionConflict):
        ruled(writer, game, expected=0)

    assert dumped(path) == before


def test_the_same_request_again_gets_its_step_of_the_stream_and_stores_nothing(
    writer: Writer, path: StoreAddress
) -> None:
    game, _ = two_games(writer)
    first, _ = ruled(writer, game, request=ASKED)
    before = dumped(path)

    (again,) = ruled(writer, game, request=ASKED)

    assert (again.game, again.events, again.repeated) == (CASE, first.events, True)
    assert dumped(path) == before
    with pytest.raises(KeyReused):
        ruled(writer, game, request=RequestKey("arbiter", "key", "another"))


def test_a_stream_beside_the_games_is_no_game(writer: Writer) -> None:
    one, other = two_games(writer)
    ruled(writer, one)

    assert list(writer.archive.games()) == [one, other]
    with pytest.raises(NotFound):
        writer.archive.record(CASE)
    with pytest.raises(NotFound):
        writer.decide(CASE, {}, by=Seat("ash"), expected=None)
    assert writer.archive.length("nobody") == 0


@pytest.mark.sqlite("the log is read alike, and this is about those who read it")
def test_read_models_go_past_streams_that_are_no_games(writer: Writer, path: StoreAddress, tmp_path: Path) -> None:
    assert isinstance(path, Path)
    game, _ = two_games(writer)
    ruled(writer, game)
    ruled(writer, game)

    of_games = tuple(each for each in PROJECTIONS if not isinstance(each, PerDispute))
    tables = caught_up(path, tmp_path / "views.db", of_games)

    assert tables["parked"] == []
    assert {position for _, position in tables["tracking"]} >= {writer.archive.last_number()}
    assert {row[0] for row in rows_in(tmp_path / "views.db")["timeline"]} == set(writer.archive.games())
