"""What a player decides, in the words of the table: *attacks 1,0 with army A*."""

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.cube_bag.model import decisions
from oathbook.domain.rulesets.cube_bag.model.components import card_title
from oathbook.domain.rulesets.kit.wording import format_count, format_list, plural, with_article


def deed(decision: decisions.Decision) -> str:  # noqa: C901  # a case for each decision
    """A decision as what the player does, after the player's name."""
    match decision:
        case decisions.Attack(armies=armies, target=target):
            return f"attacks {target} with {format_list([f'army {each}' for each in armies])}"
        case decisions.React(army=army, to=to):
            return f"sends army {army} to {to} in reaction"
        case decisions.Prepare():
            return f"prepares cubes{_ways(_preparation_parts(decision))}"
        case decisions.PlayCard(card=card):
            return f"uses {card_title(card)}"
        case decisions.Convert(card=card, army=army, unit=unit, to=to):
            tries = f"tries to convert {with_article(unit)} of army {army} to {to} by {card_title(card)}"
            return f"{tries}{_ways(_spending_parts(decision.actions, decision.experience))}"
        case decisions.Draw(cubes=cubes):
            return f"draws {format_count(cubes, 'cube')}"
        case decisions.Redraw(card=card, back=back):
            return f"puts {format_list(back)} back into the bag by {card_title(card)}"
        case decisions.AssignLosses(losses=losses):
            return _losses(losses)
        case decisions.PutBack(structure=structure, area=area):
            return f"puts {structure} back on the place marked {area}"
        case decisions.Recover(card=card, unit=unit, to=to):
            tries = f"tries to recover {with_article(unit)} on {to} by {card_title(card)}"
            return f"{tries}{_ways(_spending_parts(decision.actions, decision.experience))}"
        case decisions.Rebuild(structure=structure, at=at):
            return f"builds {structure} again on {at}"
        case decisions.Forgo():
            return "passes"


def _ways(parts: list[str]) -> str:
    return f": {', '.join(parts)}" if parts else ""


def _preparation_parts(decision: decisions.Prepare) -> list[str]:
    bonuses = [f"the bonus of the {each.unit} of army {each.army}" for each in decision.bonuses]
    out = [f"{format_count(decision.leave_out, 'defense cube')} left out"] if decision.leave_out else []
    return bonuses + out + _spending_parts(decision.actions, decision.experience)


def _spending_parts(actions: int, experience: tuple[decisions.Spent, ...]) -> list[str]:
    cubes = [format_count(actions, "action cube")] if actions else []
    return cubes + [
        f"{format_count(each.cubes, 'experience cube')} from {card_title(each.card)}" for each in experience
    ]


def _losses(losses: Hidden[decisions.Losses]) -> str:
    if not losses.is_open:
        return "decides in secret what the enemy loses"
    return f"decides what the enemy loses: {format_list([_loss(each) for each in losses.look()]) or 'nothing'}"


def _loss(loss: decisions.Loss) -> str:
    army, _, unit = loss.of.partition("/")
    return f"{loss.damage} damage to {f'the {plural(unit)} of army {army}' if unit else army}"
