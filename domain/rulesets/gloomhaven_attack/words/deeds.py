"""What a player decides, in the words of the table: *has Guard attack Scoundrel with 3*."""

from oathbook.domain.rulesets.gloomhaven_attack.model import decisions
from oathbook.domain.rulesets.kit.wording import format_list


def deed(decision: decisions.Decision) -> str:  # noqa: C901  # a case for each decision
    """A decision as what the player does, after the player's name."""
    match decision:
        case decisions.DeclareAttack(attacker=attacker, base=base, targets=targets):
            return f"has {attacker} attack {format_list([_aim(each) for each in targets]) or 'nobody'} with {base}"
        case decisions.UseItem(item=item):
            return f"uses {item}"
        case decisions.OrderModifiers(order=order):
            return f"orders the modifiers: number {format_list([str(each + 1) for each in order])}"
        case decisions.DrawCards():
            return "turns over modifier cards"
        case decisions.ChooseCard(card=card):
            return f"takes the {card} card"
        case decisions.NameTarget(target=target):
            return "names no more targets" if target is None else f"names {_aim(target)} as the next target"
        case decisions.NoteDamage(figure=figure, damage=damage, source=source):
            return f"notes that {figure} suffers {damage} damage: {source}"
        case decisions.EndRound():
            return "ends the round"


def _aim(aim: decisions.Aim) -> str:
    return aim.figure if aim.distance == 1 else f"{aim.figure}, {aim.distance} hexes away,"
