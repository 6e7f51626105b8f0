"""The reading side of a database: what it finds, and what it says about a file that is something else."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from msgspec import Struct

from oathbook.domain.errors import BadRecord, KeyReused, NotFound, StoreUnavailable, UnknownEdition
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.read_pool import MOST_IDLE, ReadPool, connect_read_only
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.database.sqlite import APPLICATION, SCHEMA
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.support.playing import CLOSE, RULESET, ruleset_of, running_game, small_game, whole_game
from tests.support.storing import Play, dumped, lines_of, rows_of, writer_on

GAME = small_game()
OTHER = whole_game(CLOSE, "other")
RUNNING = running_game(decisions=2)
LATER = SCHEMA + 1
ASKED = RequestKey("ash", "key", "body")


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    """A database with one game and the beginning of another, their steps in turn, and a redacted game."""
    path = store
    with open_store(path, "a test") as records:
        records.commit((GAME.events[0], OTHER.events[0]))
        records.commit(GAME.events[1:3], request=ASKED)
        records.commit(OTHER.events[1:3])
        records.commit(GAME.events[3:])
    with writer_on(path) as writer:
        writer.add([redact_record(RUNNING, PUBLIC)])
    return path


@pytest.fixture
def archive(path: StoreAddress) -> Iterator[Archive]:
    with Archive(path, ruleset_of) as archive:
        yield archive


def test_games_that_were_opened_here_are_told_from_those_that_were_brought_in(path: StoreAddress) -> None:
    with writer_on(path) as writer:
        played = Play.opened(writer).game.id

    with Archive(path, ruleset_of) as archive:
        assert {*archive.games()} > {played}
        assert [*archive.games_opened_here()] == [played]


def test_types_are_made_for_a_ruleset_and_not_for_a_game(path: StoreAddress) -> None:
    """One of its own for each game would stay in memory until the rare search for objects that refer to themselves."""
    with writer_on(path) as writer, Archive(path, ruleset_of) as archive:
        Play.opened(writer)
        archive.record(GAME.game)
        before = {*Struct.__subclasses__()}

        game = Play.opened(writer).game.id
        kept = archive.record(OTHER.game), archive.record(game)

        assert all(each.codec is kept[0].codec for each in kept)
        assert {*Struct.__subclasses__()} <= before


def test_the_games_are_listed_oldest_first(archive: Archive) -> None:
    assert list(archive.games()) == [GAME.game, OTHER.game, RUNNING.game]


def test_the_head_is_the_position_of_the_last_event(archive: Archive) -> None:
    assert archive.last_position(GAME.game) == len(GAME.events)
    assert archive.last_position(OTHER.game) == 3


def test_the_rows_of_a_game_are_its_events_at_the_positions_asked_for(archive: Archive) -> None:
    rows = rows_of(GAME)

    assert archive.rows(GAME.game) == rows
    assert archive.rows(GAME.game, after=2) == rows[2:]
    assert archive.rows(GAME.game, upto=4) == rows[:4]
    assert archive.rows(GAME.game, after=2, upto=4) == rows[2:4]
    assert archive.rows(GAME.game, upto=0) == []
    assert archive.rows("nobody") == []


def test_a_game_weighs_what_its_rows_do(archive: Archive) -> None:
    assert archive.byte_size(GAME.game) == sum(len(event.line) + 1 + len(event.openings) for event in GAME.events)
    assert archive.byte_size(OTHER.game) == sum(len(event.line) + 1 + len(event.openings) for event in OTHER.events[:3])
    assert archive.byte_size("nobody") == 0


def test_a_number_of_the_log_says_how_far_a_game_was(archive: Archive) -> None:
    """1 and 2 are the openings, 3 and 4 are the game's, 5 and 6 the other's, and the game goes on behind them."""
    assert (archive.opening_number(GAME.game), archive.opening_number(OTHER.game)) == (1, 2)
    assert [archive.position_at(GAME.game, number) for number in (0, 1, 3, 6, 7)] == [0, 1, 2, 3, 4]
    assert [archive.position_at(OTHER.game, number) for number in (1, 2, 5, 1_000)] == [0, 1, 2, 3]
    with pytest.raises(NotFound, match="nobody"):
        archive.opening_number("nobody")


def test_the_log_has_all_streams_in_the_order_in_which_they_were_stored(archive: Archive) -> None:
    first, *_ = archive.log(0, 1)
    found = archive.log(3, 4)

    assert first == (1, GAME.game, *rows_of(GAME)[0])
    assert [(each.id, each.game, each.position) for each in found] == [
        (4, GAME.game, 3),
        (5, OTHER.game, 2),
        (6, OTHER.game, 3),
        (7, GAME.game, 4),
    ]
    assert archive.log(archive.last_number(), 10) == []


def test_of_each_stream_the_log_has_what_was_stored_up_to_a_number(archive: Archive) -> None:
    """Number 5 is the other's second event, and the fourth of the game comes only after it."""
    assert archive.streams(5) == [(GAME.game, 3), (OTHER.game, 2)]
    assert archive.streams(archive.last_number()) == [
        (GAME.game, len(GAME.events)),
        (OTHER.game, 3),
        (RUNNING.game, len(RUNNING.events)),
    ]
    assert archive.streams(0) == []

    assert [(each.id, each.position) for each in archive.log_of(GAME.game, 5)] == [(1, 1), (3, 2), (4, 3)]
    assert [each.state for each in archive.log_of(OTHER.game, 1_000)] == [row.state for row in rows_of(OTHER)[:3]]
    assert archive.log_of("nobody", 1_000) == []


def test_the_newest_number_is_that_of_the_last_event_of_the_log(archive: Archive, tmp_path: Path) -> None:
    writer_on(tmp_path / "empty.db").close()

    with Archive(tmp_path / "empty.db", ruleset_of) as empty:
        assert empty.last_number() == 0
    assert archive.last_number() == len(GAME.events) + 3 + len(RUNNING.events) == archive.log(0, 1000)[-1].id


def test_a_game_is_redacted_if_it_was_stored_without_openings(archive: Archive) -> None:
    assert archive.is_redacted(RUNNING.game)
    assert not archive.is_redacted(GAME.game)
    assert not archive.is_redacted("nobody")


def test_a_request_is_answered_with_the_end_of_its_step(archive: Archive) -> None:
    assert archive.request_position(GAME.game, ASKED) == 3
    assert archive.request_position(GAME.game, RequestKey("birch", "key", "body")) is None
    assert archive.request_position(GAME.game, RequestKey("ash", "another key", "body")) is None
    assert archive.request_position(OTHER.game, ASKED) is None


def test_a_request_with_the_key_of_another_one_is_refused(archive: Archive) -> None:
    with pytest.raises(KeyReused, match="'key' was used for another request"):
        archive.request_position(GAME.game, RequestKey("ash", "key", "another body"))


@pytest.mark.parametrize("record", [GAME, redact_record(RUNNING, PUBLIC)], ids=["whole", "redacted"])
def test_a_record_comes_back_byte_for_byte(archive: Archive, record: Record) -> None:
    found = archive.record(record.game)

    assert found.events == record.events
    assert (found.game, found.head, found.redacted) == (record.game, record.head, record.redacted)
    assert lines_of(found.events) == lines_of(record.events)


def test_a_step_is_found_by_its_last_position(archive: Archive) -> None:
    steps = [archive.step_ending_at(GAME.codec, GAME.game, position) for position in (1, 3, 5, len(GAME.events))]

    assert steps == [GAME.events[:1], GAME.events[1:3], GAME.events[3:5], GAME.events[9:]]


def test_the_edition_of_a_game_leads_to_its_ruleset(archive: Archive) -> None:
    assert archive.edition(GAME.game) == RULESET.edition.key
    assert archive.ruleset(GAME.game) is RULESET


@pytest.mark.parametrize("question", [Archive.last_position, Archive.edition, Archive.ruleset, Archive.record])
def test_a_game_that_is_not_there_is_not_found(archive: Archive, question: Callable[[Archive, str], object]) -> None:
    with pytest.raises(NotFound, match="no game 'nobody'"):
        question(archive, "nobody")


def test_a_game_of_an_edition_that_is_not_installed_has_no_ruleset(path: StoreAddress) -> None:
    def none_installed(edition: str) -> AnyRuleset:
        raise UnknownEdition(edition)

    with Archive(path, none_installed) as archive:
        assert archive.edition(GAME.game) == RULESET.edition.key
        with pytest.raises(UnknownEdition, match=RULESET.edition.key):
            archive.record(GAME.game)


def test_every_database_has_an_id_that_it_keeps(path: StoreAddress, archive: Archive, tmp_path: Path) -> None:
    writer_on(path).close()
    writer_on(tmp_path / "another.db").close()

    with Archive(path, ruleset_of) as again, Archive(tmp_path / "another.db", ruleset_of) as another:
        assert len(again.store) == 32
        assert again.store == archive.store != another.store


def test_a_reader_sees_one_state_and_does_not_hold_up_a_commit(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    with writer_on(path) as writer, closing(connect_read_only(path)) as reader:
        play = Play.opened(writer)
        reader.execute("BEGIN")
        before = reader.execute("SELECT count(*) FROM stored_events").fetchone()

        play.decide({"kind": "lay_plan", "by": "ash", "slots": ["bow"]})

        assert before == reader.execute("SELECT count(*) FROM stored_events").fetchone() == (1,)
        assert writer.archive.last_position(play.game.id) == play.game.position > 1


@pytest.mark.sqlite("it is about a connection of SQLite; that of PostgreSQL has a test of its own")
@pytest.mark.parametrize("statement", ["DELETE FROM requests", "CREATE TABLE another (id)", "PRAGMA user_version = 9"])
def test_a_reading_connection_cannot_write(path: StoreAddress, statement: str) -> None:
    assert isinstance(path, Path)
    before = dumped(path)

    with closing(connect_read_only(path)) as connection, pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute(statement)

    assert dumped(path) == before


@pytest.mark.sqlite("the pool is that of SQLite")
def test_only_so_many_idle_connections_are_kept(path: StoreAddress) -> None:
    assert isinstance(path, Path)
    readers = ReadPool(path)
    with ExitStack() as busy:
        held = [busy.enter_context(readers.connection()) for _ in range(MOST_IDLE + 2)]

    still_open = 0
    for connection in held:
        try:
            connection.execute("SELECT 1")
        except sqlite3.ProgrammingError:
            continue
        still_open += 1
    readers.close()
    assert still_open == MOST_IDLE


@pytest.mark.sqlite("only a file can be taken away")
def test_a_database_that_has_gone_is_named(path: StoreAddress, archive: Archive) -> None:
    assert isinstance(path, Path)
    archive.close()
    path.unlink()

    with pytest.raises(StoreUnavailable, match=r"records\.db: unable to open"):
        archive.last_position(GAME.game)


def test_a_database_that_is_not_there_is_not_found_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"none\.db: there is no such database"):
        Archive(tmp_path / "none.db", ruleset_of)

    assert list(tmp_path.iterdir()) == []


def made_by(*statements: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)

    return make


NOT_OURS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a text": (lambda path: path.write_text("no database\n" * 100), "not an Oathbook database: file is not a database"),
    "a short text": (lambda path: path.write_text("no"), "not an Oathbook database: file is not a database"),
    "a folder": (Path.mkdir, "disk I/O error"),
    "another's tables": (made_by("CREATE TABLE stored_events (rowid)"), "not an Oathbook database"),
    "another's id": (made_by("PRAGMA application_id = 7"), "not an Oathbook database"),
    "another's version": (made_by("PRAGMA user_version = 1"), "not an Oathbook database"),
    "a later version": (
        made_by(f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {LATER}"),
        rf"a later version \(schema {LATER}; this program knows {SCHEMA}\)",
    ),
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_a_file_that_is_something_else_is_refused_and_left_alone(name: str, tmp_path: Path) -> None:
    """By whoever reads, and by whoever wants to write."""
    make, says = NOT_OURS[name]
    path = tmp_path / "odd.db"
    make(path)
    before = None if path.is_dir() else path.read_bytes()

    with pytest.raises(BadRecord, match=rf"odd\.db: .*{says}"):
        Archive(path, ruleset_of)
    with pytest.raises(BadRecord, match=rf"odd\.db: .*{says}"):
        writer_on(path)

    assert [each.name for each in tmp_path.iterdir()] == ["odd.db"]
    assert before is None or path.read_bytes() == before


@pytest.mark.sqlite("only a file can stay open")
def test_a_damaged_database_of_ours_is_not_opened_and_nothing_stays_open(path: StoreAddress) -> None:
    assert isinstance(path, Path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE store")

    with pytest.raises(sqlite3.OperationalError, match="no such table: store"):
        Archive(path, ruleset_of)

    with closing(sqlite3.connect(path, timeout=0)) as connection:  # refused while anyone else has it open
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)


def half_written(path: Path) -> None:
    """A database as it is when its first transaction is killed: pages of it, and the journal to take them back."""
    elsewhere = path.with_name("elsewhere.db")
    with closing(sqlite3.connect(elsewhere)) as connection:
        connection.executescript("PRAGMA cache_size = 5; BEGIN; CREATE TABLE half (written BLOB)")
        connection.executemany("INSERT INTO half VALUES (zeroblob(4000))", [()] * 20)
        for name in ("", "-journal"):
            shutil.copy(f"{elsewhere}{name}", f"{path}{name}")


@pytest.mark.parametrize(
    "make",
    [Path.touch, made_by("PRAGMA journal_mode = WAL"), half_written],
    ids=["of no bytes", "of a first page", "half written"],
)
def test_a_database_with_nothing_in_it_is_no_archive_but_a_writer_takes_it(
    make: Callable[[Path], object], tmp_path: Path
) -> None:
    """Whoever made it may have been killed in between; nobody has to know that the file can be deleted."""
    path = tmp_path / "begun.db"
    make(path)

    with pytest.raises(BadRecord, match=r"begun\.db: it is not an Oathbook database"):
        Archive(path, ruleset_of)
    with writer_on(path) as writer:
        game = Play.opened(writer).game.id

        assert list(writer.archive.games()) == [game]


def test_a_seat_is_no_part_of_a_key(archive: Archive) -> None:
    """What separates one from the other is a column, not a sign that could stand in both."""
    assert archive.request_position(GAME.game, RequestKey(Seat("as"), "hkey", "body")) is None
