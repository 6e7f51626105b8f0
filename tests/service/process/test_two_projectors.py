"""Two serving processes on one database of PostgreSQL share the read models, and one makes them all if it has to."""

import os
import signal
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.projections.definitions import SHARES
from oathbook.projections.postgres_views.share_locks import LOCK_KEY
from tests.service.process.test_projecting import child_of
from tests.support.playing import die
from tests.support.postgres.views import executed, tables_in_schema
from tests.support.processes import ran, until
from tests.support.projecting import Tables
from tests.support.serving import PROGRAM, UNLIMITED, Client, Process, Table, process_of

TAKEN_OVER = 10.0

pytestmark = pytest.mark.gate

HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid < %s GROUP BY pid"


class Both(NamedTuple):
    """Two processes and their clients."""

    address: PostgresAddress
    processes: tuple[Process, Process]
    doors: tuple[Client, Client]


@pytest.fixture
def both(postgres_database: PostgresAddress, tmp_path: Path) -> Generator[Both]:
    """One makes read models in a process of its own, the other in itself."""
    keys = ("--log-key", str(tmp_path / "log-key"))
    command = ("serve", "--port", "0", "--db", postgres_database.url, "--question-processes", "0", *keys)
    with ExitStack() as held:
        one, two = (
            held.enter_context(
                process_of(tmp_path / f"{place}.log", *command, "--projector", place, ignoring=(), **UNLIMITED)
            )
            for place in ("own", "inline")
        )
        yield Both(postgres_database, (one, two), (held.enter_context(one.client()), held.enter_context(two.client())))


def shares(both: Both) -> list[int]:
    """How many shares the workers have."""
    return sorted(count for (count,) in executed(both.address, HELD, LOCK_KEY, SHARES))


def rows(both: Both) -> Tables:
    """All that the read models hold, without how often they were made."""
    found = tables_in_schema(both.address)
    return {name: each for name, each in found.items() if name not in {"projections", "tracking"}}


def test_both_make_read_models_and_one_takes_over(both: Both) -> None:
    own, inline = both.doors
    until(lambda: shares(both) == [SHARES // 2] * 2)
    tables = [Table.opened(own) for _ in range(6)]
    for table in tables:
        for _ in zip(range(4), table.steps(die(table.game)), strict=False):
            pass
        position = table.get()["position"]
        assert Table(inline, table.game).get(f"/timeline?wait={position}")["upto"] == position
    for door in both.doors:
        until(lambda: door.get("/readyz").status_code == 200)  # noqa: B023  # it is called at once

    os.kill(child_of(both.processes[0].pid), signal.SIGKILL)
    until(lambda: shares(both) in ([SHARES], [SHARES // 2] * 2), TAKEN_OVER)
    steps = tables[0].steps(die("after the kill"))
    for _ in zip(range(4), steps, strict=False):
        pass
    position = tables[0].get()["position"]
    assert Table(inline, tables[0].game).get(f"/timeline?wait={position}")["upto"] == position
    until(lambda: shares(both) == [SHARES // 2] * 2)
    until(lambda: own.get("/readyz").status_code == 200)

    before = rows(both)
    listed = ran([PROGRAM, "projections", "list", "--db", both.address.url])
    assert (listed.returncode, listed.stdout.count("ready")) == (0, 9), listed.stdout
    again = ran([PROGRAM, "projections", "rebuild", "--all", "--workers", "2", "--db", both.address.url])
    assert again.returncode == 0, again.stderr
    assert rows(both) == before


def test_a_schema_that_is_dropped_is_made_again(both: Both) -> None:
    """The readiness of both says why, and a line of the log of one."""
    table = Table.opened(both.doors[0])
    until(lambda: all(door.get("/readyz").status_code == 200 for door in both.doors))
    before = rows(both)

    executed(both.address, "DROP SCHEMA oathbook_views CASCADE")

    until(
        lambda: any(
            "oathbook_views: all read models made again: it was removed" in str(line)
            for each in both.processes
            for line in each.log
        )
    )
    until(lambda: all(door.get("/readyz").status_code == 200 for door in both.doors))
    assert rows(both) == before
    assert both.doors[1].get("/v1/games").json()["games"][0]["game"] == table.game
