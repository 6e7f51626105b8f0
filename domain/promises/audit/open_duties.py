"""What a promise that is pending still asks, in sentences for players."""

from collections.abc import Iterator, Mapping
from typing import cast

from msgspec import Struct
from msgspec.structs import astuple, replace

from oathbook.domain.promises.evaluator.duties import SIGNING, Duty, duties
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.rulesets.vocabulary import Vocabulary


def open_duty_sentences(state: MonitorState, vocabulary: Vocabulary, now: Mapping[str, int]) -> tuple[str, ...]:
    """A sentence for each duty that is left of a promise, as far as the reader of its record can tell.

    *bram must spend at least 2 Influence in favour of law Tithe, in all, until that vote ends: 1 so far*. ``now`` is
    the number of each unit of time that the game counts: it is season 2.
    """
    told = tuple(each for each in _parts(state.residual) if not any(map(_is_left_to_rulings, _inside(each))))
    left = replace(state.agreement, formula=formulas.And(told))
    totals = {one.path: one for each in told for one in _inside(each) if isinstance(one, formulas.Total)}
    return tuple(_sentence(each, totals.get(each.path)) for each in duties(left, vocabulary, now))


def _parts(residual: formulas.Formula) -> Iterator[formulas.Formula]:
    """What is owed side by side; what is owed now of a duty that begins again and again comes before that duty."""
    match residual:
        case formulas.And(parts):
            for each in parts:
                yield from _parts(each)
        case formulas.Whenever(open=begun):
            yield from begun
            yield replace(residual, open=(), times=())
        case _:
            yield residual


def _is_left_to_rulings(part: object) -> bool:
    return isinstance(part, (formulas.Truth, formulas.Hole))


def _sentence(duty: Duty, total: formulas.Total | None) -> str:
    asked, *_ = duty.says.split(" · ")
    later = "" if duty.since == SIGNING else f", from {duty.since.removesuffix(',')}"
    counted = "" if total is None or not total.hi else f": {_count(total)} so far"
    return f"{asked}{later}, until {duty.until}{counted}"


def _count(total: formulas.Total) -> str:
    return str(total.lo) if total.lo == total.hi else f"{total.lo} to {total.hi}"


def _inside(part: object) -> Iterator[object]:
    """Everything that a formula is made of."""
    yield part
    if isinstance(part, Struct):
        part = astuple(part)
    for each in cast("tuple[object, ...]", part) if isinstance(part, tuple) else ():
        yield from _inside(each)
