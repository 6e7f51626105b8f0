"""A start position in the middle of things: a request, a vote, offers on the table; no Battle has begun."""

from domain.kernel.hidden import Hidden
from domain.rulesets.heirless.battle_model import BattleCards
from domain.rulesets.heirless.box import Name
from domain.rulesets.heirless.field import built_of
from domain.rulesets.heirless.goods import parties_of
from domain.rulesets.heirless.model import Ballot, Request, State
from domain.rulesets.heirless.start_fits import MOST_COUNTED, fits, once


def check_underway(state: State) -> None:
    """What the stage needs is there, and nothing else."""
    field = state.field
    fits((field.request is not None) == (field.stage == "consent"), "start.request", "it is there while one is asked")
    fits((field.ballot is not None) == (field.stage == "vote"), "start.ballot", "it is there while there is a vote")
    if field.request is not None:
        _check_request(state, field.request)
    if field.ballot is not None:
        _check_ballot(state, field.ballot)
    _check_offers(state)


def _check_request(state: State, request: Request) -> None:
    turn = state.field.turn
    fits(turn is not None and request.by == turn.seat, "start.request.by", "it is another player's turn")
    built = built_of(state.field, request.workplace)
    fits(built is not None, "start.request.workplace", "no such Workplace is built")


def _check_ballot(state: State, ballot: Ballot) -> None:
    field = state.field
    fits(field.turn is not None and ballot.by == field.turn.seat, "start.ballot.by", "it is another player's turn")
    fits(ballot.law in field.laws, "start.ballot.law", "that Law is not available")
    fits(1 <= ballot.number == field.votes, "start.ballot.number", f"the last vote has number {field.votes}")
    thresholds = {law.name: law.threshold for law in state.rules.components.laws}
    fits(ballot.threshold == thresholds[ballot.law], "start.ballot.threshold", "it is not that of the Law")
    once(ballot.voters, "start.ballot.voters")
    fits(set(ballot.voters) <= set(state.seats), "start.ballot.voters", "one of them is no player")
    fits(ballot.by in ballot.voters, "start.ballot.voters", "whoever takes the action votes")
    spent = tuple(each.seat for each in ballot.spent)
    fits(spent == ballot.voters[: len(spent)], "start.ballot.spent", "not by the first of the voters, in their order")
    fits(len(spent) < len(ballot.voters), "start.ballot.spent", "everybody has answered")
    for each in ballot.spent:
        where = f"start.ballot.spent.{each.seat}"
        fits(each.influence <= MOST_COUNTED, where, f"nobody counted beyond {MOST_COUNTED:,}")
        owes = each.seat == ballot.by
        fits(not owes or (each.side == "for" and each.influence > 0), where, "at least 1 is spent in favour")
    influence = next(player.influence for player in field.players if player.seat == ballot.by)
    fits(ballot.by in spent or influence > 0, "start.ballot.by", "the vote still owed takes 1 Influence")


def _check_offers(state: State) -> None:
    field = state.field
    once((offer.by for offer in field.offers), "start.offers")
    once((str(offer.number) for offer in field.offers), "start.offers")
    for offer in field.offers:
        where = f"start.offers.{offer.number}"
        fits(1 <= offer.number <= field.offered, where, f"the last offer has number {field.offered}")
        parties = set(parties_of(offer.terms))
        fits(parties <= set(state.seats), where, "one of the parties is no player")
        once(offer.accepted, where)
        fits(offer.by in offer.accepted, where, "whoever offers has agreed")
        fits(set(offer.accepted) < parties, where, "some parties, but not all, have agreed")


def check_battlefield(state: State) -> None:
    """Every player's cards and every owner's Attributes; the Battles of the Season have not begun."""
    war, box = state.field.war, state.rules.components
    fits(not war.battles and war.hourglass is None, "start.war.battles", "no Battle has begun")
    cards = {each.seat: each for each in war.cards}
    fits(list(cards) == list(state.seats), "start.war.cards", "not those of the seats, in their order")
    for each in war.cards:
        where = f"start.war.cards.{each.seat}"
        whole = each.hand is None
        fits(each.held + each.discarded == len(box.battlecards), where, f"a player has {len(box.battlecards)}")
        fits(not whole or not each.discarded, where, "the cards in hand are known while none is discarded")
        if each.hand is not None:
            _check_hand(state, each, each.hand, where)
    owners = [*state.seats, *(tile.name for tile in box.tiles if tile.camp)]
    fits([board.owner for board in war.boards] == owners, "start.war.boards", "not those of all players and camps")


def _check_hand(state: State, cards: BattleCards, hand: Hidden[tuple[Name, ...]], where: str) -> None:
    """A hand for its owner's eyes; that it holds as many cards, all of the box, is seen by whoever may look."""
    fits(hand.to == (cards.seat,), where, "a hand is for its owner's eyes")
    if hand.is_open:
        names, known = hand.look(), {card.name for card in state.rules.components.battlecards}
        once(names, where)
        fits(len(names) == cards.held and set(names) <= known, where, f"not {cards.held} Battlecards of the box")
