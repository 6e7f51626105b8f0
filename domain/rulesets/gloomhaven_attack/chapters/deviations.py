"""Tables that do not play by the rules: how a seat lets others go on."""

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.model import decisions
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State


def quiet_decision(state: State, seat: Seat) -> decisions.Decision | None:
    """No more targets, or the end of the round, which the table says; nothing where cards decide."""
    match state.battle.stage:
        case "naming":
            return decisions.NameTarget(seat, None)
        case "round" if seat == TABLE:
            return decisions.EndRound(seat)
        case _:
            return None
