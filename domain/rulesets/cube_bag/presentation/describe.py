"""What people say of a battle, row by row; not who is asked, and not what the stage says."""

from collections.abc import Iterator

from oathbook.domain.rulesets.cube_bag.model.state import Fighter, Player
from oathbook.domain.rulesets.cube_bag.presentation.view import BattleView, View


def describe_view(view: View) -> Iterator[tuple[str, str]]:
    """What it is about, and how that is."""
    for player in view.players:
        yield from _player(player)
    for army in view.armies:
        yield f"hex of army {army.id}", army.hex
        yield f"units of army {army.id}", ", ".join(army.units)
        yield f"army {army.id}", "depleted" if army.depleted else "fresh"
    for each in view.structures:
        yield f"{each.kind} {each.id} of {each.seat}", f"on {each.hex}, black cubes {each.black}, stages {each.stages}"
    yield from ((f"religion of {name}", religion) for name, religion in view.religions.items())
    yield "neutral cubes in the supply", str(view.neutral)
    yield "black cubes in the supply", str(view.black)
    if view.battle is not None:
        yield from _battle(view.battle)
    yield "battles fought", str(len(view.fought))
    yield "lost structures", ", ".join(each.structure.id for each in view.razed)
    yield "end of the game", "" if view.ending is None else view.ending.outcome.replace("_", " ")


def _player(player: Player) -> Iterator[tuple[str, str]]:
    yield f"cubes in the supply of {player.seat}", str(player.supply)
    yield f"action cubes of {player.seat}", str(player.actions)
    yield from ((f"experience of {player.seat} on {each.name}", str(each.experience)) for each in player.cards)
    for what in (player.units, player.built, player.mat):
        yield from (
            (f"{name.replace('_', ' ')} on the mat of {player.seat}", str(count)) for name, count in what.items()
        )


def _battle(battle: BattleView) -> Iterator[tuple[str, str]]:
    for where, cubes in (("in the bag", battle.bag), ("drawn", battle.drawn), ("discarded", battle.discarded)):
        yield from ((f"{colour} cubes {where}", str(count)) for colour, count in cubes.items())
    yield from (*_fighter(battle.attacker), *_fighter(battle.defender))
    yield "units lost", ", ".join(f"{each.unit} of {each.seat}" for each in battle.lost)
    yield "structures lost", ", ".join(each.id for each in battle.fallen)


def _fighter(fighter: Fighter) -> Iterator[tuple[str, str]]:
    yield f"cubes prepared by {fighter.seat}", str(fighter.own)
    yield f"neutral cubes prepared by {fighter.seat}", str(fighter.neutral)
    yield f"courage of {fighter.seat}", str(fighter.courage)
    yield f"damage of {fighter.seat}", str(fighter.damage)
