"""The open duties of a pending promise, in sentences for players."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from oathbook.domain.promises.evaluator.duties import SIGNING, Duty, duties
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.monitor.progression import NOTHING_MORE
from oathbook.domain.rulesets.vocabulary import Vocabulary


def open_duty_sentences(state: MonitorState, vocabulary: Vocabulary, now: Mapping[str, int]) -> tuple[str, ...]:
    """A sentence for each open duty of a promise, without those that hidden facts leave open.

    *bram must spend at least 2 Influence in favour of law Tithe, in all, until that vote ends: 1 so far*. ``now`` is
    the current number of each unit of time that the game counts, such as the season.
    """
    owed = tuple(
        part for part in _parts(state.residual) if not any(map(_is_decided_or_hidden, formulas.parts_within(part)))
    )
    left = replace(state.agreement, formula=formulas.And(owed))
    totals = {each.path: each for each in formulas.parts_within(owed) if isinstance(each, formulas.Total)}
    return tuple(_sentence(duty, totals.get(duty.path)) for duty in duties(left, vocabulary, now))


def _parts(residual: formulas.Formula) -> Iterator[formulas.Formula]:
    """The duties of a conjunction; of a repeated duty, first its open instances, then those to come."""
    match residual:
        case formulas.And(parts):
            for part in parts:
                yield from _parts(part)
        case formulas.Whenever(_, pattern, open=instances):
            yield from instances
            if pattern != NOTHING_MORE:
                yield replace(residual, open=(), times=())
        case _:
            yield residual


def _is_decided_or_hidden(part: object) -> bool:
    return isinstance(part, (formulas.Truth, formulas.Hole))


def _sentence(duty: Duty, total: formulas.Total | None) -> str:
    asked, *_ = duty.rows
    later = "" if duty.since == SIGNING else f", from {duty.since.removesuffix(',')}"
    counted = "" if total is None or not total.hi else f": {_count(total)} so far"
    return f"{asked}{later}, until {duty.until}{counted}"


def _count(total: formulas.Total) -> str:
    return str(total.lo) if total.lo == total.hi else f"{total.lo} to {total.hi}"
