"""What differs between the editions, as values that the steps ask for."""

from typing import Final, Literal

from msgspec import Struct


class Printing(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of an edition.

    ``tracker``: two tracks that change places with the Season, or a ring in two halves whose Bandit Cube never moves.
    ``tie_order``: Idle players first, as the next track is read first, or last, as plain turn order has it.
    ``battle_model``: how Battles are fought, or nothing where the text of the edition is not there.
    """

    standard_actions_per_turn: Literal[1, 2]
    tracker: Literal["two_track", "ring"]
    tie_order: Literal["next_track_first", "turn_order"]
    battle_model: Literal["hourglass"] | None


FIRST: Final = Printing(1, "two_track", "next_track_first", "hourglass")
SECOND: Final = Printing(2, "ring", "turn_order", None)
