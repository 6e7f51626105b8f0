"""What a seat may decide: every decision there is, from what that seat may see."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.kit.requirements import is_allowed
from oathbook.domain.rulesets.knights_duty.chapters.board import neighbours
from oathbook.domain.rulesets.knights_duty.chapters.planning import actions_allowed, token_supply
from oathbook.domain.rulesets.knights_duty.chapters.steps import DECISIONS
from oathbook.domain.rulesets.knights_duty.model import decisions, queries
from oathbook.domain.rulesets.knights_duty.model.components import TokenSupply
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.protocol import Options


def options_of(state: State, seat: Seat) -> Options[decisions.Decision]:
    """Everything the seat may decide now; the list is complete."""
    is_asked = seat in queries.seats_to_act(state)
    others = (*(_candidates(state, seat) if is_asked else ()), decisions.AgreeToEnd(seat))
    listed = tuple(each for each in others if is_allowed(DECISIONS.needs(state, each)))
    return Options((*_plans(state, seat), *listed) if is_asked else listed, complete=True)


def _plans(state: State, seat: Seat) -> tuple[decisions.LayPlan, ...]:
    """The plans it may lay: hundreds, made as they are allowed. To ask about each would take seventy times as long."""
    if state.field.stage != "planning":
        return ()
    return plans(state.rules.components.tokens, actions_allowed(state, seat), seat)


def _candidates(state: State, seat: Seat) -> Iterator[decisions.Decision]:  # a case a stage: a table
    field = state.field
    match field.stage:
        case "clans":
            taken = {knight.clan for knight in field.knights}
            corners = state.rules.components.board.corners
            yield from (decisions.ChooseClan(seat, corner.clan) for corner in corners if corner.clan not in taken)
        case "movement":
            here = queries.knight_of(field, seat).space or ""
            spaces = (here, *neighbours(state.rules, here))
            yield from (decisions.Move(seat, Hidden.of(space, seat)) for space in spaces)
        case "clash":
            (claimants,) = (clash.seats for clash in field.clashes if seat in clash.seats)
            yield from (decisions.NameMover(seat, named) for named in (*claimants, None))
        case "targets":
            yield from (decisions.DeclareTarget(seat, knight.seat) for knight in queries.knights_on_board(state.field))
            yield decisions.DeclareTarget(seat, None)
        case "order":
            yield from (decisions.NameAttacker(seat, attack.attacker) for attack in queries.waiting_attacks(field))
            yield decisions.NameAttacker(seat, None)
        case "inspiration":
            yield from (decisions.Inspire(seat, Hidden.of(use, seat)) for use in (True, False))
        case "planning" | "revealed" | "over":  # plans are listed at once, and otherwise nobody is asked
            return


@lru_cache(maxsize=100)
def plans(tokens: TokenSupply, slots: int, seat: Seat) -> tuple[decisions.LayPlan, ...]:
    """Every way to fill so many slots, or leave some empty, out of the seat's tokens."""
    laid: dict[decisions.Token | None, Hidden[decisions.Token] | None] = {
        token: Hidden.of(token, seat) for token in decisions.TOKENS
    }
    laid[None] = None
    return tuple(
        decisions.LayPlan(seat, tuple(laid[token] for token in filling))
        for filling in product(laid, repeat=slots)
        if all(filling.count(token) <= token_supply(tokens, token) for token in decisions.TOKENS)
    )
