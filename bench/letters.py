"""How long a grammar takes to be ready, a letter to be an agreement, and the worst of many near-letters to be refused.

``python -m bench.letters``. Measured is the time of this process alone: what neighbours take does not count.
lark looks for colliding phrases where *interegular* is installed, as for tests; a service has none, nor has this.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from statistics import median
from typing import Final

import lark.lexer

from domain.errors import BadLetter
from domain.promises.letter.language import Language
from domain.promises.letter.lowering import lowered
from domain.promises.letter.prompting import next_phrases
from domain.promises.letter.reading import read
from domain.promises.letter.sample import NAMES, SAMPLE
from tests.support.lettering import near_letter
from tests.support.letters import LETTERS

START_UP: Final = 100.0
TO_AGREEMENT: Final = 1.0
REFUSED: Final = 50.0
"""Milliseconds: the goals."""

NEAR_LETTERS: Final = 10_000


def milliseconds(work: Callable[[], object]) -> float:
    """What a piece of work takes once."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def agreed(text: str) -> None:
    """From a letter as it was signed to what binds."""
    lowered(read(text, SAMPLE, NAMES), SAMPLE, NAMES)


def attempted(text: str) -> None:
    """A letter or a bad letter."""
    with suppress(BadLetter):
        read(text, SAMPLE, NAMES)


def prompted(text: str) -> None:
    """How it could go on, if it could."""
    with suppress(BadLetter):
        next_phrases(text, SAMPLE, NAMES)


def main() -> None:
    """Print what was measured beside the goals."""
    lark.lexer.has_interegular = False
    start_up = [milliseconds(lambda: Language(SAMPLE)) for _ in range(9)]
    for text in LETTERS.values():
        agreed(text)
    each = [milliseconds(lambda text=text: agreed(text)) for text in LETTERS.values() for _ in range(20)]
    near = [near_letter(seed) for seed in range(NEAR_LETTERS)]
    refused = [milliseconds(lambda text=text: attempted(text)) for text in near]
    prompts = [milliseconds(lambda text=text: prompted(text)) for text in near[:500]]
    rows = (
        ("grammar start-up, median of 9", median(start_up), START_UP),
        ("letter → agreement, mean of the 25", sum(each) / len(each), TO_AGREEMENT),
        ("letter → agreement, median", median(each), TO_AGREEMENT),
        (f"near-letter, mean of {NEAR_LETTERS:,}", sum(refused) / len(refused), REFUSED),
        (f"near-letter, worst of {NEAR_LETTERS:,}", max(refused), REFUSED),
        ("next phrases of a near-letter, median of 500", median(prompts), REFUSED),
    )
    for what, found, goal in rows:
        print(f"{what:<46} {found:8.2f} ms   goal {goal:g} ms")  # noqa: T201  # it is what the script is for


if __name__ == "__main__":
    main()
