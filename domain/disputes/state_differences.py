"""Where two states of a game differ, in the words of its players, from what everybody sees."""

from typing import Any, Final

from msgspec import Struct

from oathbook.domain.games.table_answers import described_view
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.rulesets.protocol import AnyRuleset

MOST_DIFFERENCES: Final = 50
MOST_LETTERS: Final = 100  # of a difference in a sentence
BETWEEN: Final = len(": recorded , corrected ")
NOTHING: Final = "nothing"


class StateDifference(Struct, frozen=True):
    """What it is about, such as *Influence of ann*, and how that is on the recorded and on the corrected line."""

    of: str
    recorded: str
    corrected: str


def state_differences(ruleset: AnyRuleset, recorded: Any, corrected: Any) -> tuple[StateDifference, ...]:
    """What players would say differs, ``MOST_DIFFERENCES`` at most; nothing where the ruleset describes no view."""
    one, other = (dict(described_view(ruleset, ruleset.view(each, PUBLIC))) for each in (recorded, corrected))
    apart = (of for of in dict.fromkeys((*one, *other)) if one.get(of, "") != other.get(of, ""))
    return tuple(
        _difference(of, one.get(of, ""), other.get(of, ""))
        for of, _ in zip(apart, range(MOST_DIFFERENCES), strict=False)
    )


def _difference(of: str, recorded: str, corrected: str) -> StateDifference:
    most = (MOST_LETTERS - BETWEEN - len(of)) // 2
    return StateDifference(of, _shorten(recorded or NOTHING, most), _shorten(corrected or NOTHING, most))


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
