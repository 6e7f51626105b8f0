"""Who sits down in a game that is opened here, or brought here: keys and names that nobody mistakes for others."""

from typing import Any

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.events import GameOpened
from oathbook.domain.kernel.player_names import unfit_as_name


def must_have_keys_of_their_own(opening: GameOpened[Any, Any, Any]) -> None:
    """``BadRecord`` where two seats, or a seat and the host, have one key: the second could never use it."""
    whose = {opening.host_key: "the host"} if opening.host_key else {}
    for number, each in enumerate(opening.seats):
        if each.key in whose:
            msg = f"seats[{number}].key: it is the key of {whose[each.key]} too; each needs a key of their own"
            raise BadRecord(msg)
        whose |= {each.key: f"seat {each.seat}"} if each.key else {}


def must_have_plain_names(opening: GameOpened[Any, Any, Any]) -> None:
    """``BadRecord`` where a player has a name that cannot be read, or can be written in two ways."""
    for number, each in enumerate(opening.seats):
        if unfit := unfit_as_name(each.player):
            msg = f"seats[{number}].player: {unfit}"
            raise BadRecord(msg)
