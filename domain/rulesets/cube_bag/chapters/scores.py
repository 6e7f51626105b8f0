"""What is counted: victories, and what no event may change."""

from collections import Counter
from collections.abc import Iterator, Mapping

from oathbook.domain.rulesets.cube_bag.model.cubes import BLACK, NEUTRAL
from oathbook.domain.rulesets.cube_bag.model.state import Battle, Field, Player, State
from oathbook.domain.rulesets.protocol import Score, Standing


def standing_of(state: State) -> Standing:
    """Victories; nobody is ever out."""
    won = Counter(seat for fought in state.field.fought for seat in fought.winners)
    scores = tuple(Score(seat, won[seat], "victories") for seat in state.seats)
    return Standing(scores, (), state.field.ending)


def conserved_in(state: State) -> Mapping[str, int]:
    """Cubes of each colour, units of each player and type, and structures of each player, wherever they are."""
    field = state.field
    found: Counter[str] = Counter()
    for what, number in _all_of(field):
        found[what] += number
    return {what: number for what, number in sorted(found.items()) if number}


def _all_of(field: Field) -> Iterator[tuple[str, int]]:
    fallen = () if field.battle is None else field.battle.fallen
    yield f"{NEUTRAL} cubes", field.neutral + sum(army.depleted for army in field.armies)
    yield f"{BLACK} cubes", field.black + sum(each.black for each in field.structures)
    for player in field.players:
        yield from _of_player(player)
    for army in field.armies:
        yield from ((f"{unit} units of {army.seat}", 1) for unit in army.units)
    for structure in (*field.structures, *fallen):
        yield f"structures of {structure.seat}", 1
    if field.battle is not None:
        yield from _in_battle(field, field.battle)


def _of_player(player: Player) -> Iterator[tuple[str, int]]:
    experience = sum(card.experience for card in player.cards)
    yield f"{player.colour} cubes", player.supply + player.actions + experience
    yield from ((f"{unit} units of {player.seat}", number) for unit, number in player.units.items())
    yield f"structures of {player.seat}", sum(player.mat.values())


def _in_battle(field: Field, battle: Battle) -> Iterator[tuple[str, int]]:
    for cubes in (battle.bag, battle.drawn, battle.discarded):
        yield from ((f"{colour} cubes", number) for colour, number in cubes.items())
    for fighter in (battle.attacker, battle.defender):
        yield from ((f"{each.colour} cubes", fighter.own) for each in field.players if each.seat == fighter.seat)
        yield f"{NEUTRAL} cubes", fighter.neutral
