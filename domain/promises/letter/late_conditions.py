"""Rejections of conditions that could come true after the deadline of what they begin.

Such a letter has two meanings, and is refused with a whole letter for each: the condition, too, must come by the
deadline; or time is counted from when it comes.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal, cast

from msgspec.structs import replace

from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.ambiguity import EVENTS
from oathbook.domain.promises.letter.conditions import is_state
from oathbook.domain.promises.letter.patterns import PatternCompiler
from oathbook.domain.promises.letter.printer import Printer
from oathbook.domain.promises.letter.remarks import Circumstances, Remark, reject

BY_WHEN: Final = "by-when"

DueInstant = tuple[str, int, int]  # a unit, its number, and which moment of it: its start, a phase, or its end
_MOMENTS: Final = {syntax.UnitStart: 0, syntax.PhaseStart: 1} | dict.fromkeys(
    (syntax.UnitEnd, syntax.UnitEnded, syntax.During), 2
)
_AT_ANY_TIME: Final = (*EVENTS, syntax.GameEnd, syntax.GameEnds)

_Rewording = Callable[[clauses.LetterClause], clauses.LetterClause]


def rejections_of_late_conditions(letter: clauses.ParsedLetter, finder: "LateConditions") -> Iterator[Remark]:
    """Rejections of the guards of a letter, the first with the letters that could be meant."""
    every = (each for each in letter.nodes if isinstance(each, clauses.LetterClause))
    guards = [each.guard for each in every if each.guard is not None and finder.deadlines(each)]
    ways = " or ".join(f"“{each}”" for each in (finder.meanings(letter) if guards else ()))
    for number, guard in enumerate(guards):
        says = f"by when must “{' '.join(letter.text[slice(*guard.cond.span)].split())}” come?"
        yield reject(BY_WHEN, says if number else f"{says} Say {ways}", guard)


class LateConditions:
    """Finds the conditions of letters that could come too late, in the circumstances of one game."""

    def __init__(self, patterns: PatternCompiler, printer: Printer, known: Circumstances) -> None:
        self._patterns, self._printer, self._known = patterns, printer, known

    def meanings(self, letter: clauses.ParsedLetter) -> tuple[str, ...]:
        """The whole letters that could be meant: with conditions that come in time, or times that begin with them.

        Not the first where a condition names a date that is too late.
        """
        every = (each for each in letter.nodes if isinstance(each, clauses.LetterClause))
        is_dated = any(self._names_later_date(each) for each in every)
        return tuple(self._reworded(letter, each) for each in (self._in_time, self._from_then)[is_dated:])

    def _names_later_date(self, clause: clauses.LetterClause) -> bool:
        dues = [due for each in self.deadlines(clause) if (due := self._instant(each.to)) is not None]
        dates = (syntax.UnitEnded, syntax.ActNotDone)
        dated = (each for each in syntax.descendants((clause.guard,)) if isinstance(each, dates))
        when = None if clause.guard is None else clause.guard.when
        is_point = when is None or (isinstance(when, syntax.Until) and isinstance(when.to, syntax.Point))
        return bool(dues) and (not is_point or any(self._comes_after(each, min(dues)) for each in dated))

    def deadlines(self, clause: clauses.LetterClause) -> tuple[syntax.Until, ...]:
        """The deadlines of a clause after which its condition could come true, the first of them first."""
        guard = clause.guard
        if guard is None or guard.word not in {"if", "once"}:
            return ()
        timings = (each for core in _cores(clause.core) if self._is_owed(core.duty) for each in core.timings)
        late = [each for each in timings if isinstance(each, syntax.Until) and self._is_late(guard, each)]
        return tuple(sorted(late, key=lambda each: self._instant(each.to) or ("", 0, 0)))

    # Whether it could come too late --------------------------------------------------------------------------------

    def _is_owed(self, duty: clauses.LetterDuty) -> bool:
        """Whether something has to be done, or to come about, by a deadline."""
        if isinstance(duty, clauses.ActDuty):
            return duty.word == "to" and any(self._patterns.count(each, duty.times).mode != "le" for each in duty.acts)
        return isinstance(duty, clauses.StateDuty)

    def _is_late(self, guard: clauses.Guard, timing: syntax.Until) -> bool:
        due = self._instant(timing.to) if timing.word in {"by", "before"} else None
        if due is None or self._is_last(due):
            return False
        return self._comes_after(guard.cond, due) if guard.when is None else self._is_after(guard.when, due)

    def _is_last(self, due: DueInstant) -> bool:
        """Whether nothing can come after an instant, because the game is over by then."""
        unit, number, moment = due
        last = self._known.last.get(unit)
        return last is not None and (number, moment) >= (last, _MOMENTS[syntax.UnitEnd])

    def _comes_after(self, condition: syntax.LetterCondition, due: DueInstant) -> bool:
        """Whether a condition could come true after an instant."""
        match condition:
            case syntax.Conjunction(parts):
                events = [each for each in parts if not is_state(each)]
                return not events or any(self._comes_after(each, due) for each in events)
            case syntax.Disjunction(parts):
                return any(self._comes_after(each, due) for each in parts)
            case syntax.UnitEnded():
                return self._is_after(condition, due)
            case syntax.ActNotDone(when=when):
                return self._is_after(when, due)
            case _:
                return True

    def _is_after(self, when: syntax.Timing | syntax.LetterEvent, due: DueInstant) -> bool:
        """Whether this time can end after ``due``: true if it has no date, false where nobody can tell."""
        to = when.to if isinstance(when, syntax.Until) else when
        if isinstance(to, _AT_ANY_TIME) or (isinstance(to, syntax.In) and to.which == "next"):
            return True
        there = self._instant(to)
        return there is not None and there[0] == due[0] and there > due

    def _instant(self, point: syntax.Point | syntax.LetterEvent | syntax.Timing) -> DueInstant | None:
        """When a point comes that comes once in a game; nothing for others, and where it cannot be told."""
        match point:
            case syntax.NumberedUnit() | syntax.PhaseStart():
                return self._patterns.unit_of(point), point.n, _MOMENTS[type(point)]
            case syntax.Within(n, unit, None) if unit in self._known.now:
                return unit, self._known.now[unit] + n - 1, _MOMENTS[syntax.UnitEnd]
            case _:
                return None

    # The two meanings ----------------------------------------------------------------------------------------------

    def _reworded(self, letter: clauses.ParsedLetter, rewording: _Rewording) -> str:
        said = tuple(_mapped(each, rewording) for each in letter.clauses)
        return self._printer.letter(letter.header, said, letter.terms, numbered=letter.numbered)

    def _in_time(self, clause: clauses.LetterClause) -> clauses.LetterClause:
        """The clause with the first of its deadlines for its condition, too; only “if” goes with one."""
        guard, late = clause.guard, self.deadlines(clause)
        if guard is None or not late:
            return clause
        to = late[0].to
        point = syntax.UnitEnd(to.unit, to.n, span=to.span) if isinstance(to, syntax.UnitEnded) else to
        return replace(clause, guard=replace(guard, word="if", when=replace(late[0], to=point)))

    def _from_then(self, clause: clauses.LetterClause) -> clauses.LetterClause:
        """The clause with one unit of time from its condition on in the place of its deadlines."""
        late = self.deadlines(clause)
        return replace(clause, core=self._counted_from_then(clause.core, late)) if late else clause

    def _counted_from_then(self, core: clauses.Core, late: tuple[syntax.Until, ...]) -> clauses.Core:
        timings = tuple(self._within_one(each) if each in late else each for each in core.timings)
        return replace(_mapped_choices(core, lambda each: self._counted_from_then(each, late)), timings=timings)

    def _within_one(self, timing: syntax.Timing) -> syntax.Within:
        to = cast("syntax.NumberedUnit | syntax.PhaseStart", cast("syntax.Until", timing).to)
        word: Literal["within"] = "within"
        return syntax.Within(1, self._patterns.unit_of(to), None, word, span=timing.span)


def _cores(core: clauses.Core) -> Iterator[clauses.Core]:
    """A core, and those that it is a choice of."""
    yield core
    for each in core.duty.cores if isinstance(core.duty, clauses.ChoiceDuty) else ():
        yield from _cores(each)


def _mapped(clause: clauses.LetterClause, rewording: _Rewording) -> clauses.LetterClause:
    """A clause reworded, and every clause within it."""
    clause = rewording(clause)
    return replace(clause, core=_mapped_core(clause.core, rewording))


def _mapped_core(core: clauses.Core, rewording: _Rewording) -> clauses.Core:
    core = _mapped_choices(core, lambda each: _mapped_core(each, rewording))
    if core.reparation is None:
        return core
    return replace(core, reparation=replace(core.reparation, clause=_mapped(core.reparation.clause, rewording)))


def _mapped_choices(core: clauses.Core, change: Callable[[clauses.Core], clauses.Core]) -> clauses.Core:
    if not isinstance(core.duty, clauses.ChoiceDuty):
        return core
    return replace(core, duty=replace(core.duty, cores=tuple(map(change, core.duty.cores))))
