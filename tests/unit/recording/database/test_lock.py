"""The lock of the writer: one process at a time, and the system takes it back when that one is gone."""

import errno
import fcntl
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from oathbook.domain.errors import BadRecord, WriterBusy
from oathbook.domain.recording.database.openers import open_reader
from oathbook.domain.recording.database.sqlite import CheckedPool
from oathbook.domain.recording.database.writer_lock import MOST_SAID, WriterLock, process_label
from oathbook.domain.recording.writing.writer import Writer
from tests.support.processes import ran
from tests.support.storing import Child, Play, Say, found, no_file_grows_beyond, sqlite_locks, writer_on

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


def test_without_the_file_beside_it_the_database_itself_is_locked(path: Path) -> None:
    """Somebody tidies up; another process is still told whom to ask, by an attribute of the file."""
    with Child(holding(path)) as child:
        child.line()
        Path(f"{path}.lock").unlink()

        with pytest.raises(WriterBusy, match=rf"records\.db: {ADDRESS} is writing to this database"):
            writer_on(path)

        child.killed()
    writer_on(path).close()


def test_nor_has_this_process_two_writers_then(path: Path) -> None:
    with writer_on(path):
        Path(f"{path}.lock").unlink()

        with pytest.raises(WriterBusy, match="this process is writing to this database"):
            writer_on(path)


def test_a_disk_without_attributes_tells_nobody_who_writes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "setxattr")
    with Child(holding(path)) as child:
        child.line()
        Path(f"{path}.lock").unlink()

        with pytest.raises(WriterBusy, match="another process is writing to this database"):
            writer_on(path)


def test_a_disk_without_locks_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As some servers of files have none."""

    def without(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "fcntl", without)

    with pytest.raises(
        BadRecord, match=r"records\.db: its file system has no locks .*; keep the database on a local disk"
    ):
        writer_on(path)


def test_a_system_that_locks_no_open_file_has_the_lock_beside_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(fcntl, "F_OFD_SETLK")
    with Child(holding(path)) as child:
        child.line()

        with pytest.raises(WriterBusy, match=ADDRESS):
            writer_on(path)

        child.killed()
    writer_on(path).close()


def test_a_file_in_the_list_of_mounts_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A space is written as a number there."""
    path = tmp_path / "my games.db"
    writer_on(path).close()
    listed = f"63 43 254:0 /real.db {tmp_path}/my\\040games.db rw,relatime - ext4 /dev/vda rw\n".encode()

    def mounts(_: Path) -> bytes:
        return listed

    monkeypatch.setattr(Path, "read_bytes", mounts)

    for opening in (open_reader, writer_on):
        with pytest.raises(BadRecord, match=r"my games\.db: the file is mounted by itself"):
            opening(path)


MOUNTED = """
from oathbook.domain.errors import Refused
from oathbook.domain.recording.database.openers import open_reader
from tests.support.processes import ran
from tests.support.storing import writer_on
import pathlib, sys
for opening in (writer_on, open_reader):
    try:
        opening(pathlib.Path(sys.argv[1])).close()
    except Refused as refused:
        print(refused)
    else:
        print("opened")
"""


def mounted(at: Path, here: Path, opened: Path) -> list[str]:
    """What is said where a file or folder is mounted here, too, and a writer and a reader open the database there."""
    script = f'mount --bind "$1" "$2" && exec "{sys.executable}" -c "$0" "$3"'
    typed = ["unshare", "-rm", "sh", "-c", script, MOUNTED, str(at), str(here), str(opened)]
    done = ran(typed)
    if done.returncode:
        says = f"nothing can be mounted here: {done.stderr.strip()}"
        pytest.skip(says)  # because: the list of mounts is read by a test without that right, and so is the lock
    return done.stdout.splitlines()


def test_a_file_that_is_mounted_under_another_name_has_one_writer(path: Path, tmp_path: Path) -> None:
    """And nobody reads it there, where what was written last is missing."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    bound = folder / "bound.db"
    bound.touch()
    with writer_on(path, says=ADDRESS) as writer:
        Play.opened(writer)

        busy, unread = mounted(path, bound, bound)

    assert busy == f"{bound}: {ADDRESS} is writing to this database; only one process may"
    assert unread.startswith(f"{bound}: the file is mounted by itself")
    assert mounted(path, bound, bound) == [unread, unread]


def test_a_folder_that_is_mounted_elsewhere_leads_to_the_same_lock(tmp_path: Path) -> None:
    """The control: mounts are no fault, and a container is given a folder."""
    real, bound = tmp_path / "real", tmp_path / "bound"
    real.mkdir()
    bound.mkdir()
    with writer_on(real / "games.db", says=ADDRESS):
        busy, read = mounted(real, bound, bound / "games.db")

    assert (busy, read) == (
        f"{bound / 'games.db'}: {ADDRESS} is writing to this database; only one process may",
        "opened",
    )
    assert mounted(real, bound, bound / "games.db") == ["opened", "opened"]


def test_without_a_list_of_mounts_a_database_is_opened(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As only Linux has one."""
    writer_on(path).close()

    def unread(_: Path) -> bytes:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_bytes", unread)

    open_reader(path).close()


# What SQLite holds ------------------------------------------------------------------------------------------------


def test_a_new_connection_leaves_the_locks_of_the_others(path: Path) -> None:
    """A connection is made again after an error. The control: whoever opens and closes the file, gives them up."""
    with writer_on(path) as writer:
        Play.opened(writer)
        held = sqlite_locks(path)

        with closing(CheckedPool(db_name=str(path))) as pool:
            pool.put_connection(pool.get_connection())
            assert sqlite_locks(path) == held

        os.close(os.open(path, os.O_RDONLY))
        assert (sqlite_locks(path), bool(held)) == (0, True)


def test_a_reader_elsewhere_takes_nothing_from_a_writer_that_has_connected_again(path: Path) -> None:
    """With its locks gone, the reader would be the last to close, and remove what others still write to."""

    def work(say: Say) -> Writer:
        writer = writer_on(path, says=ADDRESS)
        game = Play.opened(writer).game.id
        with closing(CheckedPool(db_name=str(path))) as pool:
            pool.put_connection(pool.get_connection())
        say(game)
        return writer

    with Child(work) as child:
        game = child.line()

        assert found(path, "SELECT count(*) FROM stored_events") == [(1,)]

        assert Path(f"{path}-wal").exists()
        child.killed()
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
