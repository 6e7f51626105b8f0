"""The duties of a promise that failed, each with its leaves as the proof has them, and its owners."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.played_game import GameStep, PlayedGame
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.proofs import FAILED, Leaf, Node, Proof
from oathbook.domain.promises.logic.shares import duties_of, leaves_of
from oathbook.domain.rulesets.vocabulary import BlameReadings

ClockCount = Counter[tuple[str, str, str, Seat | None]]


class FailedLeaf:
    """An act or a state that was owed and failed: its formula with its variables bound, and what the proof counted."""

    def __init__(self, formula: formulas.Atom, node: Node) -> None:
        assert node.leaf is not None, "totals and states are leaves"
        self.node = node
        self.leaf: Leaf = node.leaf
        bound = isinstance(formula, formulas.Total) and node.leaf.pattern is not None
        self.formula: formulas.Atom = replace(formula, pattern=node.leaf.pattern) if bound else formula

    @property
    def owners(self) -> tuple[Seat, ...]:
        """Who owes it."""
        return self.formula.owners

    @property
    def to_do(self) -> bool:
        """Whether something was to be done, or to come about; not: left, or to last."""
        return self.formula.mode not in {"le", "G"} and self.node.rule != "too-much"

    @property
    def amount(self) -> int:
        """How much was owed in all; a state is one thing."""
        return self.formula.n if isinstance(self.formula, formulas.Total) else 1

    def window(self, last: int) -> tuple[int, int]:
        """The moments from which and up to which it was owed; up to ``last``, where nothing closed it."""
        first, closed = self.leaf.window
        return first, last if closed is None else closed

    def missing(self, before: int | None = None) -> int:
        """How much of an act was still missing before a moment, or in the end; a state is one thing."""
        counted = (each.lo for each in self.leaf.counted if before is None or each.fact.moment < before)
        return max(1, self.amount - sum(counted))


class FailedDuty:
    """A duty of a promise that failed, by itself: the parts of an *and* are duties of their own.

    ``link`` is the part of it that is asked about, of what was owed one instead of the other; else it is all of it.
    """

    def __init__(self, formula: formulas.Formula, node: Node, link: formulas.Formula | None = None) -> None:
        self.formula, self.node, self.link = formula, node, link or formula

    @cached_property
    def links(self) -> tuple["FailedDuty", ...]:
        """What was owed one instead of the other, the last first, as duties of their own; else only itself."""
        return tuple(FailedDuty(self.formula, self.node, each) for each in _links(self.formula))

    @cached_property
    def leaves(self) -> tuple[FailedLeaf, ...]:
        """The acts and states that failed; not the plain words."""
        nodes = {each.path: each for each in self.nodes if each.leaf is not None}
        return tuple(
            FailedLeaf(each, nodes[each.path])
            for each in leaves_of(self.link)
            if each.path in nodes and not isinstance(each, formulas.Text)
        )

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Its nodes that failed."""
        return tuple(_failed_nodes(self.node))

    @property
    def path(self) -> NodePath:
        """The path of its only clause that failed, or of all of it."""
        paths = {each.path for each in leaves_of(self.link)}
        own = [each for each in self.nodes if self.link is self.formula or each.path in paths]
        ends = [each.path for each in own if each.leaf is not None or each.rule == "ruled"]
        return ends[0] if len({*ends}) == 1 else self.node.path

    @property
    def owners(self) -> tuple[Seat, ...]:
        """Who owes it, in the order of the letter."""
        return tuple(dict.fromkeys(seat for each in leaves_of(self.link) for seat in each.owners))

    def share_of(self, seat: Seat, leaf: FailedLeaf) -> formulas.Formula:
        """The duty as one of several owes it who were not to do something; the duty itself, where it has no shares."""
        shares = (each for each in duties_of(self.formula, seat))
        return next(
            (each for each in shares if any(one.path == leaf.node.path for one in leaves_of(each))), self.formula
        )


def failed_duties(formula: formulas.Formula, node: Node) -> Iterator[FailedDuty]:
    """Yields the duties of a formula that failed when all of it did."""
    if isinstance(formula, formulas.And) and node.rule == "and":
        for part, kid in zip(formula.parts, node.kids, strict=True):
            if kid.value == FAILED and kid.moment == node.moment:
                yield from failed_duties(part, kid)
    else:
        yield FailedDuty(formula, node)


def _links(formula: formulas.Formula) -> Iterator[formulas.Formula]:
    match formula:
        case formulas.OrElse(_, body, reparation):
            yield from _links(reparation)
            yield from _links(body)
        case formulas.Once() | formulas.Whenever() | formulas.Unless():
            yield from _links(formula.body)
        case _:
            yield formula


def _failed_nodes(node: Node) -> Iterator[Node]:
    if node.value == FAILED:
        yield node
    for kid in node.kids:
        yield from _failed_nodes(kid)


class BrokenPromise:
    """A broken promise in its game: the decisions since its signing, up to the moment of the verdict."""

    def __init__(self, game: PlayedGame, proof: Proof) -> None:
        self.game, self.proof = game, proof
        self.last = proof.last if proof.moment is None else proof.moment
        self.end = game.step_at(self.last)
        self.commands = tuple(each for each in game.commands if each.moment > proof.signed and each.number <= self.end)
        vocabulary = game.ruleset.vocabulary
        units = {kind for unit in vocabulary.units for kind in (unit.begins, unit.ends)}
        self.clocks = units | {each.kind for each in vocabulary.phases}

    def own(self, seat: Seat) -> tuple[GameStep, ...]:
        """The decisions of a seat."""
        return tuple(each for each in self.commands if each.by == seat)

    def number_at(self, position: int) -> int:
        """The number of the step that begins at a position."""
        return bisect_left(self.game.steps, position, key=lambda step: step.at)

    def clock_of(self, moments: Iterable[Moment]) -> ClockCount:
        """How often which season, turn and phase began and ended in moments."""
        facts = (
            each.fact
            for moment in moments
            for kind in self.clocks & moment.by_kind.keys()
            for each in moment.by_kind[kind]
        )
        return Counter(
            (fact.kind, str(fact.slots.get("season")), str(fact.slots.get("phase")), fact.by) for fact in facts
        )

    def is_by_the_clock(self, command: GameStep) -> bool:
        """Whether a season, a turn or a phase ended or began after a decision, by the verdict."""
        moments = self.game.trace.moments[command.moment : self.last + 1]
        return any(self.clocks & each.by_kind.keys() for each in moments)


class BreachCase(NamedTuple):
    """A broken promise, the rules that are asked about it, and how the game reads who pays."""

    breach: BrokenPromise
    agreement: formulas.Agreement
    chances: Opportunities
    reads: BlameReadings
