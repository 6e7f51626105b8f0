"""A process that can be made to die at any write, sync or renaming, and whose files the system closes then."""

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

_TAPPED: Final = ("open", "close", "fsync", "write", "rename")


class Died(Exception):  # noqa: N818  # named as what happened
    """The process is no more."""


class Mortal:
    """What a process has open in a folder, and after how many more writes, syncs and renamings it dies, if it does."""

    def __init__(self, folder: Path) -> None:
        """It lives on."""
        self.folder = folder
        self._open: set[int] = set()
        self._left: int | None = None

    @contextmanager
    def dying(self, after: int) -> Generator[None]:
        """Die before the one with that number within, if there are as many."""
        self._left = after
        try:
            with suppress(Died):
                yield
        finally:
            self._left = None

    def died(self) -> None:
        """The system closes what was open."""
        for each in tuple(self._open):
            os.close(each)

    @contextmanager
    def listening(self) -> Generator[None]:
        """What is opened within is known."""
        own: dict[str, Callable[..., int]] = {each: getattr(os, each) for each in _TAPPED}

        def opening(path: str | Path, *args: int, **named: int | None) -> int:
            file = own["open"](path, *args, **named)
            if Path(path).parent == self.folder:
                self._open.add(file)
            return file

        def closing(file: int) -> None:
            self._open.discard(file)
            own["close"](file)

        def syncing(_: int) -> None:
            self._come_nearer()

        def writing(file: int, data: bytes) -> int:
            self._come_nearer()
            return own["write"](file, data)

        def renaming(path: Path, to: Path) -> None:
            self._come_nearer()
            own["rename"](path, to)

        with pytest.MonkeyPatch.context() as patch:
            for name, tap in zip(_TAPPED, (opening, closing, syncing, writing, renaming), strict=True):
                patch.setattr(os, name, tap)
            yield

    def _come_nearer(self) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise Died
