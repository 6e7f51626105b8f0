"""Whole records are stored as they came, all or none; only a fuller copy of the same takes the place of one."""

import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, RecordDiffers, RecordImported
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.format.record import Record, record_for, redact_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.writer import Writer
from tests.support.playing import CLOSE, die, running_game, small_game, whole_game
from tests.support.storing import Play, done, dumped, found, writer_on
from tests.support.tampering import Event, forged

ASH = Seat("ash")
OVER = small_game()
OTHER = whole_game(CLOSE, "other")
RUNNING = running_game(decisions=4)
HIDDEN = small_game(reveal="none")


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def writer(path: StoreAddress) -> Iterator[Writer]:
    with writer_on(path) as writer:
        yield writer


@pytest.mark.parametrize(
    "record",
    [OVER, RUNNING, small_game(chance="witnessed"), record_for(HIDDEN, Seat("ash")), redact_record(RUNNING, PUBLIC)],
    ids=["over", "running", "witnessed", "of a seat", "public"],
)
def test_a_record_comes_out_as_it_went_in(writer: Writer, record: Record) -> None:
    assert writer.add([record]) == (True,)

    assert record_text(writer.archive.record(record.game)) == record_text(record)
    assert writer.archive.is_redacted(record.game) == record.redacted


def test_the_same_record_again_changes_nothing(writer: Writer, path: StoreAddress) -> None:
    writer.add([OVER])
    before = dumped(path)

    assert writer.add([OVER]) == (False,)
    assert writer.add([OVER, OVER]) == (False, False)

    assert dumped(path) == before


def test_several_records_are_stored_at_once_and_those_that_are_new_are_named(writer: Writer) -> None:
    writer.add([OVER])

    assert writer.add([OTHER, OVER, RUNNING, OTHER]) == (True, False, True, True)

    assert list(writer.archive.games()) == [OVER.game, OTHER.game, RUNNING.game]
    assert writer.archive.last_number() == len(OVER.events) + len(OTHER.events) + len(RUNNING.events)


def test_no_records_at_all_are_stored_without_a_word(writer: Writer, path: StoreAddress) -> None:
    before = dumped(path)

    assert writer.add([]) == ()

    assert dumped(path) == before


@pytest.mark.parametrize(
    "other",
    [redact_record(OVER, PUBLIC), replace(OVER, events=OVER.events[:-1]), replace(OTHER, game=OVER.game)],
    ids=["without openings", "shorter", "another game"],
)
def test_another_record_of_the_same_game_replaces_nothing(writer: Writer, path: StoreAddress, other: Record) -> None:
    writer.add([OVER])
    before = dumped(path)

    with pytest.raises(RecordDiffers, match=f"another record of game {OVER.game} is stored"):
        writer.add([RUNNING, other])

    assert dumped(path) == before


def test_a_fuller_copy_takes_the_place_of_a_redacted_one(writer: Writer, path: StoreAddress) -> None:
    """And a poorer one that of none: who squats an id with what everybody sees keeps nobody's record out."""
    ash, public = redact_record(OVER, ASH), redact_record(OVER, PUBLIC)
    copies = [public, ash, OVER]
    assert len({record_text(each) for each in copies}) == 3

    for copy in copies:
        assert writer.add([copy, copy]) == (True, True)
        assert writer.add([copy]) == (False,)
        stored = writer.archive.record(OVER.game)
        assert (record_text(stored), stored.redacted) == (record_text(copy), copy.redacted)
    before = dumped(path)

    for copy in copies[:2]:
        with pytest.raises(RecordDiffers, match="nothing is ever replaced"):
            writer.add([copy])
    assert dumped(path) == before
    assert found(path, "SELECT count(*) FROM leaves") == [(len(OVER.events),)], "no leaf is made of openings"


@pytest.mark.parametrize("shorter", [False, True])
def test_nothing_but_a_fuller_copy_takes_a_place(writer: Writer, path: StoreAddress, *, shorter: bool) -> None:
    """Not another record, nor one that stops before, though it opens more."""
    writer.add([redact_record(OVER, PUBLIC)])
    before = dumped(path)
    last = OVER.events[-2]
    cut = replace(OVER, events=OVER.events[:-1], head=last.hash)

    with pytest.raises(RecordDiffers):
        writer.add([cut if shorter else forged(OVER, another_player)])

    assert dumped(path) == before


def another_player(events: list[Event]) -> None:
    """Somebody else has played."""
    events[0].data["seats"][0]["player"] = "Mallory"


def test_two_copies_with_different_openings_are_neither_fuller(writer: Writer) -> None:
    ash, birch = (redact_record(OVER, Seat(each)) for each in ("ash", "birch"))
    writer.add([ash])

    with pytest.raises(RecordDiffers, match="nothing is ever replaced"):
        writer.add([birch])


@pytest.mark.parametrize("what", ["topic = 'game.closed/1'", "state = originator_id::bytea", "originator_version = 99"])
def test_no_store_lets_anything_but_openings_change(writer: Writer, path: StoreAddress, what: str) -> None:
    writer.add([redact_record(RUNNING, PUBLIC)])
    statement = f"UPDATE stored_events SET {what} WHERE originator_id = '{RUNNING.game}' AND originator_version = 2"  # noqa: S608  # names of ours
    before = dumped(path)

    with pytest.raises((sqlite3.Error, psycopg.Error), match="events are never changed"):
        done(path, statement if isinstance(path, PostgresAddress) else statement.replace("::bytea", ""))

    assert dumped(path) == before


def test_no_store_lets_even_openings_of_a_whole_record_change(writer: Writer, path: StoreAddress) -> None:
    """Whether it came whole, or was filled."""
    writer.add([RUNNING, redact_record(OVER, PUBLIC)])
    writer.add([OVER])

    for game in (RUNNING.game, OVER.game):
        with pytest.raises((sqlite3.Error, psycopg.Error), match="events are never changed"):
            done(path, f"UPDATE stored_events SET state = state WHERE originator_id = '{game}'")  # noqa: S608  # names of ours


def test_two_different_records_of_one_game_are_not_stored_together(writer: Writer, path: StoreAddress) -> None:
    shorter = replace(RUNNING, events=RUNNING.events[:3], head=RUNNING.events[2].hash)
    before = dumped(path)

    for records in ([RUNNING, shorter], [shorter, RUNNING], [OVER, shorter, OTHER, RUNNING]):
        with pytest.raises(RecordDiffers, match=f"two different records of game {RUNNING.game}"):
            writer.add(records)

    assert dumped(path) == before


@pytest.mark.parametrize("odd", ["", "a/b", "..", "-a", "a b", "é", "a" * 65, "a\n", "_a"])
def test_a_game_has_an_id_that_can_stand_in_an_address(writer: Writer, path: StoreAddress, odd: str) -> None:
    before = dumped(path)

    with pytest.raises(BadRecord, match="the id of a game is up to 64 letters"):
        writer.add([RUNNING, replace(OVER, game=odd)])

    assert dumped(path) == before


def test_a_running_record_is_not_played_on(writer: Writer) -> None:
    """Who brings a record knows its seed, or may."""
    writer.add([RUNNING])
    play = Play.resumed(writer, RUNNING.game)

    for _ in range(2):
        with pytest.raises(RecordImported, match="an imported record is for reading"):
            play.take_one(die("on"))

    assert record_text(writer.archive.record(RUNNING.game)) == record_text(RUNNING)


@pytest.mark.parametrize("name", ["A\u200bnn", "\u202eAnn", "Ann\n", "An\x00n", "Ann ", "e\u0301", "\u3164"])
def test_a_player_has_a_name_that_can_be_read_in_one_way(writer: Writer, path: StoreAddress, name: str) -> None:
    def called(events: list[Event]) -> None:
        events[0].data["seats"][1]["player"] = name

    before = dumped(path)

    with pytest.raises(BadRecord, match=r"seats\[1\].player: "):
        writer.add([OTHER, forged(OVER, called)])

    assert dumped(path) == before
