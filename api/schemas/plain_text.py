"""What people send in plain words: their lines are joined into the one that is stored."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from oathbook.domain.kernel.limits import WORDS
from oathbook.domain.kernel.plain_words import ON_ONE_LINE

REFUSED: Final = (
    "plain_words",
    "Words have no control characters in them, nor marks that turn the direction of writing",
)


def _joined(text: str) -> str:
    """The text with one space wherever white space, such as a break between lines, stood."""
    line = " ".join(text.split())
    if not re.search(ON_ONE_LINE, line):
        raise PydanticCustomError(*REFUSED)
    return line


PlainText = Annotated[str, Field(max_length=WORDS), AfterValidator(_joined)]
"""Somebody's words; refused where they hold what no line of text does."""
