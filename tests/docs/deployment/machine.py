"""A machine below a folder, on which the commands of an operator run: systemd is replaced, everything else is real.

What stands in for systemd makes the folders of a unit, each behind a link as for a dynamic user, and starts its
commands as an ordinary user. It tries nothing of what systemd adds to that: no sandbox, no users that come and go.
"""

import os
import re
import shlex
import subprocess
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from tests.docs.deployment.ordinary import ordinary_folder
from tests.docs.deployment.units import Unit
from tests.support.checkout import ROOT
from tests.support.processes import ran, started
from tests.support.serving import PROGRAM

PLACES: Final = {"/opt/oathbook/bin/oathbook": PROGRAM, "/usr/local/src/oathbook": str(ROOT)}
BELOW: Final = re.compile(r"(?<![\w./}])/(?=(?:var|etc)\b)")
UNITS_IN: Final = "/etc/systemd/system"
AFTER_SUCCESS: Final = re.compile(r" && (?=as_oathbook|systemctl)")
FUNCTION: Final = re.compile(r"^(\w+)\(\) \{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)


class Machine:
    """What an operator types is done here; whatever fails is an ``AssertionError`` with what was said."""

    def __init__(self, folder: Path, as_service: tuple[str, ...]) -> None:
        """Nothing runs yet; ``as_service`` begins a command that is not root's."""
        self._folder = folder
        self._as_service = as_service
        self.manager: dict[str, str] = {}
        self._running = ExitStack()
        self._systemd_run: list[str] = []
        self.operations = ""
        self.address = ""
        for each in ("/var/lib/private", UNITS_IN):
            self.path(each).mkdir(parents=True)
        for made in (folder, *folder.rglob("*")):
            made.chmod(0o755)

    def path(self, text: str) -> Path:
        """Where a file of this machine is."""
        return Path(self.moved(text))

    def moved(self, text: str) -> str:
        """The same with every path below the folder, or where our program and its sources are."""
        for said, here in PLACES.items():
            text = text.replace(said, here)
        return BELOW.sub(f"{self._folder}/", text)

    def run(self, block: str) -> str:
        """Do what a block for a shell says, line by line; what the commands printed."""
        for name, body in FUNCTION.findall(block):
            assert name == "as_oathbook"
            self._systemd_run = shlex.split(self.moved(body.replace("\\\n", "")))[:-1]
        lines = FUNCTION.sub("", block).replace("\\\n", "").splitlines()
        return "".join(self._line(each) for line in lines for each in AFTER_SUCCESS.split(line))

    def _line(self, line: str) -> str:
        words = shlex.split(self.moved(line))
        if words[0] == "systemctl":
            return self._systemctl(*words[1:])
        if words[0] == "as_oathbook":
            return self.as_oathbook(*words[1:])
        return self._done(["sh", "-euc", self.moved(line)], dict(os.environ))

    def _systemctl(self, verb: str, *names: str) -> str:
        told: list[str] = []
        for name in names:
            if verb == "set-environment":
                variable, _, value = name.partition("=")
                self.manager[variable] = value
            elif verb == "unset-environment":
                del self.manager[name]
            elif verb == "stop":
                self.close()
            elif verb == "start" or name == "--now":
                told += [self._start(each) for each in names if each != "--now"]
                break
            else:
                assert verb == "enable", verb
        return "".join(told)

    def _start(self, name: str) -> str:
        unit = self.unit(name)
        if name.endswith(".timer"):
            assert self.unit(name.replace(".timer", ".service")).all("ExecStart")
            return ""
        self.make(unit.folders)
        variables = self.environment(unit.environment, unit.all("EnvironmentFile"))
        if unit.all("Type") == ["oneshot"]:
            commands = (unit.command(key) for key in ("ExecStart", "ExecStartPost"))
            return "".join(self._done([*self._as_service, *map(self.moved, each)], variables) for each in commands)
        self._serve([*self._as_service, *map(self.moved, unit.command("ExecStart"))], variables)
        return ""

    def unit(self, name: str) -> Unit:
        """A unit that was installed."""
        return Unit(self.path(f"{UNITS_IN}/{name}").read_text("utf-8"))

    def environment(self, said: Mapping[str, str], files: list[str]) -> dict[str, str]:
        """What systemd gives a command: its own, what the unit says, what the files say; and free ports."""
        told = {**self.manager, **{name: self.moved(value) for name, value in said.items()}}
        for each in files:
            path = self.path(each.removeprefix("-"))
            lines = path.read_text("utf-8").splitlines() if path.exists() else []
            told.update({name: self.moved(value) for name, _, value in (line.partition("=") for line in lines)})
        return {**told, "OATHBOOK_PORT": "0", "OATHBOOK_OPERATIONS_PORT": "0", "PATH": os.defpath}

    def as_oathbook(self, *words: str) -> str:
        """What the function does that was defined before: a command in a unit of its own."""
        done = self.tried(*words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def tried(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The same, however it ends."""
        told = dict(_options(self._systemd_run))
        assert (told["User"], told["DynamicUser"]) == ("oathbook", "yes")
        self.make([f"/var/lib/{each}" for each in told["StateDirectory"].split()])
        variables = self.environment(dict([told["setenv"].split("=", 1)]), [told["EnvironmentFile"]])
        return ran([*self._as_service, self._systemd_run[-1], *words], cwd=Path("/"), env=variables)

    def make(self, folders: list[str]) -> None:
        """The folders of a unit, each behind a link; what is in one stays as it is, as with systemd."""
        for each in folders:
            link, name = self.path(each), Path(each).name
            held = self.path("/var/lib/private") / name
            if not held.exists():
                held.mkdir(mode=0o700)
                link.symlink_to(Path("private", name))
                if self._as_service:
                    owner = self._folder.stat()
                    os.chown(held, owner.st_uid, owner.st_gid)

    def _done(self, command: list[str], variables: dict[str, str]) -> str:
        done = ran(command, cwd=self._folder, env=variables)
        assert done.returncode == 0, f"{shlex.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout

    def _serve(self, command: list[str], variables: dict[str, str]) -> None:
        log = self._folder / "journal"
        with log.open("wb") as told:
            process = self._running.enter_context(
                started(command, cwd=Path("/"), env=variables, stdout=subprocess.PIPE, stderr=told)
            )
        assert process.stdout is not None
        lines = [process.stdout.readline().decode().rstrip("\n") for _ in range(2)]
        assert lines[1].startswith("operations: "), log.read_text("utf-8")
        self.address, self.operations = lines[0], lines[1].removeprefix("operations: ")
        self._running.callback(process.wait)
        self._running.callback(process.terminate)

    def close(self) -> None:
        """End the service, if it runs."""
        self._running.close()


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    """What ``systemd-run`` is told: its properties by their names, its options by theirs."""
    for each in words:
        if each.startswith("--"):
            name, _, value = each.removeprefix("--").partition("=")
            yield (value.partition("=")[0], value.partition("=")[2]) if name == "property" else (name, value)


@contextmanager
def a_machine() -> Generator[Machine]:
    """A machine, removed afterwards with all that runs on it."""
    with ordinary_folder() as (folder, as_its_owner), closing(Machine(folder, as_its_owner)) as machine:
        yield machine
