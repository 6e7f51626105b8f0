"""The beginning of a game: a start position, checked field by field."""

from typing import Final

from oathbook.domain.rulesets.cube_bag.chapters.forces import left_of
from oathbook.domain.rulesets.cube_bag.chapters.outcome import conserved_in
from oathbook.domain.rulesets.cube_bag.model.components import Components, Land
from oathbook.domain.rulesets.cube_bag.model.cubes import BLACK, NEUTRAL
from oathbook.domain.rulesets.cube_bag.model.hexes import is_on
from oathbook.domain.rulesets.cube_bag.model.queries import seats_to_act
from oathbook.domain.rulesets.cube_bag.model.state import Field, Stage, State
from oathbook.domain.rulesets.cube_bag.model.switches import Rules, Switches
from oathbook.domain.rulesets.cube_bag.setup.start_battle import check_battle
from oathbook.domain.rulesets.cube_bag.setup.start_pieces import check_armies, check_structures
from oathbook.domain.rulesets.kit.places import coordinates
from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique
from oathbook.domain.rulesets.protocol import Setup

FEWEST: Final = 2
MOST_OF_A_KIND: Final = 100
"""Cubes of a colour, units of a type, structures of a player: so that no count is ever out of bounds."""

STAGES: Final[tuple[Stage, ...]] = ("opening", "reaction", "preparation", "conversion", "clash", "losses", "recovery")
"""Where a game may be taken up; the other stages are one decision further."""


def initial_state(setup: Setup, *, anywhere: bool = False) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit.

    With ``anywhere`` the game may be in any stage: of one in which none is taken up, only the pieces are checked.
    """
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, Switches)
    assert isinstance(setup.start, Field | None)
    check_components(setup.components)
    seats = tuple(each.seat for each in setup.seats)
    check_that(len(seats) >= FEWEST, "seats", f"a battle takes {FEWEST} players at least, not {len(seats)}")
    start = setup.start
    check_that(
        start is not None, "start", "a battle begins from a position: name players, armies and finished maneuvers"
    )
    assert start is not None, "what fits has a start"
    state = State(Rules(setup.components, setup.switches), seats, start)
    check = check_pieces if anywhere and start.stage not in STAGES else check_start
    check(state)
    return state


def check_components(components: Components) -> None:
    """``BadRecord`` names the field that contradicts another."""
    check_unique((each.name for each in components.units), "components.units")
    check_unique((each.kind for each in components.structures), "components.structures")
    check_unique((each.name for each in components.cards), "components.cards")
    check_unique((name for rank in components.priority for name in rank), "components.priority")
    for unit in components.units:
        in_reach = unit.reach == "none" or 1 <= unit.nearest <= unit.farthest
        check_that(in_reach, f"components.units.{unit.name}", "its range begins at 1 and does not end before it begins")
    check_map(components.map)


def check_map(land: Land) -> None:
    """Hexes once each, written in one way, and provinces of hexes that are there."""
    hexes = (*land.land, *land.water)
    check_unique(hexes, "components.map")
    for each in hexes:
        plain = ",".join(map(str, coordinates(each)))
        check_that(each == plain, "components.map", f"{each} is written {plain}")
    check_unique((province.name for province in land.provinces), "components.map.provinces")
    check_unique((each for province in land.provinces for each in province.hexes), "components.map.provinces")
    for province in land.provinces:
        there = all(is_on(land, each) for each in province.hexes)
        check_that(there, f"components.map.provinces.{province.name}", "a hex of it is not on the map")


def check_start(state: State) -> None:
    """A start position in which nothing contradicts anything else."""
    field = state.field
    check_that(field.stage in STAGES, "start.stage", f"a game can be taken up at {', '.join(STAGES)}")
    after = field.ending is not None or bool(field.fought) or bool(field.razed)
    check_that(not after, "start", "a game is not taken up after a battle")
    check_pieces(state)
    check_that(bool(field.maneuvers), "start.maneuvers", "a player has finished a maneuver")
    check_built(state)
    check_that(
        (field.stage == "opening") == (field.battle is None), "start.battle", "it goes with each stage but the opening"
    )
    if field.battle is not None:
        check_battle(state, field.battle)
    for what, number in conserved_in(state).items():
        check_that(number <= MOST_OF_A_KIND, "start", f"{what}: {number} are more than {MOST_OF_A_KIND}")
    needed = sum(left_of(state, each) for each in field.structures)
    check_that(field.black >= needed, "start.black", f"structures may come to need {needed} black cubes")
    check_that(bool(seats_to_act(state)), "start.stage", "nobody has anything to decide there")


def check_pieces(state: State) -> None:
    """Players, provinces, armies and structures out of the box."""
    field = state.field
    check_players(state)
    check_that(set(field.maneuvers) <= set(state.seats), "start.maneuvers", "a player is not at the table")
    provinces = {each.name for each in state.rules.components.map.provinces}
    check_that(set(field.religions) <= provinces, "start.religions", "there is no such province")
    check_armies(state)
    check_structures(state)


def check_players(state: State) -> None:
    """Each seat once, with a colour of its own, known cards and known units."""
    field, components = state.field, state.rules.components
    check_unique((player.seat for player in field.players), "start.players")
    check_unique((player.colour for player in field.players), "start.players")
    check_that({player.seat for player in field.players} == set(state.seats), "start.players", "not one for each seat")
    for player in field.players:
        where = f"start.players.{player.seat}"
        check_that(player.colour not in {NEUTRAL, BLACK}, where, f"{player.colour} is nobody's colour")
        check_unique((card.name for card in player.cards), where)
        check_that(
            {card.name for card in player.cards} <= {each.name for each in components.cards}, where, "an unknown card"
        )
        check_that(set(player.units) <= {each.name for each in components.units}, where, "an unknown unit")
        check_unique(player.achievements, where)


def check_built(state: State) -> None:
    """The buildings on the map are those that the mats say were built, and areas are no kinds of structure."""
    kinds = {each.kind: each for each in state.rules.components.structures}
    for player in state.field.players:
        where = f"start.players.{player.seat}"
        check_that(not set(player.built) & set(kinds), f"{where}.built", "an area is named like a kind of structure")
        in_areas = {kind for kind, each in kinds.items() if each.in_areas}
        check_that(not set(player.mat) & in_areas, f"{where}.mat", "a building lies in an area of the mat")
        standing = sum(kinds[each.kind].in_areas for each in state.field.structures if each.seat == player.seat)
        built = sum(player.built.values())
        check_that(standing == built, f"{where}.built", f"{standing} buildings stand on the map, not {built}")
        check_that(0 not in player.built.values(), f"{where}.built", "an area is named from which nothing was built")
