"""Who sits down in a game that is opened here, or brought here: keys and names that nobody mistakes for others."""

from typing import Any

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel.player_names import name_problem


def must_have_distinct_keys(opening: GameOpened[Any, Any, Any]) -> None:
    """``BadRecord`` where two seats, or a seat and the host, have one key: the second could never use it."""
    whose = {opening.host_key: "the host"} if opening.host_key else {}
    for number, each in enumerate(opening.seats):
        if each.key in whose:
            raise BadRecord(
                f"seats[{number}].key: it is the key of {whose[each.key]} too; each needs a key of their own"
            )
        whose |= {each.key: f"seat {each.seat}"} if each.key else {}


def must_have_plain_names(opening: GameOpened[Any, Any, Any]) -> None:
    """``BadRecord`` where a player has a name that cannot be read, or can be written in two ways."""
    for number, each in enumerate(opening.seats):
        if unfit := name_problem(each.player):
            raise BadRecord(f"seats[{number}].player: {unfit}")
