"""What a process hands to a disk, in order, and what the disk may hold if the power is cut after any of it."""

import random
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

SECTOR: Final = 512
"""Bytes that a disk writes wholly or not at all."""


HALF: Final = 0.5


class Made(NamedTuple):
    """An empty file, unless there is one of that name."""

    file: str


class Write(NamedTuple):
    """Bytes at a place of a file."""

    file: str
    at: int
    data: bytes


class Cut(NamedTuple):
    """A file made shorter, or longer with zeros."""

    file: str
    size: int


class Sync(NamedTuple):
    """A file of which everything is on the disk now."""

    file: str


class Linked(NamedTuple):
    """A second name for a file."""

    file: str
    name: str


class Moved(NamedTuple):
    """Another name for a file, from which it takes any other."""

    file: str
    name: str


class Gone(NamedTuple):
    """A name that was taken away."""

    file: str


class Settled(NamedTuple):
    """All names are on the disk now."""


class Told(NamedTuple):
    """Somebody outside was told: up to here, what it names has to last."""

    what: object


Operation = Made | Write | Cut | Sync | Linked | Moved | Gone | Settled | Told


class Trace:
    """The operations on the files of one folder, as several threads carry them out."""

    def __init__(self, folder: Path) -> None:
        """None yet."""
        self.folder = folder.resolve()
        self.operations: list[Operation] = []
        self._turn = Lock()

    def note(self, operation: Operation) -> None:
        """One more; what is done to a file is noted before it is done, a sync once it is done."""
        with self._turn:
            self.operations.append(operation)

    def name(self, path: str) -> str | None:
        """What a file of the folder is called here, if it is one."""
        at = Path(path)
        return at.name if at.is_absolute() and at.parent == self.folder else None


class _File:
    """A file on the disk, and what may be on its way there."""

    def __init__(self) -> None:
        self.synced = bytearray()
        self.waiting: list[Write | Cut] = []

    def sync(self) -> None:
        for each in self.waiting:
            _carry_out(self.synced, each)
        self.waiting = []

    def torn(self, chance: random.Random) -> bytes:
        """What is there if chance says how often each sector has been written, and how often the length was set."""
        times, length = len(self.waiting), chance.randint(0, len(self.waiting))
        reached: dict[int, int] = {}
        content = bytearray(self.synced)
        for number, each in enumerate(self.waiting):
            if isinstance(each, Write):
                for at, data in _sectors(each):
                    if number < reached.setdefault(at // SECTOR, chance.randint(0, times)):
                        _carry_out(content, Write(each.file, at, data))
        size = len(self.synced)
        for each in self.waiting[:length]:
            size = max(size, each.at + len(each.data)) if isinstance(each, Write) else each.size
        return bytes(content[:size].ljust(size, b"\0"))


def _sectors(write: Write) -> Iterator[tuple[int, bytes]]:
    at, end = write.at, write.at + len(write.data)
    while at < end:
        to = min(end, at - at % SECTOR + SECTOR)
        yield at, write.data[at - write.at : to - write.at]
        at = to


def _carry_out(content: bytearray, operation: Write | Cut) -> None:
    if isinstance(operation, Cut):
        del content[operation.size :]
        content.extend(bytes(operation.size - len(content)))
        return
    content.extend(bytes(max(0, operation.at - len(content))))
    content[operation.at : operation.at + len(operation.data)] = operation.data


class Disk:
    """What is on a disk after some operations.

    A change of names, also a new one, is there for certain only once the folder was synced.
    """

    def __init__(self) -> None:
        """Nothing."""
        self._now: dict[str, _File] = {}
        self._settled: dict[str, _File] = {}
        self.told: list[object] = []

    def take(self, operation: Operation) -> None:
        """One more operation."""
        match operation:
            case Told(what):
                self.told.append(what)
            case Made(name):
                self._now.setdefault(name, _File())
            case Write(name) | Cut(name):
                self._now[name].waiting.append(operation)
            case Sync(name):
                self._now[name].sync()
            case _:
                self._name(operation)

    def _name(self, operation: Linked | Moved | Gone | Settled) -> None:
        match operation:
            case Linked(file, name):
                self._now[name] = self._now[file]
            case Moved(file, name):
                self._now[name] = self._now.pop(file)
            case Gone(name):
                self._now.pop(name, None)
            case Settled():
                self._settled = dict(self._now)

    def leave(self, folder: Path, chance: random.Random | None) -> None:
        """Fill an empty folder with what a cut leaves: all that was synced, and of the rest what chance gives."""
        for name in self._now.keys() | self._settled.keys():
            file = (self._settled if chance is None or chance.random() < HALF else self._now).get(name)
            if file is not None:
                (folder / name).write_bytes(file.synced if chance is None else file.torn(chance))
