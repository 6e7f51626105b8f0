"""Listens to what this process writes: through SQLite, whose own calls are led past here, and through ``os``.

No compiler is needed: ``ctypes`` puts our functions into the tables of functions by which SQLite reaches its files.
"""

import _sqlite3
import ctypes
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from tests.support.power.disk import Cut, Gone, Made, Settled, Sync, Trace, Write
from tests.support.power.tapping_os import os_tapped

_VOID: Final = ctypes.c_void_p
_INT: Final = ctypes.c_int
_LONG: Final = ctypes.c_int64

_CREATE: Final = 0x4
_JOURNAL: Final = 0x84800
"""Of the flags with which SQLite opens a file: it may be made, and it is a journal or a log.

With the first sync of one that may have been made, SQLite syncs the folder too.
"""

_Opening: Final = ctypes.CFUNCTYPE(_INT, _VOID, _VOID, _VOID, _INT, _VOID)
_Deleting: Final = ctypes.CFUNCTYPE(_INT, _VOID, _VOID, _INT)
_Writing: Final = ctypes.CFUNCTYPE(_INT, _VOID, _VOID, _INT, _LONG)
_Cutting: Final = ctypes.CFUNCTYPE(_INT, _VOID, _LONG)
_Syncing: Final = ctypes.CFUNCTYPE(_INT, _VOID, _INT)


class _Filesystem(ctypes.Structure):
    """The beginning of SQLite's ``sqlite3_vfs``."""

    _fields_ = [
        ("version", _INT),
        ("size", _INT),
        ("longest", _INT),
        ("next", _VOID),
        ("name", ctypes.c_char_p),
        ("data", _VOID),
        ("open", _Opening),
        ("delete", _Deleting),
    ]


class _Methods(ctypes.Structure):
    """SQLite's ``sqlite3_io_methods``."""

    _fields_ = [
        ("version", _INT),
        ("close", _VOID),
        ("read", _VOID),
        ("write", _Writing),
        ("truncate", _Cutting),
        ("sync", _Syncing),
        ("others", _VOID * 13),
    ]


class _File(ctypes.Structure):
    """SQLite's ``sqlite3_file``."""

    _fields_ = [("methods", ctypes.POINTER(_Methods))]


def reached() -> "ctypes.CDLL | None":
    """The SQLite that the module ``sqlite3`` uses, where its functions can be reached from outside."""
    try:
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Filesystem)
    except (AttributeError, OSError):  # it is part of the interpreter, and its names are hidden
        return None
    return library


@contextmanager
def tapped(trace: Trace) -> Generator[None]:
    """Note every write, cut and sync of files in the folder of a trace that are opened within."""
    library = reached()
    assert library is not None
    filesystem = library.sqlite3_vfs_find(None).contents
    tap = _Tap(trace, filesystem)
    with os_tapped(trace):
        filesystem.open, filesystem.delete = tap.opening, tap.deleting
        try:
            yield
        finally:
            filesystem.open, filesystem.delete = tap.open, tap.delete


_KEPT: Final[list[object]] = []
"""What SQLite may still call: functions of ours are never given back."""


class _Tap:
    """Our functions, each of which calls SQLite's own."""

    def __init__(self, trace: Trace, filesystem: _Filesystem) -> None:
        self._trace = trace
        self._names: dict[int, str] = {}
        self._unsettled: set[int] = set()
        self._own: dict[int, _Methods] = {}
        self.open = _Opening(_address(filesystem, _Filesystem.open.offset))
        self.delete = _Deleting(_address(filesystem, _Filesystem.delete.offset))
        self.opening, self.deleting = _Opening(self._open), _Deleting(self._delete)
        _KEPT.append(self)

    def _open(self, filesystem: int, path: int | None, file: int, flags: int, out: int) -> int:
        answer: int = self.open(filesystem, path, file, flags, out)
        name = self._name(path)
        opened = _File.from_address(file)
        if answer == 0 and name is not None and opened.methods:
            self._names[file] = name
            self._trace.note(Made(name))
            self._unsettled.discard(file)
            if flags & _CREATE and flags & _JOURNAL:
                self._unsettled.add(file)
            opened.methods = ctypes.pointer(self._led_here(opened.methods.contents))
        return answer

    def _name(self, path: int | None) -> str | None:
        """What a file is called in the trace. SQLite keeps the address of the text, which has to stay the same."""
        return self._trace.name(os.fsdecode(ctypes.string_at(path))) if path else None

    def _delete(self, filesystem: int, path: int, settles: int) -> int:
        answer: int = self.delete(filesystem, path, settles)
        if (name := self._name(path)) is not None:
            self._trace.note(Gone(name))
            if settles:
                self._trace.note(Settled())
        return answer

    def _led_here(self, own: _Methods) -> _Methods:
        """The same methods, but for three."""
        key = ctypes.addressof(own)
        if key not in self._own:
            methods = _Methods.from_buffer_copy(own)
            write, cut, sync = own.write, own.truncate, own.sync

            def writing(file: int, data: int, size: int, at: int) -> int:
                self._trace.note(Write(self._names[file], at, ctypes.string_at(data, size)))
                answer: int = write(file, data, size, at)
                return answer

            def cutting(file: int, size: int) -> int:
                self._trace.note(Cut(self._names[file], size))
                answer: int = cut(file, size)
                return answer

            def syncing(file: int, flags: int) -> int:
                answer: int = sync(file, flags)
                self._trace.note(Sync(self._names[file]))
                if file in self._unsettled:
                    self._unsettled.remove(file)
                    self._trace.note(Settled())
                return answer

            methods.write, methods.truncate, methods.sync = _Writing(writing), _Cutting(cutting), _Syncing(syncing)
            self._own[key] = methods
        return self._own[key]


def _address(filesystem: _Filesystem, offset: int) -> int:
    """Where a function is that stands there; the field itself would change with what is put there."""
    found = _VOID.from_address(ctypes.addressof(filesystem) + offset).value
    assert found is not None
    return found
