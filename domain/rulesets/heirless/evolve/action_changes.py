"""The table after the events of Standard Actions (HT-4 to HT-9)."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model import action_events as e
from oathbook.domain.rulesets.heirless.model import queries
from oathbook.domain.rulesets.heirless.model.components import Amount, Name
from oathbook.domain.rulesets.heirless.model.state import (
    GRID,
    Ballot,
    Built,
    Field,
    Knight,
    Pile,
    Player,
    Request,
    Spending,
    State,
)
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit


def with_action_taken(field: Field, seat: Seat) -> Field:
    """One Standard Action more in this turn; ``Misfit`` if it is not the player's."""
    turn = field.turn
    if turn is not None and turn.seat == seat:
        return replace(field, stage="turns", turn=replace(turn, actions=turn.actions + 1))
    raise Misfit(f"it is not the turn of {seat}")


def _consent_asked(state: State, event: e.ConsentAsked) -> Field:
    built = queries.built_of(state.field, event.workplace)
    must_fit(built is not None and built.owner == event.owner, f"{event.owner} has not built {event.workplace}")
    must_fit(event.seat in state.seats, f"there is no player {event.seat}")
    return replace(state.field, stage="consent", request=Request(event.seat, event.workplace, event.workers))


def _consent_answered(state: State, event: e.ConsentGiven | e.ConsentRefused) -> Field:
    request = state.field.request
    asked = request is not None and request.by == event.seat and request.workplace == event.workplace
    must_fit(asked, f"{event.seat} has not asked for {event.workplace}")
    return replace(state.field, stage="turns", request=None)


def _workers_assigned(state: State, event: e.WorkersAssigned) -> Field:
    field, player = state.field, queries.player_of(state.field, event.seat)
    there = queries.built_of(field, event.workplace)
    must_fit(there is not None and there.owner == event.owner, f"{event.owner} has not built {event.workplace}")
    must_fit(there is not None and there.user is None, f"{event.workplace} is in use")
    employed, unemployed = field.employed, player.unemployed
    for faction in event.workers:
        unemployed = queries.with_staff(unemployed, faction, -1)
        employed = queries.with_staff(employed, faction, 1)
    built = tuple(replace(each, user=event.seat) if each == there else each for each in field.built)
    field = queries.with_player(field, replace(player, unemployed=unemployed))
    return with_action_taken(replace(field, employed=employed, built=built), event.seat)


def _influence_gained(state: State, event: e.InfluenceGained) -> Field:
    player = queries.player_of(state.field, event.seat)
    return _with_earnings(
        queries.with_player(state.field, _with_gains(player, influence=event.influence)), event.influence
    )


def _with_gains(player: Player, *, influence: int = 0, prestige: int = 0) -> Player:
    return replace(
        player,
        influence=queries.must_be_countable(player.influence + influence, "Influence"),
        prestige=queries.must_be_countable(player.prestige + prestige, "Prestige"),
    )


def _with_earnings(field: Field, influence: int) -> Field:
    return replace(field, earned=queries.must_be_countable(field.earned + influence, "Influence earned"))


def _resources_refined(state: State, event: e.ResourcesRefined) -> Field:
    field, player = state.field, queries.player_of(state.field, event.seat)
    must_fit(event.makes in state.rules.components.resources, f"there is no Resource “{event.makes}”")
    changes = (Amount(event.makes, event.amount),)
    player = _with_amounts(player, (Amount(event.first, event.amount), Amount(event.second, event.amount)), -1)
    player = replace(
        _with_amounts(player, changes, 1), unemployed=queries.with_staff(player.unemployed, event.worker, -1)
    )
    employed = queries.with_staff(field.employed, event.worker, 1)
    return with_action_taken(queries.with_player(replace(field, employed=employed), player), event.seat)


def _with_amounts(player: Player, amounts: tuple[Amount, ...], sign: int) -> Player:
    resources = player.resources
    for each in amounts:
        resources = queries.with_amount(resources, each.of, sign * each.count)
    return replace(player, resources=resources)


def _workplace_discarded(state: State, event: e.WorkplaceDiscarded) -> Field:
    """It lies on the discards of its deck; the Sovereign one is back in its place (HA-54, HA-68).

    A player who asked for its use has nothing left to ask for, and their turn goes on (HA-8).
    """
    field = state.field
    there = queries.built_of(field, event.workplace)
    must_fit(there is not None and there.owner == event.seat, f"{event.seat} has not built {event.workplace}")
    field = replace(field, built=tuple(each for each in field.built if each != there))
    if field.request is not None and field.request.workplace == event.workplace:
        field = replace(field, stage="turns", request=None)
    deck = queries.workplace_of(state.rules, event.workplace).deck
    if deck == "Sovereign":
        return replace(field, sovereign=(*field.sovereign, event.workplace))
    if any(pile.deck == deck for pile in field.piles):
        piles = tuple(
            replace(pile, cards=(*pile.cards, event.workplace)) if pile.deck == deck else pile for pile in field.piles
        )
        return replace(field, piles=piles)
    return replace(field, piles=(*field.piles, Pile(deck, (event.workplace,))))


def _workplace_built(state: State, event: e.WorkplaceBuilt) -> Field:
    field, player = state.field, queries.player_of(state.field, event.seat)
    queries.workplace_of(state.rules, event.workplace)
    grid = queries.grid_of(field, event.seat)
    must_fit(len(grid) < GRID, f"the grid of {event.seat} is full")
    must_fit(all(each.cell != event.cell for each in grid), f"place {event.cell} is taken")
    player = _with_amounts(player, event.paid, -1)
    if event.sovereign:
        field = replace(field, sovereign=queries.without_name(field.sovereign, event.workplace))
    else:
        player = replace(player, hand=queries.without_name(player.hand, event.workplace))
    built = (*field.built, Built(event.workplace, event.seat, event.cell))
    return with_action_taken(queries.with_player(replace(field, built=built), player), event.seat)


def _card_used(state: State, event: e.CardUsed) -> Field:
    return with_action_taken(_with_exchange(state.field, event, event.paid), event.seat)


def _effect_received(state: State, event: e.EffectReceived) -> Field:
    must_fit(queries.built_of(state.field, event.workplace) is not None, f"{event.workplace} is not built")
    return _with_exchange(state.field, event, ())


def _with_exchange(field: Field, event: e.CardUsed | e.EffectReceived, paid: tuple[Amount, ...]) -> Field:
    player = _with_amounts(queries.player_of(field, event.seat), paid, -1)
    player = _with_gains(_with_amounts(player, event.gained, 1), influence=event.influence, prestige=event.prestige)
    return _with_earnings(queries.with_player(field, player), event.influence)


def _crowned(state: State, event: e.Crowned) -> Field:
    must_fit(event.seat in state.seats, f"there is no player {event.seat}")
    must_fit(state.field.crowned is UNSET, "a player is crowned already")
    return replace(state.field, crowned=event.seat)


def _knight_deployed(state: State, event: e.KnightDeployed) -> Field:
    moved = _with_knight_on(state, Knight(event.knight, event.seat), event.tile)
    return with_action_taken(moved, event.seat)


def _knight_fled(state: State, event: e.KnightFled) -> Field:
    moved = _with_knight_on(state, Knight(event.knight, event.seat, event.origin), event.tile)
    return with_action_taken(moved, event.seat)


def _with_knight_on(state: State, knight: Knight, tile: Name) -> Field:
    """The Knight, which must be where it is said to be, on that tile."""
    must_fit(knight in state.field.knights, f"{knight.id} is not there")
    must_fit(queries.tile_of(state.rules, tile) is not None, f"there is no tile “{tile}”")
    there = replace(knight, tile=tile)
    return replace(state.field, knights=tuple(there if each == knight else each for each in state.field.knights))


def _vote_opened(state: State, event: e.VoteOpened) -> Field:
    field = state.field
    must_fit(field.turn is not None and field.turn.seat == event.seat, f"it is not the turn of {event.seat}")
    must_fit(event.law in field.laws, f"{event.law} is not available")
    must_fit(event.vote == field.votes + 1, f"vote {event.vote} does not come after vote {field.votes}")
    must_fit(set(event.voters) <= set(state.seats) and bool(event.voters), "a voter is not a player")
    must_fit(len(set(event.voters)) == len(event.voters), "a player votes twice")
    ballot = Ballot(event.vote, event.law, event.seat, event.threshold, event.voters)
    return replace(field, stage="vote", votes=event.vote, ballot=ballot)


def _influence_spent(state: State, event: e.InfluenceSpent) -> Field:
    field, ballot = state.field, _ballot(state, event.vote)
    due = ballot.voters[len(ballot.spent) :][:1]
    must_fit(due == (event.seat,), f"{event.seat} is not asked now")
    player = _with_gains(queries.player_of(field, event.seat), influence=-event.influence)
    spent = (*ballot.spent, Spending(event.seat, event.side, event.influence))
    return queries.with_player(replace(field, ballot=replace(ballot, spent=spent)), player)


def _ballot(state: State, number: int) -> Ballot:
    ballot = state.field.ballot
    if ballot is not None and ballot.number == number:
        return ballot
    raise Misfit(f"there is no vote {number}")


def _vote_closed(state: State, event: e.VoteClosed) -> Field:
    field, ballot = state.field, _ballot(state, event.vote)
    must_fit(len(ballot.spent) == len(ballot.voters), "a player has not answered")
    must_fit(ballot.by == event.seat and ballot.law == event.law, "it is another vote")
    spent = sum(each.influence for each in ballot.spent)
    discarded = queries.must_be_countable(field.discarded + spent, "Influence discarded")
    return with_action_taken(replace(field, ballot=None, discarded=discarded), event.seat)


def _law_enacted(state: State, event: e.LawEnacted) -> Field:
    field = state.field
    return replace(field, laws=queries.without_name(field.laws, event.law), in_force=(*field.in_force, event.law))


def _law_stayed(state: State, event: e.LawStayed) -> Field:
    must_fit(event.law in state.field.laws, f"{event.law} is not available")
    return state.field


ACTION_CHANGES: Final = functions_by_type(
    *(_consent_asked, _consent_answered, _workers_assigned, _effect_received, _crowned),
    *(_influence_gained, _resources_refined),
    *(_workplace_discarded, _workplace_built, _card_used, _knight_deployed, _vote_opened, _influence_spent),
    *(_vote_closed, _law_enacted, _law_stayed, _knight_fled),
)
