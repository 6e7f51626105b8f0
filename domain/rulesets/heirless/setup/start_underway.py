"""A start position in the middle of things: a request, a vote, offers on the table."""

from oathbook.domain.rulesets.heirless.chapters.turns.voting import voters_of
from oathbook.domain.rulesets.heirless.model.field import built_of
from oathbook.domain.rulesets.heirless.model.goods import parties_of
from oathbook.domain.rulesets.heirless.model.state import Ballot, Request, State
from oathbook.domain.rulesets.kit.start_checks import countable, fits, once


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
    voters = voters_of(state)
    fits(ballot.voters == voters, "start.ballot.voters", f"asked are {', '.join(voters)}, in this order")
    spent = tuple(each.seat for each in ballot.spent)
    fits(spent == ballot.voters[: len(spent)], "start.ballot.spent", "not by the first of the voters, in their order")
    fits(len(spent) < len(ballot.voters), "start.ballot.spent", "everybody has answered")
    for each in ballot.spent:
        where = f"start.ballot.spent.{each.seat}"
        countable(each.influence, where)
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
        fits(offer.by in offer.accepted, where, "the player who offers has agreed")
        fits(set(offer.accepted) < parties, where, "some parties, but not all, have agreed")
