"""The parts and changes of a card, and how they are written down while a letter is gone through."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.grammar import NAME_RULE
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.promises.letter.syntax import TextSpan
from oathbook.projections.letter_card.choices import OF_IT

CardPlace = Literal["who", "does", "when", "unless", "otherwise", "terms"]

REMOVE: Final = "remove"
PLAYERS: Final = f"{NAME_RULE}{PLAYER}"
DUTIES: Final = (
    ("to ", "act", ""),
    ("not to ", "act", ""),
    ("that ", "state", ""),
    ('in plain words "', "text", '" judged by the table'),
)
"""How a duty begins, the list that it goes on with, and how it ends."""


class CardPart(Struct, frozen=True):
    """Words of a letter in one place of the card; ``clause`` is the number of the clause, 0 for the whole letter."""

    clause: int
    place: CardPlace
    span: TextSpan


class CardEdit(Struct, frozen=True):
    """One change: what stands at ``span`` gives way to ``before``, a phrase of one of ``choices`` and ``after``.

    ``choices`` names lists of phrases, or ``amount``, ``times``, ``number`` or ``text``; none: nothing is to be chosen.
    ``shows`` are the words that are clicked for it. ``says`` names it, where it adds or removes something; what it
    adds comes into its ``place`` of a clause.
    """

    clause: int
    place: CardPlace
    shows: TextSpan
    span: TextSpan
    choices: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    says: str = ""


class LetterCard(Struct, frozen=True):
    """The parts of a letter by place, and its changes; spans are characters of the letter as it is read back."""

    parts: tuple[CardPart, ...]
    edits: tuple[CardEdit, ...]


class CardWriter:
    """Collects the parts and changes of one letter, at the clause and the place that it has come to."""

    def __init__(self, letter: ParsedLetter) -> None:
        self.letter, self.text = letter, letter.text
        self.parts: list[CardPart] = []
        self.edits: list[CardEdit] = []
        self.clause = 0
        self.place: CardPlace = "who"
        self.is_otherwise = False
        self.choice = ""  # which of several choices it is about
        self.has_it = False  # whether a vote or a battle is spoken of, which *it* can stand for

    def at(self, place: CardPlace) -> None:
        """Go on in a place of the clause; all of what is promised otherwise, or of a choice, stands in one."""
        self.place = "otherwise" if self.is_otherwise else "does" if self.choice else place

    def said(self, span: TextSpan) -> str:
        """The words at a span."""
        return self.text[slice(*span)]

    def part(self, first: int, last: int) -> None:
        """Words of the letter that stand in this place."""
        if first < last and not self.choice:
            self.parts.append(CardPart(self.clause, self.place, (first, last)))

    def change(self, span: TextSpan, choices: str) -> None:
        """Something else from a list can stand here."""
        self.edits.append(CardEdit(self.clause, self.place, span, span, self._lists(choices)))

    def change_duty(self, span: TextSpan, word: str) -> None:
        """Another duty can take the place of the one that begins with this word."""
        shows = span[0], span[0] + len(word)
        for before, choices, after in DUTIES:
            self.edits.append(CardEdit(self.clause, self.place, shows, span, self._lists(choices), before, after))

    def add(self, says: str, span: TextSpan, before: str, choices: str = "", after: str = "") -> None:
        """Something can be added to what stands here, which ``before`` repeats."""
        end, lists = (span[1], span[1]), self._lists(choices)
        says = f"{says}{self.choice}"
        self.edits.append(CardEdit(self.clause, self.place, end, span, lists, before, after, says))

    def insert(self, says: str, at: int, before: str, choices: str = "", after: str = "") -> None:
        """Something can be put in here."""
        self.add(says, (at, at), before, choices, after)

    def add_duty(self, says: str, span: TextSpan, before: str, after: str = "") -> None:
        """Another duty can be added to what stands here."""
        for words, choices, end in DUTIES:
            self.add(says, span, f"{before}{words}", choices, f"{end}{after}")

    def remove(self, shows: TextSpan, span: TextSpan, leaves: str = "") -> None:
        """This can be left out; ``leaves`` is what stays of the words at ``span``."""
        self.edits.append(CardEdit(self.clause, self.place, shows, span, before=leaves, says=REMOVE))

    def remove_each(self, spans: Sequence[TextSpan], whole: TextSpan, join: str) -> None:
        """Each of several joined parts, which fill ``whole``, can be left out."""
        words = [self.said(each) for each in spans]
        for number, span in enumerate(spans if spans[1:] else ()):
            self.remove(span, whole, join.join([*words[:number], *words[number + 1 :]]))

    def players(self, spans: Sequence[TextSpan]) -> None:
        """A list of players: each can be another, or left out while others stay, and one more can come."""
        whole, said = (spans[0][0], spans[-1][1]), [self.said(each) for each in spans]
        for number, span in enumerate(spans):
            self.change(span, PLAYERS)
            if spans[1:]:
                *others, last = (each for other, each in enumerate(said) if other != number)
                self.remove(span, whole, f"{', '.join(others)} and {last}" if others else last)
        self.add("and", whole, f"{', '.join(said)} and ", PLAYERS)

    def _lists(self, choices: str) -> tuple[str, ...]:
        lists = ("event", "state", "first") if choices == "condition" else (choices,) if choices else ()
        return (*lists, *(f"{each} of it" for each in lists if self.has_it and each in OF_IT))
