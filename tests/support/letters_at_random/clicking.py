"""Puts letters together by clicks on their card, one change at a time."""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.letter.grammar import INT, STRING
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.parser_states import START, parser_states_of
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.rulesets.vocabulary import Vocabulary
from oathbook.projections.letter_card.card import card_of
from oathbook.projections.letter_card.choices import HOLE, choices_of, with_holes
from oathbook.projections.letter_card.edits import CardEdit

Nearness = tuple[int, int, int]

FAR: Final = (-1, 0, 0)
MOST_WORDS: Final = 45
"""Words of a random letter; one that is not at its end by then is left."""
_TOKENS: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|[\w-]+|'s|\S")
_PLACES: Final = re.compile(r"\{(\w+)\}")


def tokens(text: str) -> list[str]:
    """The words and marks of a letter, names in quotation marks among them."""
    return _TOKENS.findall(text)


class Clicker:
    """Somebody who knows the letter that they want, and looks for it on the card."""

    def __init__(self, vocabulary: Vocabulary, names: Names) -> None:
        self.vocabulary, self.names = vocabulary, with_holes(names)
        self.lists = choices_of(vocabulary, names)
        spelling = language_of(vocabulary).spelling
        self.players = [spelling(each, PLAYER) for each in names[PLAYER]]
        bare = (re.escape(each) for sort in (PLAYER, "item") for each in names.get(sort, ()))
        called = (re.sub(r"\\{\w+\\}", r'(?:"[^"]*"|[\\w-]+)', re.escape(each)) for each in self.lists["designated"])
        others = r"any player|that player|each of them", r'"[^"]*"', rf"\b(?:{'|'.join(bare)})\b"
        self._name = re.compile("|".join((*called, *others)))

    def clicks(self, letter: str) -> int | None:
        """The changes that it takes to put a letter together; nothing where it cannot be done."""
        text = next(
            f'{each} promises in plain words "{HOLE}" judged by the table.'
            for each in self.players
            if letter.startswith((f"{each} ", f"{each},"))
        )
        near, count = self.nearness(text, letter), 0
        while text != letter:
            changed = self.nearest(self.results(text, letter), letter, near)
            count += 1
            if changed is None:
                changed = self.by_two(text, letter, near)
                count += 1
            if changed is None:
                return None
            near, text = changed
        return count

    def results(self, text: str, letter: str) -> Iterator[str]:
        """What can become of a letter by one change, as far as its words are wanted."""
        for edit in self.edits(text):
            yield from self.changed(text, edit, letter)

    def edits(self, text: str) -> tuple[CardEdit, ...]:
        return card_of(parse_letter(text, self.vocabulary, self.names), self.vocabulary).edits

    def changed(self, text: str, edit: CardEdit, letter: str) -> Iterator[str]:
        phrases = (one for each in edit.choices for one in self.phrases(each, letter)) if edit.choices else ("",)
        for each in phrases:
            yield f"{text[: edit.span[0]]}{edit.before}{each}{edit.after}{text[edit.span[1] :]}"

    def phrases(self, name: str, letter: str) -> Iterator[str]:
        """What can be put in from a list; of numbers and plain words, those that the letter has."""
        wanted = tokens(letter)
        numbers = {each for each in wanted if each.isdigit()}
        match name:
            case "number":
                yield from numbers
            case "text":
                yield from (each.strip('"“”') for each in wanted if each[0] in '"“')
            case "amount" | "times":
                times = " times" if name == "times" else ""
                measures = [each for each in self.lists["measure"] if each and each in letter]
                yield from (f"{each} {n}{times}".lstrip() for each in ("", *measures) for n in numbers | {"1", "2"})
                yield from () if times else ("any",)
            case _:
                words = {*wanted, *(each.removesuffix("s") for each in wanted), f'"{HOLE}"', "1"}
                for phrase in self.lists[name]:
                    filled = _PLACES.sub(lambda each: "1" if each[1] in {"amount", "number"} else f'"{HOLE}"', phrase)
                    said = tokens(filled)[: 1 if name in {"timing", "limit", "due"} else None]
                    if words.issuperset(said) or (" does not " in filled and "does" in words):
                        yield filled

    def nearest(self, results: Iterable[str], letter: str, least: Nearness) -> tuple[Nearness, str] | None:
        """The result that is nearest to the letter, as it is read back, if it is nearer than ``least``."""
        read = {canonical for each in {*results} if (canonical := self.read(each)) is not None}
        found = max(((self.nearness(each, letter), each) for each in read), default=(FAR, ""))
        return found if found[0] > least else None

    def by_two(self, text: str, letter: str, least: Nearness) -> tuple[Nearness, str] | None:
        """Where no single change comes nearer: one that adds something, and then another."""
        added = dict[str, None]()
        for edit in self.edits(text):
            every = list(self.changed(text, edit, letter)) if edit.says else []
            added |= dict.fromkeys(every if edit.choices in {("timing",), ("limit",), ("due",)} else every[:1])
        read = (canonical for each in added if (canonical := self.read(each)) is not None)
        found = (self.nearest(self.results(each, letter), letter, least) for each in read)
        return max((each for each in found if each is not None), default=None)

    def read(self, text: str) -> str | None:
        """The letter as it is read back; nothing where it cannot be read."""
        try:
            return parse_letter(text, self.vocabulary, self.names).canonical
        except BadLetter:
            return None

    def nearness(self, said: str, wanted: str) -> Nearness:
        """How far the form of a letter is right, how little is left over behind it, and how far its words are right."""
        form, wanted_form = tokens(self._form(said)), tokens(self._form(wanted))
        same, shorter = _same(form, wanted_form), min(len(form), len(wanted_form))
        over = abs(len(form) - len(wanted_form)) if same == shorter else 0
        return same, -over, _same(tokens(said), tokens(wanted))

    def _form(self, text: str) -> str:
        """A letter without its names and numbers."""
        form = _NUMBER.sub("#", self._name.sub("@", text))
        return form.replace("never to", "not to").replace("(it is not", "it is not")


_NUMBER: Final = re.compile(
    r"(?:(?:at least|at most|exactly|more than) )?\b\d+\b(?! times)"
    r"|\bany\b(?! (?:player|law|tile|workplace|marker|knight|card|battlecard|space|weapon|figure|unit|hex|structure))"
)


def _same(one: list[str], other: list[str]) -> int:
    """How many first words are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def random_letter(dice: Random, vocabulary: Vocabulary, names: Names) -> str | None:
    """A letter that can be signed, as it is read back, put together word by word; nothing where that went wrong."""
    states = parser_states_of(vocabulary)
    said, place = list[str](), START
    while not (states.may_end(place) and dice.randrange(100) < 60):
        if len(said) == MOST_WORDS:
            return None
        terminal = dice.choice(sorted(states.accepts(place) & (states.language.own | {INT, STRING})))
        sort = states.sort_here(place, terminal)
        match terminal:
            case "INT":
                said.append(str(dice.randint(1, 3)) if said[-1] != "(" else "1")
            case "STRING":
                said.append(f'"{dice.choice(names[sort]) if sort else "be kind"}"')
            case _:
                said.append(dice.choice(states.language.phrases[terminal]))
        place = states.after(place, terminal) or START
    try:
        letter = parse_letter(" ".join(said), vocabulary, names)
    except BadLetter:
        return None
    is_rejected = any(each.weight == "reject" for each in lint(letter, vocabulary, names))
    return None if is_rejected else letter.canonical
