"""The words of one letter, from what happens in a game and what is so in it."""

import re
from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from oathbook.domain.kernel import TABLE
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.phrase_parts import AMOUNT, NUMBER, Blank, blanks_of, parts_of
from oathbook.domain.rulesets.vocabulary import Fact, Slots, StatePhrase, Verb, Vocabulary
from tests.support.promises.pair_games import PlayedGame, known_in

AMOUNTS: Final = "at least 1", "at least 2", "at most 1", "at most 3", "exactly 1"
CLOSE: Final = 25
"""How many moments before and after something a letter looks for what to speak of besides."""
LAST: Final = 0.25
"""How often it is the last of its kind: many times end with the game."""
BEFORE: Final = 0.7
"""How often what a duty waits for comes just before it."""
SO: Final = 0.7
"""How often a state is one that is so, and not one that is not."""
LOOKS: Final = 12
TWICE: Final = 0.1
"""How often an act without an amount is promised twice: where everybody does it once, nobody breaks it otherwise."""


class Said(NamedTuple):
    """Some words, whose doing they are about, and the moment that bears them out."""

    says: str
    by: str
    near: int


class Words:
    """Finds words for one letter."""

    def __init__(self, rows: Vocabulary, game: PlayedGame, dice: Random) -> None:
        """Keep all."""
        self.game = game
        self._rows, self._dice = rows, dice
        self._language = language_of(rows)
        self._ends = len(game.moments) - 1

    def duty(self, form: str, among: range) -> Said | None:
        """A duty: ``to attack``, ``not to attack``, ``that stands``; if possible one that is done in this stretch."""
        word, _, name = form.rpartition(" ")
        if word == "that":
            said = self.state(name, among)
        else:
            said = self._done(self._verb(name), base=True, among=among) or self._done(self._verb(name), base=True)
        times = " twice" if word == "to" and self._is_counted(name) and self._dice.random() < TWICE else ""
        return said and said._replace(says=f"{word} {said.says}{times}")

    def _is_counted(self, name: str) -> bool:
        return all(each.sort != AMOUNT for each in blanks_of(self._verb(name).base))

    def any_duty(self, near: int) -> Said | None:
        """Something to promise besides, if possible something that is done soon after."""
        word = self._dice.choice(("that", "not to", "not to", "to", "to"))
        if word == "that":
            said = self.any_state(near)
            return said and said._replace(says=f"that {said.says}")
        said = self._any_done(range(near, near + CLOSE), base=True)
        return said and said._replace(says=f"{word} {said.says}")

    def event(self, form: str) -> Said | None:
        """An event of a form, with the name of the verb behind a colon where it is done by somebody."""
        form, _, name = form.partition(": ")
        if name:
            said = self._done(self._verb(name), base=False)
            return said and said._replace(says=f"{said.by} {said.says}")
        if "{act}" in form:
            said = self._any_done(range(self._ends), base=True)
            return said and said._replace(
                says=form.replace("{player}", said.by).replace("{act}", said.says).replace("{point}", self._point(said))
            )
        near = self._near_a(form)
        return Said(self.filled(form, near), self._dice.choice(self.game.seats), near)

    def any_event(self, near: int, opens: str) -> Said | None:
        """Something that happens a little before, or an episode that opens."""
        episodes = [each for each in self._rows.episodes if each.word == opens]
        if episodes:
            return self.event(re.sub(r"\{\w+:", "{", episodes[0].opens_phrase))
        before = self._dice.random() < BEFORE
        said = self._any_done(range(near - CLOSE, near + 1) if before else range(self._ends), base=False)
        return said and said._replace(says=f"{said.by} {said.says}")

    def omitted(self, form: str, near: int) -> str:
        """A form with something that a player does somewhere around, or does not."""
        said = self._any_done(range(near - CLOSE, near + CLOSE), base=True) if "{act}" in form else None
        return form if said is None else form.replace("{player}", said.by).replace("{act}", said.says)

    def _point(self, said: Said) -> str:
        units = [each for each in self._rows.units if not each.whose]
        points = ["the end of the game", *(f"the end of this {each.word}" for each in units)]
        return self.filled(self._dice.choice(points), said.near)

    # Acts --------------------------------------------------------------------------------------------------------

    def _verb(self, name: str) -> Verb:
        return next(each for each in self._rows.verbs if each.name == name)

    def _done(self, verb: Verb, *, base: bool, among: range | None = None) -> Said | None:
        """An act that somebody does in the game; of an act that nobody does in it, any names."""
        found = [
            (index, each.fact)
            for index, each in self.game.trace.by_kind.get(verb.kind, ())
            if (among is None or index in among) and _shows(verb, each.fact, self.game.names)
        ]
        phrase = verb.base if base else verb.third
        if found:
            index, fact = found[-1] if self._dice.random() < LAST else self._dice.choice(found)
            return Said(self._with(phrase, fact.slots), str(fact.by), index)
        if among is not None:
            return None
        return Said(self._anyhow(phrase), self._dice.choice(self.game.seats), self._dice.randrange(self._ends))

    def _any_done(self, among: range, *, base: bool) -> Said | None:
        kinds = {
            each.fact.kind
            for index in range(max(0, among.start), min(self._ends + 1, among.stop))
            for each in self.game.moments[index].occurrences
        }
        verbs = [each for each in self._rows.verbs if each.kind in kinds] or self._rows.verbs
        verb = self._dice.choice(verbs)
        return self._done(verb, base=base, among=among) or self._done(verb, base=base)

    def _with(self, phrase: str, slots: Slots) -> str:
        return " ".join(
            each if isinstance(each, str) else self._said(each, slots[each.slot]) for each in parts_of(phrase)
        )

    def _anyhow(self, phrase: str) -> str:
        return self._with(
            phrase, {each.slot: 1 if each.sort == AMOUNT else self._any(each.sort) for each in blanks_of(phrase)}
        )

    def _any(self, sort: str) -> str | int:
        if sort == AMOUNT:
            return self._dice.choice(AMOUNTS)
        return self._dice.randint(1, 4) if sort == NUMBER else self._dice.choice(self.game.names[sort])

    def _said(self, blank: Blank, value: object) -> str:
        if blank.sort in {AMOUNT, NUMBER}:
            return str(value)
        return self._language.spelling(str(value), blank.sort)

    # States ------------------------------------------------------------------------------------------------------

    def state(self, name: str, among: range) -> Said | None:
        """A state phrase with names, more often one that is so at some moment of a stretch than one that is not."""
        row = next(each for each in self._rows.states if each.name == name)
        near = among[-1] if self._dice.random() < LAST else self._dice.choice(among)
        return self._of_state(row, near)

    def any_state(self, near: int) -> Said | None:
        """Any state, looked at in this moment."""
        return self._of_state(self._dice.choice(self._rows.states), near)

    def _of_state(self, row: StatePhrase, near: int) -> Said | None:
        blanks = blanks_of(row.phrase)
        if any(each.sort not in {AMOUNT, NUMBER} and not self.game.names.get(each.sort) for each in blanks):
            return None
        filled: dict[str, str | int] = {}
        wanted = self._dice.random() < SO
        for _ in range(LOOKS):
            filled = {each.slot: self._any(each.sort) for each in blanks}
            args = {each.slot: filled[each.slot] for each in blanks if each.sort != AMOUNT}
            if (row.measure(self.game.moments[near].after, args).lo > 0) == wanted:
                break
        by = next((str(filled[each.slot]) for each in blanks if each.sort == "player"), "")
        return Said(self._with(row.phrase, filled), by or self._dice.choice(self.game.seats), near)

    # Times -------------------------------------------------------------------------------------------------------

    def filled(self, form: str, at: int) -> str:
        """A form with names for its places; of the units that are numbered, one that is not past."""
        now = max((*known_in(self._rows, self.game, at).now.values(), 0)) if "{n}" in form else 0
        number = str(max(1, (0 if "within" in form or "for {n}" in form else now) + self._dice.choice((0, 1, 1, 2))))
        form = form.replace("{n}", number)
        form = form.replace("{point}", self._point(Said("", "", at))) if "{point}" in form else form
        return re.sub(r"\{(\w+)\}", lambda place: self._name(place[1]), form)

    def _name(self, sort: str) -> str:
        """A name, mostly one that something happens with in the game."""
        names = self.game.names.get(sort, self.game.seats)
        facts = self.game.trace.by_kind.values()
        shown = [value for each in facts for _, one in each[-3:] for value in one.fact.slots.values() if value in names]
        return self._language.spelling(str(self._dice.choice(shown or names)), sort)

    def _near_a(self, form: str) -> int:
        """A moment in which something of that form may happen."""
        kinds = [each.kind for each in self._rows.occasions if _words(each.phrase) == _words(form)]
        kinds += [each.opens for each in self._rows.episodes if _words(each.opens_phrase)[:2] == _words(form)[:2]]
        places = [index for kind in kinds for index, _ in self.game.trace.by_kind.get(kind, ())]
        return self._dice.choice(places) if places else self._dice.randrange(self._ends)


def _words(phrase: str) -> list[str]:
    return re.sub(r"\{[^}]*\}", "", phrase).split()


def _is_told(blank: Blank, value: object, names: Names) -> bool:
    return isinstance(value, int) if blank.sort in {AMOUNT, NUMBER} else value in names[blank.sort]


def _shows(verb: Verb, fact: Fact, names: Names) -> bool:
    """Whether a fact shows that somebody did what the verb says."""
    blanks = blanks_of(verb.base)
    if fact.by in {None, TABLE} or any(fact.slots.get(slot) != value for slot, value in verb.fixed.items()):
        return False
    amounts: Iterable[object] = (fact.slots[each.slot] for each in blanks if each.sort == AMOUNT)
    told = all(_is_told(each, fact.slots.get(each.slot), names) for each in blanks)
    return told and all(isinstance(each, int) and each > 0 for each in amounts)
