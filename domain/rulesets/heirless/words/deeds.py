"""What a player decides, in the words of the table: *backs Open Gates with 4 Influence*."""

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
from oathbook.domain.rulesets.kit.wording import listed, many


def deed(decision: Decision) -> str:  # noqa: C901, PLR0912  # a case for each decision
    """A decision as what the player does, after the player's name."""
    match decision:
        case Assign(workplace=workplace, workers=workers):
            return f"sends {many(len(workers), 'Worker')} ({', '.join(workers)}) to {workplace}"
        case Permit(allow=allow):
            return "lets the Workplace be used" if allow else "does not let the Workplace be used"
        case Refine(worker=worker, makes=makes, amount=amount):
            return f"refines {amount} {makes} with a {worker} Worker"
        case Build(workplace=workplace, cell=cell, discard=discard):
            return f"builds {workplace} on place {cell}{f' and discards {discard}' if discard else ''}"
        case UseCard(card=card):
            return f"uses {card}"
        case Deploy(tile=tile):
            return f"deploys a Knight to {tile}"
        case Enact(law=law):
            return f"puts {law} to the vote"
        case Vote(side=side, influence=influence):
            how = "backs" if side == "for" else "opposes"
            return f"{how} the Law with {influence} Influence" if influence else "spends no Influence on the vote"
        case Flee(tile=tile):
            return f"flees from {tile}"
        case Idle():
            return "Idles"
        case Haggle(terms=terms):
            return f"offers a trade: {listed([_given(each) for each in terms])}"
        case Accept(offer=offer):
            return f"agrees to offer {offer}"
        case Decline(offer=offer):
            return f"declines offer {offer}"
        case _:
            return _in_battle(decision)


def _given(transfer: Transfer) -> str:
    things = listed([said(each) for each in transfer.things]) or "nothing"
    return f"{transfer.giver} gives {things} to {transfer.taker}"


def _in_battle(decision: BattleDecision) -> str:
    match decision:
        case Resolve(tile=tile):
            return f"resolves the Battle on {tile}"
        case Ally(ally=ally):
            return f"wants {ally} as an ally" if ally else "wants no ally"
        case Target(aims=aims):
            return listed([f"aims {each.figure} at {each.target}" for each in aims]) or "aims at nobody"
        case PlaceCard(card=card):
            return f"defends with {_battlecard(card)}"
        case Attack(card=card, discard=discard):
            away = "" if discard is None else f" and discards {_battlecard(discard)}"
            return f"attacks with Battlecard {card}{away}"
        case AgreeToEnd():
            return "agrees to end the Battle"


def _battlecard(card: Hidden[str]) -> str:
    return f"Battlecard {card.look()}" if card.is_open else "a Battlecard face down"
