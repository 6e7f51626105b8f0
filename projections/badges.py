"""Badges of games in the catalogue: broken promises, disputes and corrections, as everyone may know of them.

They are read out of the ledger of promises, the docket and the timeline, and kept nowhere else.
"""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from oathbook.projections import docket, promise_ledger, timeline
from oathbook.projections.views_reader import ReadConnection, tracked_position

Badge = Literal["broken", "upheld", "open", "corrected"]


class Badges(Struct, frozen=True):
    """What stands out in a game, as everyone may know of it.

    ``broken`` counts the broken promises, ``broken_at`` is the position of the first breach. ``upheld`` counts the
    disputes in which the claim was upheld, ``open`` those that wait for a ruling, appeals included. ``corrected_at`` is
    the position of the last correction.
    """

    broken: int
    broken_at: int | None
    upheld: int
    open: int
    corrected_at: int | None


_ROWS: Final[Mapping[Badge, str]] = {
    "broken": "pledges WHERE status = 'broken'",
    "upheld": "docket WHERE ruled = 'upheld' AND state IN ('ruled', 'settled')",
    "open": "docket WHERE state IN ('open', 'appealed')",
    "corrected": "timeline WHERE type = 'game.corrected'",
}
"""The rows that give a game a badge; each names the game in its column ``game``."""


def badge_term(badge: Badge) -> str:
    """The term that lets games with a badge through."""
    return f"game IN (SELECT game FROM {_ROWS[badge]})"  # noqa: S608  # terms of ours


def _subquery(value: str, badge: Badge) -> str:
    return f"(SELECT {value} FROM {_ROWS[badge]} AND game = games.game)"  # noqa: S608  # terms of ours


COLUMNS: Final = ", ".join(
    (
        _subquery("count(DISTINCT place)", "broken"),
        _subquery("min(position)", "broken"),
        _subquery("count(*)", "upheld"),
        _subquery("count(*)", "open"),
        _subquery("max(position)", "corrected"),
    )
)
"""The fields of ``Badges`` in their order, for a row of the table ``games``."""


def badges_upto(connection: ReadConnection) -> int:
    """The number of the last event of the log that is in all of what badges are read from."""
    return min(tracked_position(connection, each) for each in (promise_ledger.NAME, docket.NAME, timeline.NAME))
