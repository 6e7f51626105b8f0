"""Questions to the table that several steps ask: whose is what, and who must decide."""

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import MOST_EXACT
from oathbook.domain.rulesets.heirless.model import components
from oathbook.domain.rulesets.heirless.model.battle_queries import open_reward_offers, seats_to_act_in_battles
from oathbook.domain.rulesets.heirless.model.state import Built, Field, Knight, Offer, Player, State
from oathbook.domain.rulesets.heirless.model.switches import Rules
from oathbook.domain.rulesets.kit.misfits import must_find, must_fit


def must_be_countable(number: int, of: str) -> int:
    """The number; ``Misfit`` if it is below zero, or too large to be written down."""
    must_fit(0 <= number <= MOST_EXACT, f"there would be {number} {of}")
    return number


def player_of(field: Field, seat: Seat) -> Player:
    """What a seat has; ``Misfit`` if there is no such seat."""
    return must_find((player for player in field.players if player.seat == seat), f"player {seat}")


def with_player(field: Field, player: Player) -> Field:
    """The table with that player's reserves changed."""
    return replace(field, players=tuple(player if each.seat == player.seat else each for each in field.players))


def tile_of(rules: Rules, name: components.Name) -> components.Tile | None:
    """A tile of the map, if there is one of that name."""
    return next((tile for tile in rules.components.tiles if tile.name == name), None)


def workplace_of(rules: Rules, name: components.Name) -> components.Workplace:
    """A Workplace card; ``Misfit`` if there is none of that name."""
    return must_find((each for each in rules.components.workplaces if each.name == name), f"Workplace “{name}”")


def built_of(field: Field, name: components.Name) -> Built | None:
    """The built Workplace of that name, if it is built."""
    return next((each for each in field.built if each.workplace == name), None)


def grid_of(field: Field, seat: Seat) -> tuple[Built, ...]:
    """The built Workplaces a seat owns."""
    return tuple(each for each in field.built if each.owner == seat)


def knights_on(field: Field, tile: components.Name) -> tuple[Knight, ...]:
    """The Knights on a tile."""
    return tuple(knight for knight in field.knights if knight.tile == tile)


def offer_of(field: Field, number: int) -> Offer | None:
    """The offer of that number, if it is on the table."""
    return next((offer for offer in field.offers if offer.number == number), None)


def amount_of(amounts: tuple[components.Amount, ...], resource: components.Name) -> int:
    """How many of a Resource."""
    return sum(each.count for each in amounts if each.of == resource)


def staff_of(staff: tuple[components.Staff, ...], faction: components.Faction) -> int:
    """How many Workers of a Faction."""
    return sum(each.count for each in staff if each.faction == faction)


def with_amount(
    amounts: tuple[components.Amount, ...], resource: components.Name, by: int
) -> tuple[components.Amount, ...]:
    """The reserve with so many more, or fewer, of a Resource; ``Misfit`` below zero."""
    changed = components.Amount(resource, must_be_countable(amount_of(amounts, resource) + by, resource))
    if any(each.of == resource for each in amounts):
        return tuple(changed if each.of == resource else each for each in amounts)
    return (*amounts, changed)


def with_staff(
    staff: tuple[components.Staff, ...], faction: components.Faction, by: int
) -> tuple[components.Staff, ...]:
    """The reserve with so many more, or fewer, Workers of a Faction; ``Misfit`` below zero."""
    changed = components.Staff(faction, must_be_countable(staff_of(staff, faction) + by, f"{faction} Workers"))
    if any(each.faction == faction for each in staff):
        return tuple(changed if each.faction == faction else each for each in staff)
    return (*staff, changed)


def without_name(names: tuple[components.Name, ...], name: components.Name) -> tuple[components.Name, ...]:
    """The names without this one; ``Misfit`` if it is not there."""
    must_fit(name in names, f"{name} is not there")
    return tuple(each for each in names if each != name)


def seats_to_act(state: State) -> tuple[Seat, ...]:
    """The seats that must decide before anything else happens; trades are never waited for."""
    field = state.field
    match field.stage:
        case "turns":
            return () if field.turn is None else (field.turn.seat,)
        case "consent":
            built = None if field.request is None else built_of(field, field.request.workplace)
            return () if built is None else (built.owner,)
        case "vote":
            return () if field.ballot is None else field.ballot.voters[len(field.ballot.spent) :][:1]
        case "rewards":
            return tuple(offer.seat for offer in open_reward_offers(field))[:1]
        case "over":
            return ()
        case _:
            return seats_to_act_in_battles(state)
