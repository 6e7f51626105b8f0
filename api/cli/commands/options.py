"""``oathbook options``: what may be decided in a game now, as it would be written at the table."""

from itertools import islice
from typing import Annotated, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.api.cli import arguments
from oathbook.api.cli.output import counted, line, say, say_json
from oathbook.api.cli.records import record_of
from oathbook.api.cli.text_marks import mark_parts
from oathbook.api.queries.options import options_at
from oathbook.api.schemas.marks import MarkedLine, present_all_marks
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import TABLE, Concealed, Seat
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.notation.game_notation import GameNotation, write_options
from oathbook.domain.recording.notation.option_patterns import OptionPattern, patterns_of
from oathbook.replays.frames import Replay

MOST_LISTED: Final = 40  # decisions of a seat, each as a line


class _SeatOptions(Struct, frozen=True):
    """What a seat may decide: whether it has to, whether there is nothing else, each as a line, and all by patterns.

    ``count`` is how many there are; ``options`` may be those alone that were asked for. ``marks`` are the options that
    do something to promises.
    """

    seat: Seat
    acts: bool
    complete: bool
    count: int
    patterns: tuple[OptionPattern, ...]
    options: tuple[str, ...]
    marks: tuple[MarkedLine, ...]


def options(
    name: arguments.RecordName,
    *,
    seat: Annotated[
        str | None, arguments.option("--as", metavar="SEAT", help="Only what this seat may decide.")
    ] = None,
    matching: Annotated[
        str | None, arguments.option(metavar="WORDS", help="Only decisions with these words, each as a line.")
    ] = None,
    limit: Annotated[
        int | None,
        arguments.option(metavar="N", min=1, help=f"List at most N decisions of a seat (default: {MOST_LISTED})."),
    ] = None,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """List what may be decided now, in the notation that oathbook import reads.

    FILE is a record, a transcript or a sheet of notation that is still being written. Every seat that has to decide is
    listed with its options and, with --as, one seat that may decide out of turn. Where there are more options than
    --limit, they are listed by patterns (plan three of bow, shield, parry); --matching lists those with some words.
    Options that do something to promises are marked, for the seat that decides and from what it may see.

    \b
    Exit codes
      0  listed
      2  the record or the sheet cannot be read, or there is no such seat

    \b
    --json  {"game", "edition", "position", "over", "seats": [{"seat", "acts", "complete", "count",
            "patterns": [{"text", "count"}], "options": [lines], "marks": [{"number", "line", "marks"}]}]};
            with --matching and --limit fewer lines
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    record = record_of(name, database)
    game = fold_record(record)
    seats = _seats(record, game.state, seat)
    listed = () if game.closed else tuple(_seat_options(record, game.state, each, matching) for each in seats)
    if as_json:
        about = {"game": record.game, "edition": record.opened.edition, "position": game.position}
        say_json(
            {**about, "over": game.closed, "seats": [replace(each, options=each.options[:limit]) for each in listed]}
        )
    elif game.closed:
        say([line(f"the game is over since position {game.position}")])
    else:
        for each in listed:
            _print(each, MOST_LISTED if limit is None else limit, by_patterns=matching is None)


def _seats(record: Record, state: Any, seat: str | None) -> tuple[Seat, ...]:
    if seat is None:
        return tuple(record.ruleset.to_act(state))
    known = (*(each.seat for each in record.opened.seats), TABLE)
    if seat not in known:
        raise BadRecord(f"--as {seat}: use one of {', '.join(known)}")
    return (Seat(seat),)


def _seat_options(record: Record, state: Any, seat: Seat, matching: str | None) -> _SeatOptions:
    speech = GameNotation(record.ruleset, record.opened.setup())
    try:
        words = write_options(record.ruleset, state, seat, speech)
        found = record.ruleset.options(state, seat)
    except Concealed:
        raise BadRecord(f"game {record.game}: this record conceals what {seat} may decide") from None
    acts = seat in record.ruleset.to_act(state)
    wanted = (matching or "").casefold().split()
    asked = [f"{seat}: {each}" for each in words if all(word in each.casefold() for word in wanted)]
    return _SeatOptions(seat, acts, found.complete, len(words), patterns_of(words), tuple(asked), _marks(record, seat))


def _marks(record: Record, seat: Seat) -> tuple[MarkedLine, ...]:
    """All marks of the options of a seat, as it sees the game."""
    replay = Replay(record, seat)
    notation = GameNotation(record.ruleset, record.opened.setup())
    position = len(replay)
    return tuple(present_all_marks(replay, seat, position, options_at(replay, seat, position), notation))


def _print(may: _SeatOptions, limit: int, *, by_patterns: bool) -> None:
    more = "" if may.complete else ", and there are others"
    has = "has to decide" if may.acts else "may decide out of turn"
    say([line(f"{may.seat} {has}; {counted(may.count, 'decision')} listed{more}")])
    marks = {f"{may.seat}: {each.line}": mark_parts(each.marks) for each in may.marks}
    if by_patterns and may.count > limit:
        for each in may.patterns:
            say([line(f"  {may.seat}: {each.text}", f"  ({each.count})" if each.count > 1 else "")])
        say(line(f"  {text}", *parts) for text, parts in islice(marks.items(), limit))
        return
    say(line(f"  {each}", *marks.get(each, ())) for each in may.options[:limit])
    if len(may.options) > limit:
        say([line(f"  and {len(may.options) - limit} more")])
