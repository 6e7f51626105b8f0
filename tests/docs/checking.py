"""The script of ``docs/verification.md``, taken out of the page and run."""

import io
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
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
    """The script of the page as Python runs it, in this process: it is asked of hundreds of files."""

    def __init__(self, folder: Path) -> None:
        """Compile it."""
        self._code = compile(SCRIPT, "check.py", "exec")
        self._record = folder / "record.jsonl"

    def says(self, text: bytes) -> Said:
        """About a file."""
        self._record.write_bytes(text)
        arguments, hook = sys.argv, sys.excepthook
        sys.argv = ["check.py", str(self._record)]
        try:
            with redirect_stdout(io.StringIO()) as said, redirect_stderr(said):
                code = self._ran()
            return Said(code, said.getvalue())
        finally:
            sys.argv, sys.excepthook = arguments, hook

    def _ran(self) -> int:
        """With which code Python ends; what nothing caught goes to the hook that the script has set."""
        try:
            exec(self._code, {"__name__": "__main__"})  # noqa: S102  # because the page's own script is what is tested
        except SystemExit as ended:
            print(ended.code, file=sys.stderr)  # noqa: T201  # as Python does
            return 1
        except Exception as uncaught:  # noqa: BLE001  # because the script answers for whatever it is
            sys.excepthook(type(uncaught), uncaught, uncaught.__traceback__)
            return 1
        return 0


def changed(text: bytes, change: Callable[[list[Event]], object], *, chain: bool = True) -> bytes:
    """A record file after a change to its events; the hashes, the header and the trailer are made to fit again."""
    events = events_in(text)
    change(events)
    return file_of(chained(events) if chain else events)
