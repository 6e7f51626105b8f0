"""What a seat may decide in a Battle: all of it but targets, which are many; of those some ways to spread them."""

from collections.abc import Iterator

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.chapters.battles.battle_end import may_agree_to_end
from oathbook.domain.rulesets.heirless.chapters.battles.battlecards import hand_of
from oathbook.domain.rulesets.heirless.chapters.battles.targets import may_target
from oathbook.domain.rulesets.heirless.model.battle_decisions import (
    AgreeToEnd,
    Ally,
    Attack,
    BattleDecision,
    PlaceCard,
    Resolve,
    Target,
)
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.battlefield import (
    cards_of,
    figures_of,
    hourglass_of,
    is_covered,
    waiting_for,
)
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.kit.requirements import allowed


def battle_options(state: State, seat: Seat) -> Iterator[BattleDecision]:
    """What a seat that is asked may decide."""
    field = state.field
    match field.stage:
        case "battles":
            yield from (Resolve(seat, each.tile) for each in waiting_for(field, seat) if is_covered(field, each))
        case "alliances":
            yield from (Ally(seat, other) for other in hourglass_of(field).players if other != seat)
            yield Ally(seat, None)
        case "targets":
            yield from (each for each in _targets(state, seat) if allowed(may_target(state, each)))
        case "defence":
            yield from (PlaceCard(seat, Hidden.of(card, seat)) for card in _hand(state, seat))
        case _:
            yield from _attacks(seat, _hand(state, seat))


def agreements(state: State, seat: Seat) -> Iterator[AgreeToEnd]:
    """To end a Battle that has stalled may be agreed to at any time."""
    yield from (each for each in (AgreeToEnd(seat),) if allowed(may_agree_to_end(state, each)))


def _hand(state: State, seat: Seat) -> tuple[Name, ...]:
    """The cards a player may place; none to a reader who may not see them."""
    hand = cards_of(state.field, seat).hand
    return hand_of(state, seat) if hand is None or hand.is_open else ()


def _attacks(seat: Seat, hand: tuple[Name, ...]) -> Iterator[Attack]:
    """Every card, with every other one as the discard."""
    for card in hand:
        others = [name for name in hand if name != card]
        yield from (Attack(seat, card, Hidden.of(discard, seat)) for discard in others)
        if not others:
            yield Attack(seat, card)


def _targets(state: State, seat: Seat) -> Iterator[Target]:
    """Nobody; each figure by all Knights, and by one; and the Knights on different ones, in two orders."""
    hourglass = hourglass_of(state.field)
    own = [each.figure for each in figures_of(hourglass, seat)]
    others = [each.figure for each in hourglass.figures if each.owner != seat]
    spread = tuple(Aim(knight, others[number % len(others)]) for number, knight in enumerate(own))
    ways = [tuple(Aim(knight, target) for knight in own) for target in others]
    ways += [(Aim(own[0], target),) for target in others]
    yield from (Target(seat, way) for way in dict.fromkeys(((), *ways, spread, spread[::-1])))
