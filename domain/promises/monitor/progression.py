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
from oathbook.domain.promises.logic.bindings import Bindings, binding_of, bound
from oathbook.domain.promises.logic.finalisation import final_value, maybe_decided, up_to_the_end
from oathbook.domain.promises.logic.formula import (
    FALSE,
    TRUE,
    And,
    Formula,
    Hole,
    Not,
    Once,
    Or,
    OrElse,
    StateWithin,
    Text,
    Total,
    Truth,
    Unless,
    Whenever,
    conjunction,
    covers,
    disjunction,
)
from oathbook.domain.promises.logic.matching import matched
from oathbook.domain.promises.logic.moments import Occurrence
from oathbook.domain.promises.logic.proof import FAILED, UNSETTLED
from oathbook.domain.promises.monitor.atoms import (
    HIDDEN,
    HIDDEN_AT_THE_END,
    Key,
    Now,
    decides,
    facts_of,
    state_after,
    ticked,
    total_after,
)


def progressed(node: Formula, now: Now) -> Formula:
    """What is left of a formula after a moment."""
    if now.rulings:
        ruling = _ruling_on(node, now)
        if ruling is not None:
            return ruling
    return _AFTER[type(node)](node, now)


def _begun(node: Formula, now: Now, skip: frozenset[Key] = frozenset()) -> Formula:
    """What is left of a formula after the moment in which it begins, by these facts."""
    return progressed(up_to_the_end(node) if now.moment.ending else node, replace(now, arming=True, skip=skip))


def _ruling_on(node: Formula, now: Now) -> Truth | None:
    """The ruling on an atom or a trigger that nothing else can settle; of several rulings, the first."""
    if now.arming or not isinstance(node, Total | StateWithin | Text | Hole | Once):
        return None
    value = next((value for path, value in now.rulings if covers(path, node.path)), None)
    if value is None or final_value(node, strict=now.strict, claimed=now.claimed) != UNSETTLED:
        return None
    return Truth(value)


# Connectives ---------------------------------------------------------------------------------------------------


def _denied(node: Not, now: Now) -> Formula:
    part = progressed(node.part, now)
    return node if part is node.part else Truth(not part.value) if isinstance(part, Truth) else Not(part)


def _joined(node: And | Or, now: Now) -> Formula:
    parts = [progressed(part, now) for part in node.parts]
    if all(map(is_, parts, node.parts)) and not now.arming:
        return node
    return conjunction(parts) if isinstance(node, And) else disjunction(parts)


# Guards ----------------------------------------------------------------------------------------------------------


def _first(node: Once, now: Now) -> Formula:
    cond = progressed(node.cond, now)
    if cond is node.cond:
        return node
    if cond == FALSE:
        return TRUE
    if now.ends_at_once:
        return progressed(node.body, now) if cond == TRUE else replace(node, cond=cond)
    certain, bodies, triggers = _triggered(node, now)
    if cond != TRUE:
        return Once(node.path, cond, bodies)
    if not certain or maybe_decided(node.cond):
        return Hole(node.path, HIDDEN)
    skip = triggers | now.skip if now.arming else triggers
    return _begun(bodies, now, skip)


def _triggered(node: Once, now: Now) -> tuple[bool, Formula, frozenset[Key]]:
    """Whether all of it is certain, the body for each binding of this moment, and the facts of these bindings."""
    certain = True
    keys: set[Key] = set()
    groups: dict[tuple[str, ...], set[Bindings]] = {}
    for leaf in _counting(node.cond):
        facts, clear = facts_of(leaf, now)
        certain = certain and clear
        if decides(leaf, now) and _ruling_on(leaf, now) is None:
            keys |= {(each.position, each.number) for each in facts}
            for each in facts:
                binding = binding_of(leaf.pattern, each.fact)
                certain = certain and binding is not None
                groups.setdefault(tuple(sorted(name for name, _ in leaf.pattern.binds)), set()).add(binding or ())
    groups.pop((), None)
    body = node.body
    for names in sorted(groups):
        body = conjunction(_each_once(bound(body, each) for each in sorted(groups[names])))
    return certain, body if certain or not groups else Hole(node.path, HIDDEN), frozenset(keys)


def _each_once(bodies: Iterable[Formula]) -> list[Formula]:
    """The bodies without repeats: a variable keeps its first value, so another binding of it makes no copy."""
    found: list[Formula] = []
    for body in bodies:
        if body not in found:
            found.append(body)
    return found


def _counting(cond: Formula) -> Iterable[Total]:
    match cond:
        case Total():
            yield cond
        case And(parts) | Or(parts):
            for part in parts:
                yield from _counting(part)
        case Not(part):
            yield from _counting(part)
        case _:
            return


def _each(node: Whenever, now: Now) -> Formula:
    window, shut = (None, False) if node.window is None else ticked(node.window, now)
    carried = zip(node.open, node.times, strict=True)
    left = [(after, times) for each, times in carried if (after := progressed(each, now)) != TRUE]
    begins = (
        not now.arming
        and node.pattern.kind in now.moment.kinds
        and (shut is False or (window is not None and window.inclusive))
    )
    facts = _triggers(node, now) if begins else []
    crowded = begins and len(facts) + sum(times for _, times in left) > OPEN_INSTANCES
    for fact, fits in () if crowded else facts:
        left = _and_also(left, _instance(node, fact, now, fits=fits))
    instances = tuple([each for each, _ in left]) if left else ()
    if crowded or shut is not False or FALSE in instances:
        return conjunction(instances if shut is not None and not crowded else (*instances, Hole(node.path, HIDDEN)))
    times = tuple([times for _, times in left]) if left else ()
    if window is node.window and instances == node.open and times == node.times:
        return node
    return replace(node, window=window, open=instances, times=times)


def _triggers(node: Whenever, now: Now) -> list[tuple[Occurrence, bool | None]]:
    """The facts of this moment that arm an instance, for certain or perhaps."""
    before, reader = now.moment.before, now.reader
    facts = now.moment.by_kind[node.pattern.kind]
    return [(each, fits) for each in facts if (fits := matched(node.pattern, each.fact, before, reader)) is not False]


def _instance(node: Whenever, fact: Occurrence, now: Now, *, fits: bool | None) -> Formula:
    binding = binding_of(node.pattern, fact.fact) if fits else None
    if binding is None:
        return Hole(node.path, HIDDEN)
    return _begun(bound(node.body, binding), now, frozenset({(fact.position, fact.number)}))


def _and_also(left: list[tuple[Formula, int]], instance: Formula) -> list[tuple[Formula, int]]:
    """The instances with one more; equal ones are counted together, and one that is met already is left out."""
    if instance == TRUE:
        return left
    if all(each != instance for each, _ in left):
        return [*left, (instance, 1)]
    return [(each, times + (each == instance)) for each, times in left]


def _unless(node: Unless, now: Now) -> Formula:
    cond = progressed(node.cond, now)
    if cond == TRUE:
        return Hole(node.path, HIDDEN) if maybe_decided(node.body) else TRUE
    body = progressed(node.body, now)
    if cond == FALSE or body == TRUE:
        return body
    if body == FALSE:
        return Hole(node.path, HIDDEN) if maybe_decided(cond) else FALSE
    return node if cond is node.cond and body is node.body else Unless(node.path, cond, body)


def _or_else(node: OrElse, now: Now) -> Formula:
    body = progressed(node.body, now)
    if now.over and now.closing:
        node = replace(node, reparation=progressed(node.reparation, now))
    if body != FALSE:
        return body if body == TRUE else node if body is node.body else OrElse(node.path, body, node.reparation)
    if _in_doubt_since_before_the_end(node.body):
        return Hole(node.path, HIDDEN)
    return _begun(node.reparation, now, now.skip if now.arming else frozenset())


def _in_doubt_since_before_the_end(node: Formula) -> bool:
    """Whether hidden facts may have decided it before the game ended, and so when what follows it began."""
    match node:
        case Hole(_, what):
            return what != HIDDEN_AT_THE_END
        case And(parts) | Or(parts):
            return any(map(_in_doubt_since_before_the_end, parts))
        case _:
            return maybe_decided(node)


def _unmoved(node: Truth | Text | Hole, now: Now) -> Formula:  # noqa: ARG001  # the others need the moment
    return node


_AFTER: Final[Mapping[type[Formula], Callable[[Any, Now], Formula]]] = {
    Total: total_after,
    StateWithin: state_after,
    Whenever: _each,
    Once: _first,
    Unless: _unless,
    OrElse: _or_else,
    And: _joined,
    Or: _joined,
    Not: _denied,
    Truth: _unmoved,
    Text: _unmoved,
    Hole: _unmoved,
}
"""A table and no ``match``: this is walked in every moment, and asking whether a struct is of a class is slow."""


# The end of the game ---------------------------------------------------------------------------------------------


def concluded(node: Formula, now: Now) -> Formula:
    """The formula after the game has ended with this moment: what that leaves undone gives way to its reparation."""
    match node:
        case OrElse():
            return _concluded_reparation(node, now)
        case And(parts):
            return conjunction(concluded(part, now) for part in parts)
        case Or(parts):
            return disjunction(concluded(part, now) for part in parts)
        case Whenever():
            instances = tuple(concluded(each, now) for each in node.open)
            return FALSE if FALSE in instances else replace(node, open=instances)
        case Unless():
            body = concluded(node.body, now)
            undone = Hole(node.path, HIDDEN) if maybe_decided(node.cond) else FALSE
            return undone if body == FALSE else TRUE if body == TRUE else replace(node, body=body)
        case Truth() | Text() | Hole() | Total() | StateWithin() | Not() | Once():
            return node


def _concluded_reparation(node: OrElse, now: Now) -> Formula:
    """Both begin at the end while a ruling may still say which of them counts."""
    body = concluded(node.body, now)
    begun = concluded(_begun(node.reparation, replace(now, closing=True)), now)
    if body == FALSE and maybe_decided(node.body):
        return Hole(node.path, HIDDEN)
    undone = final_value(body, strict=now.strict, claimed=now.claimed) == FAILED
    if undone and not maybe_decided(body):
        return begun
    return TRUE if body == TRUE else replace(node, body=body, reparation=begun)
