"""Progression of the atoms of a formula: totals of facts, and states, inside their windows."""

from collections.abc import Mapping
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.debts import NOTHING_PAID, Paid, Payment, PaymentKey, add_payments, count_payment
from oathbook.domain.promises.logic.finalisation import ClaimedPaths, is_spared, may_be_decided
from oathbook.domain.promises.logic.matching import StateReader, amount_range, holds, matches
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.monitor.dates import Dates

OccurrenceKey = tuple[int, int]  # the position and the number of an occurrence, which identify it


def occurrence_key(occurrence: Occurrence) -> OccurrenceKey:
    """What identifies an occurrence, and puts those of a moment in order."""
    return occurrence.position, occurrence.number


HIDDEN: Final = "whether and when this was decided"
HIDDEN_AT_THE_END: Final = "what the game ended with"
"""A state that is first asked for when the game is over: whatever a ruling says of it has been so from then on."""


class StepContext(Struct, frozen=True):
    """A moment over which formulas are carried, with the reader of its states and the rulings made in it, by path.

    ``arming``: formulas begin in this moment, so windows do not tick, nothing is forbidden yet, and a duty may be
    fulfilled, though not by the facts in ``skip``, which armed it. ``repairs``: they take the place of what has failed.
    ``closing``: the game ends with this moment, so that windows that begin in it close in it. ``over``: only rulings
    count from now on, and the game has ended too if it is ``closing``. ``claimed``: the game has ended, and only the
    plain words at these paths are left to a ruling. ``dates``: those of the letter, and which of them have come.
    ``paid`` is what older debts took of the facts of this moment, and ``payments`` what the debts take to which this
    context is given.
    """

    moment: Moment
    reader: StateReader
    strict: bool = False
    rulings: tuple[tuple[NodePath, bool], ...] = ()
    over: bool = False
    claimed: ClaimedPaths = None
    arming: bool = False
    repairs: bool = False
    closing: bool = False
    skip: frozenset[OccurrenceKey] = frozenset()
    dates: Dates = ()
    paid: Mapping[PaymentKey, tuple[int, int]] = NOTHING_PAID
    payments: list[Payment] | None = None

    @property
    def ends_at_once(self) -> bool:
        """Whether what begins now ends now: no act can follow, and states are those that the game ends with."""
        return self.arming and self.closing


def progress_total(node: formulas.Total, now: StepContext) -> formulas.Formula:
    """What is left of a total after a moment."""
    if now.over:
        return node
    spared = is_spared(node, armed=now.arming, repairs=now.repairs)
    if now.ends_at_once:
        return node if spared else _close_total(node, 0, 0)
    window, shut, lo, hi = _count(node, now)
    if lo >= _limit(node):
        return formulas.TRUE if node.mode == "ge" else formulas.FALSE
    if shut is None:
        return formulas.Hole(node.path, HIDDEN)
    if shut:
        return formulas.TRUE if spared else _close_total(node, lo, hi)
    if lo == node.lo and hi == node.hi and window is node.window:
        return node
    return replace(node, window=window, lo=lo, hi=hi)


def is_decided_by_count(node: formulas.Total, now: StepContext) -> bool:
    """Whether a total is decided by what it counts in this moment, not by the closing of its window."""
    return not now.ends_at_once and _count(node, now)[2] >= _limit(node)


def _limit(node: formulas.Total) -> int:
    """The total that decides at once."""
    return node.n if node.mode == "ge" else node.n + 1


def _count(node: formulas.Total, now: StepContext) -> tuple[formulas.Window | None, bool | None, int, int | None]:
    """What is left of the window, whether it is closed, and the total at least and at most.

    Nothing counts in a window that is over as it begins.
    """
    window, shut = (None, False) if node.window is None else tick(node.window, now)
    counts = shut is False or (window is not None and window.inclusive and not now.arming)
    counts = counts and not (now.arming and node.mode == "le")
    lo, hi = _add_facts(node, now) if counts and node.pattern.kind in now.moment.by_kind else (node.lo, node.hi)
    return window, shut, lo, hi


def _close_total(node: formulas.Total, lo: int, hi: int | None) -> formulas.Formula:
    """The result of a total within its bounds when its window closes."""
    most = hi is not None and (hi < node.n if node.mode == "ge" else hi <= node.n)
    match node.mode:
        case "ge":
            return formulas.FALSE if most else formulas.Hole(node.path, HIDDEN)
        case "le":
            return formulas.TRUE if most else formulas.Hole(node.path, HIDDEN)
        case "eq":
            if hi is not None and hi < node.n:
                return formulas.FALSE
            return formulas.TRUE if lo == hi else formulas.Hole(node.path, HIDDEN)


def _add_facts(node: formulas.Total, now: StepContext) -> tuple[int, int | None]:
    """The total after this moment, at least and at most."""
    lo, hi = node.lo, node.hi
    facts = now.moment.by_kind[node.pattern.kind]
    for occurrence in sorted(facts, key=occurrence_key) if node.pays else facts:
        if (occurrence.position, occurrence.number) in now.skip:
            continue
        fits = matches(node.pattern, occurrence.fact, now.moment.before, now.reader)
        if fits is False:
            continue
        least, most = amount_range(node.field, occurrence)
        if node.pays:
            key = node.path, occurrence_key(occurrence)
            least, most = count_payment((least if fits else 0, most), node.n - lo, now.paid.get(key))
            if most and now.payments is not None:
                now.payments.append((key, min(least, max(0, node.n - (hi or 0))), most))
        lo += least if fits else 0
        hi = None if hi is None or most is None else hi + most
    return lo, hi


def tick(window: formulas.Window, now: StepContext) -> tuple[formulas.Window, bool | None]:
    """What is left of a window, and whether it is closed now; ``None`` where this reader cannot know."""
    if now.arming:
        if now.closing:
            return window, True
        if window.dated:
            return window, next(come for date, come in now.dates if date == window.pattern)
        if not window.at_point:
            return window, False
    ticks, hidden = 0, False
    for each in now.moment.by_kind.get(window.pattern.kind, ()):
        fits = matches(window.pattern, each.fact, now.moment.before, now.reader)
        least, most = amount_range(window.field, each)
        ticks += least if fits else 0
        hidden = hidden or fits is None or (fits and least != most)
    if ticks >= window.n:
        return window, True
    if hidden:
        return window, None
    return (replace(window, n=window.n - ticks) if ticks else window), False


def progress_state(node: formulas.StateWithin, now: StepContext) -> formulas.Formula:
    """What is left of a state to be held, reached or met after a moment."""
    if now.over:
        return node
    if now.ends_at_once:
        return _state_value(node, now, HIDDEN_AT_THE_END)
    window, shut = (None, False) if node.window is None else tick(node.window, now)
    if node.mode == "AT":
        left = node if window is node.window else replace(node, window=window)
        return _state_value(node, now) if shut else formulas.Hole(node.path, HIDDEN) if shut is None else left
    hidden = node.hidden
    if shut is False or (window is not None and window.inclusive):
        there = holds(node.state, now.moment.after, now.reader)
        if there is (node.mode == "F"):
            return formulas.Truth(node.mode == "F")
        hidden = hidden or there is None
    if shut is None or (shut and hidden):
        return formulas.Hole(node.path, HIDDEN)
    if shut:
        return formulas.Truth(node.mode == "G")
    return node if window is node.window and hidden == node.hidden else replace(node, window=window, hidden=hidden)


def _state_value(node: formulas.StateWithin, now: StepContext, unseen: str = HIDDEN) -> formulas.Formula:
    there = holds(node.state, now.moment.after, now.reader)
    return formulas.Hole(node.path, unseen) if there is None else formulas.Truth(there)


def counted_facts(leaf: formulas.Total, now: StepContext) -> tuple[list[Occurrence], bool]:
    """The facts of this moment that a total counts, and whether nothing about them or its window is hidden."""
    facts: list[Occurrence] = []
    certain = leaf.window is None or tick(leaf.window, now)[1] is not None
    for each in now.moment.by_kind.get(leaf.pattern.kind, ()):
        if now.arming and (each.position, each.number) in now.skip:
            continue
        fits = matches(leaf.pattern, each.fact, now.moment.before, now.reader)
        least, most = amount_range(leaf.field, each)
        certain = certain and (fits is False or (fits is True and least == most))
        if fits:
            facts.append(each)
    return facts, certain


def take_payments(now: StepContext, outer: StepContext, *instance: formulas.Formula) -> bool:
    """Whether an instance, as it was and is, took some of what there is in this moment; those after it get the rest."""
    if now is outer or not now.payments:
        return False
    add_payments(cast("Paid", now.paid), now.payments, doubted=any(map(may_be_decided, instance)))
    now.payments.clear()
    return True
