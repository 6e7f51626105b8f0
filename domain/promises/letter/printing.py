"""The read-back of a letter: one way to write each, which is what players sign."""

from typing import Final

from domain.promises.letter import clauses as c
from domain.promises.letter import syntax as s
from domain.promises.letter.grammar import abouts_in, any_of
from domain.promises.letter.language import Language, quoted
from domain.promises.letter.phrases import parts_of


class Printer:
    """Writes letters of one language."""

    def __init__(self, language: Language) -> None:
        """Keep the phrases."""
        rows = language.vocabulary
        self._language = language
        self._verbs = {each.name: each for each in rows.verbs}
        self._states = {each.name: each.phrase for each in rows.states}
        self._occasions = {each.name: each.phrase for each in rows.occasions}
        self._designators = {each.name: each.phrase for each in rows.designators}
        self._episodes = {each.word: each for each in rows.episodes}

    def letter(
        self, header: c.Header, clauses: tuple[c.Clause, ...], terms: tuple[c.Term, ...], *, numbered: bool
    ) -> str:
        """The whole letter."""
        said = [self.clause(each) for each in clauses]
        body = ": " + "; ".join(f"({n}) {each}" for n, each in enumerate(said, 1)) if numbered else f" {said[0]}"
        return " ".join((f"{self._header(header)}{body}.", *map(self._term, terms)))

    def _header(self, header: c.Header) -> str:
        promises = "promise" if len(header.obligors) > 1 else "promises"
        mode = (header.mode,) if header.mode else ()
        to = (self._players(header.addressees),) if header.addressees else ()
        return " ".join((self._players(header.obligors), *mode, promises, *to))

    def _term(self, term: c.Term) -> str:
        match term:
            case c.EndsIf(word, cond):
                return f"This promise {word} if {self.condition(cond)}."
            case c.MayRelease(by, whom):
                return f"{self._players(by)} may release {self._players(whom)}."
            case c.Strict():
                return "It binds even if the game ends early."

    def _players(self, players: tuple[s.Name, ...]) -> str:
        *others, last = map(self._name, players)
        return f"{', '.join(others)} and {last}" if others else last

    # Clauses -----------------------------------------------------------------------------------------------------

    def clause(self, clause: c.Clause) -> str:
        """A clause without what ends it."""
        return (f"{self._guard(clause.guard)}, " if clause.guard else "") + self._core(clause.core)

    def _guard(self, guard: c.Guard) -> str:
        until = f" {self._until(guard.until)}" if guard.until else ""
        return f"{guard.word} {self.condition(guard.cond)}{until}"

    def _core(self, core: c.Core) -> str:
        subject = (self._subject(core.subject),) if core.subject else ()
        said = " ".join((*subject, self._duty(core.duty), *map(self._timing, core.timings)))
        exception = f", unless {self.condition(core.exception.cond)}" if core.exception else ""
        reparation = f", otherwise {self.clause(core.reparation.clause)}" if core.reparation else ""
        return f"{said}{exception}{reparation}"

    def _subject(self, subject: c.Subject) -> str:
        return self._name(subject.player) if subject.player else "each of them"

    def _duty(self, duty: c.Do | c.That | c.Plain | c.Choice) -> str:
        match duty:
            case c.Do(word, join, acts, times):
                said = [self._act(each, self._verbs[each.verb].base) for each in acts]
                either = "either " if join == "or" else ""
                often = f" {_times(times)}" if times else ""
                return f"{word} {either}{f' {join} '.join(said)}{often}"
            case c.That(state):
                return f"that {self._state(state)}"
            case c.Plain(text, judge):
                by = judge if isinstance(judge, str) else self._name(judge)
                return f"in plain words {quoted(text)} judged by {by}"
            case c.Choice(cores):
                return "either " + " or ".join(f"({self._core(each)})" for each in cores)

    def _timing(self, timing: c.Timing) -> str:
        match timing:
            case c.Until():
                return self._until(timing)
            case c.Within(n, unit, whose):
                of = f" of {self._name(whose)}" if whose else ""
                return f"within {n} {unit}{'' if n == 1 else 's'}{of}"
            case c.During(unit, n):
                return f"during {unit} {n}"
            case c.In(which, episode, about):
                on = f" on {self._about(episode, about)}" if about else ""
                return f"in {'the next' if which == 'next' else which} {episode}{on}"

    def _until(self, until: c.Until) -> str:
        to = until.to
        return f"{until.word} {self._point(to) if isinstance(to, s.Point) else self._event(to)}"

    def _point(self, point: s.Point) -> str:
        match point:
            case s.End(unit, n):
                return f"the end of {unit} {n}"
            case s.Start(unit, n):
                return f"the start of {unit} {n}"
            case s.NearEnd(unit, which):
                return f"the end of {which} {unit}"
            case s.OwnEnd(unit, player):
                return f"the end of {self._name(player)}'s next {unit}"
            case s.AtPhase(phase, n):
                return " ".join(each if isinstance(each, str) else str(n) for each in parts_of(phase))
            case s.GameEnd():
                return "the end of the game"

    # What happens and what is so ---------------------------------------------------------------------------------

    def condition(self, condition: s.Condition) -> str:
        """A condition; whatever is joined within it stands in brackets."""
        match condition:
            case s.Every(parts):
                return " and ".join(map(self._part, parts))
            case s.Some(parts):
                return " or ".join(map(self._part, parts))
            case s.Not(part):
                return f"it is not the case that {self._part(part)}"
            case s.State():
                return self._state(condition)
            case _:
                return self._event(condition)

    def _part(self, condition: s.Condition) -> str:
        said = self.condition(condition)
        return f"({said})" if isinstance(condition, s.Every | s.Some) else said

    def _state(self, state: s.State) -> str:
        return self._phrase(self._states[state.phrase], state.fill)

    def _event(self, event: s.Event) -> str:
        match event:
            case s.Did(who, act):
                return f"{self._place(who)} {self._act(act, self._verbs[act.verb].third)}"
            case s.DidNot(who, act, by):
                return f"{self._place(who)} does not {self._act(act, self._verbs[act.verb].base)} by {self._point(by)}"
            case s.Ended(unit, n):
                return f"{unit} {n} ends"
            case s.GameEnds():
                return "the game ends"
            case s.Happened(occasion, fill):
                return self._phrase(self._occasions[occasion], fill)
            case s.Opened(episode, about):
                opens = self._episodes[episode].opens_phrase
                if about:
                    return self._phrase(opens, (about,))
                row = self._episodes[episode].about
                return opens.replace(row, any_of(row)) if row else opens

    def _act(self, act: s.Act, phrase: str) -> str:
        for about in abouts_in(phrase, self._language.vocabulary.episodes):
            if any(isinstance(each, s.It) for each in act.fill):
                phrase = phrase.replace(about, "it")
        return self._phrase(phrase, act.fill)

    # Places ------------------------------------------------------------------------------------------------------

    def _about(self, episode: str, about: s.Name) -> str:
        return self._phrase(self._episodes[episode].about, (about,))

    def _phrase(self, phrase: str, fill: tuple[s.Place, ...]) -> str:
        places = (each for each in fill if not isinstance(each, s.It))
        return " ".join(each if isinstance(each, str) else self._place(next(places)) for each in parts_of(phrase))

    def _place(self, place: s.Who | s.Amount | s.Number) -> str:
        match place:
            case s.Name():
                return self._name(place)
            case s.AnyPlayer():
                return "any player"
            case s.ThatPlayer():
                return "that player"
            case s.Designated(designator, fill):
                return self._phrase(self._designators[designator], fill)
            case s.Amount(measure, n):
                return "any" if measure == "any" else f"{measure} {n}".lstrip()
            case s.Number(n):
                return str(n)

    def _name(self, name: s.Name) -> str:
        return self._language.written(name.text, name.sort)


def _times(times: s.Amount) -> str:
    return f"{times.measure} {_OFTEN.get(times.n) or f'{times.n} times'}"


_OFTEN: Final = {1: "once", 2: "twice"}
