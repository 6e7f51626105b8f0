"""Suggests whole letters in place of one that cannot be read: the nearest that can be signed, likeliest first.

The letter is taken as it is, and put into other words; each of these texts is corrected word by word. All of it
together has one budget, which is counted in steps and not by a clock: so the answer is the same on every machine.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting.everyday_english import MOST_CHARACTERS, english_of
from oathbook.domain.promises.drafting.guard import Question, question_about
from oathbook.domain.promises.drafting.seat_masks import SeatMasks
from oathbook.domain.promises.drafting.step_budget import StepBudget
from oathbook.domain.promises.drafting.word_corrections import WordCorrector
from oathbook.domain.promises.letter.ambiguity import SO_OFTEN_ASKED
from oathbook.domain.promises.letter.language_versions import NOTHING_KNOWN, late_conditions, lint
from oathbook.domain.promises.letter.late_conditions import BY_WHEN
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.parser import must_be_readable, parse_letter
from oathbook.domain.promises.letter.parser_states import spoken_words
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.rulesets.vocabulary import Vocabulary

_OF_ME: Final = re.compile(r"\b(?:I|me|my|mine|we|us|our)\b", re.IGNORECASE)
_OF_YOU: Final = re.compile(r"(?<!each of )(?<!all of )\b(?:you|your|yours|we|us|our)\b", re.IGNORECASE)
_YOU: Final = re.compile(r"(?<!of )\b(?:you|yourself)\b", re.IGNORECASE)
_YOUR_NEXT: Final = re.compile(r"\byour(?= (?:very )?next\b)", re.IGNORECASE)


MOST_SUGGESTIONS: Final = 5  # letters that are suggested
MOST_WORDS: Final = 80  # words of a letter that is still corrected
MOST_STEPS: Final = 2_500  # in all, for one letter; each takes some 15 µs
STEPS_OF_SIGNING: Final = 30  # what it costs to see whether a letter can be signed, and one for each character

APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"

_ASKS: Final = re.compile(r"(?<!\bk)(?<!\bok)(?<!okay)(?<!deal)(?<!agreed)\?\s*$", re.IGNORECASE)
"""A question, but for one whether what was said is taken."""
_BINDS: Final = re.compile(r"^[\w-]+(?:'ll| will| shall)(?! (?:try|not)\b)\b", re.IGNORECASE)
_JUDGED: Final = re.compile(r"\b(?:fair|help|honest|friend|support|trust|kind)", re.IGNORECASE)
"""What no act shows: only a judge can say whether it was done."""
_WILL: Final = re.compile(r"^(\S+) will ([^\"“”]*?)\.?$")


class Suggestions(NamedTuple):
    """Whole letters that could be meant, as they would be signed; without any, what to ask about the nearest."""

    letters: tuple[str, ...] = ()
    asks: Question | None = None


def suggest_letters(
    text: str, vocabulary: Vocabulary, names: Names, circumstances: Circumstances = NOTHING_KNOWN, writer: str = ""
) -> Suggestions:
    """What could be meant by a letter that cannot be signed; ``writer`` is who says *I*, if that is known.

    Only letters that leave out nothing of weight (``guard``), and those that are found in ``MOST_STEPS``: as many as
    that on every machine, whatever the letter says.
    """
    if len(text) > MOST_CHARACTERS or len(spoken_words(text)) > MOST_WORDS or _ASKS.search(text):
        return Suggestions()
    if not _is_readable(text):
        return Suggestions()
    text = text.replace(APOSTROPHE, "'")
    search = _Search(vocabulary, names, circumstances, writer)
    found = search.letters(text)
    if not found.letters and _JUDGED.search(text) and _BINDS.match(text):
        return search.plain_words(text)
    return found


def _is_readable(text: str) -> bool:
    try:
        must_be_readable(text)
    except BadLetter:
        return False
    return True


class _Search:
    """The search for what one letter could mean, all within one budget."""

    def __init__(self, vocabulary: Vocabulary, names: Names, circumstances: Circumstances, writer: str) -> None:
        self._vocabulary = vocabulary
        self._names = names
        self._circumstances = circumstances
        self._writer = writer
        self._budget = StepBudget(MOST_STEPS)
        self._counted: Question | None = None

    def letters(self, text: str) -> Suggestions:
        """The letters whose words are nearest."""
        corrector = WordCorrector(self._vocabulary, self._names, self._budget)
        readings = _different(self._readings(text))
        return self._signable(text, (letter for each in readings for letter in corrector.corrections(each)))

    def plain_words(self, text: str) -> Suggestions:
        """The letters that leave to a judge what no act shows."""
        readings = _different(self._readings(text))
        return self._signable(text, (_WILL.sub(r'\1 promises in plain words "\2".', each) for each in readings))

    def _readings(self, text: str) -> Iterator[str]:
        """The text, and what it says in other words.

        *I* is its writer, *you* the player it is said to, or each who is not named in it.
        """
        yield text
        masks = SeatMasks(self._names)
        players, speech = (*masks.of.values(),), english_of(self._vocabulary, self._names)
        text, spoken_to = speech.split_addressee(masks.mask(_YOUR_NEXT.sub("you's", " ".join(text.split()))))
        named = {*re.findall(r"\w+", text)}
        unnamed = [each for each in players if each not in named]
        mine = [masks.of.get(self._writer, self._writer)] if self._writer else unnamed
        is_mine = _OF_ME.search(text) or speech.is_imperative(text)
        for me in mine if is_mine else [*mine, ""][:1]:
            others = [spoken_to] if spoken_to else [each for each in unnamed or players if each != me]
            for you in others if _OF_YOU.search(text) else [""]:
                reading = you.join(_YOU.split(text)) if you else text
                reading = speech.translate(reading, me, you, players, self._circumstances.now, self._budget)
                if not self._budget.left:
                    return
                yield masks.unmask(reading)

    def _signable(self, typed: str, letters: Iterable[str]) -> Suggestions:
        """The first different ones that can be signed and say all of what is typed, as many as are suggested."""
        found = dict[str, None]()
        asked: Question | None = None
        for letter in _different(letters):
            said, signed = self._as_signed(letter)
            if signed:
                question = question_about(typed, said, self._writer, self._names.get(PLAYER, ()))
                found |= dict.fromkeys(() if question else signed)
                asked = asked or question
            if len(found) >= MOST_SUGGESTIONS:
                break
        return Suggestions(tuple(found)[:MOST_SUGGESTIONS], None if found else asked or self._counted)

    def _as_signed(self, letter: str) -> tuple[str, tuple[str, ...]]:
        """The letter as it is read back, and as it would be signed; one for each meaning, if it has two.

        Nothing where it could not be signed, or nobody can look any more.
        """
        if not self._budget.spend(STEPS_OF_SIGNING + len(letter)):
            return "", ()
        try:
            found = parse_letter(letter, self._vocabulary, self._names)
        except BadLetter:
            return "", ()
        if not self._budget.spend(len(found.canonical)):
            return "", ()
        remarks = lint(found, self._vocabulary, self._names, self._circumstances)
        for each in remarks:
            if each.code == SO_OFTEN_ASKED:
                self._counted = Question(letter[slice(*each.span)], "Is it owed whenever they ask?")
        rejected = {each.code for each in remarks if each.weight == "reject"}
        if rejected == {BY_WHEN}:
            return found.canonical, late_conditions(self._vocabulary, self._names, self._circumstances).meanings(found)
        return found.canonical, () if rejected else (found.canonical,)


def _different(texts: Iterable[str]) -> Iterator[str]:
    """Each text the first time that it comes."""
    found = set[str]()
    for each in texts:
        if each not in found:
            found.add(each)
            yield each
