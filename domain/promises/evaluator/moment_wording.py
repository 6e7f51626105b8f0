"""Windows and conditions of a formula in words: until when something counts, and what sets it off."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.evaluator.wording import BY, Wording
from oathbook.domain.promises.logic import formulas
from oathbook.domain.rulesets.vocabulary import Unit, Vocabulary


class MomentWording:
    """Speaks of moments of one game: ``now`` is the number of each unit that it is, where that is known."""

    def __init__(self, vocabulary: Vocabulary, now: Mapping[str, int]) -> None:
        self.wording: Final = Wording(vocabulary)
        self._units = {kind: each for each in vocabulary.units for kind in (each.begins, each.ends)}
        self._now = now

    def end(self, window: formulas.Window, *, from_signing: bool) -> str:
        """The moment at which a window closes, as *season 2 ends*; it may be counted from now or from later."""
        if window.field:
            return self.condition(formulas.Total("", (), "ge", window.n, window.pattern, window.field))
        pattern, unit = window.pattern, self._units.get(window.pattern.kind)
        if unit is None or any(each.slot != BY for each in pattern.constraints):
            return self.wording.moment(pattern)
        if unit.slot and from_signing and unit.word in self._now and pattern.kind == unit.ends:
            return f"{unit.word} {self._now[unit.word] + window.n - 1} ends"
        return _nth_end(unit, pattern, window.n)

    def condition(self, formula: formulas.Formula) -> str:
        """What must come true, as a part of a sentence."""
        match formula:
            case formulas.Total(mode=mode, n=n, pattern=pattern, field=field, window=window):
                act, how = self.wording.act_and_amount(pattern, mode, n, field)
                often = "" if (mode, n, field) == ("ge", 1, "") else f", {how}"
                guards = self.guards(pattern)
                return f"{act}{often}{guards}{self._so_far(window)}"
            case formulas.StateWithin(mode="AT", state=state, window=formulas.Window() as window):
                return f"{self.end(window, from_signing=True)} while {self.wording.state(state)}"
            case formulas.StateWithin(state=state, window=window):
                return f"{self.wording.state(state)}{self._so_far(window)}"
            case formulas.And(parts):
                return " and ".join(map(self._part, parts))
            case formulas.Or(parts):
                return " or ".join(map(self._part, parts))
            case formulas.Not(formulas.Total(window=formulas.Window() as window) as missed):
                without = self.condition(replace(missed, window=None))
                before = "" if window.inclusive else " before"
                return f"{self.end(window, from_signing=True)} without this{before}: {without}"
            case formulas.Not(part):
                return f"this is not so: {self._part(part)}"
            case _:  # pragma: no cover  # no condition is anything else
                raise AssertionError(formula)

    def guards(self, pattern: formulas.Pattern) -> str:
        """The states that must hold just before for a fact to count."""
        return f" while {' and '.join(map(self.wording.state, pattern.guards))}" if pattern.guards else ""

    def _part(self, formula: formulas.Formula) -> str:
        said = self.condition(formula)
        return f"({said})" if isinstance(formula, formulas.And | formulas.Or) else said

    def _so_far(self, window: formulas.Window | None) -> str:
        if window is None:
            return ""
        return f", {'by the time' if window.inclusive else 'before'} {self.end(window, from_signing=True)}"


def _nth_end(unit: Unit, pattern: formulas.Pattern, n: int) -> str:
    """The n-th end of a unit from some moment on."""
    terms = (each.term for each in pattern.constraints)
    whose = next((f" of {each.value}" for each in terms if isinstance(each, formulas.Exactly)), "")
    if whose:
        return f"a {unit.word}{whose} ends" if n == 1 else f"{n} {unit.word}s{whose} have ended"
    return f"the {unit.word} running then ends" if n == 1 else f"{n} {unit.word}s have ended, with the one running then"
