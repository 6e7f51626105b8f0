"""Text that a person writes in plain words, and the message when it does not fit."""

from typing import Annotated, Final

from msgspec import Meta

from oathbook.domain.kernel.limits import WORDS

ON_ONE_LINE: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$(?!\n)"
"""Nothing that breaks lines, controls a terminal or turns the direction of writing."""

UNFIT: Final = "on one line, without control characters or marks that turn the direction of writing"

Words = Annotated[str, Meta(max_length=WORDS, pattern=ON_ONE_LINE)]
"""Plain words on one line, so that they cannot be made to look like a line of the record or another person's words."""


def complaint(problem: ValueError) -> str:
    """What does not fit, as msgspec says it; of words, in words."""
    return str(problem).replace(f"matching regex {ON_ONE_LINE!r}", UNFIT)
