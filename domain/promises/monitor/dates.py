"""The dates of a letter: points that come once in a game, after which nothing can be done in time any more."""

from collections.abc import Iterator
from typing import cast

from msgspec import Struct
from msgspec.structs import astuple

from oathbook.domain.promises.logic.formulas import Agreement, Pattern, Window
from oathbook.domain.promises.logic.matching import StateReader, matches
from oathbook.domain.promises.logic.moments import Moment

Dates = tuple[tuple[Pattern, bool | None], ...]
"""Each date, and whether it has come since the signing; ``None`` where this reader cannot know."""


def dates_of(agreement: Agreement) -> Dates:
    """The dates that a letter names, none of which has come yet."""
    found: list[Pattern] = []
    for each in _dates_in((agreement.formula, agreement.void_if, agreement.ends_if)):
        if each not in found:
            found.append(each)
    return tuple((each, False) for each in found)


def _dates_in(part: object) -> Iterator[Pattern]:
    """The dates in a node, or in whatever else a formula is made of."""
    if isinstance(part, Window):
        if part.dated:
            yield part.pattern
    elif isinstance(part, tuple | Struct):
        for each in cast("tuple[object, ...]", part if isinstance(part, tuple) else astuple(part)):
            yield from _dates_in(each)


def has_come(date: Pattern, dates: Dates) -> bool | None:
    """Whether a date has come."""
    return next(come for each, come in dates if each == date)


def update_dates(dates: Dates, moment: Moment, reader: StateReader) -> Dates:
    """The dates after one more moment; the same object if none of them comes."""
    if not dates:
        return dates
    after = tuple([(date, come or _has_come_by(date, come, moment, reader)) for date, come in dates])
    return dates if after == dates else after


def _has_come_by(date: Pattern, come: bool | None, moment: Moment, reader: StateReader) -> bool | None:  # noqa: FBT001  # three values
    fits = [matches(date, each.fact, moment.before, reader) for each in moment.by_kind.get(date.kind, ())]
    return True if True in fits else None if None in fits else come
