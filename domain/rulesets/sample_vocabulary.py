"""A small vocabulary with the words and names of the examples, for trying out letters without a game.

There is no game for it, so its measures and designators do not know anything.
"""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.comparing import with_comparisons
from oathbook.domain.rulesets.vocabulary import (
    Args,
    Designator,
    Episode,
    FactKind,
    Occasion,
    Phase,
    Sort,
    Span,
    StatePhrase,
    Unit,
    Unknown,
    Verb,
    Vocabulary,
)

NAMES: Final[Mapping[Sort, tuple[str, ...]]] = {
    "player": ("Red", "Blue", "Green"),
    "item": ("wood", "stone", "corn", "iron", "influence", "prestige"),
    "marker": ("Bond", "Shield", "Crown"),
    "workplace": ("Forge", "Sawmill"),
    "tile": ("Mill", "Peak"),
    "law": ("Corn Tax", "Open Gates", "Truce", "Crown Law", "Gates", "Corn"),
}


def nobody_knows(_state: object, _args: Args) -> Span:
    """The value of a measure without a game."""
    return Span(0, None)


def nobody_can_tell(_state: object, _args: Args) -> Seat | Unknown | None:
    """The player of a designator without a game."""
    return Unknown()


_WANTED: Final = "{count:amount} influence in favour of law {law:law}"
_UNWANTED: Final = "{count:amount} influence against law {law:law}"
_GIVEN: Final = "{count:amount} {item:item} to {to:player}"
_UNGIVABLE: Final = ("influence", "prestige")

SAMPLE: Final = Vocabulary(
    kinds=(
        FactKind("transfer", ("item", "count", "to", "gift")),
        FactKind("marker_given", ("marker", "to")),
        FactKind("workplace_given", ("workplace", "to")),
        FactKind("spend", ("count", "side", "law", "vote")),
        FactKind("attack", ("target", "battle")),
        FactKind("ally", ("with", "battle")),
        FactKind("deploy", ("tile",)),
        FactKind("flee", ("tile",)),
        FactKind("build", ("workplace",)),
        FactKind("propose", ("law",)),
        FactKind("assign", ("workplace",)),
        FactKind("permit", ("workplace", "to")),
        FactKind("idle"),
        FactKind("law_enacted", ("law",)),
        FactKind("control", ("tile",)),
        FactKind("gain", ("item", "count")),
        FactKind("season_start", ("n",), marker=True, begins="round"),
        FactKind("season_end", ("n",), marker=True),
        FactKind("phase_start", ("phase", "n"), marker=True, begins="phase"),
        FactKind("turn_start", marker=True, begins="turn"),
        FactKind("turn_end", marker=True),
        FactKind("vote_open", ("vote", "law")),
        FactKind("vote_close", ("vote",), marker=True),
        FactKind("battle_open", ("battle", "tile")),
        FactKind("battle_joined", ("battle", "tile")),
        FactKind("battle_close", ("battle",), marker=True),
    ),
    verbs=(
        Verb("give", f"give {_GIVEN}", f"gives {_GIVEN}", "transfer", total="count", barred=_UNGIVABLE),
        Verb(
            "give-as-a-gift",
            f"give {_GIVEN} as a gift",
            f"gives {_GIVEN} as a gift",
            "transfer",
            fixed={"gift": 1},
            total="count",
            barred=_UNGIVABLE,
        ),
        Verb(
            "give-marker",
            "give marker {marker:marker} to {to:player}",
            "gives marker {marker:marker} to {to:player}",
            "marker_given",
        ),
        Verb(
            "give-workplace",
            "give workplace {workplace:workplace} to {to:player}",
            "gives workplace {workplace:workplace} to {to:player}",
            "workplace_given",
        ),
        Verb("favour", f"spend {_WANTED}", f"spends {_WANTED}", "spend", fixed={"side": "pro"}, total="count"),
        Verb("oppose", f"spend {_UNWANTED}", f"spends {_UNWANTED}", "spend", fixed={"side": "con"}, total="count"),
        Verb("attack", "attack {target:player}", "attacks {target:player}", "attack"),
        Verb("ally", "ally with {with:player}", "allies with {with:player}", "ally"),
        Verb("deploy", "deploy a knight to tile {tile:tile}", "deploys a knight to tile {tile:tile}", "deploy"),
        Verb("flee", "flee from tile {tile:tile}", "flees from tile {tile:tile}", "flee"),
        Verb("build", "build workplace {workplace:workplace}", "builds workplace {workplace:workplace}", "build"),
        Verb("propose", "propose law {law:law}", "proposes law {law:law}", "propose"),
        Verb(
            "assign",
            "assign workers to workplace {workplace:workplace}",
            "assigns workers to workplace {workplace:workplace}",
            "assign",
        ),
        Verb(
            "let-use",
            "let {to:player} use workplace {workplace:workplace}",
            "lets {to:player} use workplace {workplace:workplace}",
            "permit",
        ),
        Verb("idle", "idle", "idles", "idle"),
    ),
    occasions=(Occasion("enacted", "law {law:law} is enacted", "law_enacted"),),
    states=with_comparisons(
        (
            StatePhrase("has", "{who:player} has {count:amount} {item:item}", nobody_knows),
            StatePhrase("holds", "{who:player} holds marker {marker:marker}", nobody_knows),
            StatePhrase("controls", "{who:player} controls tile {tile:tile}", nobody_knows),
            StatePhrase("in-force", "law {law:law} is in force", nobody_knows),
            StatePhrase("season", "the season is {n:number}", nobody_knows),
        )
    ),
    designators=(
        Designator("holder", "the holder of marker {marker:marker}", nobody_can_tell),
        Designator("owner", "the owner of workplace {workplace:workplace}", nobody_can_tell),
    ),
    units=(
        Unit("season", "season_start", "season_end", "n", now="season"),
        Unit("turn", "turn_start", "turn_end", "", whose=True),
    ),
    phases=(Phase("the battles of season {n:number}", "phase_start", "n", {"phase": "battles"}),),
    episodes=(
        Episode("vote", "vote_open", "vote_close", "vote", "law {law:law}", "a vote on law {law:law} opens"),
        Episode(
            "battle",
            "battle_open",
            "battle_close",
            "battle",
            "tile {tile:tile}",
            "a battle on tile {tile:tile} starts",
            joined="battle_joined",
        ),
    ),
    names=lambda _setup: NAMES,
)
