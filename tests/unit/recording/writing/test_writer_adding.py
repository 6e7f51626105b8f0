"""Whole records that are stored as they came: all or none, and nothing is ever replaced."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.errors import BadRecord, RecordDiffers
from domain.kernel.seats import PUBLIC, Seat
from domain.recording.database.address import StoreAddress
from domain.recording.format.record import Record, as_seen_by, stripped_for
from domain.recording.format.record_file import record_text
from domain.recording.writing.writer import Writer
from replays.verify import verify
from tests.support.playing import CLOSE, die, running_game, small_game, whole_game
from tests.support.storing import Play, dumped, writer_on

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
    [OVER, RUNNING, small_game(chance="witnessed"), as_seen_by(HIDDEN, Seat("ash")), stripped_for(RUNNING, PUBLIC)],
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
    assert writer.archive.newest() == len(OVER.events) + len(OTHER.events) + len(RUNNING.events)


def test_no_records_at_all_are_stored_without_a_word(writer: Writer, path: StoreAddress) -> None:
    before = dumped(path)

    assert writer.add([]) == ()

    assert dumped(path) == before


@pytest.mark.parametrize(
    "other",
    [stripped_for(OVER, PUBLIC), replace(OVER, events=OVER.events[:-1]), replace(OTHER, game=OVER.game)],
    ids=["without openings", "shorter", "another game"],
)
def test_another_record_of_the_same_game_replaces_nothing(writer: Writer, path: StoreAddress, other: Record) -> None:
    writer.add([OVER])
    before = dumped(path)

    with pytest.raises(RecordDiffers, match=f"another record of game {OVER.game} is stored"):
        writer.add([RUNNING, other])

    assert dumped(path) == before


def test_the_full_record_does_not_replace_the_redacted_one(writer: Writer) -> None:
    """Who has only been shown a part of a game keeps it as it was shown."""
    shown = stripped_for(OVER, PUBLIC)
    writer.add([shown])

    with pytest.raises(RecordDiffers):
        writer.add([OVER])

    assert record_text(writer.archive.record(OVER.game)) == record_text(shown)


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


def test_a_running_record_can_be_played_on_from_where_it_stands(writer: Writer) -> None:
    picks = die("on")
    writer.add([RUNNING])
    play = Play.resumed(writer, RUNNING.game)

    while not play.game.closed:
        play.take_one(picks)

    record = writer.archive.record(RUNNING.game)
    assert record.events[: len(RUNNING.events)] == RUNNING.events
    assert verify(record).status == "sound"
