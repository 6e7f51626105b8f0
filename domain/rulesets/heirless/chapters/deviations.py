"""Tables that do not play by the rules: what somebody does who is not to act, and how a seat lets others go on."""

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.chapters.steps import DECISIONS
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.battle_queries import open_reward_offers
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.kit.requirements import is_allowed


def granted_turn(state: State, seat: Seat) -> State | None:
    """The same state, but it is the turn of that seat, from the highest spot of it on the track; in turns alone."""
    field = state.field
    spots = next((track.spots for track in field.tracks if track.name == field.current), ())
    if field.stage != "turns" or field.turn is None or seat not in spots:
        return None
    turn = replace(field.turn, seat=seat, spot=spots.index(seat) + 1, actions=0)
    return replace(state, field=replace(field, turn=turn))


def quiet_decision(state: State, seat: Seat) -> decisions.Decision | None:
    """Idle, no consent, no Influence in a vote, no ally, no target, no reward; nothing where that is not allowed."""
    quiet = _nothing_done(state, seat)
    return quiet if quiet is not None and is_allowed(DECISIONS.needs(state, quiet)) else None


def _nothing_done(state: State, seat: Seat) -> decisions.Decision | None:
    match state.field.stage:
        case "turns":
            return decisions.Idle(seat)
        case "consent":
            return decisions.Permit(seat, allow=False)
        case "vote":
            return decisions.Vote(seat, "against", 0)
        case "alliances":
            return decisions.Ally(seat, None)
        case "targets":
            return decisions.Target(seat, ())
        case "rewards":
            offered = (each.tile for each in open_reward_offers(state.field) if each.seat == seat)
            return next((decisions.TakeReward(seat, tile, take=False) for tile in offered), None)
        case _:
            return None
