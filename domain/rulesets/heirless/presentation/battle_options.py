"""What a seat may decide in a Battle: all of it but targets, which are many; of those some ways to spread them."""

from collections.abc import Iterator
from itertools import combinations

from oathbook.domain.kernel import TABLE, Hidden, Seat
from oathbook.domain.rulesets.heirless.chapters.battles.battle_end import may_agree_to_end
from oathbook.domain.rulesets.heirless.chapters.battles.battlecards import hand_of
from oathbook.domain.rulesets.heirless.chapters.battles.targets import may_target
from oathbook.domain.rulesets.heirless.model import battle_queries, decisions
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.kit.requirements import is_allowed


def battle_options(state: State, seat: Seat) -> Iterator[decisions.BattleDecision]:
    """What a seat that is asked may decide."""
    field = state.field
    match field.stage:
        case "battles" if seat == TABLE:
            yield from _reports(state)
        case "battles":
            yield from (decisions.Resolve(seat, each.tile) for each in battle_queries.resolvable_battles(state, seat))
        case "alliances":
            yield from (
                decisions.Ally(seat, other) for other in battle_queries.hourglass_of(field).players if other != seat
            )
            yield decisions.Ally(seat, None)
        case "targets":
            yield from (each for each in _targets(state, seat) if is_allowed(may_target(state, each)))
        case "defence":
            yield from (decisions.PlaceCard(seat, Hidden.of(card, seat)) for card in _hand(state, seat))
        case _:
            yield from _attacks(seat, _hand(state, seat))


def _reports(state: State) -> Iterator[decisions.Report]:
    """Each side that can have won, with nothing lost or with all but one figure; two players are allies."""
    for battle in battle_queries.reportable_battles(state):
        there = tuple(battle_queries.figures_on_tile(state, battle.tile, battle.players))
        owners = tuple(dict.fromkeys(each.owner for each in there))
        for winners in (*((each,) for each in owners), *combinations(battle.players, 2)):
            yield decisions.Report(TABLE, battle.tile, winners)
            lost = tuple(each.figure for each in there if each.owner == winners[-1])[1:]
            if lost:
                yield decisions.Report(TABLE, battle.tile, winners, lost)


def agreements(state: State, seat: Seat) -> Iterator[decisions.AgreeToEnd]:
    """To end a Battle that has stalled may be agreed to at any time."""
    yield from (each for each in (decisions.AgreeToEnd(seat),) if is_allowed(may_agree_to_end(state, each)))


def _hand(state: State, seat: Seat) -> tuple[Name, ...]:
    """The cards a player may place; none to a reader who may not see them."""
    hand = battle_queries.cards_of(state.field, seat).hand
    return hand_of(state, seat) if hand is None or hand.is_open else ()


def _attacks(seat: Seat, hand: tuple[Name, ...]) -> Iterator[decisions.Attack]:
    """Every card, with every other one as the discard."""
    for card in hand:
        others = [name for name in hand if name != card]
        yield from (decisions.Attack(seat, card, Hidden.of(discard, seat)) for discard in others)
        if not others:
            yield decisions.Attack(seat, card)


def _targets(state: State, seat: Seat) -> Iterator[decisions.Target]:
    """Nobody; each figure by all Knights, and by one; and the Knights on different ones, in two orders."""
    hourglass = battle_queries.hourglass_of(state.field)
    own = [each.figure for each in battle_queries.figures_of(hourglass, seat)]
    others = [each.figure for each in hourglass.figures if each.owner != seat]
    spread = tuple(Aim(knight, others[number % len(others)]) for number, knight in enumerate(own))
    ways = [tuple(Aim(knight, target) for knight in own) for target in others]
    ways += [(Aim(own[0], target),) for target in others]
    yield from (decisions.Target(seat, way) for way in dict.fromkeys(((), *ways, spread, spread[::-1])))
