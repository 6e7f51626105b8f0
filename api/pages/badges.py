"""The badges of a game in words, each with the way to what it names."""

from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import urlencode

from oathbook.projections.badges import Badge
from oathbook.projections.games import CatalogueRow

FILTERS: Final[Mapping[Badge, str]] = {
    "broken": "a broken promise",
    "upheld": "a dispute upheld",
    "open": "an open dispute",
    "corrected": "a correction",
}
"""What the games of a narrowed list have, in words."""


def badges_of(game: CatalogueRow, kept: Mapping[str, str]) -> Iterator[tuple[Badge, str, str]]:
    """Each badge of a game, its words, and where it leads: to a moment of the replay, or to the game's disputes.

    ``kept`` are the filters of the list, which the address of a moment keeps.
    """
    found, disputes = game.badges, f"/disputes?{urlencode({'game': game.game})}"
    if found.broken:
        yield "broken", f"{_counted(found.broken, 'promise')} broken", _moment(game, kept, found.broken_at)
    if found.upheld:
        yield "upheld", f"{_counted(found.upheld, 'dispute')} upheld", disputes
    if found.open:
        yield "open", f"{_counted(found.open, 'dispute')} open", disputes
    if found.corrected_at:
        yield "corrected", "corrected", _moment(game, kept, found.corrected_at)


def _moment(game: CatalogueRow, kept: Mapping[str, str], at: int | None) -> str:
    return f"/games/{game.game}?{urlencode({**kept, 'at': at})}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
