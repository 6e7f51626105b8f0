"""What only some commands need, and an installation may lack."""

from importlib import import_module
from typing import Any

from oathbook.domain.errors import Refused


class NotInstalled(Refused):
    """Something that this installation lacks; the message names the extra to install."""


def import_extra(module: str, *, extra: str, wanted_by: str) -> Any:
    """The module; ``NotInstalled`` if it is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise NotInstalled(missing_extra(wanted_by, module.partition(".")[0], extra)) from None


def missing_extra(wanted_by: str, module: str, extra: str) -> str:
    """The sentence that says what is missing, and what to install."""
    return (
        f"{wanted_by}: it needs {module}, which is not installed here: install Oathbook with its extra `{extra}`, "
        f"from where you installed it: pip install '/path/to/oathbook[{extra}]'"
    )
