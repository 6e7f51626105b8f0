"""What a player may decide, in the words of letters: *give*, *deploy*, *idle*."""

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.goods import describe_thing


def decision_phrase(decision: decisions.Decision) -> str:  # noqa: C901, PLR0912  # a case for each decision
    """A decision as what a player could do; what is hidden from this reader stays hidden."""
    match decision:
        case decisions.Assign(workplace=workplace, workers=workers):
            return f'assign {", ".join(workers)} to workplace "{workplace}"'
        case decisions.Permit(allow=allow):
            return "let the workplace be used" if allow else "refuse the use of the workplace"
        case decisions.Refine(worker=worker, makes=makes, amount=amount):
            return f"refine {amount} {makes} with a Worker of {worker}"
        case decisions.Build(workplace=workplace, cell=cell, discard=discard):
            instead = f' in place of "{discard}"' if discard else ""
            return f'build workplace "{workplace}" on place {cell}{instead}'
        case decisions.UseCard(card=card):
            return f'use card "{card}"'
        case decisions.Deploy(tile=tile):
            return f'deploy a knight to tile "{tile}"'
        case decisions.Enact(law=law):
            return f'propose law "{law}"'
        case decisions.Vote(side=side, influence=influence):
            return f"spend {influence or 'no'} Influence {'in favour of' if side == 'for' else 'against'} the law"
        case decisions.Flee(tile=tile):
            return f'flee from tile "{tile}"'
        case decisions.Idle():
            return "idle"
        case decisions.Haggle(terms=terms):
            return f"offer a trade: {', '.join(map(_transfer_phrase, terms))}"
        case decisions.Accept(offer=offer):
            return f"accept offer {offer}"
        case decisions.Decline(offer=offer):
            return f"decline offer {offer}"
        case _:
            return _battle_phrase(decision)


def _transfer_phrase(transfer: decisions.Transfer) -> str:
    things = " and ".join(map(describe_thing, transfer.things)) or "nothing"
    return f"{transfer.giver} gives {things} to {transfer.taker}"


def _battle_phrase(decision: decisions.BattleDecision) -> str:
    match decision:
        case decisions.Resolve(tile=tile):
            return f'resolve the battle on tile "{tile}"'
        case decisions.Ally(ally=ally):
            return f"name {ally or 'nobody'} as an ally"
        case decisions.Target(aims=aims):
            return f"aim {', '.join(f'{each.figure} at {each.target}' for each in aims) or 'at nobody'}"
        case decisions.PlaceCard(card=card):
            return f"defend with {_battlecard(card)}"
        case decisions.Attack(card=card, discard=discard):
            away = "" if discard is None else f" and discard {_battlecard(discard)}"
            return f'attack with battlecard "{card}"{away}'
        case decisions.AgreeToEnd():
            return "agree to end the battle"


def _battlecard(card: Hidden[str]) -> str:
    return f'battlecard "{card.look()}"' if card.is_open else "a battlecard face down"
