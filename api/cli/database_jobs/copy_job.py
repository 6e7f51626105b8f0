"""Copies a whole database, shows how far that is, and says up to where the copy goes."""

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.progress import Progress, TaskID

from oathbook.api.cli.output import complain, console_on, counted
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.note_keys import encode_base64
from oathbook.domain.recording.database.address import StoreAddress, parse_address
from oathbook.domain.recording.database.copy_schema import CopyProgress, CopySource
from oathbook.domain.recording.database.copying.copier import DatabaseHead, copy_database, database_head
from oathbook.domain.recording.database.copying.openers import open_source, open_target

MOST_NAMED: Final = 20  # places of damage that are named one by one


def copy_database_at(
    source: StoreAddress,
    target: StoreAddress,
    *,
    alone: bool,
    first: Callable[[CopySource], None] = lambda _: None,
    damage: list[str] | None = None,
) -> DatabaseHead:
    """Copy a database to where there is none, or go on with that; ``first`` looks at it before anything is written.

    With ``alone`` no other process may write into it meanwhile. What is damaged is copied as it is and added to
    ``damage``; without that it is refused. Refuses as ``open_source``, ``open_target``
    and ``copy_database``.
    """
    if source == target:
        raise BadRecord(f"{target}: it cannot be copied onto itself")
    with open_source(source, alone=alone) as here, open_target(target) as there:
        first(here)
        show_progress(copy_database(here, there, damage))
        return database_head(here)


def must_restore(backup: Path, head: DatabaseHead) -> None:
    """Restore a backup into a scratch place beside it, which is removed; ``BadRecord`` where that has another head.

    Refuses as ``copy_database_at``, which compares all rows.
    """
    with TemporaryDirectory(dir=backup.absolute().parent) as scratch:
        restored = copy_database_at(backup, Path(scratch) / "restored.db", alone=False, damage=[])
    if restored != head:
        raise BadRecord(f"{backup}: what is restored from it is not what was written")


def show_progress(steps: Iterable[CopyProgress]) -> None:
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
    address = parse_address(text, where=where)
    if isinstance(address, Path):
        return address
    raise BadRecord(f"{where}: a backup is a file, not a database of a server")


def warn_of_damage(damage: Sequence[str]) -> None:
    """Say on the stream of errors what is damaged in a copy."""
    for each in damage[:MOST_NAMED]:
        complain(f"damaged: {each}")
    if len(damage) > MOST_NAMED:
        complain(f"damaged: {len(damage) - MOST_NAMED} more")


def head_text(head: DatabaseHead) -> str:
    """What is in a database, and what its log's tree is called by those who sign and check it."""
    rows = f"{counted(head.streams, 'stream')}, {counted(head.events, 'event')}"
    return f"{rows}; the log has {head.size} leaves and the root {encode_base64(head.root)}"


def head_entry(head: DatabaseHead) -> dict[str, object]:
    """The same for programs."""
    return {"streams": head.streams, "events": head.events, "leaves": head.size, "root": encode_base64(head.root)}
