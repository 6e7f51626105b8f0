"""Players as addresses name them, and places among what they have promised."""

from typing import Annotated, Final

from fastapi import Path, Query

from projections.words import Place

BEHIND: Final = r"^[1-9][0-9]{0,15}-[1-9][0-9]{0,5}-[a-z0-9_-]{1,32}$"
After = Annotated[str | None, Query(pattern=BEHIND, description="`next` of the page before.")]
Player = Annotated[str, Path(min_length=1, max_length=200, description="The name of a player, as in the catalogue.")]


def place_of(after: str | None) -> Place | None:
    """The place in a player's promises that an address names."""
    if after is None:
        return None
    number, place, seat = after.split("-", 2)
    return int(number), int(place), seat
