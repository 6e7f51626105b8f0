"""What is counted: hearts, and what no event may change."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.protocol import Score, Standing

HEARTS: Final = {"full": 2, "broken": 1}


def standing_of(state: State) -> Standing:
    """Two hearts for a Full Heart, one for a Broken one, none for the defeated."""
    field = state.field
    scores = tuple(
        Score(knight.seat, 0 if knight.defeated else HEARTS[knight.heart], "hearts") for knight in field.knights
    )
    out = tuple(knight.seat for knight in field.knights if knight.space is None)
    return Standing(scores, out, field.ending, stall="no combat (KA-36)" if field.stalled else "")


def conserved_in(state: State) -> Mapping[str, int]:
    """Once clans are chosen, every seat has a Knight of its own clan, on the board or off it, to the end."""
    if state.field.stage == "clans":
        return {"Knights": len(state.seats), "clans": len(state.seats)}
    knights = state.field.knights
    return {"Knights": len({each.seat for each in knights}), "clans": len({each.clan for each in knights})}
