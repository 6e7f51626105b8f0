"""What a player may decide, in the words of letters: *give*, *deploy*, *idle*."""

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.rulesets.heirless.model.battle_decisions import (
    AgreeToEnd,
    Ally,
    Attack,
    BattleDecision,
    PlaceCard,
    Resolve,
    Target,
)
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Assign,
    Build,
    Decision,
    Decline,
    Deploy,
    Enact,
    Flee,
    Haggle,
    Idle,
    Permit,
    Refine,
    Transfer,
    UseCard,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.goods import said


def decided(decision: Decision) -> str:  # noqa: C901, PLR0912  # a case for each decision
    """A decision as what a player could do; what is hidden from this reader stays hidden."""
    match decision:
        case Assign(workplace=workplace, workers=workers):
            return f'assign {", ".join(workers)} to workplace "{workplace}"'
        case Permit(allow=allow):
            return "let the workplace be used" if allow else "refuse the use of the workplace"
        case Refine(worker=worker, makes=makes, amount=amount):
            return f"refine {amount} {makes} with a Worker of {worker}"
        case Build(workplace=workplace, cell=cell, discard=discard):
            instead = f' in place of "{discard}"' if discard else ""
            return f'build workplace "{workplace}" on place {cell}{instead}'
        case UseCard(card=card):
            return f'use card "{card}"'
        case Deploy(tile=tile):
            return f'deploy a knight to tile "{tile}"'
        case Enact(law=law):
            return f'propose law "{law}"'
        case Vote(side=side, influence=influence):
            return f"spend {influence or 'no'} Influence {'in favour of' if side == 'for' else 'against'} the law"
        case Flee(tile=tile):
            return f'flee from tile "{tile}"'
        case Idle():
            return "idle"
        case Haggle(terms=terms):
            return f"offer a trade: {', '.join(map(_given, terms))}"
        case Accept(offer=offer):
            return f"accept offer {offer}"
        case Decline(offer=offer):
            return f"decline offer {offer}"
        case _:
            return _in_battle(decision)


def _given(transfer: Transfer) -> str:
    things = " and ".join(map(said, transfer.things)) or "nothing"
    return f"{transfer.giver} gives {things} to {transfer.taker}"


def _in_battle(decision: BattleDecision) -> str:
    match decision:
        case Resolve(tile=tile):
            return f'resolve the battle on tile "{tile}"'
        case Ally(ally=ally):
            return f"name {ally or 'nobody'} as an ally"
        case Target(aims=aims):
            return f"aim {', '.join(f'{each.figure} at {each.target}' for each in aims) or 'at nobody'}"
        case PlaceCard(card=card):
            return f"defend with {_battlecard(card)}"
        case Attack(card=card, discard=discard):
            away = "" if discard is None else f" and discard {_battlecard(discard)}"
            return f'attack with battlecard "{card}"{away}'
        case AgreeToEnd():
            return "agree to end the battle"


def _battlecard(card: Hidden[str]) -> str:
    return f'battlecard "{card.look()}"' if card.is_open else "a battlecard face down"
