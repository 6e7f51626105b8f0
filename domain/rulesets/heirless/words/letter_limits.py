"""What no game from a setup can bring, so that nobody promises it unawares: of what is not there, or not so often."""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.chapters.setup import knights, player
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Components, Name
from oathbook.domain.rulesets.heirless.model.goods import faction_named
from oathbook.domain.rulesets.heirless.model.queries import staff_of
from oathbook.domain.rulesets.heirless.model.state import Field, Knight
from oathbook.domain.rulesets.heirless.model.switches import FIRST, SECOND, Printing, Switches
from oathbook.domain.rulesets.heirless.rules import HB, HT
from oathbook.domain.rulesets.heirless.words.battle_facts import BATTLE_ROWS, REPORT_ROWS
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Args, UpperBound


class _Inventory(Struct, frozen=True):
    """What there is of each kind from the start on, and cannot become more."""

    box: Components
    printing: Printing
    workplaces: frozenset[Name]
    markers: frozenset[Name]
    available: frozenset[Name]
    in_force: frozenset[Name]
    knights: tuple[Knight, ...]
    workers: Mapping[Name, int]


def _inventory(setup: Setup) -> _Inventory:
    box, start = setup.components, setup.start
    assert isinstance(box, Components), "a setup has the components of its ruleset"
    assert isinstance(start, Field | None), "a setup has a start position of its ruleset"
    printing = FIRST if isinstance(setup.switches, Switches) else SECOND
    seats = tuple(each.seat for each in setup.seats)
    players = tuple(player(box, seats, seat) for seat in seats) if start is None else start.players
    built = () if start is None else tuple(each.workplace for each in start.built)
    sovereign = [each.name for each in box.workplaces if each.deck == "Sovereign"] if start is None else start.sovereign
    reserves = (*(each.unemployed for each in players), () if start is None else start.employed)
    return _Inventory(
        box,
        printing,
        frozenset((*built, *sovereign, *(name for each in players for name in each.hand))),
        frozenset(marker for each in players for marker in each.markers),
        frozenset(each.name for each in box.laws) if start is None else frozenset(start.laws),
        frozenset() if start is None else frozenset(start.in_force),
        knights(box, seats) if start is None else start.knights,
        {faction: sum(staff_of(each, faction) for each in reserves) for faction in FACTIONS},
    )


# Acts and events -------------------------------------------------------------------------------------------------

_ACTIONS: Final = frozenset(
    {"idles", "assigns", "refines", "builds", "uses_card", "deploys", "vote_opens", "law_enacted", "flees"}
)
"""What takes a Standard Action of the player who does it, or the turn."""

_BATTLES: Final = frozenset(each.kind for each in BATTLE_ROWS) - {each.kind for each in REPORT_ROWS}


def most_done(setup: Setup, kind: str, args: Args) -> Iterator[UpperBound]:
    """Of facts: what needs something that is not in the game, and what can be done once a turn, Season or game."""
    there = _inventory(setup)
    if kind in _BATTLES and there.printing.battle_model is None:
        yield UpperBound(0, "in this edition no Battle is fought", HB.ORDER_OF_BATTLES)
    if kind in _ACTIONS and "by" in args:
        most = there.printing.standard_actions_per_turn
        yield UpperBound(most, f"a turn has {most} Standard Action{'s' if most > 1 else ''}", HT.ONE_OF_TWO, "turn")
    if kind == "idles" and "by" in args:
        yield UpperBound(1, "a player who Idles is out for the rest of the Season", HT.IDLE_FOR_SEASON, "season")
    if kind == "refines" and "makes" in args and all(each.makes != args["makes"] for each in there.box.recipes):
        yield UpperBound(0, f"no recipe makes {args['makes']}", HT.REFINE)
    yield from _workplace_act_limits(there, kind, args)
    yield from _law_limits(there, kind, args)
    yield from _knight_limits(there, kind, args)
    yield from _transfer_limits(there, kind, args)


def _workplace_act_limits(there: _Inventory, kind: str, args: Args) -> Iterator[UpperBound]:
    """What Workplaces are needed for."""
    yield from _workplace_limits(there, args)
    card = args.get("card")
    if kind == "uses_card" and card is not None and card not in there.workplaces | there.available | there.in_force:
        yield UpperBound(0, f"{card} is not in this game", HT.CARD)
    if kind == "assigns":
        asked = next((each.workers for each in there.box.workplaces if each.name == args.get("workplace")), ())
        for faction in FACTIONS:
            if asked.count(faction) > there.workers[faction]:
                says = (
                    f"there are {there.workers[faction]} {faction} Workers in this game, and {args['workplace']} needs"
                )
                yield UpperBound(0, f"{says} {asked.count(faction)}", HT.ALL_AT_ONCE)


def _workplace_limits(there: _Inventory, args: Args) -> Iterator[UpperBound]:
    workplace = args.get("workplace")
    if workplace is not None and workplace not in there.workplaces:
        yield UpperBound(0, f"{workplace} is in no Hand and not built, and nobody draws it", HT.WHICH_WORKPLACE)


def _law_limits(there: _Inventory, kind: str, args: Args) -> Iterator[UpperBound]:
    """A Law in force is not voted on again; each is enacted once."""
    law = args.get("law")
    if law is None:
        return
    if law not in there.available:
        says = f"{law} is in force already" if law in there.in_force else f"{law} is not in this game"
        yield UpperBound(0, says, HT.CHOOSE_LAW)
    if kind == "law_enacted":
        yield UpperBound(1, f"{law} stays in force once it is enacted", HT.ENACTED)


def _knight_limits(there: _Inventory, kind: str, args: Args) -> Iterator[UpperBound]:
    """Everybody moves Knights of their own, and nobody flees from where no Flee direction leads on."""
    if kind not in {"deploys", "flees"}:
        return
    clause = HT.DEPLOY if kind == "deploys" else HT.FLEE
    theirs = [each.id for each in there.knights if each.seat == args.get("by", each.seat)]
    if args.get("knight", next(iter(theirs), "")) not in theirs:
        yield UpperBound(
            0, f"{args['knight']} is no Knight of {args['by']}" if theirs else "there is no such Knight", clause
        )
    origin = next((each for each in there.box.tiles if each.name == args.get("origin")), None)
    if origin is not None and origin.name == there.box.capital:
        yield UpperBound(0, f"nobody can flee from {origin.name}", HT.NOT_FROM_CAPITAL)
    elif origin is not None and origin.flee is None:
        yield UpperBound(0, f"{origin.name} has no Flee direction", HT.FLEE)


def _transfer_limits(there: _Inventory, kind: str, args: Args) -> Iterator[UpperBound]:
    """What changes hands; of Workers no more at once than there are."""
    yield from _marker_limits(there, args)
    faction = faction_named(str(args.get("item")))
    if kind == "gives" and faction is not None and cast("int", args.get("count", 0)) > there.workers[faction]:
        yield UpperBound(0, f"there are {there.workers[faction]} {faction} Workers in this game", HT.TRADABLE)


def _marker_limits(there: _Inventory, args: Args) -> Iterator[UpperBound]:
    marker = args.get("marker")
    if marker is not None and marker not in there.markers:
        yield UpperBound(0, f"nobody has marker {marker} in this game", HT.TRADABLE)


# States ----------------------------------------------------------------------------------------------------------


def most_so(setup: Setup, phrase: str, args: Args) -> Iterator[UpperBound]:
    """Of states: as much as there is."""
    there = _inventory(setup)
    yield from _marker_limits(there, args)
    yield from _workplace_limits(there, args)
    faction = faction_named(str(args.get("item")))
    if phrase == "has" and faction is not None:
        number = there.workers[faction]
        yield UpperBound(number, f"there are {number} {faction} Workers in this game", HT.ASSIGN)
    if phrase == "knights" and "who" in args:
        number = sum(each.seat == Seat(str(args["who"])) for each in there.knights)
        yield UpperBound(number, f"{args['who']} has {number} Knights", HT.DEPLOY)
    if phrase == "in-force" and "law" in args and args["law"] not in there.available | there.in_force:
        yield UpperBound(0, f"{args['law']} is not in this game", HT.CHOOSE_LAW)
    if phrase == "season" and cast("int", args.get("season", 0)) > there.box.seasons:
        yield UpperBound(0, f"the game ends after Season {there.box.seasons}", HT.ALL_IDLE)
