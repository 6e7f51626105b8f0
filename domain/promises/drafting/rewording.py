"""Says in the words of letters what players write in their own; a letter made like this is only ever suggested."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.promises.drafting.everyday_english import english_of
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.phrases import PLAYER
from oathbook.domain.rulesets.vocabulary import Vocabulary

_OF_ME: Final = re.compile(r"\b(?:I|me|my|mine|we|us|our)\b", re.IGNORECASE)
_OF_YOU: Final = re.compile(r"(?<!each of )(?<!all of )\b(?:you|your|yours|we|us|our)\b", re.IGNORECASE)
_YOU: Final = re.compile(r"(?<!of )\b(?:you|yourself)\b", re.IGNORECASE)
_YOUR_NEXT: Final = re.compile(r"\byour(?= (?:very )?next\b)", re.IGNORECASE)


def reworded(text: str, vocabulary: Vocabulary, names: Names, writer: str, now: Mapping[str, int]) -> Iterator[str]:
    """The text in other words; *I* is its writer, *you* the player it is said to, or each who is not named in it.

    ``now`` is the number of each unit, where it is known; *the battles of this season* need it.
    """
    speech = english_of(vocabulary, names)
    text, spoken_to = speech.addressed(_YOUR_NEXT.sub("you's", " ".join(text.split())))
    players = names[PLAYER]
    unnamed = [each for each in players if not re.search(rf"\b{re.escape(each)}\b", text, re.IGNORECASE)]
    mine = [writer] if writer else unnamed
    is_mine = _OF_ME.search(text) or speech.is_order(text)
    for me in mine if is_mine else [*mine, ""][:1]:
        others = [spoken_to] if spoken_to else [each for each in unnamed or players if each != me]
        for you in others if _OF_YOU.search(text) else [""]:
            yield speech.of(you.join(_YOU.split(text)) if you else text, me, you, now)
