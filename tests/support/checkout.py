"""The checkout that the tests run in: its folder, its files and its golden records."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.processes import ran

ROOT: Final = Path(__file__).parents[2]
GOLDEN: Final = ROOT / "replays" / "golden"


def printed(*command: str) -> str:
    """What a command prints when it is run in the checkout by nobody in particular."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "GIT_"))}
    done = ran(command, cwd=ROOT, env=env)
    done.check_returncode()
    return done.stdout


def files_of_the_project() -> Iterator[Path]:
    """Every file that is committed or would be."""
    for name in printed("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        path = ROOT / name
        if path.is_file():
            yield path
