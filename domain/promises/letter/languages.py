"""The versions of the language of letters: how each reads a letter, checks it, and brings it down to agreements."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadLetter
from oathbook.domain.games.events import PromiseOffered
from oathbook.domain.promises.letter.ambiguous import rejections_of_offers
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.lowering import lowered
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.possible import rejections_of_the_impossible
from oathbook.domain.promises.letter.printing import Printer
from oathbook.domain.promises.letter.reading import read
from oathbook.domain.promises.letter.rejecting import rejections
from oathbook.domain.promises.letter.remarks import Circumstances, Remark
from oathbook.domain.promises.letter.warning import warnings
from oathbook.domain.promises.logic.formula import Agreement
from oathbook.domain.promises.logic.versions import LANGUAGE, version_in
from oathbook.domain.rulesets.vocabulary import Vocabulary

NOTHING_KNOWN: Final = Circumstances()
RECORDED: Final = Circumstances(recorded=True)


def linted(
    letter: ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances = NOTHING_KNOWN
) -> tuple[Remark, ...]:
    """All remarks on a letter in the order of its words, each once; only the rejections if there are any."""
    found = list(rejections(letter, vocabulary, names, circumstances))
    found += rejections_of_the_impossible(letter, vocabulary, names, circumstances)
    found += () if circumstances.recorded else rejections_of_offers(letter, Printer(language_of(vocabulary)))
    if not found:
        found = list(warnings(letter, vocabulary, names, circumstances))
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.span))


def must_stand(letter: ParsedLetter, remarks: tuple[Remark, ...]) -> None:
    """``BadLetter`` at the first rejection among the remarks."""
    for remark in remarks:
        if remark.weight == "reject":
            raise BadLetter(remark.says, letter.text, remark.span[0])


class LetterLanguage(Struct, frozen=True):
    """A version of the language: what reads a letter, finds remarks on it, and lowers it to agreements."""

    read: Callable[[str, Vocabulary, Names], ParsedLetter] = read
    linted: Callable[..., tuple[Remark, ...]] = linted
    lowered: Callable[..., tuple[Agreement, ...]] = lowered


LANGUAGES: Final[dict[str, LetterLanguage]] = {LANGUAGE: LetterLanguage()}
"""Every version of the language that this program reads."""


def language_named(version: str) -> LetterLanguage:
    """A version of the language; ``UnknownVersion``."""
    return version_in(LANGUAGES, "language of letters", version)


def as_signed(offer: PromiseOffered, vocabulary: Vocabulary, names: Names) -> tuple[ParsedLetter, tuple[Remark, ...]]:
    """The letter of a recorded offer with its remarks; ``BadLetter`` where it could not be signed in its language."""
    language = language_named(offer.language)
    letter = language.read(offer.letter, vocabulary, names)
    if letter.canonical != offer.letter:
        msg = "this is not how the letter is read back"
        raise BadLetter(msg, offer.letter, 0)
    remarks = language.linted(letter, vocabulary, names, RECORDED)
    must_stand(letter, remarks)
    return letter, remarks


def agreements_of(
    offer: PromiseOffered, vocabulary: Vocabulary, names: Names, *, by_consent: bool
) -> tuple[Agreement, ...]:
    """The agreements of a recorded offer; ``BadLetter`` as ``as_signed``, and ``by_consent`` as ``lowered``."""
    letter, _ = as_signed(offer, vocabulary, names)
    return language_named(offer.language).lowered(letter, vocabulary, names, by_consent=by_consent)
