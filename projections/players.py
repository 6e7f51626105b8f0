"""A read model of player names by their words, for searches that do not know the exact spelling."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from oathbook.domain.games.game_events import Entry, GameOpened
from oathbook.domain.kernel import Roster
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import PerEvent, ViewRow, ViewTable
from oathbook.projections.views_reader import ViewsReader

NAME: Final = "players"
FOUND: Final = 20  # names that are found at most
PARTS: Final = 12  # words of a name, or letters of a script without spaces, by which it is found
LONG: Final = 60  # characters of a part that count
LAST: Final = "\U0010ffff"
NUL: Final = "\0"  # no name has it, and PostgreSQL takes none


def folded_name(name: str) -> str:
    """A name in the form that is compared: NFKC, case-folded, with single spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def find_players(views: ViewsReader, sought: str) -> tuple[str, ...]:
    """Returns at most ``FOUND`` names with a word that begins like ``sought``; exact matches come first.

    Each name costs one or two index lookups, however many games there are.
    """
    prefix = folded_name(sought)[:LONG]
    if not prefix or NUL in prefix:
        return ()
    found = dict[str, None]()
    part, player = prefix, ""
    following = (
        "SELECT part, player FROM player_parts WHERE part >= ? AND part < ? AND (part, player) > (?, ?) "
        "ORDER BY part, player LIMIT 1"
    )
    with views.snapshot() as connection:
        for _ in range(2 * FOUND):
            row = connection.execute(following, (prefix, f"{prefix}{LAST}", part, player)).fetchone()
            if row is None or len(found) == FOUND:
                break
            part, player = row
            found[player] = None
    return tuple(found)


def players_of_name(views: ViewsReader, sought: str) -> tuple[str, ...]:
    """Returns ``sought`` alone if a player has exactly that name, else all matches."""
    if NUL in sought:
        return ()
    with views.snapshot() as connection:
        is_there = connection.execute("SELECT 1 FROM players WHERE player = ? LIMIT 1", (sought,)).fetchone()
    return find_players(views, sought) if is_there is None else (sought,)


def rows_of(_: AnyRuleset, game: str, entry: Entry, __: int, ___: Roster) -> tuple[ViewRow, ...]:
    """The rows of an opening: each player's name by its words."""
    if not isinstance(entry.body, GameOpened):
        return ()
    players = dict.fromkeys(each.player for each in entry.body.seats if each.player)
    return tuple(
        ViewRow("player_parts", (part, each, game)) for each in players for part in dict.fromkeys(_parts(each))
    )


def _parts(name: str) -> Iterator[str]:
    """Yields the rest of a name from the beginning of each word; in scripts without spaces each letter is a word."""
    folded = folded_name(name)
    begins = [
        index
        for index, letter in enumerate(folded)
        if not index
        or (letter.isalnum() and (not folded[index - 1].isalnum() or unicodedata.east_asian_width(letter) == "W"))
    ]
    return (folded[index : index + LONG] for index in begins[:PARTS])


PLAYERS: Final = PerEvent(
    NAME,
    1,
    (
        ViewTable(
            "player_parts",
            """
            CREATE TABLE player_parts (
                part TEXT NOT NULL,
                player TEXT NOT NULL,
                game TEXT NOT NULL,
                PRIMARY KEY (part, player, game)
            ) WITHOUT ROWID
            """,
        ),
    ),
    rows_of,
)
