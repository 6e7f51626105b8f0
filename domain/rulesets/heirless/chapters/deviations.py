"""Tables that do not play by the rules: what somebody does who is not to act."""

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.state import State


def granted_turn(state: State, seat: Seat) -> State | None:
    """The same state, but it is the turn of that seat, from the highest spot of it on the track; in turns alone."""
    field = state.field
    spots = next((track.spots for track in field.tracks if track.name == field.current), ())
    if field.stage != "turns" or field.turn is None or seat not in spots:
        return None
    turn = replace(field.turn, seat=seat, spot=spots.index(seat) + 1, actions=0)
    return replace(state, field=replace(field, turn=turn))
