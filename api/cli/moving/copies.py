"""Copies a whole database, shows how far that is, and says up to where the copy goes."""

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from rich.progress import Progress, TaskID

from oathbook.api.cli.output import console_on, counted
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.base64_text import encoded
from oathbook.domain.recording.database.address import StoreAddress, store_in
from oathbook.domain.recording.database.copied import CopySource
from oathbook.domain.recording.database.copying.copier import CopiedHead, copy, head_of
from oathbook.domain.recording.database.copying.opening import source_at, target_at
from oathbook.domain.recording.database.copying.progress import CopyProgress


def copied(
    source: StoreAddress,
    target: StoreAddress,
    *,
    alone: bool,
    first: Callable[[CopySource], None] = lambda _: None,
) -> CopiedHead:
    """Copy a database to where there is none, or go on with that; ``first`` looks at it before anything is written.

    With ``alone`` no other process may write into it meanwhile. Refuses as ``source_at``, ``target_at`` and ``copy``.
    """
    if source == target:
        msg = f"{target}: it cannot be copied onto itself"
        raise BadRecord(msg)
    with source_at(source, alone=alone) as here, target_at(target) as there:
        first(here)
        follow(copy(here, there))
        return head_of(here)


def follow(steps: Iterable[CopyProgress]) -> None:
    """Have it done, with a bar for each thing that is done to all rows."""
    with progress_bars() as bars:
        shown: dict[str, TaskID] = {}
        for each in steps:
            if each.what not in shown:
                shown[each.what] = bars.add_task(each.what, total=each.of)
            bars.update(shown[each.what], completed=each.done)


@contextmanager
def progress_bars() -> Generator[Progress]:
    """Bars on a terminal, gone in the end."""
    console = console_on(sys.stderr)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bars:
        yield bars


def file_in(text: str, *, where: str) -> Path:
    """The path of a backup; ``BadRecord`` where it is a URL."""
    address = store_in(text, where=where)
    if isinstance(address, Path):
        return address
    msg = f"{where}: a backup is a file, not a database of a server"
    raise BadRecord(msg)


def head_text(head: CopiedHead) -> str:
    """What is in a database, and what its log's tree is called by those who sign and check it."""
    rows = f"{counted(head.streams, 'stream')}, {counted(head.events, 'event')}"
    return f"{rows}; the log has {head.size} leaves and the root {encoded(head.root)}"


def head_entry(head: CopiedHead) -> dict[str, object]:
    """The same for programs."""
    return {"streams": head.streams, "events": head.events, "leaves": head.size, "root": encoded(head.root)}
