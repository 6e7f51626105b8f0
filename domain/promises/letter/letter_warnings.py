"""Warnings that signers should see; a letter with warnings can still be signed."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.actions import ActionFinder
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.feasibility import Capabilities, Feasibility, reasons_never_kept
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.patterns import PatternCompiler
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.promises.letter.remarks import Circumstances, Remark, warn
from oathbook.domain.promises.letter.syntax import descendants
from oathbook.domain.promises.logic import formulas as logic
from oathbook.domain.promises.logic.matching import StateReader, holds
from oathbook.domain.promises.logic.paths import NodePath, label_of
from oathbook.domain.promises.logic.shares import leaves_of
from oathbook.domain.rulesets.vocabulary import Vocabulary

BEYOND_POWER: Final = "promised what was not in their power"
"""Why somebody answers who let no chance go; of this a letter is warned before it is signed, in the same words."""


def warnings(
    letter: clauses.ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances
) -> Iterator[Remark]:
    """All warnings about a letter that has not been rejected."""
    return _WarningFinder(letter, vocabulary, names, circumstances).all()


class _WarningFinder:
    """Looks at one letter, in the circumstances of one game."""

    def __init__(
        self, letter: clauses.ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances
    ) -> None:
        self._letter, self._vocabulary, self._names, self._known = letter, vocabulary, names, circumstances
        self._patterns = PatternCompiler(vocabulary, names)

    def all(self) -> Iterator[Remark]:
        """Every warning."""
        letter = self._letter
        obligors = {each.text for each in letter.header.obligors}
        for node in descendants(letter.clauses):
            match node:
                case clauses.PlainDuty(judge=syntax.NameRef(_, name) as judge) if name in obligors:
                    yield warn("own-judge", f"{name} would judge their own promise", judge.span)
                case clauses.Core():
                    yield from self._of_core(node)
                    yield from self._of_state(node)
                case _:
                    yield from self._of_point(node)
        yield from self._of_exits(obligors)
        for number, clause in enumerate(letter.clauses, 1):
            for why in reasons_never_kept(clause, self._patterns, self._known):
                yield warn("impossible", f"clause {number}: this can never be kept, because {why}", clause.span)
        canonical = letter.canonical
        signed = letter if letter.text == canonical else parse_letter(canonical, self._vocabulary, self._names)
        for agreement in compile_letter(signed, self._vocabulary, self._names):
            yield from self._of_chances(agreement)
            yield from self._of_others(agreement)
            yield from self._of_power(agreement)

    def _of_exits(self, obligors: set[str]) -> Iterator[Remark]:
        for each in chain.from_iterable(map(_exits, self._letter.nodes)):
            if isinstance(each.who, syntax.NameRef) and each.who.text in obligors:
                yield warn("own-exit", f"{each.who.text} can end this by an act of their own", each.span)

    def _of_core(self, core: clauses.Core) -> Iterator[Remark]:
        duty = core.duty
        if not isinstance(duty, clauses.ActDuty) or duty.word != "to":
            return
        if all(self._patterns.is_limit(each, duty.times) for each in duty.acts):
            return
        if not core.timings:
            strict = any(isinstance(each, clauses.StrictTerm) for each in self._letter.terms)
            until = "this is neither kept nor broken" if strict else "this can be kept, and lapses then if it is not"
            yield warn("no-deadline", f"there is no deadline: until the game ends, {until}", core.span)
        if self._letter.header.mode == "jointly" and core.subject is None:
            yield warn("no-shares", "this does not say how much each of them owes; “each of them” would", core.span)

    def _of_state(self, core: clauses.Core) -> Iterator[Remark]:
        later = any(isinstance(each, syntax.Within | syntax.During) or _is_later(each) for each in core.timings)
        if self._known.state is None or not isinstance(core.duty, clauses.StateDuty) or later:
            return
        wanted, reader = self._patterns.state_formula(core.duty.state), StateReader.of(self._vocabulary)
        if holds(wanted, self._known.state, reader) is False:
            yield warn("false-now", "this is not true now, so the promise would be broken at once", core.duty.span)

    def _of_point(self, node: syntax.LetterNode) -> Iterator[Remark]:
        match node:
            case syntax.PlayerUnitEnd(unit, player):
                says = f"a {unit} that {player.text} is taking at that time counts as the next one to end"
                yield warn("next-turn", says, node.span)
            case syntax.NumberedUnit() | syntax.PhaseStart():
                yield from self._beyond_last(node, self._patterns.unit_of(node), node.n)
            case syntax.Within(n, unit, None):
                yield from self._beyond_last(node, unit, self._known.now.get(unit, 1) + n - 1)
            case _:
                pass

    def _beyond_last(self, node: syntax.LetterNode, unit: str, n: int) -> Iterator[Remark]:
        last = self._known.last
        if unit in last and n > last[unit]:
            yield warn("beyond-last", f"the game is over after {unit} {last[unit]}", node.span)

    # On the formula of the letter --------------------------------------------------------------------------------

    def _of_chances(self, agreement: logic.Agreement) -> Iterator[Remark]:
        """Warnings of duties that nobody could fulfil, and of duties that could never arise; one for each clause."""
        parts = Feasibility(self._vocabulary, self._known).impossible_parts(agreement.formula)
        for (path, is_duty), why in {(each.path, each.is_duty): each.why for each in parts}.items():
            never = "be kept, because" if is_duty else "happen, so nothing will ever be owed:"
            code = "impossible" if is_duty else "never-due"
            yield warn(code, f"{label_of(path)}: this can never {never} {why}", self._span_of(path))

    def _of_power(self, agreement: logic.Agreement) -> Iterator[Remark]:
        """Warnings of what its owner could not do, or bring about, from what there is now."""
        if self._known.may is None:
            return
        ways = ActionFinder(self._vocabulary, tuple(map(Seat, self._names[PLAYER])))
        means = Capabilities(self._vocabulary, ways, self._known.state, self._known.may)
        for leaf in _due_now(agreement.formula):
            why = means.shortfall(leaf)
            if why:
                says = f"as things stand, {why}; a player who has {BEYOND_POWER} answers for it, whatever they try"
                yield warn("beyond-power", f"{label_of(leaf.path)}: {says}", self._span_of(leaf.path))

    def _of_others(self, agreement: logic.Agreement) -> Iterator[Remark]:
        mine = tuple(_totals(agreement.formula))
        groups: dict[_Group, list[logic.Total]] = {}
        for total in (*(each for other in self._known.others for each in _totals(other.formula)), *mine):
            for owner in total.owners:
                groups.setdefault((total.pattern.kind, owner, total.mode == "le"), []).append(total)
        for total in mine:
            is_cap, kind = total.mode == "le", total.pattern.kind
            opposed = (each for owner in total.owners for each in groups.get((kind, owner, not is_cap), ()))
            if any(_exclude(each, total) if is_cap else _exclude(total, each) for each in opposed):
                says = "the opposite is promised elsewhere: one of the two must be broken"
                yield warn("opposite", says, self._span_of(total.path))

    def _span_of(self, path: NodePath) -> syntax.TextSpan:
        """The words of the clause that a path leads to."""
        number = path.partition(".")[0].removeprefix("c")
        return self._letter.clauses[int(number) - 1].span


def _is_later(timing: syntax.Timing) -> bool:
    return isinstance(timing, syntax.In) or (isinstance(timing, syntax.Until) and timing.word != "until")


def _exits(node: syntax.LetterNode) -> Iterator[syntax.ActDone]:
    """The acts each of which is enough to end a duty, or a whole letter, without a breach."""
    match node:
        case (
            clauses.UnlessClause(cond=condition)
            | clauses.EndingTerm(cond=condition)
            | syntax.Until(word="until", to=condition)
        ):
            alternatives = condition.parts if isinstance(condition, syntax.Disjunction) else (condition,)
            yield from (each for each in alternatives if isinstance(each, syntax.ActDone))
        case _:
            return


def _due_now(formula: logic.Formula) -> Iterator[logic.Atom]:
    """What is to be done, or to come about, from the signing on, or in the next season or vote."""
    match formula:
        case logic.Total(mode="ge" | "eq") | logic.StateWithin(mode="F" | "AT"):
            yield formula
        case logic.And(parts):
            for each in parts:
                yield from _due_now(each)
        case logic.Once(path, _, body) if path.endswith(".in"):
            yield from _due_now(body)
        case logic.Unless(_, _, body) | logic.OrElse(_, body):
            yield from _due_now(body)
        case _:
            pass


_Group = tuple[str, Seat, bool]
"""A kind of fact, its owner, and whether it is limited or owed: only a limit and a duty can exclude each other."""


def _exclude(duty: logic.Total, cap: logic.Total) -> bool:
    """Whether a duty asks for more than a limit allows, of the same facts, while the limit binds."""
    if not _is_narrower(duty.pattern, cap.pattern) or not _lasts_as_long(cap.window, duty.window):
        return False
    return duty.n > cap.n if duty.field == cap.field else cap.n == 0 and not cap.field


def _lasts_as_long(limit: logic.Window | None, deadline: logic.Window | None) -> bool:
    """Whether a limit binds at least until a deadline, judged by their numbers."""
    if limit is None or deadline is None:
        return limit is None
    return limit.pattern.kind == deadline.pattern.kind and _number(limit) >= _number(deadline)


def _number(window: logic.Window) -> int:
    numbers = [each.term.value for each in window.pattern.constraints if isinstance(each.term, logic.Exactly)]
    return next((each for each in numbers if isinstance(each, int)), window.n)


def _is_narrower(narrow: logic.Pattern, wide: logic.Pattern) -> bool:
    """Whether all facts of one pattern fit the other, judged by names."""
    asked = {each.slot: each for each in narrow.constraints}
    return not wide.guards and all(each.slot == "by" or asked.get(each.slot) == each for each in wide.constraints)


def _totals(formula: logic.Formula) -> Iterator[logic.Total]:
    """The duties and limits in a formula, without its conditions."""
    return (each for each in leaves_of(formula) if isinstance(each, logic.Total))
