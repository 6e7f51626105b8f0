"""Patterns of facts in the words of a vocabulary, for the explanation of a proof."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from oathbook.domain.promises.letter import phrase_parts
from oathbook.domain.promises.letter.synonyms import ITEM
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.finalisation import DECIDED
from oathbook.domain.promises.trace.lifecycle_facts import CLOSED
from oathbook.domain.rulesets.vocabulary import Args, Sort, Unit, Vocabulary

BY: Final = "by"
IN_ALL: Final = "in all"
_MODES: Final[dict[str, str]] = {"ge": "at least", "le": "at most", "eq": "exactly"}
_ANY: Final = {phrase_parts.AMOUNT: "any", phrase_parts.NUMBER: "any", ITEM: f"{ITEM}s"}
_ANY_ONE: Final = re.compile(r"^(\w+) any (?=begins|ends)")
_OPS: Final[dict[formulas.Relation, str]] = {
    "==": "exactly",
    "!=": "not",
    ">=": "at least",
    "<=": "at most",
    ">": "more than",
    "<": "less than",
}
_TWICE: Final = re.compile(r"\b(\w+) (any|that) \1\b")  # the word for a thing said twice: *law that law*
_TOWARDS: Final = frozenset({"at", "from", "of", "on", "to", "with"})


class _Phrase(Struct, frozen=True):
    """The phrase for facts of a kind: words with places for the slots that are not fixed."""

    kind: str
    phrase: str
    fixed: Args = {}
    base: str = ""
    counts: str = ""
    of: str = ""  # the word of the episode that must be bound

    def covers(self, pattern: formulas.Pattern) -> bool:
        """Whether it describes the facts of a pattern, and perhaps others."""
        exact = {each.slot: each.term.value for each in pattern.constraints if isinstance(each.term, formulas.Exactly)}
        is_bound = not self.of or any(each.term == formulas.Variable(self.of) for each in pattern.constraints)
        return self.kind == pattern.kind and self.fixed.items() <= exact.items() and is_bound

    def misfit(self, pattern: formulas.Pattern) -> int:
        """How badly it fits: slots that it leaves out, and slots that the pattern does not ask for."""
        if self.of:
            return -1
        said, asked = {blank.slot for blank in self.blanks}, {each.slot for each in pattern.constraints}
        return 2 * len(asked - said - {*self.fixed}) + len(said - asked)

    @property
    def blanks(self) -> tuple[phrase_parts.Blank, ...]:
        """The places."""
        return phrase_parts.blanks_of(self.phrase)


class Wording:
    """Describes patterns and states in the words of a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._phrases = tuple(_phrases(vocabulary))
        self._states = {each.name: each.phrase for each in vocabulary.states}
        self._episodes = {each.word: each for each in vocabulary.episodes}
        self._designators = {each.name: each.phrase for each in vocabulary.designators}

    def text(self, pattern: formulas.Pattern, mode: str, n: int, field: str) -> str:
        """A total in words: *ash gives at least 2 Wolf to birch, in all*."""
        return ", ".join(filter(None, self.act_and_amount(pattern, mode, n, field)))

    def act_and_amount(
        self, pattern: formulas.Pattern, mode: str, n: int, field: str, *, base: bool = False
    ) -> tuple[str, str]:
        """What is done, and how often or how much of it; ``base`` leaves out who does it: *give 2 Wolf to birch*."""
        phrase = self._phrase(pattern)
        during = [each for each in pattern.constraints if self._is_of_episode(each)]
        asked = {each.slot: each for each in pattern.constraints if each not in during}
        is_none = (mode, n) == ("le", 0)
        amount = ("any" if base else "no") if is_none else f"{_MODES[mode]} {n}"
        words = " ".join(
            part if isinstance(part, str) else amount if part.slot == field else self._place(part, asked)
            for part in phrase_parts.parts_of(phrase.base if base else phrase.phrase)
        )
        said = {*phrase.fixed, *(blank.slot for blank in phrase.blanks), *([BY] if base else [])}
        besides = (each for each in pattern.constraints if each.slot not in said or each in during)
        rest = (self._extra_text(each, pattern) for each in besides)
        how_much = _how_much(f"{amount} {field}", is_said=field in said, is_none=is_none)
        how = how_much if field else _how_often(mode, n)
        return _ANY_ONE.sub(r"a \1 ", _TWICE.sub(r"\2 \1", words)) + "".join(rest), how

    def moment(self, pattern: formulas.Pattern) -> str:
        """A fact as the moment of something: *season 2 ends*, *birch idles*."""
        return self.act_and_amount(pattern, "ge", 1, "")[0]

    def counts(self, pattern: formulas.Pattern) -> str:
        """What else there is to know of what counts as this act; empty if nothing."""
        return self._phrase(pattern).counts

    def misses(self, pattern: formulas.Pattern, constraint: formulas.Constraint) -> str:
        """The one thing in which a fact misses a pattern."""
        phrase, slot = self._phrase(pattern), constraint.slot
        parts = phrase_parts.parts_of(phrase.phrase)
        if slot in phrase.fixed:
            plain = " ".join(part if isinstance(part, str) else "…" for part in parts[1:])
            return f"which is not “{plain.replace('… …', '…')}”"
        names = self._term_text(constraint.term)
        if slot == BY:
            return f"not by {names}"
        blank = next((each for each in phrase.blanks if each.slot == slot), None)
        if blank is None or constraint.op == "!=":
            return f"not with {self._constraint_text(constraint)}"
        before = parts[parts.index(blank) - 1]
        if blank.sort == phrase_parts.AMOUNT:
            return f"not {_OPS[constraint.op]} {names}"
        towards = str(before).rpartition(" ")[2]
        return f"not {f'{towards} ' if towards in _TOWARDS else ''}{_of_sort(blank.sort)}{names}"

    def state(self, formula: formulas.StateFormula) -> str:
        """A state in words: *birch has at least 3 Wolf*."""
        match formula:
            case formulas.StateIs(measure, args, op, n):
                phrase = self._states.get(measure, f"{measure} is {{n:{phrase_parts.AMOUNT}}}")
                terms = {slot: self._term_text(term) for slot, term in args}
                parts = phrase_parts.parts_of(phrase)
                return " ".join(
                    part if isinstance(part, str) else terms.get(part.slot, _amount(op, n)) for part in parts
                )
            case formulas.NotState(part):
                return f"it is not the case that {self.state(part)}"
            case formulas.AllStates(parts):
                return " and ".join(map(self.state, parts))
            case formulas.AnyState(parts):
                return " or ".join(map(self.state, parts))

    def _phrase(self, pattern: formulas.Pattern) -> _Phrase:
        """The phrase that fits best; the kind of fact itself where none does."""
        found = [each for each in self._phrases if each.covers(pattern)]
        if not found:
            return _Phrase(pattern.kind, f"{{by:player}} {pattern.kind.replace('_', ' ')}")
        return min(found, key=lambda each: each.misfit(pattern))

    def _place(self, blank: phrase_parts.Blank, asked: dict[str, formulas.Constraint]) -> str:
        """The words for a place of a phrase."""
        constraint = asked.get(blank.slot)
        anybody = "any player" if blank.slot == BY else _ANY.get(blank.sort, f"any {blank.sort}")
        names = self._term_text(constraint.term) if constraint else ""
        if constraint is None or constraint.op == "!=":
            return f"{anybody} but {names}" if constraint else anybody
        return f"{_OPS[constraint.op]} {names}" if blank.sort == phrase_parts.AMOUNT else names

    def _extra_text(self, constraint: formulas.Constraint, pattern: formulas.Pattern) -> str:
        """What is asked for besides the words of a phrase; which episode it is needs no word where that one ends."""
        if isinstance(constraint.term, formulas.Variable) and self._is_of_episode(constraint):
            episode = self._episodes[constraint.term.name]
            return "" if pattern.kind in {episode.closes, episode.joined} else f" in that {constraint.term.name}"
        return f", with {self._constraint_text(constraint)}"

    def _is_of_episode(self, constraint: formulas.Constraint) -> bool:
        return isinstance(constraint.term, formulas.Variable) and constraint.term.name in self._episodes

    def _constraint_text(self, constraint: formulas.Constraint) -> str:
        is_not = "not " if constraint.op == "!=" else ""
        return f"{constraint.slot} {is_not}{self._term_text(constraint.term)}".replace("_", " ")

    def _term_text(self, term: formulas.Term) -> str:
        match term:
            case formulas.Exactly(value):
                return str(value)
            case formulas.AnyOf(values):
                return " or ".join(values)
            case formulas.NamedBy(designator, args):
                words = phrase_parts.parts_of(self._designators.get(designator, f"the {designator} of {{whatever}}"))
                every = ", ".join(map(str, args.values()))
                said = (part if isinstance(part, str) else str(args.get(part.slot, every)) for part in words)
                return " ".join(said)
            case _:
                return f"that {term.name}"


def _phrases(vocabulary: Vocabulary) -> Iterator[_Phrase]:
    for verb in phrase_parts.with_promises(vocabulary).verbs:
        yield _Phrase(verb.kind, f"{{by:player}} {verb.third}", verb.fixed, verb.base, verb.counts)
    for occasion in vocabulary.occasions:
        yield _Phrase(occasion.kind, occasion.phrase, occasion.fixed)
    for episode in vocabulary.episodes:
        yield _Phrase(episode.opens, episode.opens_phrase)
        yield _Phrase(episode.closes, f"that {episode.word} ends")
        if episode.joined:
            yield _Phrase(episode.joined, f"{{by:player}} is in a {episode.word} on {episode.about}")
            yield _Phrase(episode.joined, f"{{by:player}} is in that {episode.word}", of=episode.word)
    for phase in vocabulary.phases:
        yield _Phrase(phase.kind, f"{phase.phrase} begin", phase.fixed)
    for unit in vocabulary.units:
        yield _Phrase(unit.begins, f"{_unit_phrase(unit)} begins")
        yield _Phrase(unit.ends, f"{_unit_phrase(unit)} ends")
    yield _Phrase(CLOSED, "the game ends")
    yield _Phrase(DECIDED, "{by:player} has taken their next decision")


def _unit_phrase(unit: Unit) -> str:
    if unit.slot:
        return f"{unit.word} {{{unit.slot}:{phrase_parts.NUMBER}}}"
    return f"a {unit.word} of {{by:player}}" if unit.whose else f"a {unit.word}"


def _how_often(mode: str, n: int) -> str:
    if n == 0:
        return "not at all"
    return f"{_MODES[mode]} {'once' if n == 1 else 'twice' if n == 2 else f'{n} times'}"  # noqa: PLR2004  # the word for it


def _how_much(amount: str, *, is_said: bool, is_none: bool) -> str:
    """How much of it in all, as far as the words before do not say it."""
    if is_said:
        return "" if is_none else IN_ALL
    return f"{amount} {IN_ALL}"


def _amount(op: formulas.Relation, n: int) -> str:
    return "no" if (op, n) in {("<=", 0), ("==", 0)} else f"{_OPS[op]} {n}"


def _of_sort(sort: Sort) -> str:
    """The word before a name, where a letter has it in quotation marks."""
    return "" if sort in phrase_parts.BARE or sort == phrase_parts.NUMBER else f"{sort} "
