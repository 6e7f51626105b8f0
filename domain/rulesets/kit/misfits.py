"""The refusal of events that do not fit the state."""

from collections.abc import Container, Iterable
from typing import TypeVar

from msgspec import Struct

from oathbook.domain.errors import Misfit

T = TypeVar("T")


def must_fit(holds: bool, what: str) -> None:  # noqa: FBT001  # reads as a claim: must_fit(a == b, "…")
    """Raise ``Misfit`` where an event says what cannot be."""
    if not holds:
        raise Misfit(what)


def must_happen_in(stages: Container[str], stage: str, event: Struct) -> None:
    """Raise ``Misfit`` where an event comes in a stage in which it cannot happen."""
    if stage not in stages:
        raise Misfit(f"{event.__struct_config__.tag} cannot happen in stage “{stage}”")


def must_exist(value: T | None, what: str) -> T:
    """Return the value; raise ``Misfit`` if there is none."""
    if value is None:
        raise Misfit(f"there is no {what}")
    return value


def must_find(found: Iterable[T], what: str) -> T:
    """Return the first of those found; raise ``Misfit`` if there is none."""
    return must_exist(next(iter(found), None), what)
