"""What can be changed about times, conditions and what fills the places of phrases."""

import re
from typing import Final

from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.grammar import AT_ONCE, NAME_RULE
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.promises.letter.synonyms import ITEM
from oathbook.domain.promises.letter.syntax import TextSpan
from oathbook.domain.rulesets.vocabulary import Vocabulary
from oathbook.projections.letter_card.edits import PLAYERS, CardWriter

_DIGITS: Final = re.compile(r"\d+")


class PhraseWriter(CardWriter):
    """Writes down the changes of phrases."""

    def __init__(self, letter: clauses.ParsedLetter, vocabulary: Vocabulary) -> None:
        super().__init__(letter)
        self._summed = {each.name for each in vocabulary.verbs if each.total}
        self.can_deal = "exchange" in language_of(vocabulary).words

    # When --------------------------------------------------------------------------------------------------------

    def timing(self, timing: syntax.Timing, choices: str = "timing") -> None:
        """A timing of a duty, or of a condition (a ``limit``)."""
        self.change(timing.span, choices)
        match timing:
            case syntax.Until():
                self.until(timing)
            case syntax.Within(whose=whose):
                number = self._number(timing.span)
                self.change((number[1] + 1, timing.span[1]), "unit")
                if whose is not None:
                    self.change(whose.span, PLAYERS)
            case syntax.During():
                self._number(timing.span)
            case syntax.In(about=about, whose=whose):
                self.fill(tuple(each for each in (about, whose) if each is not None), timing.span)

    def until(self, until: syntax.Until) -> None:
        """What ends a time: a point or, for some words, an event."""
        if isinstance(until.to, syntax.Point):
            self.point(until.to)
            if until.word in {"before", "until"}:
                self.change(until.to.span, "event")
        else:
            self.event_or_state(until.to, "event")
            self.change(until.to.span, "point")

    def point(self, point: syntax.Point, choices: str = "point") -> None:
        """A point of time."""
        self.change(point.span, choices)
        if isinstance(point, syntax.PlayerUnitEnd | syntax.NextDecision):
            self.change(point.player.span, PLAYERS)
        elif isinstance(point, syntax.UnitEnd | syntax.UnitStart | syntax.PhaseStart):
            self._number(point.span)

    def _number(self, span: TextSpan) -> TextSpan:
        """The only number among these words, which is returned."""
        found = _DIGITS.search(self.text, *span)
        assert found is not None, "numbers are read back in digits"
        self.change(found.span(), "number")
        return found.span()

    # What happens and what is so ---------------------------------------------------------------------------------

    def bracketed(self, cond: syntax.LetterCondition) -> TextSpan:
        """The characters of a condition with the brackets around it, and around its parts."""
        parts = getattr(cond, "parts", ()) or ((cond.part,) if isinstance(cond, syntax.Negation) else ())
        ends = [cond.span, *map(self.bracketed, parts)]
        first, last = min(first for first, _ in ends), max(last for _, last in ends)
        while self.text[first - 1 : first] == "(" and self.text[last : last + 1] == ")":
            first, last = first - 1, last + 1
        return first, last

    def condition(self, cond: syntax.LetterCondition, only: str = "condition", within: str = "") -> None:
        """A condition; ``only`` is the list that it may come from, ``within`` the word that joins what it stands in."""
        if isinstance(cond, syntax.Conjunction | syntax.Disjunction):
            self._junction(cond, only)
            return
        if isinstance(cond, syntax.Negation):
            self.condition(cond.part, only, "not")
            inner = self.bracketed(cond.part)
            self.remove((cond.span[0], inner[0] - 1), (cond.span[0], inner[1]), self.said(inner))
        else:
            self.event_or_state(cond, only)
        if only != "event" and not isinstance(cond, syntax.Negation):
            self.add("not", cond.span, f"it is not the case that {self.said(cond.span)}")
        if only != "condition":
            return
        for word in ("and", "or"):
            if not within:
                self.insert(word, self.bracketed(cond)[1], f" {word} ", only)
            elif word != within:
                self.add(word, cond.span, f"({self.said(cond.span)} {word} ", only, ")")

    def _junction(self, cond: syntax.Conjunction | syntax.Disjunction, only: str) -> None:
        join, other = ("and", "or") if isinstance(cond, syntax.Conjunction) else ("or", "and")
        for each in cond.parts:
            self.condition(each, only, join)
        every = [self.bracketed(each) for each in cond.parts]
        whole = every[0][0], every[-1][1]
        self.remove_each(every, whole, f" {join} ")
        self.insert(join, whole[1], f" {join} ", only)
        self.add(other, whole, f"({self.said(whole)}) {other} ", only)

    def event_or_state(self, cond: syntax.LetterEvent | syntax.FilledState, only: str) -> None:
        """One event or state, with its places."""
        self.change(cond.span, only)
        match cond:
            case syntax.ActDone(who, act):
                self.fill((who, *act.fill), cond.span)
                self.at_once(act)
                self.add("does not", cond.span, f"{self.said(who.span)} does not ", "act", " by the end of the game")
            case syntax.ActNotDone(who, act, when):
                self.fill((who,), cond.span)
                self.act(act)
                self.timing(when, "limit")
            case syntax.FilledState(fill=fill) | syntax.OccasionHappened(fill=fill):
                self.fill(fill, cond.span)
            case syntax.EpisodeOpened(about=about):
                self.fill(() if about is None else (about,), cond.span)
            case syntax.UnitEnded():
                self._number(cond.span)
            case syntax.GameEnds():
                pass

    # Phrases and what fills them ---------------------------------------------------------------------------------

    def act(self, act: syntax.FilledVerb) -> None:
        """What is done."""
        self.change(act.span, "act")
        self.fill(act.fill, act.span)
        self.at_once(act)

    def at_once(self, act: syntax.FilledVerb) -> None:
        """Whether one act must be enough, of those that are added up."""
        end = act.span[1]
        if act.at_once:
            self.remove((end - len(AT_ONCE), end), (end - len(f" {AT_ONCE}"), end))
        elif act.verb in self._summed:
            self.insert(AT_ONCE, end, f" {AT_ONCE}")

    def fill(self, fill: tuple[syntax.Filler, ...], span: TextSpan) -> None:
        """What fills the places of a phrase at ``span``; what is left out, or called *it*, has no words of its own."""
        for each in fill:
            match each:
                case syntax.NameRef(sort, _) if sort != PLAYER:
                    self._name(each)
                    self._or_anything(each)
                case syntax.AnyThing(sort):
                    self._anything(sort, span)
                case syntax.Quantity() | syntax.Number():
                    if each.span != span:
                        self.change(each.span, "amount" if isinstance(each, syntax.Quantity) else "number")
                case syntax.EpisodeSubject():
                    pass
                case syntax.AnyPlayer(among=some) if some:
                    self.players([name.span for name in some])
                case _:
                    self.change(each.span, "who")
                    self.fill(getattr(each, "fill", ()), each.span)

    def _name(self, name: syntax.NameRef) -> None:
        self.change(name.span, f"{NAME_RULE}{name.sort}")

    def _or_anything(self, name: syntax.NameRef) -> None:
        """Any law in place of a law that is named."""
        word = "" if name.sort == ITEM else f"{name.sort} "
        first = name.span[0] - len(word)
        if self.text[first : name.span[0]] == word:
            self.add(_any(name.sort), (first, name.span[1]), _any(name.sort))

    def _anything(self, sort: str, span: TextSpan) -> None:
        """A law that is named in place of any law."""
        at = self.text.find(_any(sort), *span)
        if at >= 0:
            self.change((at, at + len(_any(sort))), f"{NAME_RULE}{sort}" if sort == ITEM else f"the {sort}")


def _any(sort: str) -> str:
    return f"{ITEM}s" if sort == ITEM else f"any {sort}"
