"""Every draw, as it is counted: which cards from which pile, on whose word."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

import msgspec

from domain.games.events import DrawMade, Entry
from domain.rulesets.protocol import AnyRuleset
from projections.changes import PerEvent, Row, Table
from projections.fairness import Drawn, Pick

NAME: Final = "draw_statistics"
_COUNTS: Final = msgspec.json.Decoder(dict[str, int])


class Draws:
    """The draws of an edition, or of one game played by it."""

    def __init__(self, connection: sqlite3.Connection, edition: str, game: str | None) -> None:
        """Read through this connection."""
        self._connection = connection
        self._where = "edition = ?" if game is None else "edition = ? AND game = ?"
        self._values = (edition,) if game is None else (edition, game)

    def sources(self) -> tuple[str, ...]:
        """On whose word there are draws."""
        asked = f"SELECT DISTINCT source FROM draws WHERE {self._where} ORDER BY source"  # noqa: S608  # names of ours
        return tuple(source for (source,) in self._connection.execute(asked, self._values))

    def counted(self, source: str) -> Iterator[Drawn]:
        """Equal draws from equal piles, and how many there are."""
        where = f"{self._where} AND source = ? GROUP BY pile, drawn"
        asked = f"SELECT pile, drawn, count(*) FROM draws WHERE {where}"  # noqa: S608  # names of ours
        for pile, drawn, times in self._connection.execute(asked, (*self._values, source)):
            yield Drawn(_COUNTS.decode(pile), _COUNTS.decode(drawn), times)

    def in_order(self, source: str) -> Iterator[list[Pick]]:
        """The draws of single cards, a list a game."""
        where = f"{self._where} AND source = ? AND cards = 1 ORDER BY game, position"
        asked = f"SELECT game, pile, drawn FROM draws WHERE {where}"  # noqa: S608  # names of ours
        found = self._connection.execute(asked, (*self._values, source))
        for _, rows in groupby(found, key=itemgetter(0)):
            yield [Pick(_COUNTS.decode(pile), next(iter(_COUNTS.decode(drawn)))) for _, pile, drawn in rows]


def rows_of(ruleset: AnyRuleset, game: str, entry: Entry) -> tuple[Row, ...]:
    """The draw that an event is; other events are none, and a draw of no cards says nothing."""
    if not isinstance(entry.body, DrawMade) or not entry.body.draw.drawn:
        return ()
    draw = entry.body.draw
    plain = (ruleset.edition.key, game, entry.position, draw.source, len(draw.drawn))
    return (Row("draws", (*plain, _counts(draw.pile), _counts(draw.drawn))),)


def _counts(cards: tuple[str, ...]) -> str:
    """How many of each kind, in one way of writing it, so that equal piles are equal texts."""
    return msgspec.json.encode(dict(sorted(Counter(cards).items()))).decode()


DRAW_STATISTICS: Final = PerEvent(
    NAME,
    1,
    (
        Table(
            "draws",
            """
            CREATE TABLE draws (
                edition TEXT NOT NULL,
                game TEXT NOT NULL,
                position INTEGER NOT NULL,
                source TEXT NOT NULL,
                cards INTEGER NOT NULL,
                pile TEXT NOT NULL,
                drawn TEXT NOT NULL,
                PRIMARY KEY (game, position)
            ) WITHOUT ROWID
            """,
            ("CREATE INDEX draws_by_edition ON draws (edition, source)",),
        ),
    ),
    rows_of,
)
