"""What every letter can say of promises themselves, whatever is played: that somebody makes one, or breaks one."""

from typing import Final

from msgspec.structs import replace

from domain.games.promise_facts import BROKEN, MADE
from domain.rulesets.vocabulary import Verb, Vocabulary

MAKE: Final = Verb("make-promise", "make a promise to {to:player}", "makes a promise to {to:player}", MADE.kind)
BREAK: Final = Verb("break-promise", "break a promise", "breaks a promise", BROKEN.kind, fixed={"sure": 1})


def with_promises(vocabulary: Vocabulary) -> Vocabulary:
    """A ruleset's words with those that all of them have."""
    return replace(vocabulary, verbs=(*vocabulary.verbs, MAKE, BREAK))


def speaks_of_breaches(letter: str) -> bool:
    """Whether a letter as it is read back may say that somebody breaks a promise."""
    return BREAK.base in letter or BREAK.third in letter
