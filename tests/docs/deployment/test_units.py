"""The units of ``deploy/``: their keys, their commands, whose they are, and that the backup does what it says."""

import os
import re
import shlex
import shutil
import time
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from oathbook.api.cli.commands.all import COMMANDS, app_with
from oathbook.api.settings.options import Settings
from tests.docs.deployment.machine import Machine, a_machine
from tests.docs.deployment.units import DEPLOY, UNITS, Unit
from tests.support.processes import ran
from tests.support.serving import PROGRAM
from tests.unit.api.databases import stored
from tests.unit.api.games import duel, march

SERVICE, BACKUP, TIMER = (UNITS[f"oathbook{each}"] for each in (".service", "-backup.service", "-backup.timer"))
VERIFYING = UNITS["oathbook-backup-verify.service"]
INSTALLED: Final = "/opt/oathbook/bin/oathbook"
ANALYZE: Final = shutil.which("systemd-analyze") or ""
DAY: Final = 24 * 60 * 60

KNOWN: Final = {
    "Unit": {"Description", "After"},
    "Service": {
        *("Type", "Environment", "EnvironmentFile", "ExecStart", "ExecStartPost", "User", "DynamicUser"),
        *("StateDirectory", "StateDirectoryMode", "UMask", "Restart", "RestartSec", "TimeoutStopSec", "LimitNOFILE"),
        *("CapabilityBoundingSet", "LockPersonality", "PrivateDevices", "ProtectClock", "ProtectControlGroups"),
        *("ProtectHome", "ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables"),
        *("ProtectProc", "RestrictAddressFamilies", "RestrictNamespaces", "RestrictRealtime"),
        *("SystemCallArchitectures", "SystemCallFilter"),
    },
    "Timer": {"OnCalendar", "Persistent"},
    "Install": {"WantedBy"},
}
"""Keys as systemd's manual spells them, by the section in which they may stand."""


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_has_keys_that_systemd_knows_each_once(name: str) -> None:
    lines = UNITS[name].settings
    keys = [each.key for each in lines]

    assert [(each.section, each.key) for each in lines if each.key not in KNOWN[each.section]] == []
    assert {key for key in keys if keys.count(key) > 1} <= {"Environment", "SystemCallFilter"}


@pytest.mark.skipif(not ANALYZE, reason="systemd-analyze is not installed")
def test_systemd_itself_finds_nothing_wrong(tmp_path: Path) -> None:
    told = {name: analyzed(tmp_path, name, "") for name in UNITS}

    assert told == dict.fromkeys(UNITS, "")
    assert "Unknown key" in analyzed(tmp_path, "oathbook.service", "[Service]\nRestartSecs=2\n")


def analyzed(folder: Path, name: str, more: str) -> str:
    """What systemd says of a unit with a program that is there."""
    for path in DEPLOY.glob("oathbook*.*"):
        (folder / path.name).write_text(path.read_text("utf-8").replace(INSTALLED, PROGRAM))
    (folder / name).write_text((folder / name).read_text("utf-8") + more)
    return ran([ANALYZE, "verify", "--man=no", f"./{name}"], cwd=folder).stderr


def ours(unit: Unit) -> list[str]:
    """The words behind the name of our program in the command of a unit."""
    words = unit.command("ExecStart")
    if words[:2] == ["/bin/sh", "-c"]:
        assert len(words) == 3
        return words[2].removeprefix(f"exec {INSTALLED} ").split()
    assert words[0] == INSTALLED
    return words[1:]


@pytest.mark.parametrize("unit", [SERVICE, BACKUP, VERIFYING])
def test_the_command_of_a_unit_exists_with_its_settings(unit: Unit) -> None:
    command: Any = typer.main.get_command(app_with(COMMANDS))
    words = ours(unit)
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    ours_set = {name.removeprefix("OATHBOOK_").lower(): value for name, value in unit.environment.items()}

    assert {each for each in words if each.startswith("-")} <= {name for each in command.params for name in each.opts}
    assert {*ours_set} <= {*Settings.model_fields}
    assert str(Settings.model_validate(ours_set).db) == "/var/lib/oathbook/games.db"


@pytest.mark.parametrize("unit", [SERVICE, BACKUP, VERIFYING])
def test_every_path_of_a_unit_is_absolute_and_every_program_has_one(unit: Unit) -> None:
    commands = [unit.command(key) for key in ("ExecStart", "ExecStartPost") if unit.all(key)]
    scripts = [words[2] for words in commands if words[:2] == ["/bin/sh", "-c"]]
    programs = [each for text in scripts for each in re.findall(r"(?:exec |\$\()(\S+)", text)]

    assert all(words[0].startswith("/") for words in commands)
    assert all(each.startswith("/") for each in programs)
    assert len(programs) == 2 * len(scripts)
    assert all(ran(["sh", "-n", "-c", text]).returncode == 0 for text in scripts)


def test_both_services_are_one_user_who_may_write_where_they_write() -> None:
    for unit in (SERVICE, BACKUP, VERIFYING):
        assert (unit.all("User"), unit.all("DynamicUser")) == (["oathbook"], ["yes"])
        assert (unit.all("StateDirectoryMode"), unit.all("UMask")) == (["0700"], ["0077"])
        assert unit.all("EnvironmentFile") == ["-/etc/oathbook/settings"]
    assert str(Path(SERVICE.environment["OATHBOOK_DB"]).parent) in SERVICE.folders
    assert [*SERVICE.folders, str(Path(BACKUP.command("ExecStartPost")[1]))] == BACKUP.folders


def test_the_timer_starts_the_backup() -> None:
    assert TIMER.all("OnCalendar") == ["*-*-* 03:17:00"]
    assert TIMER.all("Persistent") == ["yes"]
    assert BACKUP.all("Type") == ["oneshot"], "what follows a backup waits for it"
    assert TIMER.all("WantedBy") == ["timers.target"]
    assert SERVICE.all("WantedBy") == ["multi-user.target"]


@pytest.mark.parametrize("line", ["ExecStart=/bin/sh -c 'date +%F'", "ExecStart=/bin/sh -c 'echo $HOME'"])
def test_what_systemd_would_replace_is_noticed(line: str) -> None:
    with pytest.raises(AssertionError, match=r"a specifier|a variable"):
        Unit(f"[Service]\n{line}\n").command("ExecStart")


def test_the_backup_is_made_by_an_ordinary_user_and_only_old_backups_are_removed() -> None:
    with a_machine() as machine:
        backups = prepared(machine)

        printed = machine.run("systemctl start oathbook-backup.service")

        (made,) = {each.name for each in backups.iterdir()} - {"games-young.backup", "other.backup"}
        assert re.fullmatch(r"games-\d{4}-\d\d-\d\d-\d{6}\.backup", made)
        assert f"{made}: written: 2 streams, 25 events" in printed
        assert (backups / made).stat().st_mode & 0o777 == 0o600


def prepared(machine: Machine) -> Path:
    """The units are installed, there are a database and backups of several ages; the folder of the backups."""
    machine.run("cp /usr/local/src/oathbook/deploy/oathbook*.service /etc/systemd/system/")
    machine.make(BACKUP.folders)
    stored(machine.path("/var/lib/oathbook/games.db"), duel(), march())
    backups = machine.path("/var/lib/oathbook-backups")
    for name, days in (("games-old.backup", 32), ("games-young.backup", 29), ("other.backup", 99)):
        (backups / name).touch()
        then = time.time() - days * DAY
        os.utime(backups / name, times=(then, then))
    for each in ("oathbook", "oathbook-backups"):
        machine.run(f"chown --recursive --reference=/var/lib/private/{each} /var/lib/private/{each}")
    return backups


def test_no_backup_is_removed_unless_one_was_made() -> None:
    with a_machine() as machine:
        backups = prepared(machine)
        machine.path("/var/lib/oathbook/games.db").unlink()

        with pytest.raises(AssertionError, match="there is no such database"):
            machine.run("systemctl start oathbook-backup.service")

        assert (backups / "games-old.backup").exists()


def test_without_the_slash_no_backup_would_ever_be_removed() -> None:
    """The control: the folder of a dynamic user is a link."""
    with a_machine() as machine:
        prepared(machine)
        find = shlex.join(BACKUP.command("ExecStartPost")[:-1])

        assert "games-old.backup" in machine.run(find)
        assert machine.run(find.replace("backups/ ", "backups ")) == ""
