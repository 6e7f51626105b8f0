"""Console blocks of our pages, run for real: what a page shows must be what the program says."""

import re
import shlex
import signal
import sys
from collections.abc import Generator
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from typing import Final

from tests.docs.curls import answered
from tests.support.checkout import ROOT
from tests.support.processes import ran
from tests.support.serving import Process, process_of
from tests.unit.api.running import oathbook

ADDRESS: Final = "http://127.0.0.1:8000"
"""Where the service is on a page; in a test it is at a free port."""

BLOCK = re.compile(r"^```console\n(?P<lines>.*?)^```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`(?P<name>[a-z-]+\.jsonl?)`[^`]*?(?:`[^`\n]*`[^`]*?)*```json\n(?P<text>.*?)```", re.DOTALL)
NAME = re.compile(r"\{(\w+)\}")


def files_of(page: str) -> dict[str, str]:
    """The files a page shows: a JSON block after a name in backticks."""
    return {found["name"]: found["text"] for found in FILE.finditer(page)}


def runs_of(page: str) -> list[tuple[str, list[str]]]:
    """The commands of a page, each with the lines shown after it."""
    runs: list[tuple[str, list[str]]] = []
    for block in BLOCK.finditer(page):
        for line in block["lines"].splitlines():
            if line.startswith("$ "):
                runs.append((line[2:], []))
            else:
                runs[-1][1].append(line)
    return runs


def lay_out(page: str, folder: Path) -> None:
    """The example files, as ``oathbook examples`` writes them, and the page's own files."""
    assert oathbook("examples", "--to", folder).code == 0
    for name, text in files_of(page).items():
        (folder / name).write_text(text, "utf-8")


def recipe(target: str) -> str:
    """What ``make`` runs for a target."""
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert found, f"there is no target {target}"
    return found[1].strip()


class Console:
    """A folder in which the commands of a page are run one after the other, and the service that one of them starts."""

    def __init__(self, folder: Path) -> None:
        """A console in this folder."""
        self.known: dict[str, str] = {}
        self._folder = folder
        self._service: Process | None = None
        self._exits = ExitStack()

    def close(self) -> None:
        """Stop the service, as Ctrl-C does."""
        with self._exits:
            if self._service is not None:
                self._service.told(signal.SIGINT)
                assert self._service.ended() == 0

    @property
    def address(self) -> str:
        """Where the service is."""
        assert self._service is not None, "nothing has been started"
        return self._service.address

    def filled(self, text: str) -> str:
        """A text with what earlier lines told in place of the names in braces."""
        return NAME.sub(lambda found: self.known.get(found[1], found[0]), text)

    def said(self, command: str) -> list[str]:
        """What a command prints, line by line, with the page's address in place of the real one."""
        command = self.filled(command)
        program = shlex.split(command)[0]
        if program == "make":
            printed = self._made(command)
        elif program == "curl":
            printed = answered(shlex.split(command.replace(ADDRESS, self.address)), self._folder)
        elif program == "sed":
            printed = self._ran(["/bin/sh", "-c", command])
        elif program == "python3":
            printed = self._ran([sys.executable, "-I", "-S", *shlex.split(command)[1:]])
        else:
            assert program == "oathbook"
            printed = self._answered(shlex.split(command)[1:])
        return (printed.replace(self.address, ADDRESS) if self._service else printed).splitlines()

    def _made(self, command: str) -> str:
        """What the service says that ``make run`` starts."""
        assert command == "make run"
        assert recipe("run") == "$(BIN)/oathbook demo $(OPTIONS)"
        room = self._folder / "room"
        room.mkdir()
        log = self._folder / "demo.log"
        self._service = self._exits.enter_context(process_of(log, "demo", "--port", "0", TMPDIR=str(room)))
        said = [self.address, self._service.line()]
        while "Ctrl-C" not in said[-1]:
            said.append(self._service.line())
        return "\n".join(said)

    def _answered(self, words: list[str]) -> str:
        """What the command line prints, in this process: the program would take longer to begin than to answer."""
        with chdir(self._folder):
            said = oathbook(*words)
        return said.text + said.err

    def _ran(self, words: list[str]) -> str:
        """What a program prints that ends."""
        done = ran(words, cwd=self._folder)
        return done.stdout + done.stderr


@contextmanager
def console_in(folder: Path) -> Generator[Console]:
    """A console whose service ends with it."""
    console = Console(folder)
    try:
        yield console
    finally:
        console.close()


def differing(page: str, console: Console) -> list[str]:
    """The commands of a page that say something else than it shows, with what they say."""
    wrong: list[str] = []
    for command, shown in runs_of(page):
        real = console.said(command)
        if not agrees([console.filled(line) for line in shown], real, console.known):
            wrong.append(f"$ {command}\n" + "\n".join(real))
    return wrong


def pattern(shown: list[str]) -> str:
    """The lines as a pattern: ``…`` is anything, on a line of its own any lines; ``{name}`` is a word to remember."""
    names: set[str] = set()

    def part(text: str) -> str:
        name = NAME.fullmatch(text)
        if name is None:
            return ".*?" if text == "…" else re.escape(text)
        again = name[1] in names
        names.add(name[1])
        return f"(?P={name[1]})" if again else rf"(?P<{name[1]}>[\w-]+)"

    parts = (re.split(r"(…|\{\w+\})", line.rstrip()) for line in shown)
    return "".join(r"(?:.*\n)*?" if line == ["", "…", ""] else "".join(map(part, line)) + r"\n" for line in parts)


def agrees(shown: list[str], real: list[str], known: dict[str, str] | None = None) -> bool:
    """Whether the lines are those that are shown; what stands for a name is put into ``known``."""
    found = re.fullmatch(pattern(shown), "".join(f"{line.rstrip()}\n" for line in real))
    if found and known is not None:
        known.update(found.groupdict())
    return bool(found)
