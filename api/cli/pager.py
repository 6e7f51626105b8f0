"""A replay on a terminal, one position per screen, with the keys that people know from other replays."""

import os
import re
import select
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from rich.console import Group
from rich.text import Text

from oathbook.api.cli.output import console_on, line
from oathbook.api.cli.text_frames import frame_lines, reason_lines, title_line
from oathbook.replays.frames import Replay

_KEY: Final = re.compile(rb"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
LEGEND: Final = "← → event   ↑ ↓ step   Home End   q quit"
ESCAPE_SECONDS: Final = 0.05  # how long to wait for the rest of an arrow key


def back(_: Replay, position: int) -> int:
    """One event back."""
    return max(1, position - 1)


def forward(replay: Replay, position: int) -> int:
    """One event forward."""
    return min(len(replay), position + 1)


def step_back(replay: Replay, position: int) -> int:
    """To the end of the step before."""
    step = replay.entries[position - 1].step
    earlier = [entry.position for entry in replay.entries[: position - 1] if entry.step < step]
    return earlier[-1] if earlier else 1


def step_forward(replay: Replay, position: int) -> int:
    """To the end of this step or, from there, of the next one."""
    step = replay.entries[min(position, len(replay) - 1)].step
    return max(entry.position for entry in replay.entries if entry.step <= step)


def first(_: Replay, __: int) -> int:
    """The opening."""
    return 1


def last(replay: Replay, _: int) -> int:
    """The last event."""
    return len(replay)


MOVES: Final[Mapping[bytes, Callable[[Replay, int], int]]] = {
    **dict.fromkeys((b"\x1b[D", b"\x1bOD", b"h"), back),
    **dict.fromkeys((b"\x1b[C", b"\x1bOC", b"l", b" "), forward),
    **dict.fromkeys((b"\x1b[A", b"\x1bOA", b"k"), step_back),
    **dict.fromkeys((b"\x1b[B", b"\x1bOB", b"j"), step_forward),
    **dict.fromkeys((b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"0", b"g"), first),
    **dict.fromkeys((b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"$", b"G"), last),
}
QUITS: Final = (b"q", b"Q", b"\x03", b"\x04")


def can_browse() -> bool:
    """Whether stdin and stdout are a terminal that can show full screens."""
    seen = sys.stdin.isatty() and sys.stdout.isatty()
    return seen and find_spec("termios") is not None and os.environ.get("TERM", "dumb") != "dumb"


def browse(replay: Replay) -> None:
    """Show one position per screen, from the first, until q is pressed."""
    position = 1
    with console_on(sys.stdout).screen() as screen, _keys() as pressed:
        screen.update(Group(*_screen(replay, position)))
        for key in pressed:
            if key in QUITS:
                return
            move = MOVES.get(key)
            if move is not None:
                position = move(replay, position)
                screen.update(Group(*_screen(replay, position)))


def _screen(replay: Replay, position: int) -> Iterator[Text]:
    frame = replay.at(position)
    yield title_line(replay)
    yield line((LEGEND, "dim"))
    yield from frame_lines(frame, replay)
    yield from reason_lines(frame, replay)


@contextmanager
def _keys() -> Generator[Iterator[bytes]]:
    """The keys as they are pressed; the terminal is restored at the end."""
    import termios  # noqa: PLC0415  # some systems have none
    import tty  # noqa: PLC0415  # some systems have none

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield _read_keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read_keys(terminal: int) -> Iterator[bytes]:
    while read := os.read(terminal, 64):
        if read == b"\x1b" and select.select([terminal], [], [], ESCAPE_SECONDS)[0]:
            read += os.read(terminal, 64)
        yield from split_keys(read)


def split_keys(read: bytes) -> list[bytes]:
    """The keys in what a terminal sent, an arrow key as one."""
    return _KEY.findall(read)
