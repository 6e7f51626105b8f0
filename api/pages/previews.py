"""What a link to a replay says where it is shared: Open Graph and its like."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from oathbook.api.pages.position_summary import PositionSummary
from oathbook.domain.kernel import display_seat
from oathbook.domain.rulesets.protocol import Edition, SeatSetup

MOST_TITLE: Final = 200
MOST_SAID: Final = 400  # letters; who shows a link shortens both further


class Preview(Struct, frozen=True):
    """A title, what is said below it, the addresses of the moment and of its picture."""

    title: str
    says: str
    address: str
    picture: str
    shows: str


def preview_of(
    moment: PositionSummary, edition: Edition, seats: Sequence[SeatSetup], *, base: str, path: str, is_named: bool
) -> Preview:
    """What everybody could know at a moment; ``is_named`` if the address names the moment."""
    players = ", ".join(each.player or display_seat(each.seat) for each in seats)
    where, says = (f", position {moment.position}", f"{moment.sentence} ") if is_named else ("", "")
    return Preview(
        title=_shorten(f"{edition.title}: {players}{where}", MOST_TITLE),
        says=_shorten(f"{says}{moment.stands}", MOST_SAID),
        address=f"{base}{path}",
        picture=f"{base}{moment.shared}",
        shows=moment.shows,
    )


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
