"""A small world with the words and names of the examples, for those who want to try a letter without a game.

Nothing is played in it: what would look at a state does not know.
"""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.seats import Seat
from domain.rulesets.vocabulary import (
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


def nobody_knows(_state: Any, _args: Args) -> Span:
    """What a measure comes to where nothing is played."""
    return Span(0, None)


def nobody_can_tell(_state: Any, _args: Args) -> Seat | Unknown | None:
    """Who is meant where nothing is played."""
    return Unknown()


def _verb(name: str, base: str, third: str, kind: str = "", **more: Any) -> Verb:
    return Verb(name, base, third, kind or name, **more)


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
        _verb("give", f"give {_GIVEN}", f"gives {_GIVEN}", "transfer", total="count", barred=_UNGIVABLE),
        _verb(
            "give-as-a-gift",
            f"give {_GIVEN} as a gift",
            f"gives {_GIVEN} as a gift",
            "transfer",
            fixed={"gift": 1},
            total="count",
            barred=_UNGIVABLE,
        ),
        _verb(
            "give-marker",
            "give marker {marker:marker} to {to:player}",
            "gives marker {marker:marker} to {to:player}",
            "marker_given",
        ),
        _verb(
            "give-workplace",
            "give workplace {workplace:workplace} to {to:player}",
            "gives workplace {workplace:workplace} to {to:player}",
            "workplace_given",
        ),
        _verb("favour", f"spend {_WANTED}", f"spends {_WANTED}", "spend", fixed={"side": "pro"}, total="count"),
        _verb("oppose", f"spend {_UNWANTED}", f"spends {_UNWANTED}", "spend", fixed={"side": "con"}, total="count"),
        _verb("attack", "attack {target:player}", "attacks {target:player}"),
        _verb("ally", "ally with {with:player}", "allies with {with:player}"),
        _verb("deploy", "deploy a knight to tile {tile:tile}", "deploys a knight to tile {tile:tile}"),
        _verb("flee", "flee from tile {tile:tile}", "flees from tile {tile:tile}"),
        _verb("build", "build workplace {workplace:workplace}", "builds workplace {workplace:workplace}"),
        _verb("propose", "propose law {law:law}", "proposes law {law:law}"),
        _verb(
            "assign",
            "assign workers to workplace {workplace:workplace}",
            "assigns workers to workplace {workplace:workplace}",
        ),
        _verb(
            "let-use",
            "let {to:player} use workplace {workplace:workplace}",
            "lets {to:player} use workplace {workplace:workplace}",
            "permit",
        ),
        _verb("idle", "idle", "idles"),
    ),
    occasions=(Occasion("enacted", "law {law:law} is enacted", "law_enacted"),),
    states=(
        StatePhrase("has", "{who:player} has {count:amount} {item:item}", nobody_knows),
        StatePhrase("holds", "{who:player} holds marker {marker:marker}", nobody_knows),
        StatePhrase("controls", "{who:player} controls tile {tile:tile}", nobody_knows),
        StatePhrase("in-force", "law {law:law} is in force", nobody_knows),
        StatePhrase("season", "the season is {n:number}", nobody_knows),
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

LETTERS: Final = (
    "Red promises Blue to give 2 wood to Blue by the end of season 2.",
    "Red promises Blue never to attack Blue.",
    "Red promises to idle at most once.",
    'Red promises Blue to spend at least 3 influence in favour of law "Corn Tax" in the next vote on law "Corn Tax".',
    "Red promises Blue not to attack Blue until the end of season 3, unless Blue attacks Red.",
    "Red promises Blue if Blue gives 2 wood to Red by the end of season 1, to give 1 stone to Blue within 1 season.",
    'Red promises Blue to deploy a knight to tile "Mill" before Green deploys a knight to tile "Mill".',
    "Red promises to attack Green at least twice by the end of season 3.",
    "Red promises Blue whenever Blue gives 1 wood to Red, to give 1 stone to Blue within 2 turns of Red.",
    "Red promises Green that Red has at least 3 corn at the end of season 2.",
    'Red promises Green that Red controls tile "Mill" until the end of season 2.',
    "Red promises Blue to ally with Blue in every battle.",
    "Red promises Blue not to ally with Green in every battle.",
    "Red and Blue jointly promise Green to give 6 wood to Green by the end of season 2.",
    'Red and Blue jointly promise Green: (1) each of them to spend at least 3 influence in favour of law "Open Gates" '
    'in the next vote on law "Open Gates"; (2) Red not to attack Green until the end of season 2; (3) Blue to give '
    "1 iron to Green by the end of season 2.",
    "Red and Blue each promise Green not to attack Green until the end of season 2.",
    "Red promises Blue to give 3 corn to Blue by the end of season 2, otherwise to give 2 iron to Blue within 1 season.",
    "Red promises Blue to either give 2 stone to Blue or give 1 iron to Blue by the end of season 2.",
    'Red promises whenever any player gives marker "Bond" to Red, to give 5 stone to that player by the end of next '
    "season.",
    'Red promises while Blue holds marker "Shield", not to attack Blue.',
    'Red promises not to attack the holder of marker "Shield" until the end of season 4.',
    'Red promises Blue: (1) to let Blue use workplace "Forge" by the end of season 2; (2) not to give workplace '
    '"Forge" to Green; (3) if Blue does not give 1 wood to Red by the end of season 1, to attack Blue by the end of '
    "season 2.",
    'Red promises Blue if (Blue attacks Green or Green attacks Blue) and law "Truce" is in force, to attack Green at '
    "least once within 1 season, otherwise to give 4 wood to Blue within 1 season.",
    "Red promises Blue: (1) whenever a vote on any law opens, to spend at most 1 influence against it in that vote; "
    '(2) in plain words "Red will stay friendly in talk" judged by the table. This promise ends if law "Truce" is '
    "enacted. Blue may release Red. It binds even if the game ends early.",
    "Red promises Blue: (1) to give exactly 2 wood to Blue by the end of season 3; (2) never to give more than 1 iron "
    'to Green; (3) once Blue holds marker "Crown", either (to spend at least 2 influence in favour of law "Crown '
    'Law" in the next vote on law "Crown Law") or (to give 5 corn to Blue within 1 season), otherwise to give 1 iron '
    "to Blue within 2 seasons. This promise is void if Blue attacks Red.",
)
"""Twenty-five letters, from plain to nasty."""
