"""Finds what no legal move could ever do, as far as a ruleset is certain of it, or could not from what there is now."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.actions import ActionFinder
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.patterns import BY, PatternCompiler
from oathbook.domain.promises.letter.phrase_parts import PLAYER, blanks_of, with_promises
from oathbook.domain.promises.letter.remarks import Circumstances, Remark, reject
from oathbook.domain.promises.logic import formulas as logic
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.rulesets.vocabulary import Args, Certainty, UpperBound, Vocabulary


class ImpossiblePart(NamedTuple):
    """A part of a letter that nothing can fulfil, and why; ``is_duty``, or else the condition of one."""

    path: NodePath
    why: str
    is_duty: bool


class Feasibility:
    """Knows from a vocabulary what is possible in a game."""

    def __init__(self, vocabulary: Vocabulary, circumstances: Circumstances) -> None:
        self._vocabulary = vocabulary
        self._verbs = with_promises(vocabulary).verbs
        self._known = circumstances

    def impossible_parts(self, formula: logic.Formula, *, is_duty: bool = True) -> Iterator[ImpossiblePart]:  # noqa: C901  # one case a node
        """The parts of a formula that can never be met; a choice is hopeless if all its parts are."""
        match formula:
            case logic.Total(path) | logic.StateWithin(path):
                yield from (ImpossiblePart(path, why, is_duty) for why in self._reasons_against(formula))
            case logic.And(parts):
                for part in parts:
                    yield from self.impossible_parts(part, is_duty=is_duty)
            case logic.Or(parts):
                found = [tuple(self.impossible_parts(part, is_duty=is_duty)) for part in parts]
                yield from (each for part in found for each in part) if all(found) else ()
            case logic.Once(_, cond, body):
                yield from (*self.impossible_parts(cond, is_duty=False), *self.impossible_parts(body, is_duty=is_duty))
            case logic.Whenever(path, pattern, body):
                yield from (ImpossiblePart(path, why, is_duty=False) for why in self._why_never(pattern))
                yield from self.impossible_parts(body, is_duty=is_duty)
            case logic.Unless(_, _, body):
                yield from self.impossible_parts(body, is_duty=is_duty)
            case logic.OrElse(_, body, reparation):
                yield from self.impossible_parts(logic.And((body, reparation)), is_duty=is_duty)
            case logic.Truth() | logic.Not() | logic.Text() | logic.Hole():
                pass

    def _reasons_against(self, leaf: logic.Atom) -> Iterator[str]:
        if isinstance(leaf, logic.StateWithin):
            yield from self._why_never_so(leaf.state)
        elif leaf.mode != "le" and leaf.n:
            yield from self._why_never(leaf.pattern)
            if not leaf.field:
                yield from (_reason_text(each) for each in self._most(leaf.pattern) if self._times(each, leaf) < leaf.n)

    # Facts -----------------------------------------------------------------------------------------------------------

    def _why_never(self, pattern: logic.Pattern) -> Iterator[str]:
        """Why no fact can ever fit a pattern."""
        doers = next((_values(each.term) for each in pattern.constraints if each.slot == BY), ())
        if doers and all(self._is_to_oneself(seat, pattern) for seat in doers):
            yield "nobody can do this to themselves"
        yield from (_reason_text(each) for each in self._most(pattern) if each.n == 0)
        for guard in pattern.guards:
            yield from self._why_never_so(guard)

    def _most(self, pattern: logic.Pattern) -> Iterable[UpperBound]:
        if self._known.setup is None:
            return ()
        return self._vocabulary.most_done(self._known.setup, pattern.kind, _args(pattern))

    def _times(self, most: UpperBound, total: logic.Total) -> int:
        """How often that is possible inside the window; more than is asked for where this is not known."""
        if not most.per:
            return most.n
        spans = [each for each in (self._until(most.per, total), self._left(most.per)) if each is not None]
        return most.n * min(spans) if spans else total.n + 1

    def _until(self, word: str, total: logic.Total) -> int | None:
        """The number of seasons, or turns of the actor, that the window can span; ``None`` where it is not known."""
        unit, window = next(each for each in self._vocabulary.units if each.word == word), total.window
        if window is None or window.pattern.kind != unit.ends:
            return None
        named = {each.slot: each for each in window.pattern.constraints}
        if unit.whose and named.get(BY) not in total.pattern.constraints:
            return None
        number = named[unit.slot].term if unit.slot in named else None
        if isinstance(number, logic.Exactly) and isinstance(number.value, int):
            return number.value + 1 - self._known.now.get(word, 1)
        return window.n

    def _left(self, word: str) -> int | None:
        last = self._known.last.get(word)
        return None if last is None else last + 1 - self._known.now.get(word, 1)

    def _is_to_oneself(self, seat: str | int, pattern: logic.Pattern) -> bool:
        """Whether a seat would have to do to itself what can only be done to others."""
        args = _args(pattern)
        verbs = [each for each in self._verbs if each.kind == pattern.kind and each.fixed.items() <= args.items()]
        places = ((each, blank.slot) for each in verbs for blank in blanks_of(each.base) if blank.sort == PLAYER)
        asked = [(each, args[slot]) for each, slot in places if slot in args]
        return bool(asked) and all(who == seat and not each.oneself for each, who in asked)

    # States ----------------------------------------------------------------------------------------------------------

    def _why_never_so(self, formula: logic.StateFormula) -> Iterator[str]:
        """Why a state can never be so."""
        match formula:
            case logic.StateIs(measure, args, op, n) if op in {">=", "==", ">"} and self._known.setup is not None:
                known = {name: term.value for name, term in args if isinstance(term, logic.Exactly)}
                for each in self._vocabulary.most_so(self._known.setup, measure, known):
                    if each.n < n + (op == ">"):
                        yield _reason_text(each)
            case logic.AllStates(parts):
                for part in parts:
                    yield from self._why_never_so(part)
            case logic.AnyState(parts):
                found = [next(self._why_never_so(part), None) for part in parts]
                if None not in found:
                    yield from (each for each in found[:1] if each is not None)
            case _:
                pass


def _args(pattern: logic.Pattern) -> dict[str, str | int]:
    """The known values of the slots of a pattern; for an amount, the least."""
    known: dict[str, str | int] = {}
    for slot, op, term in ((each.slot, each.op, each.term) for each in pattern.constraints):
        if isinstance(term, logic.Exactly) and op in {"==", ">=", ">"}:
            known[slot] = term.value + 1 if op == ">" and isinstance(term.value, int) else term.value
    return known


def _values(term: logic.Term) -> tuple[str | int, ...]:
    """All values of a term; none where they depend on the state of the game."""
    match term:
        case logic.Exactly(value):
            return (value,)
        case logic.AnyOf(values):
            return values
        case _:
            return ()


def _reason_text(known: UpperBound | Certainty) -> str:
    return f"{known.why} ({known.clause})"


# From what there is now ------------------------------------------------------------------------------------------


class Capabilities:
    """What a player has of everything as things stand, no matter whose turn it is."""

    def __init__(self, vocabulary: Vocabulary, ways: ActionFinder, state: Any, may: Callable[[Any], bool]) -> None:
        self._most_now = vocabulary.most_now
        self._ways = ways
        self._state = state
        self._may = may

    def shortfall(self, leaf: logic.Atom) -> str:
        """Why its only owner could not do it, or bring it about; nothing where that cannot be said."""
        if len(leaf.owners) != 1:
            return ""
        return self._of_state(leaf) if isinstance(leaf, logic.StateWithin) else self._of_total(leaf, leaf.owners[0])

    def _of_total(self, total: logic.Total, owner: Seat) -> str:
        if (total.field or total.n == 1) and self._allowed(total, owner, total.n):
            return ""
        asked = {**_args(total.pattern), "by": owner}
        short = self._short(total.pattern.kind, asked, total.n * _least_amount(total.pattern, asked))
        return short or (f"{owner} has less" if self._allowed(total, owner, 1) and total.field else "")

    def _of_state(self, leaf: logic.StateWithin) -> str:
        match leaf.state:
            case logic.StateIs(measure, args, op, n) if op in {">=", "==", ">"}:
                asked = {name: term.value for name, term in args if isinstance(term, logic.Exactly)}
                return self._short(measure, asked, n + (op == ">"))
            case _:
                return ""

    def _short(self, kind: str, asked: Args, n: int) -> str:
        return next((_reason_text(most) for most in self._most_now(self._state, kind, asked) if most.n < n), "")

    def _allowed(self, total: logic.Total, owner: Seat, n: int) -> bool:
        return any(map(self._may, self._ways.decisions_for(self._state, owner, total, n)))


def _least_amount(pattern: logic.Pattern, asked: Args) -> int:
    """The least amount of each act, where the pattern says one."""
    amounts = (asked[each.slot] for each in pattern.constraints if each.op in {">=", ">"} and each.slot in asked)
    return next((each for each in amounts if isinstance(each, int)), 1)


# What the grammar takes, and no game keeps or no game breaks -----------------------------------------------------


def rejections_of_the_impossible(
    letter: clauses.ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances
) -> Iterator[Remark]:
    """Rejections of what comes about for no player in any game of this setup; each reason once."""
    setup, patterns = circumstances.setup, PatternCompiler(vocabulary, names)
    told: set[UpperBound] = set()
    for node in letter.nodes:
        kind = _kind_of(node, patterns)
        if kind and setup is not None:
            never = {each for each in vocabulary.most_done(setup, kind, {}) if each.n == 0} - told
            told |= never
            yield from (reject("never", f"this never comes about: {_reason_text(each)}", node) for each in never)
        match node:
            case clauses.Guard(cond=syntax.GameEnds(), when=syntax.Until("before", syntax.GameEnd())):
                yield reject("never", "the game does not end before it ends", node)
            case clauses.Core(duty=clauses.StateDuty() as that, timings=timings):
                yield from _reject_certain_states(that, timings, patterns)
            case _:
                pass


def _reject_certain_states(
    that: clauses.StateDuty, timings: Iterable[syntax.Timing], patterns: PatternCompiler
) -> Iterator[Remark]:
    """Rejections of a state that comes about by then in every game, so that nobody could break the promise."""
    known = patterns.states[that.state.phrase].beforehand
    for timing in timings:
        if known is not None and _comes_about(known, timing, patterns):
            says = f"this comes about in every game, so nobody could break it: {_reason_text(known)}"
            yield reject("always", says, timing)


def _comes_about(known: Certainty, timing: syntax.Timing, patterns: PatternCompiler) -> bool:
    match timing:
        case syntax.Until("at"):
            return patterns.window(timing).pattern.kind in known.at
        case syntax.Until("by" | "before") | syntax.Within(word="within"):
            return patterns.window(timing).pattern.kind in known.by
        case syntax.In(_, episode, of_unit=False):
            return patterns.episodes[episode].opens in known.at
        case _:
            return False


def reasons_never_kept(clause: clauses.LetterClause, patterns: PatternCompiler, known: Circumstances) -> Iterator[str]:
    """Why nobody could keep a clause: nobody is in its state as a time begins, or all do in it what is barred."""
    for timing in clause.core.timings:
        match clause.core.duty, timing:
            case _, syntax.In("next", word, of_unit=True) if known.now.get(word, 1) == known.last.get(word):
                pass  # none comes any more, and nothing will be owed
            case clauses.StateDuty(state), syntax.In("next", word, of_unit=True):
                yield from _certain_reason(patterns.states[state.phrase].never, at=patterns.units[word].begins)
            case clauses.StateDuty(state), syntax.Until("at") if clause.guard is None:  # else it is looked at later
                yield from _certain_reason(patterns.states[state.phrase].never, at=patterns.window(timing).pattern.kind)
            case clauses.ActDuty("not to" | "never to", acts=acts, times=None), syntax.In("next", word, of_unit=True):
                for act in acts:
                    yield from _certain_reason(patterns.verbs[act.verb].beforehand, by=patterns.units[word].ends)
            case _:
                pass


def _certain_reason(known: Certainty | None, *, at: str = "", by: str = "") -> Iterator[str]:
    if known is not None and (at in known.at or by in known.by):
        yield _reason_text(known)


def _kind_of(node: syntax.LetterNode, patterns: PatternCompiler) -> str:
    """The kind of fact that a node speaks of; none of a node that names no act and no event."""
    match node:
        case syntax.FilledVerb(verb):
            return patterns.verbs[verb].kind
        case syntax.OccasionHappened(occasion):
            return patterns.occasions[occasion].kind
        case syntax.EpisodeOpened(episode) | syntax.In(_, episode, of_unit=False):
            return patterns.episodes[episode].opens
        case _:
            return ""
