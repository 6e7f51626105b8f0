"""Places among what a player has promised, as addresses name them."""

from typing import Final

from projections.words import PledgePlace

AFTER_PLACE: Final = r"^[1-9][0-9]{0,15}-[1-9][0-9]{0,5}-[a-z0-9_-]{1,32}$"


def place_of(after: str | None) -> PledgePlace | None:
    """The place in a player's promises that an address names."""
    if after is None:
        return None
    number, place, seat = after.split("-", 2)
    return int(number), int(place), seat
