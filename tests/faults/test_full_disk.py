"""A full disk refuses, never lies, and what is stored can be read; with room again the same writer goes on.

The disk is full in two ways: a limit on the size of files, which can be had everywhere, and a file system of a
megabyte, which takes the right to mount one.
"""

import shutil
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from oathbook.domain.errors import NotFound, StoreFull
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.record_store import Commit
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.writing.writer import Writer
from oathbook.replays.verification import verify
from tests.support.playing import die, long_game, ruleset_of, small_game, sources
from tests.support.processes import ran
from tests.support.storing import Play, Stored, dumped, no_file_grows_beyond, told, writer_on

MORE_THAN_FITS = 5_000
PICKS = die("full disk")
MOUNT, UMOUNT = shutil.which("mount"), shutil.which("umount")

Full = Callable[[], AbstractContextManager[object]]


def until_it_is_full(writer: Writer) -> list[Stored]:
    """Play games one after the other for as long as there is room; what was acknowledged."""
    acknowledged: list[Stored] = []
    try:
        while len(acknowledged) < MORE_THAN_FITS:
            play = Play.opened(writer)
            acknowledged.append((play.game.id, 1, writer.archive.record(play.game.id).head))
            while not play.game.closed:
                acknowledged.append(told(play.take_one(PICKS)))
    except StoreFull:
        return acknowledged
    pytest.fail("the disk does not get full")


def lost(archive: Archive, acknowledged: Iterable[Stored]) -> list[Stored]:
    """What was acknowledged, and cannot be read."""
    events = [event for game in archive.games() for event in archive.record(game).events]
    stored = {(event.game, event.entry.position, event.hash) for event in events}
    return [each for each in acknowledged if each not in stored]


def goes_full_and_heals(path: Path, full: Full) -> None:
    """All of it: to the brim, refused many times, read, and gone on by the same writer."""
    with writer_on(path, sources("full disk")) as writer:
        acknowledged = [told(Play.opened(writer).take_one(PICKS)) for _ in range(3)]
        with full():
            acknowledged += until_it_is_full(writer)
            last = acknowledged[-1][0]
            held = writer.archive.last_number()
            for _ in range(20):
                with pytest.raises(StoreFull, match="the disk is full"):
                    writer.add([long_game()])
            assert writer.archive.last_number() == held
            assert lost(writer.archive, acknowledged) == []
            with Archive(path, ruleset_of) as another:
                assert lost(another, acknowledged) == []

        play = Play.resumed(writer, last)
        while not play.game.closed:
            acknowledged.append(told(play.take_one(PICKS)))
        assert writer.add([long_game()]) == (True,)
        assert lost(writer.archive, acknowledged) == []

    with Archive(path, ruleset_of) as archive:
        assert lost(archive, acknowledged) == []
        assert {verify(archive.record(game)).status for game in archive.games()} == {"sound"}


@pytest.mark.parametrize(
    "size", [400_000, pytest.param(4_300_000, marks=pytest.mark.gate)], ids=["in the log", "in the database"]
)
def test_where_files_cannot_grow_nothing_is_lost_and_the_writer_goes_on_later(size: int, tmp_path: Path) -> None:
    """The first file that is full is the log; with more room it is the database, into which the log is written back."""
    goes_full_and_heals(tmp_path / "records.db", lambda: no_file_grows_beyond(size))


@pytest.fixture
def small_disk(tmp_path: Path) -> Generator[Path]:
    """A file system of a megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = _run(MOUNT, "-t", "tmpfs", "-o", "size=1m", "oathbook-test", str(disk))
    if made:
        pytest.skip(f"no file system can be mounted here: {made}")  # because: the quota above needs no right to mount
    yield disk
    assert not _run(UMOUNT, "-l", str(disk))


def _run(command: str | None, *arguments: str) -> str:
    """What a command says that does not succeed, and nothing otherwise."""
    if command is None:
        return "there is no such command"
    done = ran([command, *arguments])
    return done.stderr.strip() or f"status {done.returncode}" if done.returncode else ""


@contextmanager
def _small(disk: Path) -> Generator[None]:
    yield
    assert not _run(MOUNT, "-o", "remount,size=8m", str(disk))


def test_on_a_small_disk_nothing_is_lost_and_the_writer_goes_on_when_it_has_grown(small_disk: Path) -> None:
    goes_full_and_heals(small_disk / "records.db", lambda: _small(small_disk))


class Deaf(SqliteRecords):
    """Does not hear that there is no room."""

    def commit_all(self, commits: Sequence[Commit]) -> None:
        try:
            super().commit_all(commits)
        except StoreFull:
            return


def test_a_store_that_does_not_hear_that_the_disk_is_full_loses_what_it_has_acknowledged(tmp_path: Path) -> None:
    """The control: it answers everything, and then there is no such game."""
    path = tmp_path / "records.db"
    with writer_on(path) as writer:
        writer._records.close()  # pyright: ignore[reportPrivateUsage]  # the fault is planted here
        deaf = writer._records = Deaf(path)  # pyright: ignore[reportPrivateUsage]  # as above
        with no_file_grows_beyond(150_000):
            acknowledged = [(play.game.id, 1, "") for play in (Play.opened(writer) for _ in range(200))]
        missing = lost(writer.archive, acknowledged)
        deaf.close()

    assert missing
    with Archive(path, ruleset_of) as archive, pytest.raises(NotFound):
        archive.record(missing[-1][0])


def test_a_database_cannot_be_made_where_there_is_no_room_and_can_be_later(tmp_path: Path) -> None:
    """What was begun of it does not stand in the way."""
    path = tmp_path / "records.db"

    for size in (0, 100, 4_096, 5_000, 20_000):
        with no_file_grows_beyond(size), pytest.raises(StoreFull):
            writer_on(path)

    with writer_on(path) as writer:
        assert writer.add([small_game()]) == (True,)


def test_a_database_that_is_there_is_not_called_something_else_where_there_is_no_room(tmp_path: Path) -> None:
    """A reader too needs a small file beside it; the writer's has gone with the writer."""
    path = tmp_path / "records.db"
    with writer_on(path) as writer:
        writer.add([small_game()])
    before = dumped(path)

    with no_file_grows_beyond(1_000):
        with pytest.raises(StoreFull):
            Archive(path, ruleset_of)
        with pytest.raises(StoreFull):
            writer_on(path)

    with Archive(path, ruleset_of) as archive:
        assert archive.record(small_game().game).events == small_game().events
    assert dumped(path) == before
