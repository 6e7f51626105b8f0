"""Writes files: whole or not at all, and never over another one."""

import os
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.api.cli.input_files import bytes_in
from oathbook.domain.errors import BadRecord, RecordDiffers

HOW_TO_REPLACE: Final = " (--force replaces it)"


class OutputFile(Struct, frozen=True):
    """A file to write; ``game`` is the id of the game if the file is a record, else empty."""

    path: Path
    text: bytes
    game: str = ""


def target_in(named: str, source: str) -> Path:
    """The path itself or, if it is a folder, the path of the source's name in it."""
    path = Path(named)
    return path / Path(source).name if path.is_dir() else path


def put(targets: Sequence[OutputFile], *, force: bool = False) -> tuple[bool, ...]:
    """Write every file that is missing, and say which were written; by ``force`` also what takes another's place.

    ``RecordDiffers`` if another file is in the way; then nothing is written. A fault of the disk leaves no file in
    part.
    """
    _must_not_overlap(targets)
    missing = tuple(_is_missing(target, force=force) for target in targets)
    _write(target for target, to_write in zip(targets, missing, strict=True) if to_write)
    return missing


def _must_not_overlap(targets: Sequence[OutputFile]) -> None:
    texts: dict[str, bytes] = {}
    paths: dict[Path, bytes] = {}
    for target in targets:
        if paths.setdefault(target.path, target.text) != target.text:
            raise BadRecord(f"{target.path}: two of the files would be written to this path")
        if target.game and texts.setdefault(target.game, target.text) != target.text:
            raise RecordDiffers(f"{target.path}: two of the files are different records of game {target.game}")


def must_be_free(path: Path, *, force: bool) -> None:
    """``RecordDiffers`` where something is in the way; by ``force`` only where that is no file."""
    if os.path.lexists(path) and not (force and path.is_file()):
        what = "something that is no file" if force else "another file"
        raise RecordDiffers(
            f"{path}: {what} is already there; nothing was overwritten{'' if force else HOW_TO_REPLACE}"
        )


@contextmanager
def whole_file(path: Path, *, force: bool) -> Generator[Path]:
    """Yields a path to write to, which then takes the place of ``path``; refuses as ``must_be_free``."""
    must_be_free(path, force=force)
    part = path.with_name(f".{os.getpid()}-{path.name}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _is_missing(target: OutputFile, *, force: bool) -> bool:
    if not os.path.lexists(target.path):
        return True
    if force:
        must_be_free(target.path, force=True)
        return target.path.stat().st_size != len(target.text) or target.path.read_bytes() != target.text
    there = bytes_in(str(target.path))
    if there == target.text:
        return False
    if target.game and f'"game":"{target.game}"'.encode() in there.partition(b"\n")[0]:
        msg = f"{target.path}: another record of game {target.game} is already there; nothing was overwritten"
    else:
        msg = f"{target.path}: another file is already there; nothing was overwritten"
    raise RecordDiffers(msg + HOW_TO_REPLACE)


def _write(targets: Iterable[OutputFile]) -> None:
    """Write each file beside its place, then move all into place."""
    parts: list[tuple[Path, Path]] = []
    try:
        for number, target in enumerate(targets):
            part = target.path.with_name(f".{os.getpid()}-{number}.part")
            parts.append((part, target.path))
            with _label_faults(target.path), part.open("xb") as file:
                file.write(target.text)
                file.flush()
                os.fsync(file.fileno())
        for part, path in parts:
            with _label_faults(path):
                part.replace(path)
    finally:
        for part, _ in parts:
            part.unlink(missing_ok=True)


@contextmanager
def _label_faults(path: Path) -> Generator[None]:
    """Make a fault of the disk name the file that was asked for, not its temporary file."""
    try:
        yield
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from None
