"""Looks at which users own a database and the files beside it: what one user made, another cannot open."""

import os
import shlex
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.api.cli.health.machine import HealthCheck
from oathbook.api.cli.output import counted

NAME: Final = "owners"
BESIDE: Final = (
    "-wal",
    "-shm",
    "-journal",
    ".lock",
    ".views",
    ".log-key",
    ".checkpoints",
    ".replaced-keys",
    ".backups",
    ".part",
)
"""How the names of files continue that belong to a database."""


class OwnedFile(Struct, frozen=True):
    """A file or a folder, and the number of the user who owns it."""

    path: Path
    user: int


def check_owners(database: Path) -> Iterator[HealthCheck]:
    """Whether one user owns all files of a database; nothing where there are none, or no users."""
    if find_spec("pwd") is None:
        return
    path = database.resolve()
    try:
        files = tuple(_files_of(path))
        if files:
            yield compare_owners(_owned_file(path.parent), files, os.geteuid())
    except FileNotFoundError:
        return
    except OSError as problem:
        yield HealthCheck(NAME, "wrong", f"{path.parent}: {problem.strerror}; run doctor as the user of the service")


def _files_of(path: Path) -> Iterator[OwnedFile]:
    """The database first, then what is beside it; files may go while a service runs."""
    beside = sorted(
        each
        for each in path.parent.iterdir()
        if each.name.startswith(path.name) and each.name.removeprefix(path.name).startswith(BESIDE)
    )
    for each in (path, *beside):
        with suppress(FileNotFoundError):
            yield _owned_file(each)


def _owned_file(path: Path) -> OwnedFile:
    return OwnedFile(path, path.stat().st_uid)


def compare_owners(folder: OwnedFile, files: tuple[OwnedFile, ...], process: int) -> HealthCheck:
    """Whether the user of this process owns the files or, as root may open all of them, the user of their folder.

    ``files`` begins with the database. Where root owns the folder as well, the user of the database counts.
    """
    user = process or folder.user or files[0].user
    strange = tuple(each for each in files if each.user != user)
    if not strange:
        says = f"{user_name(user)} owns {counted(len(files), 'file')}"
        if folder.user == user:
            return HealthCheck(NAME, "good", f"{says} and their folder")
        theirs = f"{user_name(folder.user)} their folder {folder.path}"
        return HealthCheck(NAME, "note", f"{says}, {theirs}: {user_name(user)} must be able to write to it")
    belongs, it = ("belongs", "it") if len(strange) == 1 else ("belong", "them")
    users = ", ".join(sorted({user_name(each.user) for each in strange}))
    owned = f"{', '.join(each.path.name for each in strange)} {belongs} to {users}"
    if {each.user for each in files} == {folder.user}:
        mend = f"run doctor and the service as {user_name(folder.user)}"
        return HealthCheck(NAME, "wrong", f"{owned}, as the folder does, and this is {user_name(process)}: {mend}")
    mend = f"stop the service and run: chown {user} {shlex.join(str(each.path) for each in strange)}"
    return HealthCheck(NAME, "wrong", f"{owned}, so a service of {user_name(user)} cannot open {it}; {mend}")


def user_name(user: int) -> str:
    """The name of a user, or the number where this machine has no name for it."""
    import pwd  # noqa: PLC0415  # some systems have none

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"
