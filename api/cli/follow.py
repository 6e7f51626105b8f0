"""A game of a database as it goes on: its happenings, a line each, until it is over."""

import sys
import time
from collections.abc import Generator
from typing import Final

from rich.text import Text

from api.cli.databases import archive_in
from api.cli.input_files import viewer_in
from api.cli.text_frames import listing, title_lines
from replays.frames import Replay

PAUSE: Final = 0.2
"""Seconds between two looks at the database."""


def followed(game: str, database: str, viewer: str | None) -> Generator[Text]:
    """Every line that ``listing`` has, and those that come, until the game is over.

    ``NotFound`` where there is no such game or database, ``BadRecord`` where the game has no such seat, and as
    ``Archive.record``.
    """
    replay: Replay | None = None
    with archive_in(database) as archive:
        while True:
            seen = 0 if replay is None else len(replay)
            if archive.head(game) > seen:
                record = archive.record(game)
                replay = Replay(record, viewer_in(record, viewer), earlier=replay)
                if not seen:
                    yield from title_lines(replay)
                yield from listing(replay, first=seen + 1)
                if archive.is_closed(game, at=len(record.events)):
                    return
            sys.stdout.flush()  # whoever reads a pipe follows it too
            time.sleep(PAUSE)
