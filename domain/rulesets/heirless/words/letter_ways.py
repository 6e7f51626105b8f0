"""Other ways in which players write their acts, by the name of the verb."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.vocabulary import Verb

_INFLUENCE: Final = "{influence:amount} Influence"
_LAW: Final = "law {law:law}"
_TILE: Final = "tile {tile:tile}"
_WORKPLACE: Final = "workplace {workplace:workplace}"

WAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "favour": (
        f"spend {_INFLUENCE} for {_LAW}",
        f"spend {_INFLUENCE} in favor of {_LAW}",
        f"vote for {_LAW}",
        f"vote in favour of {_LAW}",
        f"vote in favor of {_LAW}",
    ),
    "oppose": (f"vote against {_LAW}",),
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
    "attack": ("fight {defender:player}",),
    "ally": ("form an alliance with {with:player}",),
}


def with_ways(*verbs: Verb) -> tuple[Verb, ...]:
    """The verbs with all other ways to write them."""
    return tuple(replace(each, also=(*each.also, *WAYS.get(each.name, ()))) for each in verbs)
