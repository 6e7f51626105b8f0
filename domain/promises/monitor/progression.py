"""Progression: what is left of a formula after a moment.

One pass, without looking back. A formula that a moment does not change is returned as the same object, so that callers
can test for it. Arming a formula is the same walk with ``arming`` set: windows do not tick and nothing is forbidden
yet, but a duty may be fulfilled, though not by the facts in ``skip``, which armed it.
"""

from collections.abc import Callable, Iterable, Mapping
from operator import is_
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.kernel.limits import OPEN_INSTANCES
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, substitute
from oathbook.domain.promises.logic.finalisation import final_value, limit_to_game_end, may_be_decided
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.moments import Occurrence
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.logic.proofs import FAILED, UNSETTLED
from oathbook.domain.promises.monitor import atoms


def progress(node: formulas.Formula, now: atoms.StepContext) -> formulas.Formula:
    """What is left of a formula after a moment."""
    if now.rulings:
        ruling = _ruling_on(node, now)
        if ruling is not None:
            return ruling
    return _AFTER[type(node)](node, now)


def _begin(
    node: formulas.Formula,
    now: atoms.StepContext,
    skip: frozenset[atoms.OccurrenceKey] = frozenset(),
    *,
    repairs: bool = False,
) -> formulas.Formula:
    """What is left of a formula after the moment in which it begins, by these facts."""
    repairs = repairs or (now.arming and now.repairs)
    node = limit_to_game_end(node, repairs=repairs) if now.moment.ending else node
    return progress(node, replace(now, arming=True, skip=skip, repairs=repairs))


def _ruling_on(node: formulas.Formula, now: atoms.StepContext) -> formulas.Truth | None:
    """The ruling on an atom or a trigger that nothing else can settle; of several rulings, the first."""
    if now.arming or not isinstance(node, formulas.LeafFormula | formulas.Once):
        return None
    value = next((value for path, value in now.rulings if covers(path, node.path)), None)
    if value is None or final_value(node, strict=now.strict, claimed=now.claimed) != UNSETTLED:
        return None
    return formulas.Truth(value)


# Connectives ---------------------------------------------------------------------------------------------------


def _progress_not(node: formulas.Not, now: atoms.StepContext) -> formulas.Formula:
    part = progress(node.part, now)
    if part is node.part:
        return node
    return formulas.Truth(not part.value) if isinstance(part, formulas.Truth) else formulas.Not(part)


def _progress_junction(node: formulas.And | formulas.Or, now: atoms.StepContext) -> formulas.Formula:
    parts = [progress(part, now) for part in node.parts]
    if all(map(is_, parts, node.parts)) and not now.arming:
        return node
    return formulas.conjunction(parts) if isinstance(node, formulas.And) else formulas.disjunction(parts)


# Guards ----------------------------------------------------------------------------------------------------------


def _progress_once(node: formulas.Once, now: atoms.StepContext) -> formulas.Formula:
    cond = progress(node.cond, now)
    if cond is node.cond:
        return node
    if cond == formulas.FALSE:
        return formulas.TRUE
    if now.ends_at_once:
        return progress(node.body, now) if cond == formulas.TRUE else replace(node, cond=cond)
    certain, bodies, triggers = _triggered_bodies(node, now)
    if cond != formulas.TRUE:
        return formulas.Once(node.path, cond, bodies)
    if not certain or may_be_decided(node.cond):
        return formulas.Hole(node.path, atoms.HIDDEN)
    skip = triggers | now.skip if now.arming else triggers
    return _begin(bodies, now, skip)


def _triggered_bodies(
    node: formulas.Once, now: atoms.StepContext
) -> tuple[bool, formulas.Formula, frozenset[atoms.OccurrenceKey]]:
    """Whether all of it is certain, the body for each binding of this moment, and the facts of these bindings."""
    certain = True
    keys: set[atoms.OccurrenceKey] = set()
    groups: dict[tuple[str, ...], set[Bindings]] = {}
    for leaf in _totals_in(node.cond):
        facts, clear = atoms.counted_facts(leaf, now)
        certain = certain and clear
        if atoms.is_decided_by_count(leaf, now) and _ruling_on(leaf, now) is None:
            keys |= {(each.position, each.number) for each in facts}
            for each in facts:
                binding = binding_of(leaf.pattern, each.fact)
                certain = certain and binding is not None
                groups.setdefault(tuple(sorted(name for name, _ in leaf.pattern.binds)), set()).add(binding or ())
    groups.pop((), None)
    body = node.body
    for names in sorted(groups):
        body = formulas.conjunction(_unique(substitute(body, each) for each in sorted(groups[names])))
    return certain, body if certain or not groups else formulas.Hole(node.path, atoms.HIDDEN), frozenset(keys)


def _unique(bodies: Iterable[formulas.Formula]) -> list[formulas.Formula]:
    """The bodies without repeats: a variable keeps its first value, so another binding of it makes no copy."""
    found: list[formulas.Formula] = []
    for body in bodies:
        if body not in found:
            found.append(body)
    return found


def _totals_in(cond: formulas.Formula) -> Iterable[formulas.Total]:
    match cond:
        case formulas.Total():
            yield cond
        case formulas.And(parts) | formulas.Or(parts):
            for part in parts:
                yield from _totals_in(part)
        case formulas.Not(part):
            yield from _totals_in(part)
        case _:
            return


def _progress_whenever(node: formulas.Whenever, now: atoms.StepContext) -> formulas.Formula:
    """What is left of a *whenever*; debts are paid one after another, the oldest first."""
    window, shut = (None, False) if node.window is None else atoms.tick(node.window, now)
    inner = replace(now, paid=dict(now.paid), payments=[]) if node.debts and node.window is None else now
    left: list[tuple[formulas.Formula, int]] = []
    for each, times in zip(node.open, node.times, strict=True):
        after, rest = progress(each, inner), times
        while rest > 1 and atoms.take_payments(inner, now, each, after):  # else all that are equal stay so
            _add_instance(left, after, 1)
            after, rest = progress(each, inner), rest - 1
        atoms.take_payments(inner, now, each, after)
        _add_instance(left, after, rest)
    counts = shut is False or (window is not None and window.inclusive)
    begins = counts and not now.arming and node.pattern.kind in now.moment.kinds
    facts = _triggers(node, now) if begins else []
    crowded = begins and len(facts) + sum(times for _, times in left) > OPEN_INSTANCES
    for fact, fits in () if crowded else facts:
        after = _instance(node, fact, inner, fits=fits)
        atoms.take_payments(inner, now, after)
        _add_instance(left, after, 1)
    unseen = (formulas.Hole(node.path, atoms.HIDDEN),) if crowded or shut is None else ()
    instances = (*[each for each, _ in left], *unseen)
    if formulas.FALSE in instances or shut is not False or (crowded and node.window is not None):
        return formulas.conjunction(instances)
    numbers = (*[times for _, times in left], *[1 for _ in unseen])
    if crowded:
        return replace(node, pattern=NOTHING_MORE, open=instances, times=numbers)
    if not instances and node.pattern == NOTHING_MORE:
        return formulas.TRUE
    if window is node.window and instances == node.open and numbers == node.times:
        return node
    return replace(node, window=window, open=instances, times=numbers)


NOTHING_MORE: Final = formulas.Pattern("nothing more")  # no fact is of that kind: nothing begins any more


def _triggers(node: formulas.Whenever, now: atoms.StepContext) -> list[tuple[Occurrence, bool | None]]:
    """The facts of this moment that arm an instance, for certain or perhaps."""
    before, reader = now.moment.before, now.reader
    facts = now.moment.by_kind[node.pattern.kind]
    if len(facts) > 1:
        facts = tuple(sorted(facts, key=atoms.occurrence_key))
    return [(each, fits) for each in facts if (fits := matches(node.pattern, each.fact, before, reader)) is not False]


def _instance(
    node: formulas.Whenever, fact: Occurrence, now: atoms.StepContext, *, fits: bool | None
) -> formulas.Formula:
    binding = binding_of(node.pattern, fact.fact) if fits else None
    if binding is None:
        return formulas.Hole(node.path, atoms.HIDDEN)
    return _begin(substitute(node.body, binding), now, frozenset({(fact.position, fact.number)}))


def _add_instance(left: list[tuple[formulas.Formula, int]], instance: formulas.Formula, times: int) -> None:
    """Add instances that are the youngest; those equal to the last are counted with it, and what is met is left out."""
    if left and left[-1][0] == instance:
        left[-1] = instance, left[-1][1] + times
    elif instance != formulas.TRUE:
        left.append((instance, times))


def _progress_unless(node: formulas.Unless, now: atoms.StepContext) -> formulas.Formula:
    cond = progress(node.cond, now)
    if cond == formulas.TRUE:
        return formulas.Hole(node.path, atoms.HIDDEN) if may_be_decided(node.body) else formulas.TRUE
    body = progress(node.body, now)
    if cond == formulas.FALSE or body == formulas.TRUE:
        return body
    if body == formulas.FALSE:
        return formulas.Hole(node.path, atoms.HIDDEN) if may_be_decided(cond) else formulas.FALSE
    return node if cond is node.cond and body is node.body else formulas.Unless(node.path, cond, body)


def _progress_or_else(node: formulas.OrElse, now: atoms.StepContext) -> formulas.Formula:
    body = progress(node.body, now)
    if now.over and now.closing:
        node = replace(node, reparation=progress(node.reparation, now))
    if body != formulas.FALSE:
        same = node if body is node.body else formulas.OrElse(node.path, body, node.reparation)
        return body if body == formulas.TRUE else same
    if _in_doubt_since_before_the_end(node.body):
        return formulas.Hole(node.path, atoms.HIDDEN)
    return _begin(node.reparation, now, now.skip if now.arming else frozenset(), repairs=True)


def _in_doubt_since_before_the_end(node: formulas.Formula) -> bool:
    """Whether hidden facts may have decided it before the game ended, and so when what follows it began."""
    match node:
        case formulas.Hole(_, what):
            return what != atoms.HIDDEN_AT_THE_END
        case formulas.And(parts) | formulas.Or(parts):
            return any(map(_in_doubt_since_before_the_end, parts))
        case _:
            return may_be_decided(node)


_AFTER: Final[Mapping[type[formulas.Formula], Callable[[Any, atoms.StepContext], formulas.Formula]]] = {
    formulas.Total: atoms.progress_total,
    formulas.StateWithin: atoms.progress_state,
    formulas.Whenever: _progress_whenever,
    formulas.Once: _progress_once,
    formulas.Unless: _progress_unless,
    formulas.OrElse: _progress_or_else,
    **dict.fromkeys((formulas.And, formulas.Or), _progress_junction),
    formulas.Not: _progress_not,
    **dict.fromkeys((formulas.Truth, formulas.Text, formulas.Hole), lambda node, _: node),
}
"""A table and no ``match``: this is walked in every moment, and asking whether a struct is of a class is slow."""


# The end of the game ---------------------------------------------------------------------------------------------


def conclude(node: formulas.Formula, now: atoms.StepContext) -> formulas.Formula:
    """The formula after the game has ended with this moment: what that leaves undone gives way to its reparation."""
    match node:
        case formulas.OrElse():
            return _conclude_reparation(node, now)
        case formulas.And(parts):
            return formulas.conjunction(conclude(part, now) for part in parts)
        case formulas.Or(parts):
            return formulas.disjunction(conclude(part, now) for part in parts)
        case formulas.Whenever():
            instances = tuple(conclude(each, now) for each in node.open)
            return formulas.FALSE if formulas.FALSE in instances else replace(node, open=instances)
        case formulas.Unless():
            body = conclude(node.body, now)
            undone = formulas.Hole(node.path, atoms.HIDDEN) if may_be_decided(node.cond) else formulas.FALSE
            left = body if body == formulas.TRUE else replace(node, body=body)
            return undone if body == formulas.FALSE else left
        case _:  # leaves, and what has not begun
            return node


def _conclude_reparation(node: formulas.OrElse, now: atoms.StepContext) -> formulas.Formula:
    """Both begin at the end while a ruling may still say which of them counts."""
    body = conclude(node.body, now)
    begun = conclude(_begin(node.reparation, replace(now, closing=True), repairs=True), now)
    if body == formulas.FALSE and may_be_decided(node.body):
        return formulas.Hole(node.path, atoms.HIDDEN)
    undone = final_value(body, strict=now.strict, claimed=now.claimed) == FAILED
    if undone and not may_be_decided(body):
        return begun
    return formulas.TRUE if body == formulas.TRUE else replace(node, body=body, reparation=begun)
