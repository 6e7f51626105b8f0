"""How much of what a letter asks for a seat could have done in a state, and by which decisions."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.kernel import Concealed, Seat
from oathbook.domain.promises.chances.opportunities import Opportunities, Permission
from oathbook.domain.promises.logic.formulas import Atom, StateFormula, Total
from oathbook.domain.promises.logic.matching import holds

MOST_ACTS_AT_ONCE: Final = 12  # acts that are tried one after another at one point of the game

BEST_FIRST: Final[tuple[Permission, ...]] = ("legal", "out-of-turn", "untold")


class PossibleSupply(Struct, frozen=True):
    """What a seat could have done towards a total at one point: decisions one after another, and what they come to.

    ``able``: but for whose turn it was it could have been done. ``untold``: this reader cannot tell.
    """

    decisions: tuple[Any, ...] = ()
    amount: int = 0
    able: bool = False
    untold: bool = False


def possible_supply(chances: Opportunities, state: Any, seat: Seat, duty: Atom, need: int) -> PossibleSupply:
    """How much of what is needed a seat could do in a state, and how."""
    try:
        if isinstance(duty, Total):
            return _total_supply(chances, state, seat, duty, need)
        return _state_supply(chances, state, seat, duty.state)
    except Concealed:
        return PossibleSupply(untold=True)


def _total_supply(chances: Opportunities, state: Any, seat: Seat, tally: Total, need: int) -> PossibleSupply:
    done: list[Any] = []
    left, untold = need, False
    able = _best(chances, state, seat, tally, left)
    while left > 0 and len(done) < MOST_ACTS_AT_ONCE:
        found = _most(chances, state, seat, tally, left)
        untold = untold or found.untold
        if not found.decisions:
            break
        done += found.decisions
        left -= found.amount
        after = _after(chances, state, found.decisions)
        if after is None or chances.takes_turn(state, found.decisions[0]):
            break  # what comes of chance, and of the next turn, is asked there
        state = after
    amount = need - max(left, 0)
    enough = amount >= need
    return PossibleSupply(tuple(done), amount, enough or able in {"legal", "out-of-turn"}, untold or able == "untold")


def _after(chances: Opportunities, state: Any, decisions: Sequence[Any]) -> Any | None:
    """The state after decisions one after another; nothing where one is not allowed, or depends on a draw."""
    for each in decisions:
        state = None if state is None else chances.after(state, each)
    return state


def _best(chances: Opportunities, state: Any, seat: Seat, tally: Total, amount: int) -> Permission:
    answers = {chances.may(state, each) for each in chances.ways.decisions_for(state, seat, tally, amount)}
    for best in BEST_FIRST:
        if best in answers:
            return best
    return "no"


def _most(chances: Opportunities, state: Any, seat: Seat, tally: Total, left: int) -> PossibleSupply:
    """The most that one decision could do; who can do so much can do less."""
    if not tally.field:
        return _legal_supply(chances, state, seat, tally, 1)
    best = _legal_supply(chances, state, seat, tally, left)
    low, high = 1, 0 if best.decisions else left - 1
    while low <= high:
        middle = (low + high) // 2
        tried = _legal_supply(chances, state, seat, tally, middle)
        if tried.decisions:
            best, low = tried, middle + 1
        else:
            high = middle - 1
    return best


def _legal_supply(chances: Opportunities, state: Any, seat: Seat, tally: Total, amount: int) -> PossibleSupply:
    untold = False
    for decision in chances.ways.decisions_for(state, seat, tally, amount):
        may = chances.may(state, decision)
        if may == "legal":
            return PossibleSupply(chances.with_answers(state, decision), amount, able=True)
        untold = untold or may == "untold"
    return PossibleSupply(untold=untold)


def _state_supply(chances: Opportunities, state: Any, seat: Seat, wanted: StateFormula) -> PossibleSupply:
    """A decision after which a state would be as it was to be: one that the rules list, or what the seat could give.

    Others are taken to be willing to receive; what they would have to give is not the seat's to do.
    """
    options = chances.options(state, seat)
    if options is None:
        return PossibleSupply(untold=True)
    listed = ((option,) for option in options.listed)
    given = (chances.with_answers(state, each) for each in chances.ways.decisions_towards(state, seat, wanted))
    for decisions in (*listed, *given):
        after = _after(chances, state, decisions)
        if after is not None and holds(wanted, after, chances.ways.reader) is True:
            return PossibleSupply(decisions, 1, able=True)
    return PossibleSupply()
