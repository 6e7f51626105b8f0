"""The versions of the language of letters: how each reads a letter, checks it, and brings it down to agreements."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadLetter
from oathbook.domain.games.game_events import PromiseOffered
from oathbook.domain.promises.letter.ambiguity import rejections_of_offers
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.feasibility import rejections_of_the_impossible
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.late_conditions import LateConditions, rejections_of_late_conditions
from oathbook.domain.promises.letter.letter_warnings import warnings
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.patterns import PatternCompiler
from oathbook.domain.promises.letter.printer import Printer
from oathbook.domain.promises.letter.rejections import rejections
from oathbook.domain.promises.letter.remarks import Circumstances, Remark
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.versions import LANGUAGE, look_up_version
from oathbook.domain.rulesets.vocabulary import Vocabulary

NOTHING_KNOWN: Final = Circumstances()
RECORDED: Final = Circumstances(recorded=True)


def lint(
    letter: ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances = NOTHING_KNOWN
) -> tuple[Remark, ...]:
    """All remarks on a letter in the order of its words, each once; only the rejections if there are any."""
    found = list(rejections(letter, vocabulary, names, circumstances))
    found += rejections_of_the_impossible(letter, vocabulary, names, circumstances)
    if not circumstances.recorded:
        patterns, printer = PatternCompiler(vocabulary, names), Printer(language_of(vocabulary))
        found += rejections_of_offers(letter, patterns, printer)
    if not (found or circumstances.recorded):  # else no letter that could be meant could be signed
        found += rejections_of_late_conditions(letter, late_conditions(vocabulary, names, circumstances))
    if not found:
        found = list(warnings(letter, vocabulary, names, circumstances))
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.span))


def late_conditions(vocabulary: Vocabulary, names: Names, known: Circumstances) -> LateConditions:
    """What finds the conditions that could come after their deadline."""
    return LateConditions(PatternCompiler(vocabulary, names), Printer(language_of(vocabulary)), known)


def must_be_signable(letter: ParsedLetter, remarks: tuple[Remark, ...]) -> None:
    """``BadLetter`` at the first rejection among the remarks."""
    for remark in remarks:
        if remark.weight == "reject":
            raise BadLetter(remark.says, letter.text, remark.span[0])


class LanguageVersion(Struct, frozen=True):
    """A version of the language: what reads a letter, finds remarks on it, and lowers it to agreements."""

    read: Callable[[str, Vocabulary, Names], ParsedLetter] = parse_letter
    linted: Callable[..., tuple[Remark, ...]] = lint
    lowered: Callable[..., tuple[Agreement, ...]] = compile_letter


LANGUAGES: Final[dict[str, LanguageVersion]] = {LANGUAGE: LanguageVersion()}  # all that this program reads


def language_version(version: str) -> LanguageVersion:
    """A version of the language; ``UnknownVersion``."""
    return look_up_version(LANGUAGES, "language of letters", version)


def parse_offer(offer: PromiseOffered, vocabulary: Vocabulary, names: Names) -> tuple[ParsedLetter, tuple[Remark, ...]]:
    """The letter of a recorded offer with its remarks; ``BadLetter`` where it could not be signed in its language."""
    language = language_version(offer.language)
    letter = language.read(offer.letter, vocabulary, names)
    if letter.canonical != offer.letter:
        raise BadLetter("this is not how the letter is read back", offer.letter, 0)
    remarks = language.linted(letter, vocabulary, names, RECORDED)
    must_be_signable(letter, remarks)
    return letter, remarks


def agreements_of(
    offer: PromiseOffered, vocabulary: Vocabulary, names: Names, *, by_consent: bool
) -> tuple[Agreement, ...]:
    """The agreements of a recorded offer; ``BadLetter`` as ``as_signed``, and ``by_consent`` as ``lowered``."""
    letter, _ = parse_offer(offer, vocabulary, names)
    return language_version(offer.language).lowered(letter, vocabulary, names, by_consent=by_consent)
