"""Suggests whole letters in place of one that cannot be read: the nearest that can be signed, likeliest first.

The words are followed through the parser. Where none of its phrases stands, a phrase of the language may be put in, a
word of no weight left out, or a misspelt word replaced, each at a price; the cheapest ways to the end are suggested.
Numbers, names and *not* are never put in or left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from heapq import heappop, heappush
from itertools import count
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting.everyday_english import english_of
from oathbook.domain.promises.letter.grammar import INT, STRING
from oathbook.domain.promises.letter.language import Language, language_of, quote
from oathbook.domain.promises.letter.language_versions import NOTHING_KNOWN, lint
from oathbook.domain.promises.letter.names import Names, unquote
from oathbook.domain.promises.letter.parser import must_be_readable, parse_letter
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.promises.letter.word_parser import Automaton, sort_here
from oathbook.domain.rulesets.vocabulary import Vocabulary

_OF_ME: Final = re.compile(r"\b(?:I|me|my|mine|we|us|our)\b", re.IGNORECASE)
_OF_YOU: Final = re.compile(r"(?<!each of )(?<!all of )\b(?:you|your|yours|we|us|our)\b", re.IGNORECASE)
_YOU: Final = re.compile(r"(?<!of )\b(?:you|yourself)\b", re.IGNORECASE)
_YOUR_NEXT: Final = re.compile(r"\byour(?= (?:very )?next\b)", re.IGNORECASE)


def reword(text: str, vocabulary: Vocabulary, names: Names, writer: str, now: Mapping[str, int]) -> Iterator[str]:
    """The text in other words; *I* is its writer, *you* the player it is said to, or each who is not named in it.

    ``now`` is the number of each unit, where it is known; *the battles of this season* need it.
    """
    speech = english_of(vocabulary, names)
    text, spoken_to = speech.split_addressee(_YOUR_NEXT.sub("you's", " ".join(text.split())))
    players = names[PLAYER]
    unnamed = [each for each in players if not re.search(rf"\b{re.escape(each)}\b", text, re.IGNORECASE)]
    mine = [writer] if writer else unnamed
    is_mine = _OF_ME.search(text) or speech.is_imperative(text)
    for me in mine if is_mine else [*mine, ""][:1]:
        others = [spoken_to] if spoken_to else [each for each in unnamed or players if each != me]
        for you in others if _OF_YOU.search(text) else [""]:
            yield speech.translate(you.join(_YOU.split(text)) if you else text, me, you, now)


MOST_SUGGESTIONS: Final = 5  # letters that are suggested
MOST_STEPS: Final = 4000  # steps that are tried in all
MOST_PRICE: Final = 7  # the price of all changes to a letter: beyond it the letter would be another one
PRICE_MARGIN: Final = 1  # what a suggestion may cost more than the cheapest
MOST_WORDS: Final = 80  # words of a letter that is still corrected
MOST_NAME_WORDS: Final = 3  # words of a name that is written without quotation marks

INSERTION_PRICES: Final[Mapping[str, float]] = {
    ",": 0.5,
    ".": 0.5,
    "to": 1,
    "that": 1,
    "by": 1,
    "any": 1,
    "promises": 1,
    "promise": 1,
    "jointly": 1,
    "each": 1,
    "will": 1,
}
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

APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"
_SPOKEN: Final = re.compile(r"""\"[^"]*"|“[^”]*”|'s\b|\w+(?:[-,]\w+)*(?:'(?!s\b)\w+)?|\S""")


class _PartialLetter(Struct, frozen=True):
    """A letter as far as it has been followed: the words behind, what has been written, and the parser there."""

    word: int
    written: tuple[str, ...]
    parser: Automaton


def suggest_letters(
    text: str, vocabulary: Vocabulary, names: Names, circumstances: Circumstances = NOTHING_KNOWN, writer: str = ""
) -> tuple[str, ...]:
    """Whole letters that could be meant, as they would be signed; ``writer`` is who says *I*, if that is known."""
    if len(_SPOKEN.findall(text)) > MOST_WORDS or _ASKS.search(text) or not _is_readable(text):
        return ()
    text = text.replace(APOSTROPHE, "'")
    said = tuple(dict.fromkeys((text, *reword(text, vocabulary, names, writer, circumstances.now))))
    language = language_of(vocabulary)

    def those_of(letters: Iterable[str]) -> tuple[str, ...]:
        signable = (_signable(each, vocabulary, names, circumstances) for each in letters)
        return _first_of(each for each in signable if each)

    found = those_of(letter for each in said for letter in _correct(each, language, names))
    if not found and _JUDGED.search(text) and _BINDS.match(text):
        return those_of(_WILL.sub(r'\1 promises in plain words "\2".', each) for each in said)
    return found


def _is_readable(text: str) -> bool:
    try:
        must_be_readable(text)
    except BadLetter:
        return False
    return True


def _first_of(letters: Iterable[str]) -> tuple[str, ...]:
    """The first different ones, as many as are suggested."""
    found = dict[str, None]()
    for letter in letters:
        found.setdefault(letter)
        if len(found) == MOST_SUGGESTIONS:
            break
    return tuple(found)


_ASKS: Final = re.compile(r"(?<!\bk)(?<!\bok)(?<!okay)(?<!deal)(?<!agreed)\?\s*$", re.IGNORECASE)
"""A question, but for one whether what was said is taken."""
_BINDS: Final = re.compile(r"^[\w-]+(?:'ll| will| shall)(?! (?:try|not)\b)\b", re.IGNORECASE)
_JUDGED: Final = re.compile(r"\b(?:fair|help|honest|friend|support|trust|kind)", re.IGNORECASE)
"""What no act shows: only a judge can say whether it was done."""
_WILL: Final = re.compile(r"^(\S+) will ([^\"“”]*?)\.?$")


def _signable(letter: str, vocabulary: Vocabulary, names: Names, circumstances: Circumstances) -> str:
    """The letter as it would be signed; empty where it could not be."""
    try:
        found = parse_letter(letter, vocabulary, names)
    except BadLetter:
        return ""
    stands = all(each.weight == "warn" for each in lint(found, vocabulary, names, circumstances))
    return found.canonical if stands else ""


def _correct(text: str, language: Language, names: Names) -> Iterator[str]:
    """Letters that can be read, the cheapest first."""
    words = _SPOKEN.findall(text)
    order, steps, most = count(), 0, float(MOST_PRICE)
    waiting: list[tuple[float, int, int, _PartialLetter]] = []
    heappush(waiting, (0.0, 0, 0, _PartialLetter(0, (), Automaton.at_start(language.parser, ""))))
    best: dict[tuple[int, object, frozenset[str]], float] = {}
    while waiting and steps < MOST_STEPS:
        price, _, _, way = heappop(waiting)
        state = (way.word, way.parser.state_stack(), _MODES.intersection(way.written))
        if best.get(state, MOST_PRICE + 1) <= price and way.written:
            continue
        best[state] = price
        if way.word == len(words) and way.parser.may_end():
            most = min(most, price + PRICE_MARGIN)
            yield " ".join(way.written)
            continue
        for more, following in _steps(way, words, language, names):
            steps += 1
            if price + more <= most:
                heappush(waiting, (price + more, -following.word, next(order), following))


def _steps(
    way: _PartialLetter, words: list[str], language: Language, names: Names
) -> Iterator[tuple[float, _PartialLetter]]:
    """The ways on from here, each with its price."""
    matching = tuple(_matches(way, words, language, names))
    yield from ((0.0, each) for each in matching)
    if way.word == len(words):
        return
    word = words[way.word].casefold()
    if word in DELETION_PRICES:
        yield DELETION_PRICES[word], _PartialLetter(way.word + 1, way.written, way.parser)
    for terminal, says in _phrases(way, language, names):
        is_alike = not matching and _may_be_misspelt(word, says)
        if is_alike:
            yield from ((SPELLING_PRICE, each) for each in _advance(way, terminal, says, way.word + 1))
        if says in (_MODES if matching else INSERTION_PRICES) or (says in names and not matching):
            put_in = _advance(way, terminal, says, way.word)
            yield from (
                (INSERTION_PRICES.get(says, SORT_PRICE), each)
                for each in put_in
                if any(_matches(each, words, language, names))
            )


def _may_be_misspelt(word: str, says: str) -> bool:
    """Whether a word is nearly one of the language, and no other word of its own."""
    if " " in says or word in OTHER_WORDS or word.endswith("ed"):
        return False
    return SequenceMatcher(None, says.casefold(), word).ratio() >= LEAST_ALIKE


def _phrases(way: _PartialLetter, language: Language, names: Names) -> Iterator[tuple[str, str]]:
    """The phrases of the language that may stand next, and what a name may be a name of, each with its terminal."""
    for terminal in sorted(way.parser.expected()):
        every = language.phrases.get(terminal, ())
        yield from ((terminal, says) for says in every if terminal in language.own or says in names)


def _matches(way: _PartialLetter, words: list[str], language: Language, names: Names) -> Iterator[_PartialLetter]:
    """The ways on by the next words themselves: phrases, numbers, and names of the game."""
    there = words[way.word :]
    if not there:
        return
    for terminal in sorted(way.parser.expected()):
        for says in language.phrases.get(terminal, ()):
            said = _SPOKEN.findall(says.casefold())
            if [each.casefold() for each in there[: len(said)]] == said:
                yield from _advance(way, terminal, says, way.word + len(said))
        if terminal == INT and there[0].isdecimal():
            yield from _advance(way, INT, there[0], way.word + 1)
        if terminal == STRING:
            yield from _names_at(way, there, names)


def _names_at(way: _PartialLetter, there: list[str], names: Names) -> Iterator[_PartialLetter]:
    """The ways on by a name, in quotation marks or not."""
    for length in range(1, min(MOST_NAME_WORDS, len(there)) + 1):
        said = "".join(unquote(there[0]).split() if length == 1 else there[:length]).casefold()
        for name in names.get(sort_here(way.parser), ()):
            if said == name.replace(" ", "").casefold():
                yield from _advance(way, STRING, quote(name), way.word + length)


def _advance(way: _PartialLetter, terminal: str, says: str, word: int) -> tuple[_PartialLetter, ...]:
    """The way on after a word, if the parser takes it."""
    parser = way.parser.after(terminal, says)
    return () if parser is None else (_PartialLetter(word, (*way.written, says), parser),)
