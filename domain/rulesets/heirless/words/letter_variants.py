"""Other ways in which players write their acts, by the name of the verb."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.rulesets.vocabulary import Verb

_INFLUENCE: Final = "{influence:amount} Influence"
_LAW: Final = "law {law:law}"
_TILE: Final = "tile {tile:tile}"
_WORKPLACE: Final = "workplace {workplace:workplace}"

VARIANTS: Final[Mapping[str, tuple[str, ...]]] = {
    "favour": (
        f"spend {_INFLUENCE} for {_LAW}",
        f"spend {_INFLUENCE} in favor of {_LAW}",
        f"put {_INFLUENCE} for {_LAW}",
        f"vote for {_LAW}",
        f"vote in favour of {_LAW}",
        f"vote in favor of {_LAW}",
    ),
    "oppose": (f"vote against {_LAW}", f"put {_INFLUENCE} against {_LAW}"),
    "propose": (f"call a vote on {_LAW}", f"attempt to enact {_LAW}"),
    "assign": (f"use {_WORKPLACE}", f"work at {_WORKPLACE}"),
    "deploy": (
        f"deploy any knight to {_TILE}",
        f"deploy a knight on {_TILE}",
        f"deploy any knight on {_TILE}",
        f"deploy to {_TILE}",
        "deploy a knight",
        "deploy any knight",
    ),
    "build": ("build anything",),
    "attack": ("fight {defender:player}", "target {defender:player}"),
    "ally": ("form an alliance with {with:player}",),
}

_JUDGED: Final = "no act shows it; say it in plain words, which a judge decides"

BEYOND: Final = (
    ("split", "nothing in these rules splits a Resource"),
    ("share", "nothing in these rules splits a Resource"),
    ("half", "nothing in these rules splits a Resource; say how many"),
    ("lend", "these rules have no loans; let another player use a Workplace"),
    ("look", "the record does not show what a player looks at"),
    ("fair", _JUDGED),
    ("help", _JUDGED),
)
"""What no letter can promise, by the beginning of the word."""


def with_variants(*verbs: Verb) -> tuple[Verb, ...]:
    """The verbs with all other ways to write them."""
    return tuple(replace(each, also=(*each.also, *VARIANTS.get(each.name, ()))) for each in verbs)
