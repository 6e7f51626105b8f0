"""Connections that are kept for the next reader read the file that is there, not one that was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from oathbook.domain.errors import StoreUnavailable
from oathbook.domain.recording.database.read_pool import ReadPool
from oathbook.domain.recording.database.sqlite_reader import SqliteReader
from tests.support.storing import writer_on


def made(path: Path, word: str) -> Path:
    """A database that says a word."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE said (word TEXT)")
        connection.execute("INSERT INTO said VALUES (?)", (word,))
    return path


def said(pool: ReadPool) -> str:
    """What its reader is told."""
    with pool.connection() as connection:
        ((word,),) = connection.execute("SELECT word FROM said").fetchall()
    return str(word)


def test_a_file_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    """A connection that stays open is the control: it goes on reading the one before."""
    path = made(tmp_path / "a.db", "before")
    pool = ReadPool(path)

    with closing(sqlite3.connect(path)) as control:
        assert [said(pool), said(pool)] == ["before", "before"]
        control.execute("SELECT word FROM said").fetchall()
        made(tmp_path / "b.db", "after").replace(path)

        assert said(pool) == "after"
        assert control.execute("SELECT word FROM said").fetchall() == [("before",)]
    pool.close()


def test_what_cannot_be_opened_now_is_read_later_and_what_is_gone_is_an_error(tmp_path: Path) -> None:
    """SQLite needs its log to read the database, and cannot open a folder."""
    path, log = tmp_path / "records.db", tmp_path / "records.db-wal"
    with writer_on(path):
        pass
    with closing(SqliteReader(path)) as reader:
        log.unlink(missing_ok=True)
        log.mkdir()
        with pytest.raises(StoreUnavailable, match="unable to open database file"):
            reader.all("SELECT count(*) FROM stored_events")
        log.rmdir()

        assert reader.all("SELECT count(*) FROM stored_events") == [(0,)]
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            reader.all("SELECT count(*) FROM unheard_of")
