"""What a player decides, in the words of the table: *backs Open Gates with 4 Influence*."""

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.goods import describe_thing
from oathbook.domain.rulesets.kit.wording import format_count, format_list


def deed(decision: decisions.Decision) -> str:  # noqa: C901, PLR0912  # a case for each decision
    """A decision as what the player does, after the player's name."""
    match decision:
        case decisions.Assign(workplace=workplace, workers=workers):
            return f"sends {format_count(len(workers), 'Worker')} ({', '.join(workers)}) to {workplace}"
        case decisions.Permit(allow=allow):
            return "lets the Workplace be used" if allow else "does not let the Workplace be used"
        case decisions.Refine(worker=worker, makes=makes, amount=amount):
            return f"refines {amount} {makes} with a {worker} Worker"
        case decisions.Build(workplace=workplace, cell=cell, discard=discard):
            return f"builds {workplace} on place {cell}{f' and discards {discard}' if discard else ''}"
        case decisions.UseCard(card=card):
            return f"uses {card}"
        case decisions.Deploy(tile=tile):
            return f"deploys a Knight to {tile}"
        case decisions.Enact(law=law):
            return f"puts {law} to the vote"
        case decisions.Vote(side=side, influence=influence):
            how = "backs" if side == "for" else "opposes"
            return f"{how} the Law with {influence} Influence" if influence else "spends no Influence on the vote"
        case decisions.Flee(tile=tile):
            return f"flees from {tile}"
        case decisions.Idle():
            return "Idles"
        case decisions.Haggle(terms=terms):
            return f"offers a trade: {format_list([_transfer_deed(each) for each in terms])}"
        case decisions.Accept(offer=offer):
            return f"agrees to offer {offer}"
        case decisions.Decline(offer=offer):
            return f"declines offer {offer}"
        case _:
            return _battle_deed(decision)


def _transfer_deed(transfer: decisions.Transfer) -> str:
    things = format_list([describe_thing(each) for each in transfer.things]) or "nothing"
    return f"{transfer.giver} gives {things} to {transfer.taker}"


def _battle_deed(decision: decisions.BattleDecision) -> str:
    match decision:
        case decisions.Resolve(tile=tile):
            return f"resolves the Battle on {tile}"
        case decisions.Ally(ally=ally):
            return f"wants {ally} as an ally" if ally else "wants no ally"
        case decisions.Target(aims=aims):
            return format_list([f"aims {each.figure} at {each.target}" for each in aims]) or "aims at nobody"
        case decisions.PlaceCard(card=card):
            return f"defends with {_battlecard(card)}"
        case decisions.Attack(card=card, discard=discard):
            away = "" if discard is None else f" and discards {_battlecard(discard)}"
            return f"attacks with Battlecard {card}{away}"
        case decisions.AgreeToEnd():
            return "agrees to end the Battle"


def _battlecard(card: Hidden[str]) -> str:
    return f"Battlecard {card.look()}" if card.is_open else "a Battlecard face down"
