"""The read-back of a letter: its one canonical wording, which is what players sign."""

from typing import Final, cast

from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.grammar import AT_ONCE
from oathbook.domain.promises.letter.language import Language, quote
from oathbook.domain.promises.letter.phrase_parts import (
    WHOEVER,
    WITH,
    lot_phrase,
    parts_of,
    phrase_for_any,
    subject_phrases,
)
from oathbook.domain.promises.letter.synonyms import ITEM


class Printer:
    """Writes letters of one language."""

    def __init__(self, language: Language) -> None:
        rows = language.vocabulary
        self._language = language
        self._verbs = {each.name: each for each in rows.verbs}
        self._states = {each.name: each.phrase for each in rows.states}
        self._occasions = {each.name: each.phrase for each in rows.occasions}
        self._designators = {each.name: each.phrase for each in rows.designators}
        self._episodes = {each.word: each for each in rows.episodes}

    def letter(
        self,
        header: clauses.LetterHeader,
        parsed_clauses: tuple[clauses.LetterClause, ...],
        terms: tuple[clauses.LetterTerm, ...],
        *,
        numbered: bool,
    ) -> str:
        """The whole letter."""
        if header.mode in clauses.DEALS:
            body = self._deal(header, *(each.core for each in parsed_clauses))
        else:
            said = [self.clause(each) for each in parsed_clauses]
            items = ": " + "; ".join(f"({n}) {each}" for n, each in enumerate(said, 1)) if numbered else f" {said[0]}"
            body = f"{self._header(header)}{items}"
        return " ".join((f"{body}.", *map(self._term, terms)))

    def _deal(self, header: clauses.LetterHeader, there: clauses.Core, back: clauses.Core) -> str:
        given, returned = self._lot(there.duty), self._lot(back.duty)
        if header.mode == "exchange":
            said = f"{self._players(header.obligors)} exchange {given} for {returned}"
            return " ".join((said, *map(self._timing, back.timings)))
        lender, borrower = map(self._name, header.obligors)
        return f"{lender} lends {given} to {borrower} {self._timing(back.timings[0]).replace('by', 'until', 1)}"

    def _lot(self, duty: clauses.LetterDuty) -> str:
        acts = cast("clauses.ActDuty", duty).acts
        return " and ".join(self._phrase(lot_phrase(self._verbs[each.verb]), each.fill) for each in acts)

    def _header(self, header: clauses.LetterHeader) -> str:
        promises = "promise" if len(header.obligors) > 1 else "promises"
        mode = (header.mode,) if header.mode else ()
        to = (self._players(header.addressees),) if header.addressees else ()
        return " ".join((self._players(header.obligors), *mode, promises, *to))

    def _term(self, term: clauses.LetterTerm) -> str:
        match term:
            case clauses.EndingTerm(word, cond):
                return f"This promise {word} if {self.condition(cond)}."
            case clauses.ReleaseTerm(by, whom):
                return f"{self._players(by)} may release {self._players(whom)}."
            case clauses.StrictTerm():
                return "It binds even if the game ends early."

    def _players(self, players: tuple[syntax.NameRef, ...]) -> str:
        *others, last = map(self._name, players)
        return f"{', '.join(others)} and {last}" if others else last

    # Clauses -----------------------------------------------------------------------------------------------------

    def clause(self, clause: clauses.LetterClause) -> str:
        """A clause without its punctuation at the end."""
        return (f"{self._guard(clause.guard)}, " if clause.guard else "") + self._core(clause.core)

    def _guard(self, guard: clauses.Guard) -> str:
        when = f" {self._timing(guard.when)}" if guard.when else ""
        return f"{guard.word} {self.condition(guard.cond)}{when}"

    def _core(self, core: clauses.Core) -> str:
        player = core.subject.player if core.subject else None
        subject = (self._name(player) if player else "each of them",) if core.subject else ()
        said = " ".join((*subject, self._duty(core.duty), *map(self._timing, core.timings)))
        exception = f", unless {self.condition(core.exception.cond)}" if core.exception else ""
        reparation = f", otherwise {self.clause(core.reparation.clause)}" if core.reparation else ""
        return f"{said}{exception}{reparation}"

    def _duty(self, duty: clauses.ActDuty | clauses.StateDuty | clauses.PlainDuty | clauses.ChoiceDuty) -> str:
        match duty:
            case clauses.ActDuty(word, join, acts, times, in_all):
                said = [self._act(each, self._verbs[each.verb].base) for each in acts]
                either = "either " if join == "or" else ""
                often = f" {_times(times)}" if times else ""
                return f"{word} {either}{f' {join} '.join(said)}{often}{' in all' if in_all else ''}"
            case clauses.StateDuty(state):
                return f"that {self._state(state)}"
            case clauses.PlainDuty(text, judge):
                by = judge if isinstance(judge, str) else self._name(judge)
                return f"in plain words {quote(text)} judged by {by}"
            case clauses.ChoiceDuty(cores):
                return "either " + " or ".join(f"({self._core(each)})" for each in cores)

    def _timing(self, timing: syntax.Timing) -> str:
        match timing:
            case syntax.Until():
                return self._until(timing)
            case syntax.Within(n, unit, whose, word):
                of = f" of {self._name(whose)}" if whose else ""
                return f"{word} {n} {unit}{'' if n == 1 else 's'}{of}"
            case syntax.During(unit, n):
                return f"during {unit} {n}"
            case syntax.In(which, episode, about, _, whoever, whose):
                proposed = self._episodes[episode].proposed if whose else ""
                on = f" on {self._phrase(self._episodes[episode].about, (about,))}" if about else ""
                by = f" {self._phrase(f'on {proposed}' if proposed else WITH, (whose,))}" if whose else ""
                every = "the next" if which == "next" else which
                return f"in {every} {episode}{on}{by}{f' {WHOEVER}' if whoever else ''}"

    def _until(self, until: syntax.Until) -> str:
        to = until.to
        return f"{until.word} {self._point(to) if isinstance(to, syntax.Point) else self._event(to)}"

    def _point(self, point: syntax.Point) -> str:
        match point:
            case syntax.UnitEnd(unit, n):
                return f"the end of {unit} {n}"
            case syntax.UnitStart(unit, n):
                return f"the start of {unit} {n}"
            case syntax.RelativeUnitEnd(unit, which):
                return f"the end of {which} {unit}"
            case syntax.PlayerUnitEnd(unit, player):
                return f"the end of {self._name(player)}'s next {unit}"
            case syntax.NextDecision(player):
                return f"{self._name(player)}'s next decision"
            case syntax.PhaseStart(phase, n):
                return " ".join(each if isinstance(each, str) else str(n) for each in parts_of(phase))
            case syntax.GameEnd():
                return "the end of the game"

    # What happens and what is so ---------------------------------------------------------------------------------

    def condition(self, condition: syntax.LetterCondition) -> str:
        """A condition; joined conditions within it are in brackets."""
        match condition:
            case syntax.Conjunction(parts):
                return self._join(parts, " and ")
            case syntax.Disjunction(parts):
                return self._join(parts, " or ")
            case syntax.Negation(part):
                return f"it is not the case that {self._part(part)}"
            case syntax.FilledState():
                return self._state(condition)
            case _:
                return self._event(condition)

    def _part(self, condition: syntax.LetterCondition) -> str:
        said = self.condition(condition)
        return f"({said})" if isinstance(condition, syntax.Conjunction | syntax.Disjunction) else said

    def _join(self, parts: tuple[syntax.LetterCondition, ...], join: str) -> str:
        """Joined conditions; a denied one is in brackets, so that it is clear how much is denied."""
        said = [self._part(each) for each in parts]
        denied = [isinstance(each, syntax.Negation) for each in parts]
        return join.join(f"({each})" if bracketed else each for each, bracketed in zip(said, denied, strict=True))

    def _state(self, state: syntax.FilledState) -> str:
        return self._phrase(self._states[state.phrase], state.fill)

    def _event(self, event: syntax.LetterEvent) -> str:
        match event:
            case syntax.ActDone(who, act):
                return f"{self._place(who)} {self._act(act, self._verbs[act.verb].third)}"
            case syntax.ActNotDone(who, act, when):
                said = self._act(act, self._verbs[act.verb].base)
                return f"{self._place(who)} does not {said} {self._timing(when)}"
            case syntax.UnitEnded(unit, n):
                return f"{unit} {n} ends"
            case syntax.GameEnds():
                return "the game ends"
            case syntax.OccasionHappened(occasion, fill):
                return self._phrase(self._occasions[occasion], fill)
            case syntax.EpisodeOpened(episode, about):
                opens = self._episodes[episode].opens_phrase
                if about:
                    return self._phrase(opens, (about,))
                row = self._episodes[episode].about
                return opens.replace(row, phrase_for_any(row)) if row else opens

    def _act(self, act: syntax.FilledVerb, phrase: str) -> str:
        for way in self._language.only_to_do if act.only else ():
            if (way.verb, way.slot) == (act.verb, act.only):
                phrase = way.phrase
        for about in subject_phrases(phrase, self._language.vocabulary.episodes):
            if any(isinstance(each, syntax.EpisodeSubject) for each in act.fill):
                phrase = phrase.replace(about, "it")
        return self._phrase(f"{phrase} {AT_ONCE}" if act.at_once else phrase, act.fill)

    # Places ------------------------------------------------------------------------------------------------------

    def _phrase(self, phrase: str, fill: tuple[syntax.Filler, ...]) -> str:
        places = (each for each in fill if not isinstance(each, syntax.EpisodeSubject))
        words: list[str] = []
        for part in parts_of(phrase):
            place = part if isinstance(part, str) else next(places)
            if isinstance(place, syntax.AnyThing):  # *any law* does not say *law* twice
                words[-1] = words[-1].removesuffix(f" {place.sort}")
            words.append(place if isinstance(place, str) else self._place(place))
        return " ".join(words)

    def _place(self, place: syntax.PlayerRef | syntax.AnyThing | syntax.Quantity | syntax.Number) -> str:
        match place:
            case syntax.NameRef():
                return self._name(place)
            case syntax.AnyPlayer(among=some):
                return f"the first of {self._players(some)}" if some else "any player"
            case syntax.ThatPlayer():
                return "that player"
            case syntax.DesignatedPlayer(designator, fill):
                return self._phrase(self._designators[designator], fill)
            case syntax.AnyThing(sort):
                return f"any {sort}" if sort != ITEM else f"{ITEM}s"
            case syntax.Quantity(measure, n):
                return "any" if measure == "any" else f"{measure} {n}".lstrip()
            case syntax.Number(n):
                return str(n)

    def _name(self, name: syntax.NameRef) -> str:
        return self._language.spelling(name.text, name.sort)


def _times(times: syntax.Quantity) -> str:
    return f"{times.measure} {_OFTEN.get(times.n) or f'{times.n} times'}"


_OFTEN: Final = {1: "once", 2: "twice"}
