"""How much of an act a letter asks for, and the decisions by which a seat does it, allowed or not."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter import syntax
from oathbook.domain.promises.letter.phrase_parts import AMOUNT, PLAYER, blanks_of
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.matching import StateReader, holds
from oathbook.domain.rulesets.vocabulary import Args, Verb, Vocabulary


class RequiredCount(NamedTuple):
    """How much is asked for: at least, at most or exactly ``n`` of the slot ``field``, or of the facts themselves."""

    mode: formulas.TotalMode
    n: int
    field: str


ONCE: Final = RequiredCount("ge", 1, "")
_MODES: Final[Mapping[syntax.Measure, formulas.TotalMode]] = {"at most": "le", "exactly": "eq"}


def required_count(amount: syntax.Quantity, field: str = "") -> RequiredCount:
    """An amount as a count; *more than 2* is at least 3."""
    return RequiredCount(_MODES.get(amount.measure, "ge"), amount.n + (amount.measure == "more than"), field)


class ActionFinder:
    """A ruleset's vocabulary and the players of a game, asked how something is done."""

    def __init__(self, vocabulary: Vocabulary, seats: tuple[Seat, ...]) -> None:
        self._verbs: Final = vocabulary.verbs
        self._seats: Final = seats
        self.reader: Final = StateReader.of(vocabulary)

    def verbs(self, pattern: formulas.Pattern) -> tuple[Verb, ...]:
        """The words for what a pattern looks for, as far as the rules can be asked how it is done."""
        fixed = {each.slot: each.term.value for each in pattern.constraints if isinstance(each.term, formulas.Exactly)}
        return tuple(
            verb
            for verb in self._verbs
            if verb.kind == pattern.kind
            and verb.performed is not None
            and all(fixed.get(slot, value) == value for slot, value in verb.fixed.items())
        )

    def decisions_for(self, state: Any, seat: Seat, tally: formulas.Total, amount: int) -> Iterator[Any]:
        """Decisions by which a seat could do it in a state, allowed or not, so much of it at once."""
        if not all(holds(guard, state, self.reader) for guard in tally.pattern.guards):
            return
        for verb in self.verbs(tally.pattern):
            assert verb.performed is not None
            for args in self._with_each_player(verb, self._args(tally.pattern.constraints, verb, state)):
                asked = {**args, tally.field: amount} if tally.field else args
                yield from (each for each in verb.performed(state, seat, asked) if each.by == seat)

    def decisions_towards(self, state: Any, seat: Seat, wanted: formulas.StateFormula) -> Iterator[Any]:
        """Decisions by which a seat could change what a state is about, allowed or not, by as much as is missing."""
        for part in state_atoms(wanted):
            named = {slot: value for slot, term in part.args for value in self.values("==", term, state)}
            if len(named) < len(part.args):
                continue
            away = abs(self.reader.measures[part.measure](state, named).lo - part.n)
            for verb in self._verbs:
                things = {each.slot for each in blanks_of(verb.base) if each.sort not in {PLAYER, AMOUNT}}
                if verb.performed is not None and things and things <= named.keys():
                    asked = {slot: named[slot] for slot in things}
                    amounts = [each.slot for each in blanks_of(verb.base) if each.sort == AMOUNT]
                    several = [
                        asked | dict.fromkeys(amounts, count) for count in (away, away + 1) if count or not amounts
                    ]
                    for args in self._with_each_player(verb, list[Args](several)):
                        yield from (each for each in verb.performed(state, seat, args) if each.by == seat)

    def _args(self, constraints: Iterable[formulas.Constraint], verb: Verb, state: Any) -> list[Args]:
        found: list[Mapping[str, str | int]] = [{}]
        for each in constraints:
            if each.slot == "by" or each.slot in verb.fixed:
                continue
            found = [{**args, each.slot: value} for args in found for value in self.values(each.op, each.term, state)]
        return found

    def _with_each_player(self, verb: Verb, several: list[Args]) -> list[Args]:
        """With each of the players in a place where any will do."""
        for blank in blanks_of(verb.base):
            if blank.sort == PLAYER:
                seats = self._seats
                several = [
                    filled
                    for args in several
                    for filled in ([args] if blank.slot in args else [{**args, blank.slot: seat} for seat in seats])
                ]
        return several

    def values(self, op: formulas.Relation, term: formulas.Term, state: Any) -> tuple[str | int, ...]:
        """What a term may stand for in a state; the least that is enough where it is an amount."""
        match term:
            case formulas.Exactly(value):
                return (value + 1,) if op == ">" and isinstance(value, int) else (value,)
            case formulas.AnyOf(values):
                return values
            case formulas.NamedBy(designator, args):
                who = self.reader.designators[designator](state, args)
                return (who,) if isinstance(who, str) else ()
            case _:
                return ()


def state_atoms(wanted: formulas.StateFormula) -> Iterator[formulas.StateIs]:
    """All that a state formula says is to be; not while what else."""
    match wanted:
        case formulas.StateIs():
            yield wanted
        case formulas.AnyState(parts) | formulas.AllStates(parts):
            yield from (each for part in parts for each in state_atoms(part))
        case _:
            return
