"""``oathbook replay``: shows a game in the terminal."""

import sys
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Annotated, Final

import typer
from rich.text import Text

from oathbook.api.cli import arguments, text_frames
from oathbook.api.cli.databases import archive_in
from oathbook.api.cli.input_files import position_in, viewer_in
from oathbook.api.cli.output import say, say_json
from oathbook.api.cli.pager import browse, can_browse
from oathbook.api.cli.records import dispute_effects, is_file, record_of
from oathbook.api.schemas.replays import present_frame
from oathbook.replays.frames import Frame, Replay

PAUSE: Final = 0.2  # seconds between two looks at the database


def replay_record(
    name: arguments.RecordName,
    *,
    at: Annotated[int | None, arguments.option("--at", metavar="N", help="Show only this position.")] = None,
    viewer: arguments.SeenBy = None,
    follow: Annotated[bool, typer.Option("--follow", help="Follow a GAME while it is played, to its end.")] = False,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
) -> None:
    """Show a game again, position by position.

    With --at: what happened at that position and by which clauses, the working, the board, the standing, what changed,
    and who must act. Without --at: every position, one line per event; on a terminal one position per screen, with the
    arrow keys or h j k l, Home, End and q. With --follow: every position, and each new one while a service plays the
    game, until it is over or you press Ctrl-C. You see what the record opens or, with --as, what that seat saw then,
    even if everything has been revealed since.

    \b
    Exit codes
      0  shown
      2  the record cannot be read, or there is no such position or seat

    \b
    --json  {"game", "edition", "viewer", "frames": [{"position", "step", "at", "by", "type", "decision",
            "happenings", "became", "view", "changed", "to_act", "standing"}]}; with --at one frame
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if follow:
        _must_be_followable(name, at, as_json=as_json)
        with suppress(KeyboardInterrupt):
            say(_follow(name, database, viewer))
        return
    record = record_of(name, database)
    looking = viewer_in(record, viewer)
    position = None if at is None else position_in(record, at)
    replay = Replay(record, looking, ruled=dispute_effects(name, database))
    if as_json:
        frames = replay.frames() if position is None else [replay.at(position)]
        about = {"game": record.game, "edition": record.opened.edition, "viewer": looking}
        say_json({**about, "frames": [present_frame(each, replay) for each in frames]})
    elif position is not None:
        say(_position_lines(replay.at(position), replay))
    elif can_browse():
        browse(replay)
    else:
        say([*text_frames.title_lines(replay), *text_frames.listing(replay)])


def _must_be_followable(name: str, at: int | None, *, as_json: bool) -> None:
    if is_file(name) or at is not None or as_json:
        raise typer.BadParameter("it needs a GAME in a database, without --at or --json", param_hint="'--follow'")


def _follow(game: str, database: str, viewer: str | None) -> Generator[Text]:
    """The lines of a game, and each new one, until the game is over.

    ``NotFound`` if there is no such game or database, ``BadRecord`` if the game has no such seat, and as
    ``Archive.record``.
    """
    replay: Replay | None = None
    with archive_in(database) as archive:
        while True:
            seen = 0 if replay is None else len(replay)
            if archive.last_position(game) > seen:
                record = archive.record(game)
                replay = Replay(record, viewer_in(record, viewer), earlier=replay)
                if not seen:
                    yield from text_frames.title_lines(replay)
                yield from text_frames.listing(replay, first=seen + 1)
                if archive.is_closed(game, at=len(record.events)):
                    return
            sys.stdout.flush()  # so that a reader of a pipe follows it too
            time.sleep(PAUSE)


def _position_lines(frame: Frame, replay: Replay) -> Iterator[Text]:
    yield text_frames.title_line(replay)
    yield from text_frames.frame_lines(frame, replay)
    yield from text_frames.reason_lines(frame, replay)
