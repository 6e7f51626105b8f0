"""Warnings that signers should see; a letter with warnings can still be signed."""

from collections.abc import Iterator
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

BEYOND_POWER: Final = "promised more than they had"
"""Why somebody answers who let no chance go; of this a letter is warned before it is signed, in the same words."""


def warnings(
    letter: clauses.ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances
) -> Iterator[Remark]:
    """All warnings about a letter that has not been rejected."""
    patterns = PatternCompiler(vocabulary, names)
    obligors = {each.text for each in letter.header.obligors}
    for node in descendants(letter.clauses):
        if (
            isinstance(node, clauses.PlainDuty)
            and isinstance(node.judge, syntax.NameRef)
            and node.judge.text in obligors
        ):
            yield warn("own-judge", f"{node.judge.text} would judge their own promise", node.judge.span)
        if isinstance(node, clauses.Core):
            yield from _of_core(node, letter, patterns)
            yield from _of_state(node, vocabulary, patterns, circumstances)
        yield from _of_point(node, patterns, circumstances)
    yield from _of_times(letter, patterns, circumstances)
    canonical = letter if letter.text == letter.canonical else parse_letter(letter.canonical, vocabulary, names)
    for agreement in compile_letter(canonical, vocabulary, names):
        yield from _of_chances(letter, agreement, Feasibility(vocabulary, circumstances))
        yield from _of_others(letter, agreement, circumstances.others)
        yield from _of_power(letter, agreement, vocabulary, names, circumstances)


def _of_core(core: clauses.Core, letter: clauses.ParsedLetter, patterns: PatternCompiler) -> Iterator[Remark]:
    duty = core.duty
    if not isinstance(duty, clauses.ActDuty) or duty.word != "to":
        return
    if all(patterns.count(each, duty.times).mode == "le" for each in duty.acts):
        return
    if not core.timings:
        yield warn(
            "no-deadline", "there is no deadline: until the game ends, this is neither kept nor broken", core.span
        )
    if letter.header.mode == "jointly" and core.subject is None:
        yield warn("no-shares", "this does not say how much each of them owes; “each of them” would", core.span)


def _of_state(
    core: clauses.Core, vocabulary: Vocabulary, patterns: PatternCompiler, circumstances: Circumstances
) -> Iterator[Remark]:
    throughout = not any(isinstance(each, clauses.Within | clauses.During) or _is_later(each) for each in core.timings)
    if circumstances.state is None or not isinstance(core.duty, clauses.StateDuty) or not throughout:
        return
    if holds(patterns.state_formula(core.duty.state), circumstances.state, StateReader.of(vocabulary)) is False:
        yield warn("false-now", "this is not true now, so the promise would be broken at once", core.duty.span)


def _is_later(timing: clauses.Timing) -> bool:
    return isinstance(timing, clauses.In) or (isinstance(timing, clauses.Until) and timing.word != "until")


def _of_point(node: syntax.LetterNode, patterns: PatternCompiler, circumstances: Circumstances) -> Iterator[Remark]:
    match node:
        case syntax.PlayerUnitEnd(unit, player):
            says = f"a {unit} that {player.text} is taking at that time counts as the next one to end"
            yield warn("next-turn", says, node.span)
        case syntax.UnitEnd() | syntax.UnitStart() | syntax.PhaseStart() | syntax.UnitEnded() | clauses.During():
            yield from _beyond_last(node, patterns.unit_of(node), node.n, circumstances)
        case clauses.Within(n, unit, None):
            yield from _beyond_last(node, unit, circumstances.now.get(unit, 1) + n - 1, circumstances)
        case _:
            pass


def _beyond_last(node: syntax.LetterNode, unit: str, n: int, circumstances: Circumstances) -> Iterator[Remark]:
    if unit in circumstances.last and n > circumstances.last[unit]:
        yield warn("beyond-last", f"the game is over after {unit} {circumstances.last[unit]}", node.span)


def _of_times(letter: clauses.ParsedLetter, patterns: PatternCompiler, known: Circumstances) -> Iterator[Remark]:
    for number, clause in enumerate(letter.clauses, 1):
        for why in reasons_never_kept(clause, patterns, known):
            yield warn("impossible", f"clause {number}: this can never be kept, because {why}", clause.span)


# On the formula of the letter -----------------------------------------------------------------------------------


def _of_chances(
    letter: clauses.ParsedLetter, agreement: logic.Agreement, possibilities: Feasibility
) -> Iterator[Remark]:
    """Warnings of duties that nobody could fulfil, and of duties that could never arise; one for each clause."""
    found = {(each.path, each.is_duty): each.why for each in possibilities.impossible_parts(agreement.formula)}
    for (path, is_duty), why in found.items():
        span = _clause_of(letter, path).span
        if is_duty:
            yield warn("impossible", f"{label_of(path)}: this can never be kept, because {why}", span)
        else:
            yield warn(
                "never-due", f"{label_of(path)}: this can never happen, so nothing will ever be owed: {why}", span
            )


def _of_power(
    letter: clauses.ParsedLetter,
    agreement: logic.Agreement,
    vocabulary: Vocabulary,
    names: Names,
    circumstances: Circumstances,
) -> Iterator[Remark]:
    """Warnings of what its owner could not do, or bring about, from what there is now."""
    if circumstances.may is None:
        return
    ways = ActionFinder(vocabulary, tuple(map(Seat, names[PLAYER])))
    means = Capabilities(vocabulary, ways, circumstances.state, circumstances.may)
    for leaf in _due_now(agreement.formula):
        why = means.shortfall(leaf)
        if why:
            says = f"as things stand, {why}; a player who has {BEYOND_POWER} answers for it, whatever they try"
            yield warn("beyond-power", f"{label_of(leaf.path)}: {says}", _clause_of(letter, leaf.path).span)


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


def _of_others(
    letter: clauses.ParsedLetter, agreement: logic.Agreement, others: tuple[logic.Agreement, ...]
) -> Iterator[Remark]:
    mine = tuple(_totals(agreement.formula))
    groups: dict[_Group, list[logic.Total]] = {}
    for total in (*(each for other in others for each in _totals(other.formula)), *mine):
        for owner in total.owners:
            groups.setdefault((total.pattern.kind, owner, total.mode == "le"), []).append(total)
    for total in mine:
        is_cap = total.mode == "le"
        opposed = (each for owner in total.owners for each in groups.get((total.pattern.kind, owner, not is_cap), ()))
        if any(_exclude(each, total) if is_cap else _exclude(total, each) for each in opposed):
            says = "the opposite is promised elsewhere: one of the two must be broken"
            yield warn("opposite", says, _clause_of(letter, total.path).span)


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


def _clause_of(letter: clauses.ParsedLetter, path: NodePath) -> clauses.LetterClause:
    number = path.partition(".")[0].removeprefix("c")
    return letter.clauses[int(number) - 1]
