"""Folders full of records: random games of a table, each under many ids, for what goes over all of them."""

from functools import cache
from pathlib import Path
from typing import Final

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from tests.support.playing import CLOSE, FAR, running_game, whole_game
from tests.support.tampering import chained, events_in, file_of

SHORT: Final = 60
"""Events of a game that is over soon."""


def archive(folder: Path, games: tuple[Record, ...], *, records: int) -> list[str]:
    """Make a folder with so many records, game after game, and then the same games under other ids."""
    folder.mkdir()
    names: list[str] = []
    for number in range(records):
        path = folder / f"{number:04}.jsonl"
        path.write_bytes(under_id(games[number % len(games)], f"game-{number:04}"))
        names.append(str(path))
    return names


def under_id(game: Record, name: str) -> bytes:
    """The file of the game as another table would have recorded it that decided and drew just so.

    Draws were witnessed, so nothing in it depends on the id but the chain.
    """
    events = events_in(record_text(game))
    for event in events:
        event.public["game"] = name
    return file_of(chained(events))


@cache
def short_games(number: int) -> tuple[Record, ...]:
    """So many games, each from its opening to its end."""
    games = (whole_game(CLOSE, f"short {each}", chance="witnessed") for each in range(4 * number))
    return tuple(
        game for game, _ in zip((game for game in games if len(game.events) < SHORT), range(number), strict=False)
    )


@cache
def long_games(number: int, *, events: int) -> tuple[Record, ...]:
    """So many games under way, each of about as many events."""
    return tuple(_begun(each, events) for each in range(number))


def _begun(number: int, events: int) -> Record:
    return running_game(FAR, f"long {number}", decisions=events // 2, chance="witnessed")
