"""The script of ``docs/verification.md``, taken out of the page and run."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.checkout import ROOT
from tests.support.tampering import Event, chained, events_in, file_of

PAGE: Final = (ROOT / "docs" / "verification.md").read_text("utf-8")
SCRIPT: Final = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
GOLDEN: Final = {path.stem: path.read_bytes() for path in sorted((ROOT / "replays" / "golden").rglob("*.jsonl"))}
SEEDED: Final = GOLDEN["last-knight-standing"]
WITNESSED: Final = GOLDEN["lost-third-slot"]
SOUND: Final = re.compile(
    r"nothing wrong found: (?P<events>\d+) events, (?P<open>\d+) of (?P<hidden>\d+) hidden values open, "
    r"(?P<recomputed>\d+) of (?P<draws>\d+) draws recomputed from the seed\nhead (?P<head>\w{64})\n"
)


class Said(NamedTuple):
    """How the script ended, and what it said."""

    code: int
    text: str


class Script:
    """The script of the page, saved to a file and run by a Python that finds the standard library alone."""

    def __init__(self, folder: Path) -> None:
        """Save it."""
        self._script = folder / "check.py"
        self._script.write_text(SCRIPT, "utf-8")
        self._record = folder / "record.jsonl"

    def says(self, text: bytes) -> Said:
        """About a file."""
        self._record.write_bytes(text)
        ran = subprocess.run(  # noqa: S603  # because the page's own script is what is tested
            [sys.executable, "-I", "-S", str(self._script), str(self._record)],
            capture_output=True,
            check=False,
            text=True,
        )
        return Said(ran.returncode, ran.stdout + ran.stderr)


def changed(text: bytes, change: Callable[[list[Event]], object], *, chain: bool = True) -> bytes:
    """A record file after a change to its events; the hashes, the header and the trailer are made to fit again."""
    events = events_in(text)
    change(events)
    return file_of(chained(events) if chain else events)
