"""A file of read models, and everything that can have happened to one before a service starts."""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.support.projecting import projected

PAGE: Final = 4_096
"""Bytes of a page of SQLite."""

AFTER_THE_HEADER: Final = 32 + 24
"""Bytes of a log before the first page in it."""

Damage = Callable[[Path], None]


def beside(path: Path, what: str) -> Path:
    """A file that SQLite keeps beside another."""
    return Path(f"{path}-{what}")


def ended(path: Path, keeping: Path) -> None:
    """The read models as a killed process leaves them: what it wrote last is in the log beside the file."""
    with projected(keeping, path) as (projector, _):
        projector.catch_up()
        for each in (path, beside(path, "wal"), beside(path, "shm")):
            shutil.copy(each, each.with_name(f"killed {each.name}"))
    for each in (path, beside(path, "wal"), beside(path, "shm")):
        each.with_name(f"killed {each.name}").replace(each)


def _cut(to: float) -> Damage:
    def damage(path: Path) -> None:
        content = path.read_bytes()
        path.write_bytes(content[: int(len(content) * to)])

    return damage


def _written(content: bytes, at: int = 0) -> Damage:
    def damage(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(content)

    return damage


def _holding(content: bytes) -> Damage:
    def damage(path: Path) -> None:
        path.write_bytes(content)

    return damage


def _pages_flipped(path: Path) -> None:
    """The first bytes of every third page, which say what kind of page it is and where its cells are."""
    content = bytearray(path.read_bytes())
    for start in range(PAGE, len(content), 3 * PAGE):
        content[start : start + 8] = bytes(each ^ 0xFF for each in content[start : start + 8])
    path.write_bytes(content)


def _executed(*statements: str) -> Damage:
    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            for each in statements:
                connection.execute(each)

    return damage


def _something_else(path: Path) -> None:
    path.unlink()
    _executed("CREATE TABLE letters (text)", "INSERT INTO letters VALUES ('dear Ann')")(path)


def _in_the_log(damage: Damage) -> Damage:
    return lambda path: damage(beside(path, "wal"))


CLOSED: Final[Mapping[str, Damage]] = {
    "cut to the header": _cut(0.0005),
    "cut in the middle": _cut(0.5),
    "cut before its end": _cut(0.97),
    "a zeroed header": _written(bytes(100)),
    "a zeroed first page": _written(bytes(PAGE)),
    "flipped bytes in pages": _pages_flipped,
    "empty": _holding(b""),
    "missing": Path.unlink,
    "a text": _holding(b"a letter of more than a few words\n" * 40),
    "another database": _something_else,
    "an older schema": _executed("PRAGMA user_version = 1"),
    "another application": _executed("PRAGMA application_id = 1"),
    "without a table of a read model": _executed("DROP TABLE timeline"),
    "without an index": _executed("DROP INDEX games_by_state"),
    "without how far they are": _executed("DELETE FROM tracking"),
    "without the table of how far they are": _executed("DROP TABLE tracking"),
    "without what they are": _executed("DELETE FROM projections"),
    "without the database they are of": _executed("DELETE FROM store"),
    "with a table of another form": _executed("DROP TABLE store", "CREATE TABLE store (name TEXT)"),
}
"""What can have happened to a file that was closed."""

KILLED: Final[Mapping[str, Damage]] = {
    "a log with a changed page": _in_the_log(_written(b"\xff" * 8, AFTER_THE_HEADER + 20 * (PAGE + 24))),
    "a log with a changed header": _in_the_log(_written(b"\xff", 17)),
    "a log that was cut": _in_the_log(_cut(0.4)),
}
"""What can have happened to a file whose process was killed."""
