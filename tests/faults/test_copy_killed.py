"""Copies that are killed ten times on their way, and gone on with: what comes out is the database, byte for byte."""

from collections.abc import Generator
from pathlib import Path
from threading import Event

import pytest

from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.copying import differences
from oathbook.domain.recording.database.copying.copier import copy_database
from oathbook.domain.recording.database.copying.openers import open_source, open_target
from tests.support.moving.copying import contents, copied, filled
from tests.support.postgres.server import PostgresServer
from tests.support.storing import Child, Say, found

KILLS = 10
PHASES = ("copied", "compared", "checked")
WHOLE, LAST, SLACK = 1_000, 980, 100
"""Thousandths: all, where a copy waits at the latest, and how far it may go on before it is killed."""


@pytest.fixture(params=["sqlite to postgres", "postgres to sqlite"])
def ways(request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresServer) -> Generator[list[StoreAddress]]:
    """A database, and where it is to be copied to."""
    with postgres.schema() as address:
        both: list[StoreAddress] = [tmp_path / "games.db", address]
        ways = both if request.param == "sqlite to postgres" else both[::-1]
        filled(ways[0])
        yield ways


def telling(source: StoreAddress, target: StoreAddress, until: int, say: Say) -> None:
    """Copy, and say after each page how far that is: which thousandth of the whole way; wait from one of them on."""
    with open_source(source, alone=True) as here, open_target(target) as there:
        for each in copy_database(here, there):
            now = (PHASES.index(each.what) + each.done / each.of) * WHOLE // len(PHASES)
            say(str(now))
            if now >= until:
                Event().wait()


def stored(target: StoreAddress) -> int:
    """How many events are there, whole or not."""
    there = target.with_name(f"{target.name}.part") if isinstance(target, Path) else target
    ((count,),) = found(there, "SELECT count(*) FROM stored_events")
    return int(count)


def killed(source: StoreAddress, target: StoreAddress, at: int) -> float:
    """Let a process copy up to a thousandth of the way, and kill it; how far it said to be at first.

    Where this process is held up meanwhile, the other one does not come to the end.
    """
    with Child(lambda say: telling(source, target, min(at + SLACK, LAST), say)) as child:
        first = now = float(child.line())
        while now < at:
            now = float(child.line())
        child.killed()
    return first


def test_a_copy_that_is_killed_ten_times_goes_on_where_it_was(
    ways: list[StoreAddress], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(differences, "PAGE", 20)
    source, target = ways
    before, seen, firsts = contents(source), [0], list[float]()

    for kill in range(KILLS):
        firsts.append(killed(source, target, WHOLE * kill // KILLS + 20))
        seen.append(stored(target))

    assert seen == sorted(seen)
    assert seen[1] < seen[4] == len(before["stored_events"])
    assert firsts[0] < firsts[1] < firsts[2] < firsts[3]
    copied(source, target)
    assert contents(target) == contents(source) == before
    assert contents(copied(target, tmp_path / "back.db")) == before
