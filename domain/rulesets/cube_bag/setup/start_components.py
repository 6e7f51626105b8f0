"""Components that a game may be opened with: every figure that another one relies on."""

from oathbook.domain.rulesets.cube_bag.model.components import Components, Land
from oathbook.domain.rulesets.cube_bag.model.hexes import coordinates, is_on
from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique


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
