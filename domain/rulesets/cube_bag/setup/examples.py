"""The positions of the three printed examples, as far as they are printed; what is not is ours and says so."""

from typing import Final

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.rulesets.cube_bag.editions import EDITION_G1
from domain.rulesets.cube_bag.model.components import Components, Hex
from domain.rulesets.cube_bag.model.state import Army, Battle, Card, Field, Fighter, Player, Structure
from domain.rulesets.cube_bag.model.switches import Switches
from domain.rulesets.protocol import SeatSetup, Setup

LAURA: Final = Seat("laura")
ALEX: Final = Seat("alex")
MIKE: Final = Seat("mike")
UNITS: Final = ("peasant", "spearman", "swordsman", "archer", "cavalryman", "catapult", "trebuchet", "galley")


def installed(name: str) -> Components:
    """A data set of the edition."""
    components = EDITION_G1.components[name]
    assert isinstance(components, Components)
    return components


ONE: Final = installed("cube-bag-sample-1")
TWO: Final = installed("cube-bag-sample-2")
AS_PRINTED: Final = Switches()


def army(name: str, seat: Seat, place: Hex, units: str, marks: str = "") -> Army:
    """An army in words: its units, and any of ``depleted`` and ``relic``."""
    return Army(name, seat, place, tuple(units.split()), depleted="depleted" in marks, relic="relic" in marks)


def player(seat: Seat, colour: str, cards: str = "", **more: object) -> Player:
    """A player with 30 cubes and 2 units of each type in the supply, and cards; ``:2`` is experience on one."""
    held = tuple(Card(name, int(cubes or 0)) for name, _, cubes in (each.partition(":") for each in cards.split()))
    given: dict[str, object] = {"supply": 30, "cards": held, "units": dict.fromkeys(UNITS, 2), **more}
    return Player(seat, colour, **given)  # type: ignore[arg-type]  # because the fields differ in type


def setup(field: Field, components: Components = ONE, *, switches: Switches = AS_PRINTED) -> Setup:
    """The setup of a position."""
    seats = tuple(SeatSetup(each.seat, each.seat.capitalize()) for each in field.players)
    return Setup(seats, components, switches, field)


FIELD_BATTLE: Final = Field(
    maneuvers=(LAURA,),
    players=(player(LAURA, "green"), player(ALEX, "purple")),
    armies=(army("A", LAURA, "0,0", "spearman spearman spearman"), army("B", ALEX, "1,0", "cavalryman cavalryman")),
    neutral=30,
    black=30,
)
"""First example: 3 spearmen against 2 cavalrymen. Nobody is depleted; where they stand is ours."""

SHOT_FROM_AFAR: Final = Field(
    maneuvers=(ALEX,),
    players=(player(ALEX, "purple"), player(MIKE, "white", "DEMOCRACY", actions=1)),
    armies=(
        army("A", ALEX, "0,0", "archer archer archer", "depleted"),
        army("B", MIKE, "2,0", "swordsman swordsman", "depleted"),
        army("C", MIKE, "3,0", "swordsman"),
    ),
    neutral=30,
    black=30,
)
"""Second example: archers out of the range of melee units. Mike's action cube, and that A has archers, is ours."""

SIEGE_OF_A_CITY: Final = Field(
    maneuvers=(LAURA,),
    players=(
        player(LAURA, "green", "FABIAN_TACTIC SIEGE_TOWER TRAINED_ARMY"),
        player(
            *(ALEX, "purple", "THEOCRACY"),
            actions=2,
            religion="christianity",
            built={"economy": 1, "culture": 1},
            consumption=1,
        ),
    ),
    armies=(
        army("A", LAURA, "-1,0", "spearman spearman spearman", "depleted"),
        army("B", LAURA, "3,0", "trebuchet swordsman", "depleted relic"),
        army("C", LAURA, "2,-1", "catapult spearman spearman", "depleted"),
        army("D", ALEX, "0,0", "swordsman peasant"),
        army("E", ALEX, "1,2", "cavalryman"),
    ),
    structures=(
        Structure("city", ALEX, "city", "0,0", black=1),
        Structure("wall", ALEX, "wall", "0,0", sides=("-1,0", "1,0", "1,-1")),
        Structure("workshop", ALEX, "building", "0,0"),
        Structure("ruin", ALEX, "building", "0,0", black=1),
        Structure("castle-1", LAURA, "castle", "0,-3"),
        Structure("castle-2", LAURA, "castle", "1,-3"),
        Structure("castle-3", ALEX, "castle", "0,3"),
    ),
    religions={"west": "christianity"},
    neutral=30,
    black=40,
)
"""Third example: a corps of three armies against a city. Which units there are beside those named is ours."""

DAMAGED_CITY: Final = replace(
    SIEGE_OF_A_CITY,
    stage="losses",
    players=(
        replace(SIEGE_OF_A_CITY.players[0], cards=(Card("FABIAN_TACTIC"), Card("TRAINED_ARMY"))),
        SIEGE_OF_A_CITY.players[1],
    ),
    armies=(*SIEGE_OF_A_CITY.armies[:3], army("D", ALEX, "0,0", "cavalryman swordsman peasant")),
    battle=Battle(
        "0,0",
        siege=True,
        attacker=Fighter(LAURA, ("A", "B", "C"), ("-1,0", "3,0", "2,-1"), prepared=True, courage=9, damage=7),
        defender=Fighter(ALEX, ("D",), ("0,0",), prepared=True, courage=3),
        bag={"green": 4, "purple": 1},
        drawn={"green": 7},
        has_drawn=True,
        extra=0,
    ),
)
"""The third example without SIEGE TOWER, all of Alex on the hex of the city: 7 damage, and the priority holds."""
