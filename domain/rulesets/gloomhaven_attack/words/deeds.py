"""What a player decides, in the words of the table: *has Guard attack Scoundrel with 3*."""

from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Aim,
    ChooseCard,
    Decision,
    DeclareAttack,
    DrawCards,
    EndRound,
    NameTarget,
    NoteDamage,
    OrderModifiers,
    UseItem,
)
from oathbook.domain.rulesets.kit.wording import listed


def deed(decision: Decision) -> str:  # noqa: C901  # a case for each decision
    """A decision as what the player does, after the player's name."""
    match decision:
        case DeclareAttack(attacker=attacker, base=base, targets=targets):
            return f"has {attacker} attack {listed([_aim(each) for each in targets]) or 'nobody'} with {base}"
        case UseItem(item=item):
            return f"uses {item}"
        case OrderModifiers(order=order):
            return f"orders the modifiers: number {listed([str(each + 1) for each in order])}"
        case DrawCards():
            return "turns over modifier cards"
        case ChooseCard(card=card):
            return f"takes the {card} card"
        case NameTarget(target=target):
            return "names no more targets" if target is None else f"names {_aim(target)} as the next target"
        case NoteDamage(figure=figure, damage=damage, source=source):
            return f"notes that {figure} suffers {damage} damage: {source}"
        case EndRound():
            return "ends the round"


def _aim(aim: Aim) -> str:
    return aim.figure if aim.distance == 1 else f"{aim.figure}, {aim.distance} hexes away,"
