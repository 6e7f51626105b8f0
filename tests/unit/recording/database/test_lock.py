"""The lock of the writer: one process at a time, and the system takes it back when that one is gone."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from oathbook.domain.errors import WriterBusy
from oathbook.domain.recording.database.writer_lock import MOST_SAID, WriterLock, process_label
from oathbook.domain.recording.writing.writer import Writer
from tests.support.storing import Child, Play, Say, no_file_grows_beyond, writer_on

ADDRESS = "http://127.0.0.1:8765"


def holding(path: Path) -> Callable[[Say], Writer]:
    """What a process does that opens a game in a database, says which, and keeps the writer."""

    def work(say: Say) -> Writer:
        writer = writer_on(path, says=ADDRESS)
        say(Play.opened(writer).game.id)
        return writer

    return work


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


def test_a_second_writing_process_is_told_what_the_first_one_says(path: Path) -> None:
    """And it has changed nothing by asking: what the first one says is still there for the next."""
    with Child(holding(path)) as child:
        game = child.line()

        for _ in range(2):
            with pytest.raises(WriterBusy, match=rf"records\.db: {ADDRESS} is writing to this database"):
                writer_on(path)

        child.killed()
    with writer_on(path) as writer:
        assert list(writer.archive.games()) == [game]


def test_the_lock_is_gone_with_the_process_that_held_it(path: Path) -> None:
    """Although the file beside the database still says who that was."""
    with Child(holding(path)) as child:
        game = child.line()
        child.killed()

    assert Path(f"{path}.lock").read_text("utf-8") == ADDRESS
    with writer_on(path) as writer:
        Play.resumed(writer, game).decide({"kind": "lay_plan", "by": "ash", "slots": ["bow"]})


def test_a_path_that_leads_to_the_same_database_leads_to_the_same_lock(path: Path, tmp_path: Path) -> None:
    """Whether the link was made before the database or after it."""
    before, after = tmp_path / "before.db", tmp_path / "after.db"
    before.symlink_to(path)
    with Child(holding(before)) as child:
        child.line()
        after.symlink_to(path)

        for each in (path, before, after):
            with pytest.raises(WriterBusy, match=ADDRESS):
                writer_on(each)

    with writer_on(tmp_path / "another.db") as writer:
        assert Play.opened(writer).game.position == 1


def test_a_process_cannot_have_two_writers_of_a_database(path: Path) -> None:
    with writer_on(path), pytest.raises(WriterBusy, match="another process is writing to this database"):
        writer_on(path)
    writer_on(path).close()


def test_a_holder_who_says_nothing_is_another_process(path: Path) -> None:
    with WriterLock(path, ""), pytest.raises(WriterBusy, match="another process is writing"):
        WriterLock(path, ADDRESS)


def test_what_a_holder_says_is_told_up_to_a_limit(path: Path) -> None:
    with WriterLock(path, "x" * (MOST_SAID + 1)), pytest.raises(WriterBusy, match=f": {'x' * MOST_SAID} is writing"):
        WriterLock(path, ADDRESS)


def test_what_a_holder_said_is_gone_when_it_gives_the_lock_back(path: Path) -> None:
    with WriterLock(path, "a longer word than the next one"):
        pass

    with WriterLock(path, "short") as lock, pytest.raises(WriterBusy, match=": short is writing"):
        WriterLock(path, ADDRESS)

    lock.close()
    assert Path(f"{path}.lock").read_bytes() == b""


def test_on_a_full_disk_the_lock_is_held_without_a_word(path: Path) -> None:
    """Who cannot say where to ask can still serve what is stored."""
    with no_file_grows_beyond(0):
        lock = WriterLock(path, ADDRESS)

    with lock, pytest.raises(WriterBusy, match="another process is writing"):
        WriterLock(path, ADDRESS)


def test_a_command_says_which_process_it_is(path: Path) -> None:
    def work(say: Say) -> WriterLock:
        lock = WriterLock(path, process_label())
        say(process_label())
        return lock

    with Child(work) as child:
        said = child.line()

        assert said == f"process {child.pid}"
        assert process_label() == f"process {os.getpid()}"
        with pytest.raises(WriterBusy, match=said):
            writer_on(path)


def test_a_database_with_another_name_is_not_written_to(path: Path, tmp_path: Path) -> None:
    """A hard link leads to the same file, and to another lock; without it the database is as before."""
    with writer_on(path) as writer:
        game = Play.opened(writer).game.id
    other = tmp_path / "other.db"
    other.hardlink_to(path)

    for each in (path, other):
        with pytest.raises(WriterBusy, match="hard links"):
            writer_on(each)

    other.unlink()
    with writer_on(path) as writer:
        assert list(writer.archive.games()) == [game]


def test_the_files_are_for_their_owner_alone(path: Path) -> None:
    """A database as SQLite makes it is the control."""
    before = os.umask(0o022)
    try:
        with writer_on(path) as writer:
            Play.opened(writer)
            modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
        plain = path.with_name("plain.db")
        with closing(sqlite3.connect(plain)) as connection:
            connection.execute("CREATE TABLE t (x)")
    finally:
        os.umask(before)

    assert modes == {f"records.db{each}": 0o600 for each in ("", "-shm", "-wal", ".lock")}
    assert plain.stat().st_mode & 0o777 == 0o644
