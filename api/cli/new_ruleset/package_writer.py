"""Writes the files of a new package, or of a game in one file: all of them, or none."""

import os
import shutil
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from oathbook.api.cli.new_ruleset.package_names import PackageNames
from oathbook.api.cli.output_files import whole_file
from oathbook.domain.errors import RecordDiffers

TEMPLATES: Final = "oathbook.api.cli.new_ruleset"
ENDS: Final = ".template"


TemplateFolder = Literal["package", "one_file", "project"]
"""The folders of templates: a package, a game in one file, and what makes a package of such a file."""


def package_files(names: PackageNames, folder: TemplateFolder = "package") -> Iterator[tuple[PurePosixPath, str]]:
    """Every file of the package, by its path in the folder, with its text."""
    for path, template in _templates(files(TEMPLATES) / folder, PurePosixPath()):
        yield PurePosixPath(_fill(str(path), names).removesuffix(ENDS)), _fill(template.read_text("utf-8"), names)


def write_package(names: PackageNames, folder: Path, template: TemplateFolder) -> tuple[str, ...]:
    """Write the package into a new folder, and return the paths in it; ``RecordDiffers`` where something is there."""
    _must_be_free(folder)
    part = folder.with_name(f".{os.getpid()}-{folder.name}.part")
    written: list[str] = []
    try:
        part.mkdir()
        for path, text in package_files(names, template):
            place = part / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode())
            written.append(str(path))
        part.rename(folder)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(folder)) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return tuple(sorted(written))


def write_project(names: PackageNames, folder: Path) -> Path:
    """Write the ``pyproject.toml`` of a game in one file beside it; ``RecordDiffers`` where there is one."""
    ((name, text),) = package_files(names, "project")
    _must_be_free(folder / name)
    with whole_file(folder / name, force=False) as part:
        part.write_bytes(text.encode())
    return folder / name


def _must_be_free(path: Path) -> None:
    if os.path.lexists(path):
        raise RecordDiffers(f"{path}: it is already there; nothing was overwritten")


def _templates(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _templates(each, at / each.name)
        elif each.name.endswith(ENDS):
            yield at / each.name, each


def _fill(text: str, names: PackageNames) -> str:
    filled = text.replace("@name@", names.name).replace("@distribution@", names.distribution)
    return filled.replace("@title@", names.title)
