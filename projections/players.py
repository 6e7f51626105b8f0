"""The players of all games by the words of their names, for those who do not know how a name is written."""

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
    """A name as it is looked for: whatever the case and the forms of its letters, with single spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def find_players(views: ViewsReader, sought: str) -> tuple[str, ...]:
    """The names, ``FOUND`` at most, that are so or in which a word begins so; those that are nothing else come first.

    Each costs a look into an index, however many games there are.
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
    """The one who is called exactly so, if there is one, or else all that are found."""
    if NUL in sought:
        return ()
    with views.snapshot() as connection:
        is_there = connection.execute("SELECT 1 FROM players WHERE player = ? LIMIT 1", (sought,)).fetchone()
    return find_players(views, sought) if is_there is None else (sought,)


def rows_of(_: AnyRuleset, game: str, entry: Entry, __: int, ___: Roster) -> tuple[ViewRow, ...]:
    """The parts of the names of those who play, of an opening."""
    if not isinstance(entry.body, GameOpened):
        return ()
    players = dict.fromkeys(each.player for each in entry.body.seats if each.player)
    return tuple(
        ViewRow("player_parts", (part, each, game)) for each in players for part in dict.fromkeys(_parts(each))
    )


def _parts(name: str) -> Iterator[str]:
    """The name from each of its words on; scripts without spaces have a word a letter."""
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
