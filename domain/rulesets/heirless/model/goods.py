"""HT-11.2, HT-11.3: what may change hands, and the table after it has."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model import queries
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Faction, Name
from oathbook.domain.rulesets.heirless.model.decisions import GridCell, Kind, Terms, Thing
from oathbook.domain.rulesets.heirless.model.state import GRID, Built, Field, Player
from oathbook.domain.rulesets.kit.misfits import must_fit

UNTRADEABLE = ("influence", "prestige", "crossed_out_prestige")


class Gift(Struct, frozen=True):
    """One thing on its way from hand to hand."""

    giver: Seat
    taker: Seat
    thing: Thing


def gifts_in(terms: Terms) -> Iterator[Gift]:
    """Every thing of a trade, with who gives it to whom."""
    return (Gift(each.giver, each.taker, thing) for each in terms for thing in each.things)


def parties_of(terms: Terms) -> tuple[Seat, ...]:
    """Everybody in a trade, once."""
    return tuple(dict.fromkeys(seat for each in terms for seat in (each.giver, each.taker)))


def faction_named(name: Name) -> Faction | None:
    """A Faction by its name, if it is one."""
    return next((faction for faction in FACTIONS if faction == name), None)


def amount_owned(field: Field, seat: Seat, kind: Kind, item: Name) -> int:
    """How many of a thing that may be traded a player has to give."""
    player = queries.player_of(field, seat)
    match kind:
        case "resource":
            return queries.amount_of(player.resources, item)
        case "worker":
            faction = faction_named(item)
            return 0 if faction is None else queries.staff_of(player.unemployed, faction)
        case "workplace":
            return int(item in player.hand or any(each.workplace == item for each in queries.grid_of(field, seat)))
        case "marker":
            return int(item in player.markers)
        case "influence" | "prestige" | "crossed_out_prestige":
            return 0


def amounts_to_give(terms: Terms) -> dict[tuple[Seat, Kind, Name], int]:
    """How many of each thing every giver is to give in all."""
    total: Counter[tuple[Seat, Kind, Name]] = Counter()
    for gift in gifts_in(terms):
        total[gift.giver, gift.thing.kind, gift.thing.item] += gift.thing.count
    return dict(total)


def workplaces_in_use(field: Field, terms: Terms) -> tuple[Built, ...]:
    """The Workplaces in use that would change hands (HA-16)."""
    built = (queries.built_of(field, gift.thing.item) for gift in gifts_in(terms) if gift.thing.kind == "workplace")
    return tuple(each for each in built if each is not None and each.user is not None)


class Room(Struct, frozen=True):
    """The grid of somebody who receives Workplaces: how many there would be, and which are to make room (HA-15)."""

    seat: Seat
    after: int
    replaced: tuple[Name, ...]
    own: tuple[Name, ...]

    @property
    def over(self) -> int:
        """How many there would be too many."""
        return max(0, self.after - GRID)


def grid_room(field: Field, terms: Terms, seat: Seat) -> Room:
    """What comes to a player's grid and what leaves it."""
    gifts = tuple(gifts_in(terms))
    moving = {gift.thing.item for gift in gifts if gift.thing.kind == "workplace"}
    own = tuple(each.workplace for each in queries.grid_of(field, seat) if each.workplace not in moving)
    coming = sum(gift.taker == seat and _is_built(field, gift) for gift in gifts)
    replaced = tuple(gift.thing.replaces for gift in gifts if gift.taker == seat and gift.thing.replaces is not None)
    return Room(seat, len(own) + coming, replaced, own)


def _is_built(field: Field, gift: Gift) -> bool:
    return gift.thing.kind == "workplace" and queries.built_of(field, gift.thing.item) is not None


# What an event changes ----------------------------------------------------------------------------------------


def exchange_goods(field: Field, terms: Terms) -> Field:
    """The table after a trade: all is given first, then all is taken. What makes room has left already."""
    given: list[tuple[Gift, Built | None]] = []
    for gift in gifts_in(terms):
        field, built = _take_from_giver(field, gift)
        given.append((gift, built))
    for gift, built in given:
        field = _give_to_taker(field, gift, built)
    return field


def _take_from_giver(field: Field, gift: Gift) -> tuple[Field, Built | None]:
    """The table without a thing, and the built Workplace that it is, if it is one; ``Misfit`` if it is not there."""
    built = queries.built_of(field, gift.thing.item) if gift.thing.kind == "workplace" else None
    if built is None:
        giver = queries.player_of(field, gift.giver)
        return queries.with_player(field, _change_reserve(giver, gift.thing, -1)), None
    must_fit(built.owner == gift.giver, f"{gift.giver} has not built {gift.thing.item}")
    return replace(field, built=tuple(each for each in field.built if each != built)), built


def _give_to_taker(field: Field, gift: Gift, built: Built | None) -> Field:
    """The table with a thing; a built Workplace stands on the first free place, a user's cube still on it (HA-16)."""
    taker = queries.player_of(field, gift.taker)
    if built is None:
        return queries.with_player(field, _change_reserve(taker, gift.thing, 1))
    moved = replace(built, owner=gift.taker, cell=first_free(field, gift.taker))
    return replace(field, built=(*field.built, moved))


def _change_reserve(player: Player, thing: Thing, sign: int) -> Player:
    """A reserve with a thing more, or less; ``Misfit`` where it is not there, or no such thing can be traded."""
    match thing.kind:
        case "resource":
            return replace(player, resources=queries.with_amount(player.resources, thing.item, sign * thing.count))
        case "worker":
            faction = faction_named(thing.item)
            if faction is None:
                raise Misfit(f"there are no {thing.item} Workers")
            return replace(player, unemployed=queries.with_staff(player.unemployed, faction, sign * thing.count))
        case "workplace":
            return replace(player, hand=_names(player.hand, thing.item, sign))
        case "marker":
            return replace(player, markers=_names(player.markers, thing.item, sign))
        case "influence" | "prestige" | "crossed_out_prestige":
            raise Misfit(f"{thing.kind} is not traded")


def _names(names: tuple[Name, ...], name: Name, sign: int) -> tuple[Name, ...]:
    return queries.without_name(names, name) if sign < 0 else (*names, name)


def first_free(field: Field, seat: Seat) -> GridCell:
    """The first free place of a grid; ``Misfit`` if there is none."""
    taken = {each.cell for each in queries.grid_of(field, seat)}
    free = [cell for cell in range(1, GRID + 1) if cell not in taken]
    must_fit(bool(free), f"the grid of {seat} is full")
    return free[0]


def describe_thing(thing: Thing) -> str:
    """A thing as a person calls it: ``2 wolf0``, ``1 Cat Worker``, ``Workplace Mill``, ``marker Bond``."""
    match thing.kind:
        case "worker":
            return f"{thing.count} {thing.item} Worker{'s' if thing.count > 1 else ''}"
        case "workplace":
            return f"Workplace {thing.item}"
        case "marker":
            return f"marker {thing.item}"
        case "resource" | "influence" | "prestige" | "crossed_out_prestige":
            return f"{thing.count} {thing.item}"
