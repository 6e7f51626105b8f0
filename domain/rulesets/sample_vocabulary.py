"""A small vocabulary with the words and names of the examples, for trying out letters without a game.

There is no game for it, so its measures and designators do not know anything.
"""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets import vocabulary
from oathbook.domain.rulesets.comparisons import with_comparisons

NAMES: Final[Mapping[vocabulary.Sort, tuple[str, ...]]] = {
    "player": ("Red", "Blue", "Green"),
    "item": ("wood", "stone", "corn", "iron", "influence", "prestige"),
    "marker": ("Bond", "Shield", "Crown"),
    "workplace": ("Forge", "Sawmill"),
    "tile": ("Mill", "Peak"),
    "law": ("Corn Tax", "Open Gates", "Truce", "Crown Law", "Gates", "Corn"),
}


def unknown_measure(_state: object, _args: vocabulary.Args) -> vocabulary.Span:
    """The value of a measure without a game."""
    return vocabulary.Span(0, None)


def unknown_player(_state: object, _args: vocabulary.Args) -> Seat | vocabulary.Unknown | None:
    """The player of a designator without a game."""
    return vocabulary.Unknown()


_WANTED: Final = "{count:amount} influence in favour of law {law:law}"
_UNWANTED: Final = "{count:amount} influence against law {law:law}"
_GIVEN: Final = "{count:amount} {item:item} to {to:player}"
_UNGIVABLE: Final = ("influence", "prestige")

SAMPLE: Final = vocabulary.Vocabulary(
    kinds=(
        vocabulary.FactKind("transfer", ("item", "count", "to", "gift")),
        vocabulary.FactKind("marker_given", ("marker", "to")),
        vocabulary.FactKind("workplace_given", ("workplace", "to")),
        vocabulary.FactKind("spend", ("count", "side", "law", "vote")),
        vocabulary.FactKind("attack", ("target", "battle")),
        vocabulary.FactKind("ally", ("with", "battle")),
        vocabulary.FactKind("deploy", ("tile",)),
        vocabulary.FactKind("flee", ("tile",)),
        vocabulary.FactKind("build", ("workplace",)),
        vocabulary.FactKind("assign", ("workplace",)),
        vocabulary.FactKind("permit", ("workplace", "to")),
        vocabulary.FactKind("idle"),
        vocabulary.FactKind("law_enacted", ("law",)),
        vocabulary.FactKind("control", ("tile",)),
        vocabulary.FactKind("gain", ("item", "count")),
        vocabulary.FactKind("season_start", ("n",), marker=True, begins="round"),
        vocabulary.FactKind("season_end", ("n",), marker=True),
        vocabulary.FactKind("phase_start", ("phase", "n"), marker=True, begins="phase"),
        vocabulary.FactKind("turn_start", marker=True, begins="turn"),
        vocabulary.FactKind("turn_end", marker=True),
        vocabulary.FactKind("vote_open", ("vote", "law")),
        vocabulary.FactKind("vote_close", ("vote",), marker=True),
        vocabulary.FactKind("battle_open", ("battle", "tile")),
        vocabulary.FactKind("battle_joined", ("battle", "tile")),
        vocabulary.FactKind("battle_close", ("battle",), marker=True),
    ),
    verbs=(
        vocabulary.Verb("give", f"give {_GIVEN}", f"gives {_GIVEN}", "transfer", total="count", barred=_UNGIVABLE),
        vocabulary.Verb(
            "give-as-a-gift",
            f"give {_GIVEN} as a gift",
            f"gives {_GIVEN} as a gift",
            "transfer",
            fixed={"gift": 1},
            total="count",
            barred=_UNGIVABLE,
        ),
        vocabulary.Verb(
            "give-marker",
            "give marker {marker:marker} to {to:player}",
            "gives marker {marker:marker} to {to:player}",
            "marker_given",
        ),
        vocabulary.Verb(
            "give-workplace",
            "give workplace {workplace:workplace} to {to:player}",
            "gives workplace {workplace:workplace} to {to:player}",
            "workplace_given",
        ),
        vocabulary.Verb(
            "favour", f"spend {_WANTED}", f"spends {_WANTED}", "spend", fixed={"side": "pro"}, total="count"
        ),
        vocabulary.Verb(
            "oppose", f"spend {_UNWANTED}", f"spends {_UNWANTED}", "spend", fixed={"side": "con"}, total="count"
        ),
        vocabulary.Verb("attack", "attack {target:player}", "attacks {target:player}", "attack"),
        vocabulary.Verb("ally", "ally with {with:player}", "allies with {with:player}", "ally"),
        vocabulary.Verb(
            "deploy", "deploy a knight to tile {tile:tile}", "deploys a knight to tile {tile:tile}", "deploy"
        ),
        vocabulary.Verb("flee", "flee from tile {tile:tile}", "flees from tile {tile:tile}", "flee"),
        vocabulary.Verb(
            "build", "build workplace {workplace:workplace}", "builds workplace {workplace:workplace}", "build"
        ),
        vocabulary.Verb("propose", "propose law {law:law}", "proposes law {law:law}", "vote_open"),
        vocabulary.Verb(
            "assign",
            "assign workers to workplace {workplace:workplace}",
            "assigns workers to workplace {workplace:workplace}",
            "assign",
        ),
        vocabulary.Verb(
            "let-use",
            "let {to:player} use workplace {workplace:workplace}",
            "lets {to:player} use workplace {workplace:workplace}",
            "permit",
        ),
        vocabulary.Verb("idle", "idle", "idles", "idle"),
    ),
    occasions=(
        vocabulary.Occasion("enacted", "law {law:law} is enacted", "law_enacted"),
        vocabulary.Occasion("fights", "{by:player} is in a battle", "battle_joined"),
    ),
    states=with_comparisons(
        (
            vocabulary.StatePhrase("has", "{who:player} has {count:amount} {item:item}", unknown_measure),
            vocabulary.StatePhrase("holds", "{who:player} holds marker {marker:marker}", unknown_measure),
            vocabulary.StatePhrase("controls", "{who:player} controls tile {tile:tile}", unknown_measure),
            vocabulary.StatePhrase("in-force", "law {law:law} is in force", unknown_measure),
            vocabulary.StatePhrase("season", "the season is {n:number}", unknown_measure),
        )
    ),
    designators=(
        vocabulary.Designator("holder", "the holder of marker {marker:marker}", unknown_player),
        vocabulary.Designator("owner", "the owner of workplace {workplace:workplace}", unknown_player),
    ),
    units=(
        vocabulary.Unit("season", "season_start", "season_end", "n", now="season"),
        vocabulary.Unit("turn", "turn_start", "turn_end", "", whose=True),
    ),
    phases=(vocabulary.Phase("the battles of season {n:number}", "phase_start", "n", {"phase": "battles"}),),
    episodes=(
        vocabulary.Episode(
            "vote",
            "vote_open",
            "vote_close",
            "vote",
            "law {law:law}",
            "a vote on law {law:law} opens",
            proposed="a law proposed by {by:player}",
        ),
        vocabulary.Episode(
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
