"""Makes the card of a letter, place by place."""

import re
from collections.abc import Sequence
from typing import Final

from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.rulesets.vocabulary import Vocabulary
from oathbook.projections.letter_card.choices import HOLE
from oathbook.projections.letter_card.edits import PLAYERS, CardPlace, LetterCard
from oathbook.projections.letter_card.phrases import PhraseWriter

_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”")
_GUARDED: Final = {"whenever": "event", "while": "state"}
_ENDINGS: Final = ("This promise ends if", "This promise is void if")
_STRICT: Final = "It binds even if the game ends early."


MOST_CHARACTERS: Final = 1_200  # of a letter that has a card: each of its changes may repeat a part of it


def card_of(letter: clauses.ParsedLetter, vocabulary: Vocabulary) -> LetterCard:
    """The card of a letter whose text is its read-back; an empty one where that is too long to be clicked."""
    if len(letter.text) > MOST_CHARACTERS:
        return LetterCard((), ())
    return _CardMaker(letter, vocabulary).card()


class _CardMaker(PhraseWriter):
    """Goes through one letter."""

    def card(self) -> LetterCard:
        """All of it."""
        if self.letter.header.mode in clauses.DEALS:
            self._deal(self.letter.header)
            self._terms()
            return LetterCard(tuple(self.parts), tuple(self.edits))
        self._header(self.letter.header)
        for number, clause in enumerate(self.letter.clauses, 1):
            self.clause = number
            self._whole_clause(clause, "when")
        self.clause = 0
        self.at("terms")
        self._terms()
        self._clauses()
        if self.can_deal:
            self._deals()
        return LetterCard(tuple(self.parts), tuple(self.edits))

    # The letter --------------------------------------------------------------------------------------------------

    def _header(self, header: clauses.LetterHeader) -> None:
        by, to = [each.span for each in header.obligors], [each.span for each in header.addressees]
        self.part(*header.span)
        self.players(by)
        end = by[-1][1]
        mode = (end, end + len(f" {header.mode}")) if header.mode else (end, end)
        for word in ("jointly", "each") if by[1:] else ():
            if word != header.mode:
                self.add(word, mode, f" {word}")
        if header.mode:
            self.remove((mode[0] + 1, mode[1]), mode)
        if to:
            self.players(to)
            self.remove((to[0][0], to[-1][1]), (to[0][0] - 1, to[-1][1]))
        else:
            self.insert("to", header.span[1], " ", PLAYERS)

    def _deal(self, header: clauses.LetterHeader) -> None:
        """An exchange or a loan: who, what for what, and by when."""
        self.at("does")
        self.part(*header.span)
        for name in header.obligors:
            self.change(name.span, PLAYERS)
        first, second = self.letter.clauses
        is_loan = header.mode == "lend"
        for clause in (first,) if is_loan else (first, second):
            assert isinstance(clause.core.duty, clauses.ActDuty), "both sides of a deal give"
            for act in clause.core.duty.acts:
                self.change(act.span, "thing")
                self.fill(tuple(each for each in act.fill if each not in header.obligors), act.span)
            self.insert("and", clause.core.duty.acts[-1].span[1], " and ", "thing")
        self.at("when")
        for timing in second.core.timings:
            if is_loan and isinstance(timing, syntax.Until) and isinstance(timing.to, syntax.Point):
                self.point(timing.to, "unit_point")
            else:
                self.timing(timing, "due")
                self.remove(timing.span, (timing.span[0] - 1, timing.span[1]))
        if not second.core.timings:
            self.insert("when", header.span[1], " ", "due")
        self.at("terms")

    def _deals(self) -> None:
        """An exchange or a loan in place of the letter."""
        header = self.letter.header
        one, other = self.said(header.obligors[0].span), f'"{HOLE}"'
        other = self.said(header.addressees[0].span) if header.addressees else other
        whole = 0, len(self.text)
        self.add("exchange …", whole, f'{one} and {other} exchange 1 "{HOLE}" for 1 "{HOLE}".')
        self.add("lend …", whole, f'{one} lends 1 "{HOLE}" to {other} until ', "unit_point", ".")

    def _clauses(self) -> None:
        """One more duty, or one less."""
        said = [self.said(each.span) for each in self.letter.clauses]
        whole = self.letter.header.span[1], self.letter.clauses[-1].span[1]
        self.add_duty("one more duty", whole, f"{_numbered(said)}; ({len(said) + 1}) ")
        self.at("does")
        for number in range(len(said) if said[1:] else 0):
            self.clause = number + 1
            self.add("without this duty", whole, _numbered([*said[:number], *said[number + 1 :]]))

    def _terms(self) -> None:
        for each in self.letter.terms:
            self.part(*each.span)
            match each:
                case clauses.EndingTerm(_, cond):
                    self.condition(cond)
                case clauses.ReleaseTerm(by, whom):
                    self.players([name.span for name in by])
                    self.players([name.span for name in whom])
                case clauses.StrictTerm():
                    pass
            end = self.text.index(".", each.span[1] - 1) + 1
            self.remove(each.span, (each.span[0] - 1, end))
        end = len(self.text)
        for words in _ENDINGS:
            self.insert(f"{words} …", end, f" {words} ", "condition", ".")
        header = self.letter.header
        mine = self.said((header.obligors[0].span[0], header.obligors[-1].span[1]))
        self.insert(
            "… may release …", end, f" {self.said((header.addressees or header.obligors)[0].span)} may release {mine}."
        )
        self.insert(_STRICT, end, f" {_STRICT}")

    # Clauses -----------------------------------------------------------------------------------------------------

    def _whole_clause(self, clause: clauses.LetterClause, place: CardPlace) -> None:
        guard, core, had_it = clause.guard, clause.core, self.has_it
        self.at(place)
        if guard is not None:
            self._guard(guard, core)
        else:
            for word in ("if", "once", "whenever", "while"):
                self.insert(f"{word} …", core.span[0], f"{word} ", _GUARDED.get(word, "condition"), ", ")
        self._is_each_time = guard is not None and guard.word == "whenever"
        self._core(core, may_name=self.letter.numbered or guard is not None or self.is_otherwise)
        self.has_it = had_it

    def _guard(self, guard: clauses.Guard, core: clauses.Core) -> None:
        cond, start = guard.cond, guard.span[0]
        word = start, start + len(guard.word)
        self.part(start, core.span[0])
        kind = (
            "-event"
            if isinstance(cond, syntax.LetterEvent)
            else "-state"
            if isinstance(cond, syntax.FilledState)
            else ""
        )
        self.change(word, f"guard{kind}")
        if any(isinstance(each, syntax.EpisodeOpened) for each in (cond, *syntax.descendants(cond))):
            self.has_it = True
        self.condition(cond, _GUARDED.get(guard.word, "condition"))
        end = self.bracketed(cond)[1]
        if guard.when is not None:
            self.timing(guard.when, "limit")
            self.remove(guard.when.span, (end, guard.when.span[1]))
        elif guard.word not in _GUARDED:
            self.insert("until when", end, " ", "limit")
        stays = core if self.letter.numbered or self.is_otherwise else core.duty  # a single clause names nobody
        self.remove(word, (start, stays.span[0]))

    def _core(self, core: clauses.Core, *, may_name: bool) -> None:
        if any(isinstance(each, syntax.In) and not each.of_unit for each in core.timings):
            self.has_it = True
        self._subject(core, may_name=may_name)
        self.at("does")
        self.part(*core.duty.span)
        self._duty(core.duty)
        end = self._timings(core)
        end = self._exception(core.exception, end)
        self._reparation(core.reparation, end)

    def _subject(self, core: clauses.Core, *, may_name: bool) -> None:
        self.at("who")
        start = core.duty.span[0]
        self.part(core.span[0], start)
        if core.subject is not None:
            self.change(core.subject.span, "subject")
            self.remove(core.subject.span, (core.span[0], start))
        elif may_name:
            self.insert("who", start, "", "subject", " ")

    def _timings(self, core: clauses.Core) -> int:
        """The times of a duty; returns where they end."""
        end = core.duty.span[1]
        self.at("when")
        for each in core.timings:
            self.part(*each.span)
            self.timing(each)
            self.remove(each.span, (end, each.span[1]))
            end = each.span[1]
        if not isinstance(core.duty, clauses.ChoiceDuty):
            self.insert("when", end, " ", "timing")
            self.at("does")
            whole = core.span[0], end
            self.add_duty("or instead", whole, f"either ({self.said(whole)}) or (", ")")
        return end

    def _exception(self, exception: clauses.UnlessClause | None, start: int) -> int:
        self.at("unless")
        if exception is None:
            self.insert("unless …", start, ", unless ", "condition")
            return start
        end = self.bracketed(exception.cond)[1]
        self.part(start + len(", "), end)
        self.condition(exception.cond)
        self.remove((start + len(", "), start + len(", unless")), (start, end))
        return end

    def _reparation(self, reparation: clauses.Reparation | None, start: int) -> None:
        self.at("otherwise")
        if reparation is None:
            self.add_duty("otherwise …", (start, start), ", otherwise ")
            return
        self.part(start + len(", "), reparation.clause.span[0])
        self.remove((start + len(", "), start + len(", otherwise")), (start, reparation.span[1]))
        was, self.is_otherwise = self.is_otherwise, True
        self._whole_clause(reparation.clause, "otherwise")
        self.is_otherwise = was

    # Duties ------------------------------------------------------------------------------------------------------

    def _duty(self, duty: clauses.LetterDuty) -> None:
        match duty:
            case clauses.ActDuty(word):
                self.change((duty.span[0], duty.span[0] + len(word)), "to")
                self.change_duty(duty.span, word)
                self._acts(duty)
            case clauses.StateDuty(state):
                self.change_duty(duty.span, "that")
                self.event_or_state(state, "state")
            case clauses.PlainDuty():
                self.change_duty(duty.span, "in plain words")
                said = _QUOTED.search(self.text, duty.span[0])
                assert said is not None, "plain words are read back in quotation marks"
                self.change((said.start() + 1, said.end() - 1), "text")
                self.change((said.end() + len(" judged by "), duty.span[1]), "judge")
            case clauses.ChoiceDuty(cores):
                outer = self.choice
                for number, each in enumerate(cores, 1):
                    self.choice = f"{outer}, choice {number}"
                    self._core(each, may_name=True)
                self.choice = outer
                self.at("does")
                words = [f"({self.said(each.span)})" for each in cores]
                for number, without in enumerate(words if words[2:] else ()):
                    left = " or ".join([*words[:number], *words[number + 1 :]])
                    self.add(f"without {without}", duty.span, f"either {left}")
                self.add_duty("or instead", (duty.span[1], duty.span[1]), " or (", ")")

    def _acts(self, duty: clauses.ActDuty) -> None:
        """The acts of a duty, how often, and whether once for all that is open."""
        spans = [each.span for each in duty.acts]
        said = [self.said(each) for each in spans]
        whole = duty.span[0] + len(f"{duty.word} "), spans[-1][1]
        for number, act in enumerate(duty.acts):
            self.act(act)
            if said[1:]:
                self.remove(act.span, whole, _joined([*said[:number], *said[number + 1 :]], duty.join))
        for word in ("and", "or"):
            if duty.join in {"", word}:
                self.add(word, whole, f"{_joined([*said, ''], word)}", "act")
        end = whole[1]
        if duty.times is None:
            self.insert("how often", end, " ", "times")
        else:
            self.change(duty.times.span, "times")
            self.remove(duty.times.span, (end, duty.times.span[1]))
            end = duty.times.span[1]
        if duty.in_all:
            self.remove((end + 1, duty.span[1]), (end, duty.span[1]))
        elif self._is_each_time or self.letter.header.obligors[1:]:
            self.insert("in all", end, " in all")

    _is_each_time = False


def _numbered(said: Sequence[str]) -> str:
    return ": " + "; ".join(f"({number}) {each}" for number, each in enumerate(said, 1))


def _joined(said: Sequence[str], join: str) -> str:
    """Acts in a row; several of which one is enough stand behind *either*."""
    return f"{'either ' if join == 'or' and said[1:] else ''}{f' {join} '.join(said)}"
