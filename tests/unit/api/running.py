"""The command line in this process: what it prints on either stream, and its exit code."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oathbook.api.cli.main import run
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from tests.support.processes import logged_as_before

Json = Any
"""A value as JSON holds it."""


class Stream(io.TextIOWrapper):
    """A stream as a process has it; ``watched`` makes it a terminal."""

    def __init__(self, *, watched: bool = False) -> None:
        self.bytes = io.BytesIO()
        self.watched = watched
        super().__init__(self.bytes, encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return self.watched


@dataclass(frozen=True)
class Printed:
    """What a command did."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def json(self) -> Json:
        """The one line of JSON that was printed."""
        assert self.out.endswith(b"\n")
        assert self.out.count(b"\n") == 1, "more or less than one line"
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on stderr."""
        assert self.err.startswith("oathbook: ")
        assert self.err.count("\n") == 1, f"more or less than one line: {self.err}"
        return self.err.removeprefix("oathbook: ").rstrip("\n")


def oathbook(*arguments: str | Path, stdin: bytes = b"", watched: bool = False) -> Printed:
    """Run a command; ``watched`` lets it write to a terminal on both streams."""
    out, err = Stream(watched=watched), Stream(watched=watched)
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with redirect_stdout(out), redirect_stderr(err), logged_as_before():
            code = run([str(each) for each in arguments])
    finally:
        sys.stdin = before
    out.flush()
    return Printed(code, out.bytes.getvalue(), err.bytes.getvalue().decode())


def kept(record: Record, path: Path) -> Path:
    """The record as a file."""
    path.write_bytes(record_text(record))
    return path
