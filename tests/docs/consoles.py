"""Console blocks of our pages, run for real: what a page shows must be what the program says."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
OATHBOOK = Path(sys.executable).with_name("oathbook")
BLOCK = re.compile(r"```console\n(?P<lines>.*?)```", re.DOTALL)
FILE = re.compile(r"`(?P<name>[a-z-]+\.json)`[^`]*?(?:`[^`\n]*`[^`]*?)*```json\n(?P<text>.*?)```", re.DOTALL)


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
    """The golden records where a checkout has them, and the page's own files."""
    shutil.copytree(CHECKOUT / "replays" / "golden", folder / "replays" / "golden")
    for name, text in files_of(page).items():
        (folder / name).write_text(text, "utf-8")


def said(command: str, folder: Path) -> list[str]:
    """What the installed command prints, line by line."""
    words = shlex.split(command)
    assert words[0] == "oathbook"
    ran = subprocess.run(  # noqa: S603  # the commands are those of our own pages
        [str(OATHBOOK), *words[1:]], cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    return (ran.stdout + ran.stderr).splitlines()


def agrees(shown: list[str], real: list[str]) -> bool:
    """Whether the lines are the same; a line ``…`` stands for any lines."""
    if not shown:
        return not real
    if shown[0] == "…":
        return any(agrees(shown[1:], real[number:]) for number in range(len(real) + 1))
    return bool(real) and shown[0].rstrip() == real[0].rstrip() and agrees(shown[1:], real[1:])
