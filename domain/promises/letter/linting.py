"""Checks a letter before it is signed."""

from typing import Final

from domain.errors import BadLetter
from domain.promises.letter.clauses import ParsedLetter
from domain.promises.letter.names import Names
from domain.promises.letter.possible import rejections_of_the_impossible
from domain.promises.letter.rejecting import rejections
from domain.promises.letter.remarks import Circumstances, Remark
from domain.promises.letter.warning import warnings
from domain.rulesets.vocabulary import Vocabulary

NOTHING_KNOWN: Final = Circumstances()


def linted(
    letter: ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances = NOTHING_KNOWN
) -> tuple[Remark, ...]:
    """All remarks on a letter in the order of its words, each once; only the rejections if there are any."""
    found = list(rejections(letter, vocabulary, names, circumstances))
    found += rejections_of_the_impossible(letter, vocabulary, names, circumstances)
    if not found:
        found = list(warnings(letter, vocabulary, names, circumstances))
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.span))


def must_stand(letter: ParsedLetter, remarks: tuple[Remark, ...]) -> None:
    """``BadLetter`` at the first rejection among the remarks."""
    for remark in remarks:
        if remark.weight == "reject":
            raise BadLetter(remark.says, letter.text, remark.span[0])
