"""Prints answers: one line of JSON, or text in which nothing from a stranger can style the terminal."""

import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Final, TextIO, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from oathbook.domain.errors import BadRecord, Refused, SheetUnreadable
from oathbook.domain.recording.format.cleartext import value_text

WIDE: Final = 100_000  # columns of a file or a pipe: nothing is wrapped or cut

_QUIET: Final = ContextVar("quiet", default=False)

MOST_PROBLEMS: Final = 20  # records of an archive whose problems are printed
MOST_SAID: Final = 1_000  # the most characters of an error; what it quotes may be long


def visible(text: str) -> str:
    """The text with every control, format and unassigned character written out as Python would."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def encodable(text: str) -> str:
    """The text as JSON can hold it: the name of a file may be bytes that are no text."""
    return text.encode("utf-8", "backslashreplace").decode()


def refusal_line(problem: Refused) -> str:
    """A refusal as one line, with the file it is about."""
    return "; ".join(refusal_lines(problem))


def refusal_lines(problem: Refused) -> list[str]:
    """A refusal as lines, with the file it is about: one for each thing that is wrong with a sheet."""
    if isinstance(problem, SheetUnreadable):
        return [encodable(each) for each in problem.faults]
    return [encodable(": ".join([*getattr(problem, "__notes__", ()), str(problem)]))]


def line(*parts: str | tuple[str, str]) -> Text:
    """A line of text from parts, each with or without a style. No part is read as markup."""
    styled = (part if isinstance(part, tuple) else (part, "") for part in parts)
    return Text.assemble(*((visible(text), style) for text, style in styled))


def counted(number: int, what: str, many: str = "") -> str:
    """A number with its noun: ``1 event``, ``2 events``; ``many`` is the plural where an s does not make it."""
    return f"{number} {what}" if number == 1 else f"{number} {many or f'{what}s'}"


def be_quiet(wanted: bool) -> bool:  # noqa: FBT001  # as options call it
    """From now on print no text to stdout, or do; JSON and records are printed all the same."""
    _QUIET.set(wanted)
    return wanted


def is_quiet() -> bool:
    """Whether text is printed."""
    return _QUIET.get()


def say(lines: Iterable[Text]) -> None:
    """Print lines to stdout, coloured only on a terminal."""
    if is_quiet():
        return
    if sys.stdout.isatty():
        console = console_on(sys.stdout)
        for each in lines:
            console.print(each, soft_wrap=True)
    else:
        sys.stdout.writelines(f"{each.plain}\n" for each in lines)


def say_table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Print rows under their headings."""
    if is_quiet():
        return
    table = Table(*headings, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*map(line, row))
    console = console_on(sys.stdout)
    with console.capture() as printed:
        console.print(table)
    sys.stdout.writelines(f"{each.rstrip()}\n" for each in printed.get().splitlines())


def say_json(value: object) -> None:
    """Print a value as one line of JSON, with open hidden values as they are."""
    say_bytes(json_line(value))


def json_line(value: object) -> bytes:
    """A value as one line of JSON, with every character escaped that a terminal might act on."""
    return _escaped(value_text(value)) + b"\n"


def say_bytes(text: bytes) -> None:
    """Print lines of JSON as they are; on a terminal, characters that it might act on are escaped."""
    if sys.stdout.isatty():
        text = b"\n".join(_escaped(each) for each in text.split(b"\n"))
    sys.stdout.flush()
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


def say_file(content: bytes) -> None:
    """Print a file that is no text; ``BadRecord`` on a terminal, which would act on it."""
    if sys.stdout.isatty():
        raise BadRecord("--to -: this is no text for a terminal: name a file, or send it on with | or >")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _escaped(text: bytes) -> bytes:
    read = text.decode()
    if read.isprintable():
        return text
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in read).encode()


def complain(says: str) -> None:
    """Print one line on stderr, if that can be written: the exit code gives the result all the same."""
    said = visible(says)
    with suppress(OSError):  # what is not written yet is still there at the end of the command, which tells of it
        sys.stdout.flush()
    with suppress(OSError):
        sys.stderr.write(f"oathbook: {said if len(said) <= MOST_SAID else said[:MOST_SAID] + '…'}\n")
        sys.stderr.flush()


class Problems:
    """Prints the first of many problems on stderr; ``end`` says how many more there are."""

    def __init__(self) -> None:
        self._count = 0

    def complain(self, says: str) -> None:
        """Prints a problem, as ``complain``, or counts it."""
        self._count += 1
        if self._count <= MOST_PROBLEMS:
            complain(says)

    def end(self) -> None:
        """Prints the count of the rest, if there are any."""
        if self._count > MOST_PROBLEMS:
            complain(counted(self._count - MOST_PROBLEMS, "more problem"))


def open_missing_streams() -> None:
    """Put nothing in the place of each standard stream that was closed when the process began.

    Python has ``None`` there, and the next file that is opened would take its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, _nothing(mode))


def leave_full_streams() -> None:
    """Put nothing in the place of each stream that cannot be written: Python would end with a code of its own."""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except OSError:
            setattr(sys, name, _nothing("w"))


def _nothing(mode: str) -> TextIO:
    return cast("TextIO", Path(os.devnull).open(mode, encoding="utf-8"))


def console_on(stream: TextIO) -> Console:
    """A Rich console on this stream: no markup, no guessing, colour only on a terminal."""
    is_terminal = stream.isatty()
    return Console(
        file=stream,
        markup=False,
        emoji=False,
        highlight=False,
        force_terminal=is_terminal,
        width=None if is_terminal else WIDE,
    )
