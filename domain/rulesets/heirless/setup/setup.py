"""The beginning of a game: from the box, or from a start position."""

from typing import Final

from msgspec import convert, to_builtins
from msgspec.structs import replace

from domain.rulesets.heirless.chapters.setup import from_the_box, war
from domain.rulesets.heirless.model.components import Components
from domain.rulesets.heirless.model.printing import Printing
from domain.rulesets.heirless.model.state import Field, State
from domain.rulesets.heirless.model.switches import Rules, Switches, TurnSwitches
from domain.rulesets.heirless.setup.start import check_start
from domain.rulesets.heirless.setup.start_box import check_components
from domain.rulesets.heirless.setup.start_fits import fits
from domain.rulesets.protocol import Setup

FEWEST: Final = 3
MOST: Final = 6


def first_state(setup: Setup, printing: Printing) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit."""
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, TurnSwitches)
    check_components(setup.components, printing)
    seats = tuple(each.seat for each in setup.seats)
    fits(FEWEST <= len(seats) <= MOST, "seats", f"Heirless is for {FEWEST} to {MOST} players, not {len(seats)}")
    for tile in setup.components.tiles:
        fits(tile.name not in seats, f"components.tiles.{tile.name}", "a seat is called so too")
    rules = Rules(setup.components, convert(to_builtins(setup.switches), Switches), printing)
    start = position(setup)
    if start is None:
        return State(rules, seats, from_the_box(rules, seats))
    fits(tuple(player.seat for player in start.players) == seats, "start.players", "not the seats, in their order")
    state = State(rules, seats, start)
    check_start(state)
    return state


def position(setup: Setup) -> Field | None:
    """The start position; one that does not speak of Battlecards or Attributes has those of the box."""
    field, box = setup.start, setup.components
    assert isinstance(field, Field | None)
    assert isinstance(box, Components)
    if field is None:
        return None
    of_the_box = war(box, tuple(each.seat for each in setup.seats))
    cards, boards = field.war.cards or of_the_box.cards, field.war.boards or of_the_box.boards
    return replace(field, war=replace(field.war, cards=cards, boards=boards))
