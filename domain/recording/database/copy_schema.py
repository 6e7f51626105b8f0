"""What is copied from one database of records to another: its tables, and what a copy asks of either side."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from oathbook.domain.recording.database.log_tree import as_bytes
from oathbook.domain.recording.database.reader import Dialect, RecordReader, only_row

Row = tuple[Any, ...]  # a row, as the same values in either store


class CopiedTable(Struct, frozen=True):
    """A table: its columns, of which the first ``key`` tell its rows apart and give them their order.

    The rows of one that ``grows`` are never changed or deleted. New ones of one that is ``in_order`` come at its end.
    """

    name: str
    columns: tuple[str, ...]
    key: int = 1
    grows: bool = False
    in_order: bool = False

    def key_of(self, row: Row) -> Row:
        """What tells a row from the others."""
        return row[: self.key]


NUMBER: Final = "{number}"
STATE: Final = "{state}"  # stand for what stores call differently

EVENTS: Final = CopiedTable(
    "stored_events", (NUMBER, "originator_id", "originator_version", "topic", STATE), grows=True, in_order=True
)
HEADS: Final = CopiedTable("heads", ("stream", "hash"))
TABLES: Final = (
    EVENTS,
    HEADS,
    CopiedTable("leaves", ("number", "tag", "position", "hash"), grows=True, in_order=True),
    CopiedTable("subtrees", ("level", "number", "hash"), key=2, grows=True),
    CopiedTable("statements", ("position", "said"), grows=True, in_order=True),
    CopiedTable("requests", ("game", "seat", "key", "body", "position"), key=3),
    CopiedTable("redacted", ("game",)),
    CopiedTable("filled", ("game",)),
    CopiedTable("opened_here", ("game",)),
    CopiedTable("holds", ("game", "seat", "decision", "position"), key=2),
    CopiedTable("replaced_keys", ("old", "new")),
)
"""Everything in a database except its name and secret, which are in ``DatabaseIdentity``.

``seat_use`` is not copied: a copy may be older than the first use of a key, and would call the key unused."""


class DatabaseIdentity(Struct, frozen=True):
    """Which database it is: its name, by which its log is called, and the secret that blinds the streams there."""

    store: str
    secret: bytes


def read_identity(side: RecordReader) -> DatabaseIdentity:
    """Which database it is, and what blinds its log; ``BadRecord`` where it does not say."""
    says = "which database it is, and the secret that blinds its log"
    store, secret = only_row(side.all("SELECT id, secret FROM store, blinding"), says)
    return DatabaseIdentity(str(store), as_bytes(secret))


class CopySource(RecordReader, Protocol):
    """A database as it is at one moment, however it goes on meanwhile."""


class CopyTarget(RecordReader, Protocol):
    """A database that becomes a copy; until it is whole nobody can mistake it for one."""

    def begin(self, identity: DatabaseIdentity) -> None:
        """Make its tables, or go on with what was begun of the same database.

        ``RecordDiffers`` where something else is there; then nothing is written.
        """
        ...

    def change(self, table: CopiedTable, other: Sequence[Row], missing: Sequence[Row]) -> None:
        """Take rows out and put rows in, together."""
        ...

    def finish(self) -> None:
        """Be whole, from now on and on the disk; ``RecordDiffers`` where something has come into its place."""
        ...


def column_name(column: str, dialect: Dialect) -> str:
    """What a column is called in a store, for reading it."""
    return column.format(number=dialect.number, state=dialect.state)


def outdated_message(database: object, schema: int, known: int) -> str:
    """What is said of a database of an earlier version."""
    says = f"it was written by an earlier version (schema {schema}; this program writes {known})"
    return f"{database}: {says}; bring it up first: oathbook database migrate"


class CopyProgress(Struct, frozen=True):
    """How many rows of how many have been ``copied``, ``compared`` or ``checked``."""

    what: str
    done: int
    of: int
