"""A start position in the middle of things: a request, a vote, offers on the table."""

from oathbook.domain.rulesets.heirless.chapters.turns.voting import voters_of
from oathbook.domain.rulesets.heirless.model.goods import parties_of
from oathbook.domain.rulesets.heirless.model.queries import built_of
from oathbook.domain.rulesets.heirless.model.state import Ballot, Request, State
from oathbook.domain.rulesets.kit.start_checks import check_countable, check_that, check_unique


def check_underway(state: State) -> None:
    """What the stage needs is there, and nothing else."""
    field = state.field
    check_that(
        (field.request is not None) == (field.stage == "consent"), "start.request", "it is there while one is asked"
    )
    check_that(
        (field.ballot is not None) == (field.stage == "vote"), "start.ballot", "it is there while there is a vote"
    )
    if field.request is not None:
        _check_request(state, field.request)
    if field.ballot is not None:
        _check_ballot(state, field.ballot)
    _check_offers(state)


def _check_request(state: State, request: Request) -> None:
    turn = state.field.turn
    check_that(turn is not None and request.by == turn.seat, "start.request.by", "it is another player's turn")
    built = built_of(state.field, request.workplace)
    check_that(built is not None, "start.request.workplace", "no such Workplace is built")


def _check_ballot(state: State, ballot: Ballot) -> None:
    field = state.field
    check_that(
        field.turn is not None and ballot.by == field.turn.seat, "start.ballot.by", "it is another player's turn"
    )
    check_that(ballot.law in field.laws, "start.ballot.law", "that Law is not available")
    check_that(1 <= ballot.number == field.votes, "start.ballot.number", f"the last vote has number {field.votes}")
    thresholds = {law.name: law.threshold for law in state.rules.components.laws}
    check_that(ballot.threshold == thresholds[ballot.law], "start.ballot.threshold", "it is not that of the Law")
    voters = voters_of(state)
    check_that(ballot.voters == voters, "start.ballot.voters", f"asked are {', '.join(voters)}, in this order")
    spent = tuple(each.seat for each in ballot.spent)
    check_that(
        spent == ballot.voters[: len(spent)], "start.ballot.spent", "not by the first of the voters, in their order"
    )
    check_that(len(spent) < len(ballot.voters), "start.ballot.spent", "everybody has answered")
    for each in ballot.spent:
        where = f"start.ballot.spent.{each.seat}"
        check_countable(each.influence, where)
        owes = each.seat == ballot.by
        check_that(not owes or (each.side == "for" and each.influence > 0), where, "at least 1 is spent in favour")
    influence = next(player.influence for player in field.players if player.seat == ballot.by)
    check_that(ballot.by in spent or influence > 0, "start.ballot.by", "the vote still owed takes 1 Influence")


def _check_offers(state: State) -> None:
    field = state.field
    check_unique((offer.by for offer in field.offers), "start.offers")
    check_unique((str(offer.number) for offer in field.offers), "start.offers")
    for offer in field.offers:
        where = f"start.offers.{offer.number}"
        check_that(1 <= offer.number <= field.offered, where, f"the last offer has number {field.offered}")
        parties = set(parties_of(offer.terms))
        check_that(parties <= set(state.seats), where, "one of the parties is no player")
        check_unique(offer.accepted, where)
        check_that(offer.by in offer.accepted, where, "the player who offers has agreed")
        check_that(set(offer.accepted) < parties, where, "some parties, but not all, have agreed")
