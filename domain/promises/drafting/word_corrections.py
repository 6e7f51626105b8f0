"""Corrects the words of a letter that cannot be read: the nearest letters that can, the cheapest first.

The words are followed through the parser. Where none of its phrases stands, a phrase of the language may be put in, a
word of no weight left out, or a misspelt word replaced, each at a price; the cheapest ways to the end are the letters.
Numbers, names and *not* are never put in or left out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from heapq import heappop, heappush
from itertools import count
from typing import Final

from msgspec import Struct

from oathbook.domain.promises.drafting.step_budget import StepBudget
from oathbook.domain.promises.letter.grammar import INT, STRING
from oathbook.domain.promises.letter.language import quote
from oathbook.domain.promises.letter.names import Names, unquote
from oathbook.domain.promises.letter.parser_states import START, ParserPlace, Phrase, parser_states_of, spoken_words
from oathbook.domain.rulesets.vocabulary import Sort, Vocabulary

MOST_PRICE: Final = 7  # the price of all changes to a letter: beyond it the letter would be another one
PRICE_MARGIN: Final = 1  # what a correction may cost more than the cheapest
MOST_NAME_WORDS: Final = 3  # words of a name that is written without quotation marks

INSERTION_PRICES: Final[Mapping[str, float]] = dict.fromkeys([",", "."], 0.5) | dict.fromkeys(
    ["to", "that", "by", "any", "promises", "promise", "jointly", "each", "will"], 1
)
"""Words that can be missing; none that says what is done, or by whom, or that it is not done."""
SORT_PRICE: Final = 0.5  # what it costs to put in what a name is a name of: *workplace* before "Mill"
SPELLING_PRICE: Final = 1.5
DELETION_PRICES: Final[Mapping[str, float]] = dict.fromkeys(
    ["a", "an", "the", "my", "his", "her", "their", "your", "so", "then", "please", "own", "just", "also", "too"], 0.6
) | dict.fromkeys([",", ";", ":"], 0.3)
_MODES: Final = frozenset({"jointly", "each"})  # may be missing though the words can be read
LEAST_ALIKE: Final = 0.75
OTHER_WORDS: Final = frozenset({"gave", "given", "many", "neither", "never", "none", "nor", "not", "spent", "took"})
"""Words that are like one of the language, and mean something else; so do all that end with *-ed*."""
MOST_SPELLING: Final = 40  # characters of a word that is still taken for a misspelt one


class _PartialLetter(Struct, frozen=True):
    """A letter as far as it has been followed: the words behind, what has been written, and the place of the parser."""

    word: int
    written: tuple[str, ...]
    place: ParserPlace


class _Words(Struct, frozen=True):
    """The words of one text, as they are written and without regard to case."""

    written: tuple[str, ...]
    folded: tuple[str, ...]


class _Change(Struct, frozen=True):
    """A phrase of the language that could be meant by a word, or be missing before it."""

    phrase: Phrase
    is_spelling: bool
    is_missing: bool


class WordCorrector:
    """Corrects texts for one table, all within one budget; what it has found out at one place serves the next text."""

    def __init__(self, vocabulary: Vocabulary, names: Names, budget: StepBudget) -> None:
        self._states = parser_states_of(vocabulary)
        self._names = names
        self._budget = budget
        self._after: dict[tuple[ParserPlace, str], ParserPlace | None] = {}
        self._found: dict[tuple[int, str, bool], tuple[_Change, ...]] = {}
        self._names_here: dict[ParserPlace, Mapping[str, list[str]]] = {}
        self._folded: dict[Sort, Mapping[str, list[str]]] = {}

    def corrections(self, text: str) -> Iterator[str]:
        """Letters that can be read, the cheapest first, until the budget is used up."""
        written = tuple(spoken_words(text))
        words = _Words(written, tuple(each.casefold() for each in written))
        order, most = count(), float(MOST_PRICE)
        waiting: list[tuple[float, int, int, _PartialLetter]] = []
        heappush(waiting, (0.0, 0, 0, _PartialLetter(0, (), START)))
        best: dict[tuple[int, ParserPlace, frozenset[str]], float] = {}
        while waiting and self._budget.left:
            price, _, _, way = heappop(waiting)
            self._budget.spend()
            state = (way.word, way.place, _MODES.intersection(way.written))
            if best.get(state, MOST_PRICE + 1) <= price and way.written:
                continue
            best[state] = price
            if way.word == len(written) and self._states.may_end(way.place):
                most = min(most, price + PRICE_MARGIN)
                yield " ".join(way.written)
                continue
            for more, following in self._steps(way, words):
                self._budget.spend()
                if price + more <= most:
                    heappush(waiting, (price + more, -following.word, next(order), following))

    def _steps(self, way: _PartialLetter, words: _Words) -> Iterator[tuple[float, _PartialLetter]]:
        """The ways on from here, each with its price."""
        matching = tuple(self._matches(way, words))
        yield from ((0.0, each) for each in matching)
        if way.word == len(words.folded):
            return
        word = words.folded[way.word]
        if word in DELETION_PRICES:
            yield DELETION_PRICES[word], _PartialLetter(way.word + 1, way.written, way.place)
        for change in self._changes(way.place, word, matched=bool(matching)):
            terminal, says = change.phrase.terminal, change.phrase.says
            if change.is_spelling:
                yield from ((SPELLING_PRICE, each) for each in self._advance(way, terminal, says, way.word + 1))
            if change.is_missing:
                yield from (
                    (INSERTION_PRICES.get(says, SORT_PRICE), each)
                    for each in self._advance(way, terminal, says, way.word)
                    if any(self._matches(each, words))
                )

    def _changes(self, place: ParserPlace, word: str, *, matched: bool) -> tuple[_Change, ...]:
        """The phrases that could be meant by a word, or be missing before it; fewer where the word can be read."""
        if (place[-1], word, matched) not in self._found:
            missing = _MODES if matched else {*INSERTION_PRICES, *self._names}
            changes = (
                _Change(each, not matched and self._may_be_misspelt(word, each.says), each.says in missing)
                for each in self._states.phrases(place)
                if each.is_own or each.says in self._names
            )
            self._found[place[-1], word, matched] = tuple(
                each for each in changes if each.is_spelling or each.is_missing
            )
        return self._found[place[-1], word, matched]

    def _may_be_misspelt(self, word: str, says: str) -> bool:
        """Whether a word is nearly one of the language, and no other word of its own."""
        if " " in says or word in OTHER_WORDS or word.endswith("ed") or len(word) > MOST_SPELLING:
            return False
        self._budget.spend()
        return SequenceMatcher(None, says.casefold(), word).ratio() >= LEAST_ALIKE

    def _matches(self, way: _PartialLetter, words: _Words) -> Iterator[_PartialLetter]:
        """The ways on by the next words themselves: phrases, numbers, and names of the game."""
        there = words.folded[way.word : way.word + 1]
        for phrase in self._states.phrases_begun_by(there[0], way.place) if there else ():
            behind = way.word + len(phrase.words)
            if words.folded[way.word : behind] == phrase.words:
                yield from self._advance(way, phrase.terminal, phrase.says, behind)
        if there and there[0].isdecimal():
            yield from self._advance(way, INT, words.written[way.word], way.word + 1)
        if there:
            yield from self._names_at(way, words)

    def _names_at(self, way: _PartialLetter, words: _Words) -> Iterator[_PartialLetter]:
        """The ways on by a name, in quotation marks or not."""
        names = self._names_of(way.place)
        there = words.written[way.word : way.word + MOST_NAME_WORDS if names else way.word]
        for length in range(1, len(there) + 1):
            typed = "".join(unquote(there[0]).split() if length == 1 else there[:length]).casefold()
            for name in names.get(typed, ()):
                yield from self._advance(way, STRING, quote(name), way.word + length)

    def _names_of(self, place: ParserPlace) -> Mapping[str, list[str]]:
        """The names that may stand next, by how they are written without spaces and case."""
        if place not in self._names_here:
            sort = self._states.sort_here(place)
            if sort not in self._folded:
                found = defaultdict[str, list[str]](list)
                for name in self._names.get(sort, ()):
                    found[name.replace(" ", "").casefold()].append(name)
                self._folded[sort] = {**found}
            self._names_here[place] = self._folded[sort]
        return self._names_here[place]

    def _advance(self, way: _PartialLetter, terminal: str, says: str, word: int) -> tuple[_PartialLetter, ...]:
        """The way on after a word, if the parser takes it."""
        if (way.place, terminal) not in self._after:
            self._after[way.place, terminal] = self._states.after(way.place, terminal)
        place = self._after[way.place, terminal]
        return () if place is None else (_PartialLetter(word, (*way.written, says), place),)
