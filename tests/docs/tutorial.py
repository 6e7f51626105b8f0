"""``docs/tutorial-ruleset.md``, done: its commands are run in an environment with Oathbook, its changes made in files.

``tests/wheel.sh`` does it, given an environment and an empty folder, with what is asked in ``package_beside.py``.
"""

import os
import re
import shlex
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import Final

from tests.docs.consoles import ADDRESS, NAME, agrees, runs_of
from tests.docs.curls import answered
from tests.docs.package_beside import is_missed, works_beside
from tests.support.checkout import ROOT
from tests.support.processes import ran, started

PAGE: Final = (ROOT / "docs" / "tutorial-ruleset.md").read_text("utf-8")
LAST: Final = "## Take it away"
BLOCK: Final = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE)
EXITS: Final = re.compile(r"\s+# exits (\d)$")
PATCH: Final = shutil.which("patch")
PATIENCE: Final = 300.0


class Desk:
    """A folder in which the commands of the page are run, with the programs of an environment."""

    def __init__(self, env: Path, folder: Path, exits: ExitStack) -> None:
        """Take all three; what is started ends with the last."""
        self.env, self.folder = env, folder
        self.address = ADDRESS
        self.known: dict[str, str] = {}
        self._exits = exits

    def filled(self, text: str) -> str:
        """A text with what earlier answers told in place of the names in braces."""
        return NAME.sub(lambda found: self.known.get(found[1], found[0]), text)

    def said(self, command: str) -> tuple[int, str]:
        """With which code a command ends, and what it prints on both streams."""
        program, *words = shlex.split(self.filled(command).replace(ADDRESS, self.address))
        match program, words:
            case "oathbook", ["serve", *_]:
                return 0, self._served(words)
            case "curl", _:
                return 0, answered([program, *words], self.folder) + "\n"
            case "cp", [source, target]:
                shutil.copy(self.folder / source, self.folder / target)
                return 0, ""
            case _:
                assert program in {"oathbook", "python"}, program
                return self.ran(program, *words)

    def ran(self, program: str, *words: str) -> tuple[int, str]:
        """The same of a program of the environment that ends."""
        command: list[str | Path] = [self.env / "bin" / program, *words]
        with started(command, cwd=self.folder, stdout=PIPE, stderr=STDOUT) as process:
            out, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, out.decode()

    def _served(self, words: list[str]) -> str:
        """The service at a free port."""
        command: list[str | Path] = [self.env / "bin" / "oathbook", *words, "--port", "0"]
        log = self._exits.enter_context((self.folder / "served.log").open("ab"))
        service = self._exits.enter_context(started(command, cwd=self.folder, stdout=PIPE, stderr=log))
        assert service.stdout is not None
        self.address = service.stdout.readline().decode().strip()
        return f"{ADDRESS}\n"


def done(page: str, desk: Desk) -> None:
    """Do what a page says, block by block."""
    for block in BLOCK.finditer(page):
        match block["kind"]:
            case "console":
                for command, shown in runs_of(block[0] + "\n"):
                    told(command, shown, desk)
            case "diff":
                patched(block["text"], desk.folder)
            case kind:
                assert kind == "python", kind
                lines = {line.strip() for path in desk.folder.rglob("*.py") for line in path.read_text().splitlines()}
                assert {line.strip() for line in block["text"].splitlines()} <= lines


def told(command: str, shown: list[str], desk: Desk) -> None:
    """A command ends as the page says, and prints what it shows, if it shows something."""
    exits = EXITS.search(command)
    code, printed = desk.said(EXITS.sub("", command))
    assert code == (int(exits[1]) if exits else 0), f"$ {command}\nexits {code}\n{printed}"
    expected = [desk.filled(line) for line in shown]
    assert not shown or agrees(expected, printed.splitlines(), desk.known), f"$ {command}\n{printed}"


def patched(diff: str, folder: Path) -> None:
    """Change a file as a block of the page says; git and, where it is there, ``patch`` have to take it as it stands."""
    change = folder / "change.patch"
    change.write_text(diff, "utf-8")
    if PATCH:
        must_run(folder, PATCH, "-p1", "--fuzz=0", "--dry-run", "--force", "--input", change.name)
    must_run(folder, "git", "apply", change.name)
    change.unlink()


def must_run(folder: Path, *words: str) -> None:
    """Run a program that has to succeed; git does not look for a repository above the folder."""
    done = ran(words, cwd=folder, env={**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)})
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"


def main(env: Path, folder: Path) -> None:
    """The page up to its last step, what is asked beside it, and the last step."""
    with ExitStack() as exits:
        desk = Desk(env, folder, exits)
        page, _, last = PAGE.partition(LAST)
        done(page, desk)
        game = works_beside(desk)
    with ExitStack() as exits:
        desk = Desk(env, folder, exits)
        done(last, desk)
        is_missed(desk, game)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
