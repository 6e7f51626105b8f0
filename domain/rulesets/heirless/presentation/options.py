"""What a seat may decide: every Standard Action and answer, and some of the trades, which are without number."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.heirless.chapters.turns.assigning import may_assign, may_permit
from oathbook.domain.rulesets.heirless.chapters.turns.building import may_build
from oathbook.domain.rulesets.heirless.chapters.turns.cards import may_use_card, unlocked_actions
from oathbook.domain.rulesets.heirless.chapters.turns.control import control_grounds
from oathbook.domain.rulesets.heirless.chapters.turns.haggling import may_accept, may_haggle
from oathbook.domain.rulesets.heirless.chapters.turns.knights import may_flee, undeployed_knights
from oathbook.domain.rulesets.heirless.chapters.turns.voting import ballot_of, may_enact
from oathbook.domain.rulesets.heirless.model import decisions, queries
from oathbook.domain.rulesets.heirless.model.battle_queries import open_reward_offers
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Amount, Faction
from oathbook.domain.rulesets.heirless.model.goods import parties_of
from oathbook.domain.rulesets.heirless.model.state import GRID, State
from oathbook.domain.rulesets.heirless.presentation.battle_options import agreements, battle_options
from oathbook.domain.rulesets.kit.requirements import is_allowed
from oathbook.domain.rulesets.protocol import Options

LISTED: Final = 20  # of an amount that may be anything, the first so many are listed, and the most that there can be


def options_of(state: State, seat: Seat) -> Options[decisions.Decision]:
    """What the seat may decide now. The list is never complete: any trade may be offered."""
    listed: list[decisions.Decision] = []
    if seat in queries.seats_to_act(state):
        listed += _candidates(state, seat)
    if seat in {*state.seats, TABLE} and state.field.stage != "over":
        listed += agreements(state, seat)
    if seat in state.seats and state.field.stage != "over":
        listed += _trades(state, seat)
    return Options(tuple(listed), complete=False)


def _candidates(state: State, seat: Seat) -> Iterator[decisions.Decision]:
    match state.field.stage:
        case "turns":
            yield from _actions(state, seat)
        case "consent":
            yield from (each for each in (decisions.Permit(seat, allow=True),) if is_allowed(may_permit(state, each)))
            yield decisions.Permit(seat, allow=False)
        case "vote":
            yield from _votes(state, seat)
        case "rewards":
            own = [offer for offer in open_reward_offers(state.field) if offer.seat == seat]
            yield from (decisions.TakeReward(seat, each.tile, take) for each in own for take in (True, False))
        case _:
            yield from battle_options(state, seat)


def _actions(state: State, seat: Seat) -> Iterator[decisions.Decision]:
    """Every Standard Action there is, and Idling."""
    field = state.field
    for built in field.built:
        work = decisions.Assign(seat, built.workplace, queries.workplace_of(state.rules, built.workplace).workers)
        if is_allowed(may_assign(state, work)):
            yield work
    yield from _refinings(state, seat)
    yield from _buildings(state, seat)
    yield from (
        use
        for use in (decisions.UseCard(seat, card) for card in unlocked_actions(state, seat))
        if is_allowed(may_use_card(state, use))
    )
    if undeployed_knights(state, seat):
        yield from (decisions.Deploy(seat, tile.name) for tile in state.rules.components.tiles)
    yield from (law for law in (decisions.Enact(seat, law) for law in field.laws) if is_allowed(may_enact(state, law)))
    tiles = dict.fromkeys(each.tile for each in field.knights if each.seat == seat and each.tile is not None)
    yield from (flee for flee in (decisions.Flee(seat, tile) for tile in tiles) if is_allowed(may_flee(state, flee)))
    yield decisions.Idle(seat)


def _refinings(state: State, seat: Seat) -> Iterator[decisions.Decision]:
    """Every recipe as often as the Resources allow, with every Worker who may be used."""
    player = queries.player_of(state.field, seat)
    anybody = state.rules.switches.control_for_refining == "not_needed"
    workers: list[Faction] = [
        worker
        for worker in FACTIONS
        if queries.staff_of(player.unemployed, worker) and (anybody or control_grounds(state, seat, worker).holds)
    ]
    for recipe in state.rules.components.recipes:
        most = min(
            queries.amount_of(player.resources, recipe.first), queries.amount_of(player.resources, recipe.second)
        )
        for worker in workers:
            yield from (decisions.Refine(seat, worker, recipe.makes, amount) for amount in _amounts(1, most))


def _buildings(state: State, seat: Seat) -> Iterator[decisions.Decision]:
    """Each Workplace on each place; with a full grid, on the place of the one that makes room."""
    grid = queries.grid_of(state.field, seat)
    taken = {built.cell for built in grid}
    for name in (*queries.player_of(state.field, seat).hand, *state.field.sovereign):
        if len(grid) < GRID:
            places = [decisions.Build(seat, name, cell) for cell in range(1, GRID + 1) if cell not in taken]
        else:
            places = [decisions.Build(seat, name, built.cell, built.workplace) for built in grid]
        if is_allowed(may_build(state, places[0])):
            yield from places


def _votes(state: State, seat: Seat) -> Iterator[decisions.Decision]:
    """From nothing to all one has, on either side; the player who took the action, in favour only."""
    has = queries.player_of(state.field, seat).influence
    own = ballot_of(state).by == seat
    yield from (decisions.Vote(seat, "for", influence) for influence in _amounts(1 if own else 0, has))
    if not own:
        yield from (decisions.Vote(seat, "against", influence) for influence in _amounts(1, has))


def _amounts(least: int, most: int) -> Iterator[int]:
    """From the least to the most, leaving out what lies between the first and the last of very many."""
    yield from range(least, min(most, LISTED) + 1)
    if most > LISTED:
        yield most


def _trades(state: State, seat: Seat) -> Iterator[decisions.Decision]:
    """Answers to the offers on the table; a few offers of one's own, if none is open."""
    for offer in state.field.offers:
        if seat in parties_of(offer.terms):
            accept = decisions.Accept(seat, offer.number)
            if is_allowed(may_accept(state, accept)):
                yield accept
            yield decisions.Decline(seat, offer.number)
    if all(offer.by != seat for offer in state.field.offers):
        yield from (offer for offer in _offers(state, seat) if is_allowed(may_haggle(state, offer)))


def _offers(state: State, seat: Seat) -> Iterator[decisions.Haggle]:
    """A thing for another one, and a thing as a gift; which, and to whom, changes with every offer made."""
    mine, turn = tuple(_first_things(state, seat)), state.field.offered
    others = tuple(other for other in state.seats if other != seat)
    other = others[turn % len(others)]
    theirs = tuple(_first_things(state, other))
    if mine:
        given = decisions.Transfer(seat, other, (mine[turn // 2 % len(mine)],))
        yield decisions.Haggle(seat, (given,))
        if theirs:
            yield decisions.Haggle(seat, (given, decisions.Transfer(other, seat, (theirs[turn // 3 % len(theirs)],))))


def _first_things(state: State, seat: Seat) -> Iterator[decisions.Thing]:
    player = queries.player_of(state.field, seat)
    some: tuple[Amount, ...] = tuple(each for each in player.resources if each.count)
    yield from (decisions.Thing("resource", each.of) for each in some[:1])
    yield from (decisions.Thing("worker", each.faction) for each in player.unemployed[:1] if each.count)
    yield from (decisions.Thing("workplace", name) for name in player.hand[:1])
    yield from (decisions.Thing("workplace", built.workplace) for built in queries.grid_of(state.field, seat)[:1])
    yield from (decisions.Thing("marker", name) for name in player.markers[:1])
