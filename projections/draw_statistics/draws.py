"""Every draw, as it is counted: which cards from which pile, on whose word.

A record says of itself that its draws came out of a seed, and whoever writes one elsewhere chooses seed and draws. So a
draw is the service's own only in a game that was opened here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

import msgspec
from msgspec import UNSET

from oathbook.domain.games.game_events import DrawMade, Entry
from oathbook.domain.kernel import Roster
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import PerEvent, ViewRow, ViewTable
from oathbook.projections.draw_statistics.fairness import CountedDraws, Pick
from oathbook.projections.views_reader import ReadConnection

NAME: Final = "draw_statistics"
SOURCES: Final = ("seeded", "witnessed", "brought")
"""On whose word: the service's, from a seed; a table's; that of a record that says it drew from a seed elsewhere."""

_SEEDED: Final = {"seeded": "IN", "brought": "NOT IN"}
_HERE: Final = "source = 'seeded' AND game {} (SELECT value FROM json_each(?))"
_COUNTS: Final = msgspec.json.Decoder(dict[str, int])


class Draws:
    """The draws of an edition, or of one game played by it."""

    def __init__(self, connection: ReadConnection, edition: str, game: str | None, opened_here: Iterable[str]) -> None:
        """Read through this connection; ``opened_here`` are the games that were not brought from elsewhere."""
        self._connection = connection
        self._where = "edition = ?" if game is None else "edition = ? AND game = ?"
        self._values = (edition,) if game is None else (edition, game)
        self._here = msgspec.json.encode(list(opened_here)).decode()

    def sources(self) -> Iterator[str]:
        """On whose word there are draws."""
        for source in SOURCES:
            where, values = self._source_term(source)
            asked = f"SELECT EXISTS (SELECT 1 FROM draws WHERE {where})"  # noqa: S608  # names of ours
            if self._connection.execute(asked, values).fetchone()[0]:
                yield source

    def counts(self, source: str) -> Iterator[CountedDraws]:
        """Equal draws from equal piles, and how many there are."""
        where, values = self._source_term(source)
        asked = f"SELECT pile, drawn, count(*) FROM draws WHERE {where} GROUP BY pile, drawn ORDER BY pile, drawn"  # noqa: S608  # names of ours
        for pile, drawn, times in self._connection.execute(asked, values):
            yield CountedDraws(_COUNTS.decode(pile), _COUNTS.decode(drawn), times)

    def single_picks(self, source: str) -> Iterator[list[Pick]]:
        """The draws of single cards, a list a game."""
        where, values = self._source_term(source)
        asked = f"SELECT game, pile, drawn FROM draws WHERE {where} AND cards = 1 ORDER BY game, position"  # noqa: S608  # names of ours
        found = self._connection.execute(asked, values)
        for _, rows in groupby(found, key=itemgetter(0)):
            yield [Pick(_COUNTS.decode(pile), next(iter(_COUNTS.decode(drawn)))) for _, pile, drawn in rows]

    def _source_term(self, source: str) -> tuple[str, tuple[str, ...]]:
        """The rows of a source, and the values in that term."""
        if source in _SEEDED:
            return f"{self._where} AND {_HERE.format(_SEEDED[source])}", (*self._values, self._here)
        return f"{self._where} AND source = ?", (*self._values, source)


def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, _: int, __: Roster) -> tuple[ViewRow, ...]:
    """The draw that an event is; other events are none, and a draw of no cards says nothing.

    Nor is a draw counted of which something is hidden: the rows are the same before and after the secrets are out.
    """
    draw = entry.body.draw if isinstance(entry.body, DrawMade) else None
    if draw is None or not draw.drawn or draw.hidden is not UNSET:
        return ()
    plain = (ruleset.edition.key, game, entry.position, draw.source, len(draw.drawn))
    return (ViewRow("draws", (*plain, _counts(draw.pile), _counts(draw.drawn))),)


def _counts(cards: tuple[str, ...]) -> str:
    """How many of each kind, in one way of writing it, so that equal piles are equal texts."""
    return msgspec.json.encode(dict(sorted(Counter(cards).items()))).decode()


DRAW_STATISTICS: Final = PerEvent(
    NAME,
    1,
    (
        ViewTable(
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
    once=True,
)
