"""Start positions of the cube-bag battle, those that come with the ruleset and others in words."""

from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.editions import EDITION_G1
from oathbook.domain.rulesets.cube_bag.model.components import Components, Hex
from oathbook.domain.rulesets.cube_bag.model.state import Army, Card, Field, Player
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.protocol import SeatSetup, Setup
from tests.support.setups import setup_named

LAURA: Final = Seat("laura")
ALEX: Final = Seat("alex")
MIKE: Final = Seat("mike")
UNITS: Final = ("peasant", "spearman", "swordsman", "archer", "cavalryman", "catapult", "trebuchet", "galley")
AS_PRINTED: Final = Switches()


def installed(name: str) -> Components:
    """A data set of the edition."""
    components = EDITION_G1.components[name]
    assert isinstance(components, Components)
    return components


ONE: Final = installed("cube-bag-sample-1")
TWO: Final = installed("cube-bag-sample-2")


def position(name: str) -> Field:
    """The start position of the setup that comes under this name."""
    start = setup_named("cube_bag/g1", name).start
    assert isinstance(start, Field)
    return start


FIELD_BATTLE: Final = position("field-battle")
SHOT_FROM_AFAR: Final = position("shot-from-afar")
SIEGE_OF_A_CITY: Final = position("siege-of-a-city")
DAMAGED_CITY: Final = position("damaged-city")
BARE_WALLS: Final = position("bare-walls")
TWO_CORPS: Final = position("two-corps")
EXPERIENCED: Final = position("experienced")
RUINED_FORT: Final = position("ruined-fort")
BEHIND_NO_WALL: Final = position("behind-no-wall")
AT_SEA: Final = position("at-sea")
LOST_GALLEY: Final = position("lost-galley")
ONE_CUBE_LEFT: Final = position("one-cube-left")


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
