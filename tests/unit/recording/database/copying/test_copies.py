"""Copies of databases between both stores: the same bytes and heads, gone on with, and refused where they are not."""

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice, pairwise
from pathlib import Path

import pytest

from oathbook.domain.errors import BadRecord, NotFound, RecordDiffers, StoreFull, StoreUnavailable, WriterBusy
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.copy_schema import TABLES, CopiedTable, CopyProgress
from oathbook.domain.recording.database.copying import copier, differences
from oathbook.domain.recording.database.copying.copier import copy_database, database_head
from oathbook.domain.recording.database.copying.openers import open_source, open_target
from oathbook.domain.recording.database.log_verifier import LogVerifier
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.postgres import connections
from oathbook.domain.recording.database.stored_tree import StoredTree
from tests.support.moving.copying import GAME, OTHERS, contents, copied, filled
from tests.support.playing import ruleset_of
from tests.support.postgres.server import PostgresServer
from tests.support.storing import changed, done, dumped, found, no_file_grows_beyond
from tests.support.writers.beside import CASE

PAGE = 50
FIRST = OTHERS[0].game
THIRD = "originator_id = ? AND originator_version = 3"


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a database were large."""
    monkeypatch.setattr(differences, "PAGE", PAGE)
    monkeypatch.setattr(connections, "LIMITS", "SET lock_timeout = '100ms'")


@pytest.fixture(params=["sqlite to postgres", "postgres to sqlite"])
def places(request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresServer) -> Generator[list[StoreAddress]]:
    """Where a database is, and where its copy may be; how it is with one store on both sides follows from both."""
    with postgres.schema() as address:
        both: list[StoreAddress] = [tmp_path / "copy.db", address]
        yield both[::-1] if request.param == "postgres to sqlite" else both


@pytest.fixture
def full(places: list[StoreAddress]) -> StoreAddress:
    """A database with something in every table."""
    return filled(places[0])


@pytest.fixture
def empty(places: list[StoreAddress]) -> StoreAddress:
    """Where the copy may be."""
    return places[1]


def begun(source: StoreAddress, target: StoreAddress, pages: int) -> None:
    """Copy some pages, and end there."""
    with open_source(source, alone=True) as here, open_target(target) as there:
        assert len([*islice(copy_database(here, there), pages)]) == pages


def put_there(source: StoreAddress, target: StoreAddress) -> None:
    """Copy all rows, and end before they are compared."""
    with open_source(source, alone=True) as here, open_target(target) as there:
        assert next(each for each in copy_database(here, there) if each.what != "copied").what == "compared"


def test_there_is_something_of_everything(full: StoreAddress) -> None:
    assert [table for table, rows in contents(full).items() if not rows] == []
    assert {each.name for each in TABLES} | {"store", "blinding"} == {*contents(full)}


EVERY_TABLE = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    "postgres": "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}


def test_no_table_is_left_out(full: StoreAddress) -> None:
    """Except for what PostgreSQL has in place of an index, and for the used keys, which are not copied."""
    asked = EVERY_TABLE["sqlite" if isinstance(full, Path) else "postgres"]

    there = {name for (name,) in found(full, asked)}

    assert there - {"filed", "seat_use"} == {each.name for each in TABLES} | {"store", "blinding"}


def test_a_copy_and_a_copy_of_it_have_the_same_bytes_and_the_same_log(
    full: StoreAddress, empty: StoreAddress, tmp_path: Path
) -> None:
    before = contents(full)

    back = copied(copied(full, empty), tmp_path / "back.db")

    assert contents(full) == contents(empty) == contents(back) == before
    with Archive(full, ruleset_of) as ours, Archive(empty, ruleset_of) as theirs:
        size = ours.tree.size()
        assert (theirs.tree.size(), theirs.tree.root(size)) == (size, ours.tree.root(size))
        assert theirs.disputes_of("game-1") == ours.disputes_of("game-1") == ((CASE, 1),)


def test_a_copy_is_gone_on_with_as_the_database_would_be(full: StoreAddress, empty: StoreAddress) -> None:
    copied(full, empty)

    with open_store(empty, "a test") as records:
        records.commit(GAME.events[6:8])

    with Archive(full, ruleset_of) as ours, Archive(empty, ruleset_of) as archive:
        assert archive.last_number() == ours.last_number() + 2
        assert LogVerifier(archive.tree).check_next() == LogVerifier(archive.tree).check_newest() == ()


def test_progress_is_told_up_to_all_rows(full: StoreAddress, empty: StoreAddress) -> None:
    with open_source(full, alone=True) as here, open_target(empty) as there:
        told = [*copy_database(here, there)]
        head = database_head(here)

    ends = {each.what: (each.done, each.of) for each in told}
    assert [*ends] == ["copied", "compared", "checked"]
    assert all(done == of for done, of in ends.values())
    assert all(a.done <= b.done for a, b in pairwise(told) if a.what == b.what)
    with Archive(empty, ruleset_of) as archive:
        assert (head.size, head.root) == (archive.tree.size(), archive.tree.root(head.size))
        assert (head.events, head.streams) == (len(contents(full)["stored_events"]), 6)


@pytest.mark.parametrize("pages", [1, 4, 12])
def test_a_copy_that_ended_midway_counts_for_nothing_and_goes_on_where_it_was(
    pages: int, full: StoreAddress, empty: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(full, empty, pages)
    with pytest.raises((BadRecord, NotFound), match=r"there is no such database|a copy into it was begun"):
        Archive(empty, ruleset_of)
    stored: list[CopiedTable] = []
    with open_source(full, alone=True) as here, open_target(empty) as there:
        change = there.change

        def counted(table: CopiedTable, other: list[tuple[object]], missing: list[tuple[object]]) -> None:
            stored.extend([table] * len(missing))
            change(table, other, missing)

        monkeypatch.setattr(there, "change", counted)
        for _ in copy_database(here, there):
            pass

    assert contents(empty) == contents(full)
    assert len([each for each in stored if each.name == "stored_events"]) <= len(contents(full)["stored_events"]) - PAGE


def test_what_has_changed_since_a_copy_was_begun_is_changed_in_it(full: StoreAddress, empty: StoreAddress) -> None:
    """But for events and leaves, which never change."""
    put_there(full, empty)
    with open_store(full, "a test") as records:
        records.commit(GAME.events[6:8])
    done(full, "DELETE FROM holds")
    done(full, "DELETE FROM redacted")

    copied(full, empty)

    assert contents(empty) == contents(full)


PLANTED: dict[str, tuple[str, tuple[object, ...]]] = {
    "an event": (f"UPDATE stored_events SET topic = 'another/1' WHERE {THIRD}", (FIRST,)),  # noqa: S608  # a condition of ours
    "a leaf": ("UPDATE leaves SET position = 99 WHERE number = ?", (7,)),
}


def planted(empty: StoreAddress, what: str) -> None:
    """Change a row of a copy that is not whole."""
    there = empty.with_name(f"{empty.name}.part") if isinstance(empty, Path) else empty
    if not isinstance(there, Path):
        done(there, "ALTER TABLE leaves DISABLE TRIGGER USER")
    statement, values = PLANTED[what]
    changed(there, statement, *values)


@pytest.mark.parametrize("what", PLANTED)
def test_a_row_that_was_changed_in_a_copy_is_noticed(what: str, full: StoreAddress, empty: StoreAddress) -> None:
    put_there(full, empty)
    planted(empty, what)

    with pytest.raises(RecordDiffers, match=r"what is there|leaves 7: what is there"):
        copied(full, empty)

    with pytest.raises((BadRecord, NotFound)):
        Archive(empty, ruleset_of)


def not_looked(*_: object) -> Sequence[CopyProgress]:
    return ()


@pytest.mark.parametrize("what", PLANTED)
def test_a_copy_that_is_not_compared_does_not_notice_it(
    what: str, full: StoreAddress, empty: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    put_there(full, empty)
    planted(empty, what)
    for check in ("must_be_same", "check_soundness"):
        monkeypatch.setattr(copier, check, not_looked)

    copied(full, empty)

    assert contents(empty) != contents(full)


def test_a_copy_that_has_more_than_the_database_is_noticed(full: StoreAddress, empty: StoreAddress) -> None:
    put_there(full, empty)
    there = empty.with_name("copy.db.part") if isinstance(empty, Path) else empty
    done(there, "INSERT INTO subtrees VALUES (7, 7, (SELECT hash FROM leaves WHERE number = 0))")

    with pytest.raises(RecordDiffers, match="subtrees 7: what is there is not what the database has"):
        copied(full, empty)


FOURTH = "(SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = 4)"
DAMAGED: dict[str, tuple[str, tuple[object, ...], str]] = {
    "a line": (
        f"UPDATE stored_events SET state = {FOURTH} WHERE {THIRD}",  # noqa: S608  # as above
        (FIRST, FIRST),
        f"position 3 of {FIRST} is not what leaf",
    ),
    "the last line": (
        f"UPDATE stored_events SET state = {FOURTH} WHERE originator_id = ?",  # noqa: S608  # as above
        (FIRST, CASE),
        f"game {CASE}, position 1: it is not what was stored there|it does not say which game",
    ),
    "a missing event": (
        f"DELETE FROM stored_events WHERE {THIRD}",  # noqa: S608  # as above
        (FIRST,),
        f"game {FIRST}, position 3: it is missing",
    ),
    "a missing head": ("DELETE FROM heads WHERE stream = ?", (FIRST,), "its head was not noted"),
    "another head": ("UPDATE heads SET hash = 'another' WHERE stream = ?", (FIRST,), "it is not what was stored there"),
    "a head of nothing": ("UPDATE heads SET stream = 'nothing' WHERE stream = ?", (FIRST,), "game nothing, position 0"),
    "a key": ("UPDATE replaced_keys SET new = ?", ("newer",), "the keys that were replaced are not those"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_database_that_is_damaged_has_no_copy(damage: str, full: StoreAddress, empty: StoreAddress) -> None:
    statement, values, says = DAMAGED[damage]
    changed(full, statement, *values)

    with pytest.raises(BadRecord, match=says):
        copied(full, empty)

    with pytest.raises((BadRecord, NotFound)):
        Archive(empty, ruleset_of)


def test_nothing_is_overwritten(full: StoreAddress, empty: StoreAddress) -> None:
    with open_store(empty, "a test") as records:
        records.commit(GAME.events[:4])
    before = dumped(empty)

    with pytest.raises(
        RecordDiffers, match=r"already there; nothing was overwritten|there are records in this database"
    ):
        copied(full, empty)

    assert dumped(empty) == before


def test_what_was_begun_as_a_copy_of_another_database_is_left_alone(
    full: StoreAddress, empty: StoreAddress, tmp_path: Path
) -> None:
    another = filled(tmp_path / "another.db")
    begun(another, empty, 3)
    there = empty.with_name("copy.db.part") if isinstance(empty, Path) else empty
    before = dumped(there)

    with pytest.raises(RecordDiffers, match=r"it was not begun as a copy of this database|a copy of another database"):
        copied(full, empty)

    assert dumped(there) == before


@contextmanager
def both_taken(full: StoreAddress, empty: StoreAddress) -> Generator[None]:
    with open_source(full, alone=False) as here, open_target(empty) as there:
        next(copy_database(here, there))
        yield


def test_two_do_not_copy_into_one(full: StoreAddress, empty: StoreAddress) -> None:
    with both_taken(full, empty), pytest.raises((RecordDiffers, WriterBusy), match=r"another process|other processes"):
        copied(full, empty, alone=False)

    copied(full, empty)


def test_a_database_into_which_others_write_is_not_moved_but_can_be_copied(
    full: StoreAddress, empty: StoreAddress
) -> None:
    with open_store(full, "a test") as records:
        with pytest.raises(WriterBusy):
            copied(full, empty)
        with open_source(full, alone=False) as here, open_target(empty) as there:
            at_once = contents(full)
            going = copy_database(here, there)
            next(going)
            records.commit(GAME.events[6:8])
            for _ in going:
                pass

    assert contents(empty) == at_once
    assert contents(full) != at_once


def test_while_it_is_moved_nobody_writes_into_a_database(full: StoreAddress, empty: StoreAddress) -> None:
    with ExitStack() as held:
        held.enter_context(open_source(full, alone=True))
        with pytest.raises(WriterBusy), open_store(full, "a test"):
            pass

    with open_store(full, "a test"):
        pass
    assert not isinstance(empty, Path) or not empty.exists()


def earlier(address: StoreAddress) -> str:
    """Make it what an earlier version would have written, as far as that is looked at."""
    done(address, "PRAGMA user_version = 2" if isinstance(address, Path) else "UPDATE store SET schema = 1")
    return "bring it up first: oathbook database migrate"


def test_a_database_of_an_earlier_version_is_not_copied(full: StoreAddress, empty: StoreAddress) -> None:
    says = earlier(full)

    with pytest.raises(BadRecord, match=says):
        copied(full, empty)


def test_a_database_that_is_not_there_or_none_of_ours_is_refused(tmp_path: Path, postgres: PostgresServer) -> None:
    foreign: list[Callable[[], StoreAddress]] = [lambda: tmp_path / "nothing.db", lambda: tmp_path]
    for each in foreign:
        with pytest.raises((NotFound, BadRecord)):
            copied(each(), tmp_path / "copy.db")
    with postgres.schema() as address, pytest.raises(NotFound, match="there are no records"):
        copied(address, tmp_path / "copy.db")

    assert [*tmp_path.iterdir()] == []


def test_a_copy_into_a_folder_that_is_not_there_is_refused(full: StoreAddress, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="there is no such folder"):
        copied(full, tmp_path / "nowhere" / "copy.db")


def test_what_has_taken_the_name_meanwhile_stays(full: StoreAddress, tmp_path: Path) -> None:
    target = tmp_path / "there.db"
    with open_source(full, alone=True) as here, open_target(target) as there:
        going = copy_database(here, there)
        next(going)
        target.write_text("mine")
        with pytest.raises(RecordDiffers, match="nothing was overwritten"):
            for _ in going:
                pass

    assert target.read_text() == "mine"
    target.unlink()
    assert contents(copied(full, target)) == contents(full)


@pytest.mark.parametrize("text", [b"Dear diary,\n" * 500, b"x"])
def test_a_file_of_somebody_else_with_the_name_of_the_part_is_left_alone(
    text: bytes, full: StoreAddress, tmp_path: Path
) -> None:
    part = tmp_path / "there.db.part"
    part.write_bytes(text)

    with pytest.raises(RecordDiffers, match=r"there\.db\.part: .*remove it"):
        copied(full, tmp_path / "there.db")

    assert part.read_bytes() == text


def test_a_disk_that_takes_nothing_more_leaves_what_is_copied_for_the_next_time(tmp_path: Path) -> None:
    source, target = filled(tmp_path / "games.db"), tmp_path / "copy.db"

    with no_file_grows_beyond(200_000), pytest.raises(StoreFull):
        copied(source, target)

    assert contents(copied(source, target)) == contents(source)


def test_a_file_that_cannot_be_read_any_more_is_named(tmp_path: Path) -> None:
    source = filled(tmp_path / "games.db")

    with open_source(source, alone=True) as here, pytest.raises(StoreUnavailable, match=r"games\.db: no such table"):
        here.all("SELECT * FROM elsewhere")


def test_a_copy_has_the_same_tree(full: StoreAddress, empty: StoreAddress) -> None:
    copied(full, empty)

    with open_source(empty, alone=False) as there:
        assert found(empty, "SELECT count(*) FROM subtrees") != [(0,)]
        assert StoredTree(there).size() > 256
