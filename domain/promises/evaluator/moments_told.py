"""Windows and conditions of a formula in words: until when something counts, and what sets it off."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.evaluator.wording import BY, Wording
from oathbook.domain.promises.logic.formula import (
    And,
    Exactly,
    Formula,
    Hole,
    Not,
    Once,
    Or,
    OrElse,
    Pattern,
    StateWithin,
    Text,
    Total,
    Truth,
    Unless,
    Whenever,
    Window,
)
from oathbook.domain.rulesets.vocabulary import Unit, Vocabulary


class MomentsTold:
    """Speaks of moments of one game: ``now`` is the number of each unit that it is, where that is known."""

    def __init__(self, vocabulary: Vocabulary, now: Mapping[str, int]) -> None:
        """Keep the words."""
        self.wording: Final = Wording(vocabulary)
        self._units = {kind: each for each in vocabulary.units for kind in (each.begins, each.ends)}
        self._now = now

    def end(self, window: Window, *, from_signing: bool) -> str:
        """The moment at which a window closes, as *season 2 ends*; it may be counted from now or from later."""
        if window.field:
            return self.condition(Total("", (), "ge", window.n, window.pattern, window.field))
        pattern, unit = window.pattern, self._units.get(window.pattern.kind)
        if unit is None or any(each.slot != BY for each in pattern.constraints):
            return self.wording.moment(pattern)
        if unit.slot and from_signing and unit.word in self._now and pattern.kind == unit.ends:
            return f"{unit.word} {self._now[unit.word] + window.n - 1} ends"
        return _counted(unit, pattern, window.n)

    def condition(self, formula: Formula) -> str:
        """What must come true, as a part of a sentence."""
        match formula:
            case Total(mode=mode, n=n, pattern=pattern, field=field, window=window):
                act, how = self.wording.act_and_amount(pattern, mode, n, field)
                often = "" if (mode, n, field) == ("ge", 1, "") else f", {how}"
                guards = self.guards(pattern)
                return f"{act}{often}{guards}{self._so_far(window)}"
            case StateWithin(state=state, window=window):
                return f"{self.wording.state(state)}{self._so_far(window)}"
            case And(parts):
                return " and ".join(map(self._part, parts))
            case Or(parts):
                return " or ".join(map(self._part, parts))
            case Not(Total(window=Window() as window) as missed):
                without = self.condition(replace(missed, window=None))
                return f"{self.end(window, from_signing=True)} without this: {without}"
            case Not(part):
                return f"this is not so: {self._part(part)}"
            case (
                Truth() | Once() | Whenever() | Unless() | OrElse() | Text() | Hole()
            ):  # pragma: no cover  # no condition is one
                raise AssertionError(formula)

    def guards(self, pattern: Pattern) -> str:
        """The states that must hold just before for a fact to count."""
        return f" while {' and '.join(map(self.wording.state, pattern.guards))}" if pattern.guards else ""

    def _part(self, formula: Formula) -> str:
        said = self.condition(formula)
        return f"({said})" if isinstance(formula, And | Or) else said

    def _so_far(self, window: Window | None) -> str:
        if window is None:
            return ""
        return f", {'by the time' if window.inclusive else 'before'} {self.end(window, from_signing=True)}"


def _counted(unit: Unit, pattern: Pattern, n: int) -> str:
    """The n-th end of a unit from some moment on."""
    whose = next((f" of {each.term.value}" for each in pattern.constraints if isinstance(each.term, Exactly)), "")
    if whose:
        return f"a {unit.word}{whose} ends" if n == 1 else f"{n} {unit.word}s{whose} have ended"
    return f"the {unit.word} running then ends" if n == 1 else f"{n} {unit.word}s have ended, with the one running then"
