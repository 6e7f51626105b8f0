"""A server of PostgreSQL as the driver shows it, within a world: its tables are in SQLite, its sessions are tasks.

Statements that only PostgreSQL has are answered by functions; what is in neither is an error. A transaction that holds
the lock of writers goes on without others to its end: nobody else could write, and nobody sees what it has written.
Without the lock, others come between its statements up to the first that writes.
"""

import random
import re
import sqlite3
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, Self, cast

import psycopg
from psycopg import errors

from oathbook.domain.recording.database.log_tables import CREATE_LOG
from oathbook.domain.recording.database.postgres import connections, ddl, transactions
from tests.support.world.scheduler import Scheduler

SCHEMA: Final = (
    "CREATE TABLE store (application TEXT, schema INTEGER, id TEXT)",
    f"INSERT INTO store VALUES ('{ddl.APPLICATION}', {ddl.SCHEMA}, '{'ab' * 16}')",  # noqa: S608  # constants of ours
    (
        "CREATE TABLE stored_events (notification_id INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL, "
        "originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, "
        "UNIQUE (originator_id, originator_version))"
    ),
    "CREATE TABLE filed (game, originator_id, filer, notification_id, PRIMARY KEY (game, originator_id))",
    "CREATE TABLE requests (game, seat, key, body, position, PRIMARY KEY (game, seat, key))",
    "CREATE TABLE redacted (game PRIMARY KEY)",
    "CREATE TABLE filled (game PRIMARY KEY)",
    "CREATE TABLE opened_here (game PRIMARY KEY)",
    "CREATE TABLE holds (game, seat, decision, position, PRIMARY KEY (game, seat))",
    "CREATE TABLE heads (stream PRIMARY KEY, hash)",
    "CREATE TABLE replaced_keys (number INTEGER PRIMARY KEY AUTOINCREMENT, old TEXT UNIQUE, new TEXT NOT NULL)",
    "CREATE TABLE seat_use (game, seat, used, PRIMARY KEY (game, seat))",
    *CREATE_LOG,
    f"UPDATE blinding SET secret = x'{'cd' * 32}'",  # noqa: S608  # a constant of ours
)

LOCK_SECONDS: Final = 5.0
WRITES: Final = ("INSERT", "UPDATE", "DELETE", "CREATE", "DROP")


class Cuts(NamedTuple):
    """How connections are cut at a commit: ``before`` it, ``after`` it, or in ``doubt``; up to when."""

    kind: str = ""
    until: float = 0.0


class Server:
    """The server, and what is done to it."""

    def __init__(self, scheduler: Scheduler, seed: int) -> None:
        self.scheduler = scheduler
        self.picks = random.Random(f"{seed}/the server")  # noqa: S311  # as all chance here
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        for each in SCHEMA:
            self.db.execute(each)
        self.sessions: list[Session] = []
        self.holder: object = None
        self.backends = 0
        self.cuts = Cuts()
        self.deaf: dict[str, float] = {}
        self.late: dict[str, float] = {}
        self.findings: list[str] = []

    def connect(self, *_: object, **__: object) -> "Session":
        """What the driver calls so."""
        self.scheduler.pause()
        return Session(self)

    def copy(self) -> sqlite3.Connection:
        """What is stored now."""
        self.scheduler.pause(lambda: self.holder is None)
        made = sqlite3.connect(":memory:", isolation_level=None)
        self.db.backup(made)
        return made

    def put_back(self, copy: sqlite3.Connection) -> None:
        """Have what was stored then; nobody is connected."""
        self.db, self.holder = copy, None

    def length(self, stream: str) -> int:
        """How many events of it are stored."""
        return int(
            self.db.execute("SELECT count(*) FROM stored_events WHERE originator_id = ?", (stream,)).fetchone()[0]
        )

    def flip_bit(self, stream: str, position: int) -> None:
        """Damage what is stored of an event."""
        where = "originator_id = ? AND originator_version = ?"
        ((stored,),) = self.db.execute(f"SELECT state FROM stored_events WHERE {where}", (stream, position))  # noqa: S608  # a constant of ours
        state = bytearray(stored)
        state[self.picks.randrange(state.index(b"\n") if b"\n" in state else len(state))] ^= 1 << self.picks.randrange(
            8
        )
        self.db.execute(f"UPDATE stored_events SET state = ? WHERE {where}", (bytes(state), stream, position))  # noqa: S608  # as above

    def disconnect(self, process: str) -> None:
        """End the sessions of a process."""
        for each in [each for each in self.sessions if each.process == process]:
            each.close()

    def notify(self, backend: int) -> None:
        """Tell all that listen of a commit, some of them late, some never."""
        now = self.scheduler.now
        for each in self.sessions:
            if each.listens and self.deaf.get(each.process, 0.0) <= now:
                late = max(0.0, self.late.get(each.process, 0.0) - now)
                self.scheduler.spawn("word", partial(each.hear, backend, late), "server")

    def wait_readable(self, files: Collection[int], within: float) -> Collection[int]:
        """Those of these connections to which a word has come, or that have ended; no pipe is written to here."""
        sessions = [each for each in self.sessions if each.fileno() in files]

        def readable() -> list[int]:
            return [each.fileno() for each in sessions if each.words or each.closed]

        self.scheduler.pause(lambda: bool(readable()), within)
        return readable()


class Rows:
    """What a statement has found."""

    def __init__(self, rows: Sequence[Sequence[Any]] = (), count: int = -1) -> None:
        self._rows, self.rowcount = [tuple(each) for each in rows], count

    def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[tuple[Any, ...]]:
        rows, self._rows = self._rows, []
        return rows


class Session:
    """What the driver calls a connection."""

    def __init__(self, server: Server) -> None:
        server.backends += 1
        self.server, self.backend = server, server.backends
        self.process = server.scheduler.current.process if server.scheduler.current else "outside"
        self.closed = self.listens = self._is_begun = False
        self.words: list[int] = []
        self.notifies = False
        self._done: list[tuple[str, Any]] = []
        self.pgconn = SimpleNamespace(backend_pid=self.backend, consume_input=lambda: None, notifies=self._word)
        server.sessions.append(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if not self.closed:
            self.rollback()
            self.closed = True
            self.server.sessions.remove(self)

    def fileno(self) -> int:
        return -self.backend

    def add_notify_handler(self, _: object) -> None:
        """Words come by ``pgconn`` here."""

    def hear(self, backend: int, late: float) -> None:
        """A word comes, some time after."""
        self.server.scheduler.sleep(late)
        self.words.append(backend)

    def _word(self) -> object:
        return SimpleNamespace(be_pid=self.words.pop(0)) if self.words else None

    @contextmanager
    def pipeline(self) -> Generator[None]:
        yield

    def cursor(self) -> "Cursor":
        return Cursor(self)

    def rollback(self) -> None:
        if self.server.holder is self:
            self.server.db.execute("ROLLBACK")
            self.server.holder = None
        self._is_begun = self.notifies = False
        self._done = []

    def lose(self) -> None:
        """The client hears of nothing any more."""
        self.close()
        raise psycopg.OperationalError("the connection was cut")

    def execute(self, statement: Any, values: Any = ()) -> Rows:
        if self.closed:
            raise psycopg.OperationalError("the connection is closed")
        text = statement.decode() if isinstance(statement, bytes) else str(statement)
        own = OWN.get(text)
        if own is None and self.server.holder is not self:
            if self._is_begun and text.startswith(WRITES):
                self.take_lock()
            else:
                self.server.scheduler.pause()
                if self.closed:
                    raise psycopg.OperationalError("the connection was cut")
        return self.carry_out(text, values)

    def carry_out(self, text: str, values: Any) -> Rows:
        """Have a statement done."""
        if self.server.holder is self:
            self._done.append((text, values))
        own = OWN.get(text)
        return (self._in_sqlite(text, values) if own is None else own(self, *values)) or Rows()

    def _in_sqlite(self, text: str, values: Any) -> Rows:
        try:
            found = self.server.db.execute(
                in_sqlite(text), cast("Any", values) if isinstance(values, dict) else tuple(values or ())
            )
            return Rows(found.fetchall(), found.rowcount)
        except sqlite3.IntegrityError as problem:
            raise self._violated(problem) from None
        except sqlite3.Error as problem:
            self.server.findings.append(f"the stand-in does not know {text!r}: {problem}")
            raise

    def _violated(self, problem: sqlite3.IntegrityError) -> errors.UniqueViolation:
        """Under the lock no writer meets what another has written."""
        self.server.findings.append(f"the server refused what was checked before: {problem}")
        return errors.UniqueViolation(str(problem))

    def insert(self, statement: str, rows: Sequence[Sequence[Any]]) -> list[int]:
        """The numbers of new rows."""
        try:
            return [self.server.db.execute(statement, each).lastrowid or 0 for each in rows]
        except sqlite3.IntegrityError as problem:
            raise self._violated(problem) from None

    def begin(self) -> None:
        self._is_begun = True

    def take_lock(self) -> None:
        """Be the one who writes."""
        server = self.server
        server.scheduler.pause()
        if not server.scheduler.pause(lambda: server.holder is None or self.closed, LOCK_SECONDS):
            raise errors.LockNotAvailable("canceling statement due to lock timeout")
        if self.closed:
            raise psycopg.OperationalError("the connection was cut")
        server.holder = self
        server.db.execute("BEGIN")

    def commit(self) -> None:
        """Store it, unless a fault has it otherwise."""
        server = self.server
        if server.holder is not self:
            self._is_begun = False
            return
        cut = server.cuts.kind if server.scheduler.now < server.cuts.until and server.picks.random() < 0.4 else ""
        if cut:
            server.scheduler.say(f"{self.process} is cut at a commit: {cut}")
        if cut == "before":
            self.lose()
        if cut == "doubt":
            self._carry_out_later()
            self.lose()
        self.store()
        if cut == "after":
            self.lose()
        server.scheduler.pause()

    def store(self) -> None:
        """Have it on the disk, and tell of it."""
        self.server.db.execute("COMMIT")
        self.server.holder = None
        if self.notifies:
            self.server.notify(self.backend)
        self._is_begun = self.notifies = False
        self._done = []

    def _carry_out_later(self) -> None:
        """The server goes on with the transaction, and its lock, when the client is gone; or gives it up."""
        server, done = self.server, self._done
        self.rollback()
        server.holder = ghost = object()
        wait, is_stored = server.picks.choice((0.1, 0.5, 2.0, 3.0)), server.picks.random() < 0.7

        def go_on() -> None:
            server.scheduler.sleep(wait)
            if server.holder is not ghost:
                return
            server.holder = None
            if is_stored:
                again = Session(server)
                again.backend = self.backend
                server.holder = again
                server.db.execute("BEGIN")
                for text, values in done[:-1]:  # the last is to commit them
                    again.carry_out(text, values)
                again.store()
                again.close()
                server.scheduler.say("what was in doubt is stored")

        server.scheduler.spawn("in doubt", go_on, "server")


class Cursor:
    """What the driver calls so."""

    def __init__(self, session: Session) -> None:
        self._session, self._rows = session, Rows()

    def execute(self, statement: str, values: Any = ()) -> Self:
        self._rows = self._session.execute(statement, values or ())
        return self

    def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows.fetchone()

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self._rows.fetchall()


@lru_cache(1_024)
@cache
def in_sqlite(text: str) -> str:
    """A statement with the marks that SQLite has for values."""
    return re.sub(r"%\((\w+)\)s", r":\1", text).replace("%s", "?").replace("%%", "%")


def _line(state: Any) -> bytes:
    return bytes(state).partition(b"\n")[0]


def _nothing(*_: Any) -> None:
    """Nothing is to be done here."""


def _no_settings(*_: Any) -> Rows:
    return Rows()


def _is_made(*_: Any) -> Rows:
    return Rows([("store",)])


def _notify(session: Session) -> None:
    session.notifies = True


def _listen(session: Session) -> None:
    session.listens = True


def _ends(session: Session, streams: Sequence[str]) -> Rows:
    last = (
        "SELECT originator_id, originator_version, state, hash FROM stored_events LEFT JOIN heads "
        "ON stream = originator_id WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"
    )
    found = [row for each in streams for row in session.server.db.execute(last, (each,))]
    return Rows([(stream, position, _line(state), noted) for stream, position, state, noted in found])


def _select_requests(session: Session, *columns: Sequence[str]) -> Rows:
    asked = "SELECT game, seat, key FROM requests WHERE (game, seat, key) = (?,?,?)"
    return Rows([row for each in zip(*columns, strict=True) for row in session.server.db.execute(asked, each)])


def _held(session: Session, *columns: Sequence[str]) -> Rows:
    held = "SELECT game, seat, decision FROM holds WHERE (game, seat) = (?,?)"
    return Rows([row for each in zip(*columns, strict=True) for row in session.server.db.execute(held, each)])


def _replaced(session: Session, keys: Sequence[str]) -> Rows:
    found = "SELECT old FROM replaced_keys WHERE old = ?"
    return Rows([row for each in keys for row in session.server.db.execute(found, (each,))][:1])


def _events(session: Session, *columns: Sequence[Any]) -> Rows:
    new = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
    return Rows([(number,) for number in session.insert(new, [*zip(*columns, strict=True)])])


def _heads(session: Session, *columns: Sequence[Any]) -> None:
    noted = "INSERT INTO heads VALUES (?,?) ON CONFLICT DO UPDATE SET hash = excluded.hash"
    session.insert(noted, [*zip(*columns, strict=True)])


def _requests(session: Session, *columns: Sequence[Any]) -> None:
    session.insert("INSERT INTO requests VALUES (?,?,?,?,?)", [*zip(*columns, strict=True)])


def _line_at(session: Session, stream: str, position: int) -> Rows:
    there = "SELECT state FROM stored_events WHERE (originator_id, originator_version) = (?,?)"
    found = session.server.db.execute(there, (stream, position)).fetchone()
    return Rows([(_line(found[0]) if found else b"",)])


OWN: Final[dict[str, Callable[..., Rows | None]]] = {
    ddl.BEGIN: Session.begin,
    ddl.WRITE_LOCK: Session.take_lock,
    "COMMIT": Session.commit,
    **dict.fromkeys((ddl.CREATION_LOCK, ddl.SHARED_LOCK, ddl.EXCLUSIVE_LOCK, connections.LIMITS), _nothing),
    "SET default_transaction_read_only = on": _nothing,
    **{each: _nothing for each in ddl.CREATE_TREE if "TRIGGER" in each},
    connections.UNSAFE_SETTINGS: _no_settings,
    "SELECT to_regclass('store')": _is_made,
    f"LISTEN {ddl.CHANNEL}": _listen,
    transactions.NOTIFY: _notify,
    transactions.ENDS: _ends,
    transactions.ASKED: _select_requests,
    transactions.HELD: _held,
    transactions.COUNTS_NO_MORE: _replaced,
    transactions.EVENTS: _events,
    transactions.HEADS: _heads,
    transactions.REQUESTS: _requests,
    transactions.LINE_AT: _line_at,
}
"""What is answered by a function. All else is asked of SQLite."""
