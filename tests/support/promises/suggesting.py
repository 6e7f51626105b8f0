"""Letters that are suggested in place of one that cannot be signed."""

from oathbook.api.schemas.letter_review import question_text
from oathbook.domain.promises.drafting.letter_suggestions import suggest_letters
from oathbook.domain.promises.letter.language_versions import NOTHING_KNOWN
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.rulesets.vocabulary import Vocabulary


def suggested_letters(
    text: str, vocabulary: Vocabulary, names: Names, circumstances: Circumstances = NOTHING_KNOWN, writer: str = ""
) -> tuple[str, ...]:
    """The letters alone, as ``suggest_letters`` finds them."""
    return suggest_letters(text, vocabulary, names, circumstances, writer).letters


def clarifying_question(text: str, vocabulary: Vocabulary, names: Names, writer: str) -> str:
    """The question that is asked where every suggestion would leave something out; nothing without one."""
    return question_text(suggest_letters(text, vocabulary, names, writer=writer).asks)
