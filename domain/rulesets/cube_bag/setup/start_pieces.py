"""Armies and structures of a start position: where they may stand, and what of."""

from oathbook.domain.rulesets.cube_bag.chapters.forces import hit_points
from oathbook.domain.rulesets.cube_bag.model.hexes import DIRECTIONS, is_on
from oathbook.domain.rulesets.cube_bag.model.queries import pieces, structure_figures, unit_figures
from oathbook.domain.rulesets.cube_bag.model.state import Army, State, Structure
from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique


def check_armies(state: State) -> None:
    """Each on a hex of its own, of known units of its terrain, no larger than an army may be."""
    field = state.field
    check_unique((each.id for each in pieces(field)), "start")
    check_unique((army.hex for army in field.armies), "start.armies")
    known = {each.name for each in state.rules.components.units}
    for army in field.armies:
        where = f"start.armies.{army.id}"
        check_that(army.seat in state.seats, where, "there is no such seat")
        check_that(set(army.units) <= known, where, "an unknown unit")
        limit = state.rules.components.army_limit
        check_that(len(army.units) <= limit, where, f"an army has at most {limit} units, not {len(army.units)}")
        _check_terrain(state, army, where)


def _check_terrain(state: State, army: Army, where: str) -> None:
    land = state.rules.components.map
    vessels = [unit_figures(state.rules.components, unit).of_class == "vessel" for unit in army.units]
    check_that(is_on(land, army.hex), where, f"{army.hex} is not on the map")
    check_that(
        all(vessels) if army.hex in land.water else not any(vessels), where, "vessels are at sea, others on land"
    )


def check_structures(state: State) -> None:
    """Of a known kind, on a hex on which nobody else has anything, with no more black cubes than hit points."""
    field, known = state.field, {each.kind for each in state.rules.components.structures}
    for each in field.structures:
        where = f"start.structures.{each.id}"
        check_that(each.seat in state.seats, where, "there is no such seat")
        check_that(each.kind in known, where, f"there is no structure “{each.kind}”")
        check_that(is_on(state.rules.components.map, each.hex), where, f"{each.hex} is not on the map")
        others = {other.seat for other in pieces(field) if other.hex == each.hex}
        check_that(others == {each.seat}, where, "another player has something on its hex")
        _check_figures(state, each, where)


def _check_figures(state: State, each: Structure, where: str) -> None:
    figures = structure_figures(state.rules.components, each.kind)
    check_that(bool(each.sides) == figures.on_sides, where, "walls and palisades stand on sides, nothing else does")
    check_unique(each.sides, where)
    check_that(set(each.sides) <= set(DIRECTIONS), where, f"the sides of a hex are {' '.join(DIRECTIONS)}")
    check_that((each.stages > 0) == (figures.hit_points == 0), where, "wonders have stages, nothing else has")
    most = hit_points(state, each)
    check_that(each.black <= most, where, f"it carries {each.black} black cubes and has {most} hit points")
