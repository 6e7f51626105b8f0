"""The table after the events of the rewards phase (HB-6.3)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.model import reward_events as r
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.field import knights_on, player_of, with_amount, with_player
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.kit.misfits import must_fit


def resources_rewarded(state: State, event: r.ResourcesRewarded) -> Field:
    """More Resources in the reserve."""
    _must_remain(state.field, event.seat, event.tile)
    known = set(state.rules.components.resources)
    must_fit({each.of for each in event.gained} <= known, "one of them is no Resource of the box")
    player = player_of(state.field, event.seat)
    resources = player.resources
    for each in event.gained:
        resources = with_amount(resources, each.of, each.count)
    return with_player(state.field, replace(player, resources=resources))


def attributes_improved(state: State, event: r.AttributesImproved) -> Field:
    """The player's board stands on other steps."""
    _must_remain(state.field, event.seat, event.tile)
    war = state.field.war
    boards = tuple(replace(each, figures=event.figures) if each.owner == event.seat else each for each in war.boards)
    return replace(state.field, war=replace(war, boards=boards))


def _must_remain(field: Field, seat: Seat, tile: Name) -> None:
    there = any(knight.seat == seat for knight in knights_on(field, tile))
    must_fit(there, f"{seat} has no Knight on {tile}")


REWARD_CHANGES: Final[Mapping[type, Callable[[State, Any], Field]]] = {
    r.ResourcesRewarded: resources_rewarded,
    r.AttributesImproved: attributes_improved,
}
