"""Questions to the field that several steps ask: whose army, which figures, who must decide."""

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.model.components import CardFigures, Components, StructureFigures, UnitFigures
from oathbook.domain.rulesets.cube_bag.model.state import (
    Army,
    Battle,
    Card,
    Field,
    Fighter,
    Player,
    State,
    Structure,
    Use,
)
from oathbook.domain.rulesets.kit.misfits import must_exist, must_find


def unit_figures(components: Components, unit: str) -> UnitFigures:
    """What is printed for a unit type."""
    return must_find((each for each in components.units if each.name == unit), f"unit “{unit}”")


def structure_figures(components: Components, kind: str) -> StructureFigures:
    """What is printed for a kind of structure."""
    return must_find((each for each in components.structures if each.kind == kind), f"structure “{kind}”")


def card_figures(components: Components, name: str) -> CardFigures:
    """What a card does."""
    return must_find((each for each in components.cards if each.name == name), f"card “{name}”")


def player_of(field: Field, seat: Seat) -> Player:
    """The player in a seat."""
    return must_find((each for each in field.players if each.seat == seat), f"player {seat}")


def army_of(field: Field, army: str) -> Army:
    """The army of that name."""
    return must_find((each for each in field.armies if each.id == army), f"army “{army}”")


def structure_of(field: Field, structure: str) -> Structure:
    """The structure of that name."""
    return must_find((each for each in field.structures if each.id == structure), f"structure “{structure}”")


def card_of(player: Player, card: str) -> Card:
    """A player's card."""
    return must_find((each for each in player.cards if each.name == card), f"card “{card}” before {player.seat}")


def pieces(field: Field) -> tuple[Army | Structure, ...]:
    """Everything on the map."""
    return (*field.armies, *field.structures)


def battle_in(field: Field) -> Battle:
    """The battle being fought; ``Misfit`` if there is none."""
    return must_exist(field.battle, "battle")


def fighter_of(battle: Battle, seat: Seat) -> Fighter:
    """The fighter in a seat; ``Misfit`` for anybody else."""
    return must_find((each for each in (battle.attacker, battle.defender) if each.seat == seat), f"fighter {seat}")


def enemy_of(battle: Battle, seat: Seat) -> Fighter:
    """The other fighter."""
    return battle.defender if seat == battle.attacker.seat else battle.attacker


def with_player(field: Field, player: Player) -> Field:
    """The field with the player of that seat in the new state."""
    return replace(field, players=tuple(player if each.seat == player.seat else each for each in field.players))


def with_army(field: Field, name: str, **changes: object) -> Field:
    """The field with something else about the army of that name."""
    changed = replace(army_of(field, name), **changes)
    return replace(field, armies=tuple(changed if each.id == name else each for each in field.armies))


def with_battle(field: Field, **changes: object) -> Field:
    """The field with something else about the battle being fought."""
    return replace(field, battle=replace(battle_in(field), **changes))


def with_fighter(field: Field, seat: Seat, **changes: object) -> Field:
    """The field with something else about the fighter in a seat; ``Misfit`` for anybody else."""
    battle = battle_in(field)
    side = "attacker" if seat == battle.attacker.seat else "defender"
    return with_battle(field, **{side: replace(fighter_of(battle, seat), **changes)})


def uses_left(state: State, seat: Seat, use: Use) -> tuple[str, ...]:
    """The cards a fighter can still use so in this battle, a card as often as it allows."""
    battle = battle_in(state.field)
    done = [each.card for each in battle.done if (each.seat, each.use) == (seat, use)]
    cards = (card_figures(state.rules.components, card.name) for card in player_of(state.field, seat).cards)
    return tuple(card.name for card in cards for _ in range(_times_allowed(card, use) - done.count(card.name)))


def _times_allowed(card: CardFigures, use: Use) -> int:
    once = {"discard": bool(card.discards), "redraw": bool(card.redraws)}
    return {**once, "conversion": card.conversions, "recovery": card.recoveries}[use]


def seats_to_act(state: State) -> tuple[Seat, ...]:  # noqa: C901  # a case a stage: a table, not a tangle
    """The seats that must decide before anything else happens."""
    field, battle = state.field, state.field.battle
    if battle is None:
        return field.maneuvers[:1] if field.stage == "opening" else ()
    attacker, defender = battle.attacker, battle.defender
    match field.stage:
        case "reaction":
            return (defender.seat,)
        case "preparation":
            left = tuple(each.seat for each in (attacker, defender) if not each.prepared)
            return left if state.rules.switches.preparation_order == "any_order" else left[:1]
        case "tactics" | "redraw":
            return () if battle.offered is None else (battle.offered.seat,)
        case "conversion" | "recovery":
            return users_in_order(state, field.stage)
        case "clash":
            return () if battle.has_drawn else (attacker.seat,)
        case "extra_draw":
            return (defender.seat,) if battle.extra else ()
        case "losses":
            chosen = {choice.seat for choice in battle.choices}
            return tuple(each.seat for each in (attacker, defender) if each.damage and each.seat not in chosen)
        case "mat":
            return tuple(dict.fromkeys(each.seat for each in battle.fallen))
        case "opening" | "outcome" | "over":
            return ()


def users_in_order(state: State, use: Use) -> tuple[Seat, ...]:
    """Who may still use a card so: the defender before the attacker (CB-3.1, CB-6.1)."""
    battle = battle_in(state.field)
    return tuple(each.seat for each in (battle.defender, battle.attacker) if uses_left(state, each.seat, use))[:1]
