"""Looks at a database of records, its log, its keys and its read models, and changes none of them."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from oathbook.api.cli.databases import archive_in
from oathbook.api.cli.health import backups, machine
from oathbook.api.cli.health.machine import EVENT, HealthCheck
from oathbook.api.cli.health.owners import check_owners
from oathbook.api.cli.output import counted
from oathbook.api.cli.read_models import read_states
from oathbook.api.settings.key_files import arbiters_in, keys_in
from oathbook.api.signing.checkpoint_file import LatestCheckpoints
from oathbook.api.signing.log_files import LogFiles, log_files_for
from oathbook.api.signing.log_keys import log_keys_in
from oathbook.api.signing.soundness import find_damage
from oathbook.domain.errors import BadRecord, NotFound, Refused, StoreUnavailable
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress, parse_address
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.read_pool import connect_read_only
from oathbook.domain.recording.format.sources import system_sources

SAFE: Final = {"fsync": "on", "full_page_writes": "on"}
UNSAFE_COMMIT: Final = "off"


class KeyFilePaths(Struct, frozen=True):
    """The files of keys that a service is given, if any."""

    log_key: Path | None = None
    arbiters: Path | None = None
    keys: Path | None = None


class _EventTime(Struct, frozen=True):
    at: str


def run_checks(database: str, files: KeyFilePaths) -> Iterator[HealthCheck]:
    """Every check of a service with this database; ``BadRecord`` where its name makes no sense."""
    address = parse_address(database, where="--db")
    yield machine.program_version()
    folder = address.absolute().parent if isinstance(address, Path) else Path.cwd()
    times: list[tuple[str, str]] = []
    if isinstance(address, Path):
        yield machine.sqlite()
        yield machine.commits(folder)
    else:
        yield from _server(address, times)
    yield machine.disk(folder)
    yield from _check_store(database, address, files, times)
    if isinstance(address, Path):
        yield from check_owners(address)  # last, as SQLite may have made files beside it, for the user of this process
    yield machine.clock(system_sources().clock(), times)
    yield from _key_files(files)


def _server(address: PostgresAddress, times: list[tuple[str, str]]) -> Iterator[HealthCheck]:
    """The server of a database, and what its clock says, into ``times``."""
    try:
        from oathbook.domain.recording.database.postgres.connections import server_facts  # noqa: PLC0415  # needs the driver

        facts = server_facts(address)
    except (ImportError, BadRecord, StoreUnavailable) as problem:
        yield HealthCheck("postgresql", "wrong", str(problem))
        return
    times.append(("the clock of the server", facts.now))
    yield HealthCheck("postgresql", "good", f"PostgreSQL {facts.settings['server_version']}")
    wrong = [f"{name} is {facts.settings[name]}" for name, safe in SAFE.items() if facts.settings[name] != safe]
    commit = facts.settings["synchronous_commit"]
    wrong += [f"synchronous_commit is {commit}"] * (commit == UNSAFE_COMMIT)
    says = "what is acknowledged could be lost: " + ", ".join(wrong) if wrong else f"{commit}, and fsync is on"
    yield HealthCheck("synchronous", "wrong" if wrong else "good", says)


def _check_store(
    database: str, address: StoreAddress, files: KeyFilePaths, times: list[tuple[str, str]]
) -> Iterator[HealthCheck]:
    """The database and all that belongs to it; the time of its newest event goes into ``times``."""
    try:
        with archive_in(database) as archive:
            yield _database(archive, times)
            yield _run_check("log", lambda: _log(archive, log_files_for(address, files.log_key)))
            yield _run_check("keys of the log", lambda: _log_keys(log_files_for(address, files.log_key)))
        yield _run_check("read models", lambda: _read_models(database))
        now = system_sources().clock()
        yield _run_check(backups.NAME, lambda: backups.check_backups(address, files.log_key, now))
    except NotFound as missing:
        yield HealthCheck("database", "note", f"{missing}; `oathbook serve` makes one")
    except (Refused, sqlite3.Error, OSError) as problem:
        yield HealthCheck("database", "wrong", str(problem))


def _run_check(name: str, look: Callable[[], HealthCheck]) -> HealthCheck:
    try:
        return look()
    except (Refused, StoreUnavailable, sqlite3.Error, OSError) as problem:
        return HealthCheck(name, "wrong", str(problem))


def _database(archive: Archive, times: list[tuple[str, str]]) -> HealthCheck:
    newest = archive.last_number()
    for event in archive.log(newest - 1, 1):
        with suppress(msgspec.DecodeError):
            times.append((EVENT, msgspec.json.decode(event.state.partition(b"\n")[0], type=_EventTime).at))
    address = archive.address
    says = f"{address}: {counted(sum(1 for _ in archive.games()), 'game')}, {counted(newest, 'event')}"
    if not isinstance(address, Path):
        return HealthCheck("database", "good", says)
    with closing(connect_read_only(address)) as connection:
        ((found,),) = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if found != "ok":
        return HealthCheck("database", "wrong", f"{address}: {' '.join(str(found).split())}")
    if address.stat().st_nlink > 1:
        return HealthCheck("database", "wrong", f"{says}; it has other names (hard links), so nobody may write to it")
    if machine.others_may_read(address):
        return HealthCheck("database", "note", f"{says}; others of this machine may read it (chmod 600)")
    return HealthCheck("database", "good", says)


def _log(archive: Archive, files: LogFiles) -> HealthCheck:
    """Whether the database is what was signed."""
    known = files.latest_checkpoints() if files.keys.exists() else LatestCheckpoints()
    wrong = known.fault or find_damage(archive.tree, known.checkpoints).text
    if wrong or known.largest is None:
        return HealthCheck("log", "wrong" if wrong else "note", wrong or "nothing has been signed yet")
    return HealthCheck("log", "good", f"signed with {known.largest.size} leaves, and is what was signed")


def _log_keys(files: LogFiles) -> HealthCheck:
    if not files.keys.exists():
        return HealthCheck("keys of the log", "note", f"{files.keys}: not there yet; `oathbook serve` makes it")
    origin = log_keys_in(files.keys).origin
    if machine.others_may_read(files.keys):
        return HealthCheck("keys of the log", "wrong", f"{files.keys}: others of this machine may read it (chmod 600)")
    return HealthCheck("keys of the log", "good", f"{files.keys}: they sign as {origin}; keep a copy elsewhere")


def _read_models(database: str) -> HealthCheck:
    states = read_states(database)
    wrong = [each.name for each in states if each.parked or each.unjudged]
    if wrong:
        return HealthCheck("read models", "wrong", f"{', '.join(wrong)}: see `oathbook projections list`")
    waiting = [each.name for each in states if each.status != "ready"]
    if waiting:
        return HealthCheck("read models", "note", f"{', '.join(waiting)}: not up to date, until a service runs")
    return HealthCheck("read models", "good", f"all {len(states)} are ready")


def _key_files(files: KeyFilePaths) -> Iterator[HealthCheck]:
    """The files that name who may do what."""
    for name, path, read in (("arbiters", files.arbiters, arbiters_in), ("keys", files.keys, keys_in)):
        if path is not None:
            try:
                yield HealthCheck(name, "good", f"{path}: {len(read(path).by_digest)} listed")
            except (BadRecord, OSError) as problem:
                yield HealthCheck(name, "wrong", str(problem))
