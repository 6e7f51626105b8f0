"""What a player decides, in the words of the table: *attacks 1,0 with army A*."""

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.rulesets.cube_bag.model.components import titled
from oathbook.domain.rulesets.cube_bag.model.decisions import (
    AssignLosses,
    Attack,
    Convert,
    Decision,
    Draw,
    Forgo,
    Loss,
    Losses,
    PlayCard,
    Prepare,
    PutBack,
    React,
    Rebuild,
    Recover,
    Redraw,
    Spent,
)
from oathbook.domain.rulesets.kit.wording import listed, many, one, several


def deed(decision: Decision) -> str:  # noqa: C901  # a case for each decision
    """A decision as what the player does, after the player's name."""
    match decision:
        case Attack(armies=armies, target=target):
            return f"attacks {target} with {listed([f'army {each}' for each in armies])}"
        case React(army=army, to=to):
            return f"sends army {army} to {to} in reaction"
        case Prepare():
            return f"prepares cubes{_ways(_prepared(decision))}"
        case PlayCard(card=card):
            return f"uses {titled(card)}"
        case Convert(card=card, army=army, unit=unit, to=to):
            tries = f"tries to convert {one(unit)} of army {army} to {to} by {titled(card)}"
            return f"{tries}{_ways(_spent(decision.actions, decision.experience))}"
        case Draw(cubes=cubes):
            return f"draws {many(cubes, 'cube')}"
        case Redraw(card=card, back=back):
            return f"puts {listed(back)} back into the bag by {titled(card)}"
        case AssignLosses(losses=losses):
            return _losses(losses)
        case PutBack(structure=structure, area=area):
            return f"puts {structure} back on the place marked {area}"
        case Recover(card=card, unit=unit, to=to):
            tries = f"tries to recover {one(unit)} on {to} by {titled(card)}"
            return f"{tries}{_ways(_spent(decision.actions, decision.experience))}"
        case Rebuild(structure=structure, at=at):
            return f"builds {structure} again on {at}"
        case Forgo():
            return "passes"


def _ways(parts: list[str]) -> str:
    return f": {', '.join(parts)}" if parts else ""


def _prepared(decision: Prepare) -> list[str]:
    bonuses = [f"the bonus of the {each.unit} of army {each.army}" for each in decision.bonuses]
    out = [f"{many(decision.leave_out, 'defense cube')} left out"] if decision.leave_out else []
    return bonuses + out + _spent(decision.actions, decision.experience)


def _spent(actions: int, experience: tuple[Spent, ...]) -> list[str]:
    cubes = [many(actions, "action cube")] if actions else []
    return cubes + [f"{many(each.cubes, 'experience cube')} from {titled(each.card)}" for each in experience]


def _losses(losses: Hidden[Losses]) -> str:
    if not losses.is_open:
        return "decides in secret what the enemy loses"
    return f"decides what the enemy loses: {listed([_loss(each) for each in losses.look()]) or 'nothing'}"


def _loss(loss: Loss) -> str:
    army, _, unit = loss.of.partition("/")
    return f"{loss.damage} damage to {f'the {several(unit)} of army {army}' if unit else army}"
