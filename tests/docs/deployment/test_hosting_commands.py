"""The commands of ``docs/hosting.md``, run in its order on a machine below a folder, on which no systemd runs."""

import os
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx2
import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from tests.docs.deployment.hosting import block_with, blocks, lines_in
from tests.docs.deployment.machine import Machine, a_machine
from tests.docs.deployment.ordinary import NUMBER, ordinary_folder
from tests.support.checkout import ROOT
from tests.support.processes import PATIENCE, ran, until
from tests.support.serving import PROGRAM, to_open

SECRETS: Final = block_with("/etc/oathbook/pgpass")
INSTALL: Final = block_with("--require-hashes")
UNITS: Final = block_with("systemctl enable")
DEFINED: Final = block_with("as_oathbook() {")
BACKUP: Final = block_with("systemctl start oathbook-backup.service")
RESTORE: Final = block_with("find /var/lib/oathbook/")
ROLLBACK: Final = block_with("--accept-rollback")
MOVE: Final = block_with("database copy")
BACKUPS: Final = "/var/lib/oathbook-backups"
NAMED: Final = f"{BACKUPS}/games-2026-11-24-031700.backup"
"""The backup that the page restores."""

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files that the service cannot open")


class Seen(NamedTuple):
    """What the service says of itself."""

    status: int
    log: str
    signed: int
    events: int
    games: frozenset[str]


def client_of(machine: Machine) -> httpx2.Client:
    return httpx2.Client(base_url=machine.address, timeout=PATIENCE, trust_env=False, verify=False)  # no TLS


def seen(machine: Machine) -> Seen:
    """What it says now."""
    with client_of(machine) as client:
        ready = client.get(f"{machine.operations}/readyz")
        listed: Any = client.get("/v1/games").json()["games"]
    told: Any = ready.json()
    names = frozenset(each["game"] for each in listed)
    return Seen(ready.status_code, told["log"]["origin"], told["log"]["signed"], told["newest"], names)


def is_ready(machine: Machine) -> bool:
    """Ready, and every event signed; the log has leaves for its own statements as well."""
    now = seen(machine)
    return now.status == 200 and now.signed >= now.events


def opened(machine: Machine) -> None:
    """Open a game, and wait until a checkpoint covers that."""
    with client_of(machine) as client:
        assert client.post("/v1/games", json=to_open()).status_code == 201
    until(lambda: is_ready(machine))


def backed_up(machine: Machine) -> None:
    """Make a backup as the page does; it gets the name that the page restores."""
    printed = machine.run(BACKUP)
    (made,) = machine.path(BACKUPS).glob("games-*.backup")
    assert made.name in printed
    made.rename(machine.path(NAMED))


@contextmanager
def hosted() -> Generator[Machine]:
    """A machine as the page sets it up, with a game; the function for commands is defined."""
    with a_machine() as machine:
        machine.run(UNITS)
        printed = machine.run(DEFINED)
        assert re.search(r"^good  owners: \S.* owns \d+ files and their folder$", printed, re.MULTILINE), printed
        opened(machine)
        yield machine


def test_a_backup_that_lacks_nothing_is_restored_and_the_log_goes_on() -> None:
    with hosted() as machine:
        backed_up(machine)
        before = seen(machine)

        printed = machine.run(RESTORE)
        until(lambda: is_ready(machine))

        assert "good  owners: " in printed
        assert seen(machine) == before
        assert machine.path("/var/lib/oathbook-before/games.db").exists()
        assert len(before.games) == 1


def test_a_backup_that_lacks_something_is_restored_only_as_the_page_says_and_then_another_log_begins() -> None:
    with hosted() as machine:
        backed_up(machine)
        kept = seen(machine)
        opened(machine)

        with pytest.raises(AssertionError, match=r"with --accept-rollback it is restored nevertheless"):
            machine.run(RESTORE)
        machine.run(ROLLBACK)
        until(lambda: is_ready(machine))

        after = seen(machine)
        assert after.games == kept.games
        assert after.log != kept.log
        machine.run("systemctl stop oathbook.service\nsystemctl start oathbook.service")
        until(lambda: is_ready(machine))
        assert seen(machine).log == after.log, "the rollback was accepted once"
        assert machine.manager == {}, "the next start would accept a rollback again"


@root_only
def test_what_root_restores_by_itself_the_service_cannot_open_and_doctor_says_so() -> None:
    """The control: this is why the page has the function."""
    with hosted() as machine:
        backed_up(machine)
        as_root = RESTORE.replace("as_oathbook database", f"OATHBOOK_DB=/var/lib/oathbook/games.db {PROGRAM} database")

        with pytest.raises(AssertionError, match=r"games\.db belongs? to root|games\.db.*unable to open"):
            machine.run(as_root)
        with pytest.raises(AssertionError):
            machine.run("systemctl start oathbook.service")
        told = ran([PROGRAM, "doctor", "--db", machine.path("/var/lib/oathbook/games.db")]).stdout
        (mend,) = re.findall(r"^wrong owners: games\.db.* run: (chown .*)$", told, re.MULTILINE)
        machine.run(f"{mend}\nsystemctl start oathbook.service")
        until(lambda: is_ready(machine))

        assert len(seen(machine).games) == 1


def test_a_new_version_finds_a_database_that_it_can_use() -> None:
    with hosted() as machine:
        machine.run("systemctl stop oathbook.service")

        assert ": nothing to do: schema " in machine.as_oathbook("database", "migrate")


@pytest.mark.gate
def test_after_the_move_to_postgresql_the_log_goes_on(postgres_database: PostgresAddress) -> None:
    (settings,) = (text for text in blocks("ini") if "postgresql://" in text)
    url = re.findall(r"OATHBOOK_DB=(\S+)", settings)[0]
    with hosted() as machine:
        before = seen(machine)
        machine.path("/etc/oathbook").mkdir()
        machine.path("/etc/oathbook/settings").write_text(settings.replace(url, postgres_database.url))

        printed = machine.run(MOVE.replace(url, f"'{postgres_database.url}'"))
        until(lambda: is_ready(machine))
        opened(machine)

        assert "copied" in printed
        assert seen(machine).log == before.log
        assert len(seen(machine).games) == 2


@pytest.mark.skipif(os.geteuid() not in {0, NUMBER}, reason="only root gives a file to the user of the image")
def test_the_secrets_are_files_that_the_drivers_take_and_nobody_else_reads() -> None:
    with a_machine() as machine:
        machine.run(SECRETS)

        password = machine.path("/etc/oathbook/postgres_password")
        for_the_driver = machine.path("/etc/oathbook/pgpass")
        assert re.fullmatch(r"[A-Za-z0-9]{20,}=*", password.read_text())
        assert for_the_driver.read_text() == f"postgres:5432:games:oathbook:{password.read_text()}\n"
        assert [each.stat().st_mode & 0o777 for each in (password, for_the_driver)] == [0o600, 0o600]
        assert for_the_driver.stat().st_uid == NUMBER


@pytest.mark.gate
def test_what_the_page_installs_runs_as_an_ordinary_user(tmp_path: Path) -> None:
    with ordinary_folder() as (folder, as_its_owner):
        environment = str(folder / "env")
        for line in lines_in(INSTALL):
            said = line.replace("/usr/bin/python3", sys.executable).replace("/opt/oathbook", environment)
            done = ran(["sh", "-euc", said.replace("/usr/local/src/oathbook", str(ROOT))], cwd=ROOT, within=500)
            assert done.returncode == 0, done.stderr
        program = [*as_its_owner, f"{environment}/bin/oathbook", "rulesets"]

        assert "knights_duty/1" in ran(program, cwd=tmp_path).stdout
