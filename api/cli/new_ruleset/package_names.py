"""What a new package is called, and which names it cannot have."""

import re
import sys
from importlib.util import find_spec
from keyword import iskeyword, issoftkeyword
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadRecord

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST: Final = 40
_TAKEN: Final = {"test", "tests", *sys.stdlib_module_names}


class PackageNames(Struct, frozen=True):
    """The names of a package: of its module, of its distribution, and of its game."""

    name: str
    distribution: str
    title: str

    @property
    def edition(self) -> str:
        """The key of its one edition."""
        return f"{self.name}/1"


def names_from(name: str) -> PackageNames:
    """The names that follow from that of a new module; ``BadRecord`` says why it cannot be one."""
    names = names_of_module(name, where="NAME")
    if find_spec(name) is not None:
        raise BadRecord(f"NAME: a package {name!r} is already installed, and would hide the new one")
    return names


def names_of_module(name: str, *, where: str) -> PackageNames:
    """The names that follow from that of a module; ``BadRecord`` says why it is none."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise BadRecord(
            f"{where}: {name!r} is not a valid package name: use lowercase letters, digits and _, at most {_LONGEST}"
        )
    if iskeyword(name) or issoftkeyword(name) or name in _TAKEN:
        raise BadRecord(f"{where}: {name!r} is a word or a module of Python or pytest")
    return PackageNames(name, f"oathbook-{name.replace('_', '-')}", name.replace("_", " ").capitalize())
