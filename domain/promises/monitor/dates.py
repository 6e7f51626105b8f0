"""The dates of a letter: points that come once in a game, after which no duty can be met in time."""

from oathbook.domain.promises.logic.formulas import Agreement, Pattern, Window, parts_within
from oathbook.domain.promises.logic.matching import StateReader, matches
from oathbook.domain.promises.logic.moments import Moment

Dates = tuple[tuple[Pattern, bool | None], ...]
"""Each date, and whether it has come since the signing; ``None`` where this reader cannot know."""


def dates_of(agreement: Agreement) -> Dates:
    """The dates that a letter names, none of which has come yet."""
    dates: list[Pattern] = []
    for part in parts_within((agreement.formula, agreement.void_if, agreement.ends_if)):
        if isinstance(part, Window) and part.dated and part.pattern not in dates:
            dates.append(part.pattern)
    return tuple((date, False) for date in dates)


def update_dates(dates: Dates, moment: Moment, reader: StateReader) -> Dates:
    """The dates after one more moment; the same object if none of them comes."""
    after = tuple([(date, come or _has_come_by(date, come, moment, reader)) for date, come in dates])
    return dates if after == dates else after


def _has_come_by(date: Pattern, come: bool | None, moment: Moment, reader: StateReader) -> bool | None:  # noqa: FBT001  # three values
    fits = [matches(date, each.fact, moment.before, reader) for each in moment.by_kind.get(date.kind, ())]
    return True if True in fits else None if None in fits else come
