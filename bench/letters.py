"""How long a grammar takes to be ready, a letter to be an agreement, and the worst of many near-letters to be refused.

Measured is the time of this process alone: what neighbours take does not count.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from statistics import median
from typing import Final

from bench.measuring import Chapter, Goal, table
from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting.completions import next_phrases
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language import Language
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.lettering import near_letter
from tests.support.promises.letters import LETTERS

PROMPTED: Final = 500
"""Near-letters that are asked how they could go on."""


def milliseconds(work: Callable[[], object]) -> float:
    """What a piece of work takes once."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def agreed(text: str) -> None:
    """From a letter as it was signed to what binds."""
    compile_letter(parse_letter(text, SAMPLE, NAMES), SAMPLE, NAMES)


def attempted(text: str) -> None:
    """A letter or a bad letter."""
    with suppress(BadLetter):
        parse_letter(text, SAMPLE, NAMES)


def prompted(text: str) -> None:
    """How it could go on, if it could."""
    with suppress(BadLetter):
        next_phrases(text, SAMPLE, NAMES)


def reading(near_letters: int) -> Chapter:
    """Start-up, letters to agreements, and so many near-letters, each read or refused."""
    start_up = [milliseconds(lambda: Language(SAMPLE)) for _ in range(9)]
    for text in LETTERS.values():
        agreed(text)
    each = [milliseconds(lambda text=text: agreed(text)) for text in LETTERS.values() for _ in range(20)]
    near = [near_letter(seed) for seed in range(near_letters)]
    refused = [milliseconds(lambda text=text: attempted(text)) for text in near]
    prompts = [milliseconds(lambda text=text: prompted(text)) for text in near[:PROMPTED]]
    rows = [
        ("", "ms"),
        ("grammar start-up, median of 9", f"{median(start_up):.1f}"),
        ("letter to agreement, mean of the 25", f"{sum(each) / len(each):.2f}"),
        ("near-letter, mean", f"{sum(refused) / len(refused):.2f}"),
        ("near-letter, slowest", f"{max(refused):.1f}"),
        ("next phrases of a near-letter, median", f"{median(prompts):.1f}"),
    ]
    goals = (
        Goal("grammar start-up", 100, median(start_up), "ms", at_least=False),
        Goal("letter to agreement", 1, sum(each) / len(each), "ms", at_least=False),
        Goal(f"slowest of {near_letters:,} near-letters", 50, max(refused), "ms", at_least=False),
    )
    return Chapter(f"Read letters and {near_letters:,} near-letters", table(rows), goals)
