"""HT-3.3 to HT-3.5: who wins a tie, and on what that rests."""

from msgspec import Struct

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.model.order import first_of
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.rules import HA, HT


class Tie(Struct, frozen=True):
    """A tie that the tracker decides."""

    winner: Seat
    clauses: tuple[HT, ...]
    readings: tuple[HA, ...]


def tie_of(state: State, tied: tuple[Seat, ...]) -> Tie:
    """Between players, or players and the Bandits, as the tracks stand now."""
    clauses, readings = [HT.PRIORITY, HT.WINNING_A_TIE], [HA.TRACKS_AS_THEY_ARE]
    if BANDITS in tied:
        clauses.append(HT.BANDITS_IN_TIES)
        readings += [HA.BANDIT_TIES] if state.rules.printing.tie_order == "next_track_first" else []
    return Tie(first_of(state, tied), tuple(clauses), tuple(readings))
