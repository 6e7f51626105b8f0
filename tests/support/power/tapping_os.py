"""Listens to what this process does to files by the functions of ``os``."""

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

import pytest

from tests.support.power.disk import Cut, Gone, Linked, Made, Moved, Settled, Sync, Trace, Write

StrPath = str | os.PathLike[str]

_TAPPED: Final = ("open", "write", "ftruncate", "fsync", "close", "link", "replace", "unlink")


@contextmanager
def os_tapped(trace: Trace) -> Generator[None]:
    """Note what is done to files in the folder of a trace that are opened within, and to their names."""
    with pytest.MonkeyPatch.context() as patch:
        tap = _Tap(trace)
        for each in _TAPPED:
            patch.setattr(os, each, getattr(tap, each))
        yield


class _Tap:
    """Functions with the names of those of ``os``, each of which calls that."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._names: dict[int, str] = {}
        self._folders: set[int] = set()
        self._own: dict[str, Callable[..., int]] = {each: getattr(os, each) for each in _TAPPED}

    def _name(self, path: object) -> str | None:
        return self._trace.name(os.fspath(path)) if isinstance(path, (str, os.PathLike)) else None

    def open(self, path: StrPath, flags: int, *args: int, **named: int | None) -> int:
        file = self._own["open"](path, flags, *args, **named)
        if (name := self._name(path)) is not None:
            self._names[file] = name
            self._trace.note(Made(name))
            if flags & os.O_TRUNC:
                self._trace.note(Cut(name, 0))
        elif path == self._trace.folder:
            self._folders.add(file)
        return file

    def write(self, file: int, data: bytes) -> int:
        if file in self._names:
            self._trace.note(Write(self._names[file], os.fstat(file).st_size, bytes(data)))
        return self._own["write"](file, data)

    def ftruncate(self, file: int, size: int) -> None:
        if file in self._names:
            self._trace.note(Cut(self._names[file], size))
        self._own["ftruncate"](file, size)

    def fsync(self, file: int) -> None:
        self._own["fsync"](file)
        if file in self._names:
            self._trace.note(Sync(self._names[file]))
        if file in self._folders:
            self._trace.note(Settled())

    def close(self, file: int) -> None:
        self._names.pop(file, None)
        self._folders.discard(file)
        self._own["close"](file)

    def link(self, path: StrPath, to: StrPath, **named: bool) -> None:
        self._own["link"](path, to, **named)
        if (name := self._name(to)) is not None:
            self._trace.note(Linked(str(self._name(path)), name))

    def replace(self, path: StrPath, to: StrPath) -> None:
        self._own["replace"](path, to)
        if (name := self._name(to)) is not None:
            self._trace.note(Moved(str(self._name(path)), name))

    def unlink(self, path: StrPath, **named: int | None) -> None:
        self._own["unlink"](path, **named)
        if (name := self._name(path)) is not None:
            self._trace.note(Gone(name))
