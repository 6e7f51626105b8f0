"""Forks: which game each goes on from, and up to which position it carries that game over."""

from typing import Final

from oathbook.domain.games.game_events import Entry, GameOpened
from oathbook.domain.kernel import Roster
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import PerEvent, ViewRow, ViewTable


def rows_of(_: AnyRuleset, game: str, entry: Entry, __: int, ___: Roster) -> tuple[ViewRow, ...]:
    """A row for the opening of a fork."""
    if not isinstance(entry.body, GameOpened) or entry.body.parent is None:
        return ()
    return (ViewRow("forks", (game, entry.body.parent.game, entry.body.parent_position)),)


FORKS: Final = PerEvent(
    "forks",
    1,
    (
        ViewTable(
            "forks",
            """
            CREATE TABLE forks (
                game TEXT PRIMARY KEY,
                parent TEXT NOT NULL,
                carried INTEGER NOT NULL
            ) WITHOUT ROWID
            """,
        ),
    ),
    rows_of,
)
