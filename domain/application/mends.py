"""Records lines on a scribe's sheet and corrects earlier ones: all steps of an edit, or none."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

from oathbook.domain import errors
from oathbook.domain.errors import BadRecord, DrawMissing, IllegalDecision, LineRefused, NotYourSeat, Refused
from oathbook.domain.games.game_events import DrawMade, Entry
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAsked
from oathbook.domain.games.takeback_rules import TakeBack
from oathbook.domain.kernel import TABLE, DrawRequest, Roster, Seat
from oathbook.domain.recording.notation.game_notation import GameNotation, SheetStep
from oathbook.domain.recording.notation.sheet_reader import follow_step
from oathbook.domain.recording.notation.sheets import POSITION_WORDS, STEP_WORDS, row_of, seat_row_of
from oathbook.domain.recording.writing.memory_writer import MemoryWriter

WHERE: Final = "lines"

UNREADABLE: Final = (BadRecord, errors.BadLetter)

Fate = Literal["same", "otherwise", "refused", "unreadable", "draw-missing"]


class SheetEdit(Struct, frozen=True):
    """The lines of each step to record, after everything or in place of everything from the decision at ``start`` on.

    ``seats`` are those for which the scribe writes, ``why`` is the reason for taking back.
    """

    steps: tuple[tuple[str, ...], ...]
    seats: tuple[Seat, ...]
    start: int | None = None
    why: str = ""


class RowFate(Struct, frozen=True):
    """What the lines of a step would do. If they are not followed, ``says`` has the reason and ``clause`` the clause.

    ``request`` is the missing draw, if any.
    """

    lines: tuple[str, ...]
    fate: Fate
    says: str = ""
    clause: str = ""
    request: DrawRequest | None = None


def sheet_work(notation: GameNotation, edit: SheetEdit) -> Callable[[MemoryWriter], None]:
    """Returns a function that applies an edit to a game in memory.

    It raises ``LineRefused`` for the first step that is refused, ``NotYourSeat`` for a seat with a key, and what
    ``GameHead.take_back`` raises.
    """

    def write(writer: MemoryWriter) -> None:
        _go_back(writer, edit)
        for number, lines in enumerate(edit.steps):
            try:
                _follow(writer, notation, edit, lines)
            except NotYourSeat:
                raise
            except Refused as refused:
                raise LineRefused(number, *_reasons(refused, writer)) from None

    return write


def try_edit(writer: MemoryWriter, notation: GameNotation, edit: SheetEdit) -> tuple[RowFate, ...]:
    """Returns what each step of an edit would do, skipping those that are refused; else raises as ``sheet_work``."""
    before = () if edit.start is None else writer.record.entries()[edit.start - 1 :]
    _go_back(writer, edit)
    known = [_outcome(writer, list(step)) for _, step in groupby(before, lambda each: each.step)]
    return tuple(_fate(writer, notation, edit, lines, known) for lines in edit.steps)


def _fate(
    writer: MemoryWriter, notation: GameNotation, edit: SheetEdit, lines: tuple[str, ...], known: list[list[str]]
) -> RowFate:
    count = len(writer.record.events)
    try:
        _follow(writer, notation, edit, lines)
    except DrawMissing as missing:
        return RowFate(lines, "draw-missing", *_reasons(missing, writer), request=missing.request)
    except Refused as refused:
        fate: Fate = "unreadable" if isinstance(refused, UNREADABLE) else "refused"
        return RowFate(lines, fate, *_reasons(refused, writer))
    made = _outcome(writer, writer.record.entries()[count:])
    return RowFate(lines, "same" if made in known else "otherwise")


def _go_back(writer: MemoryWriter, edit: SheetEdit) -> None:
    if edit.start is None:
        return
    (event,) = writer.take_back(TABLE, TakeBack(edit.start, edit.why))
    body = event.entry.body
    if isinstance(body, TakebackAsked):
        who = " and ".join(map(_roster(writer).call, body.needs))
        raise errors.TakebackRefused("from", f"{who} would have to agree: ask to take it back")
    assert isinstance(body, StepsTakenBack)


def _follow(writer: MemoryWriter, notation: GameNotation, edit: SheetEdit, lines: Sequence[str]) -> None:
    step = _parse(notation, lines)
    if step.by not in (*edit.seats, TABLE):
        raise NotYourSeat(f"{WHERE}: {_roster(writer).call(step.by)} has a key, and writes for itself")
    if step.kind == "table" and not {each.seat for each in writer.game.opened.seats} <= {*edit.seats}:
        raise BadRecord("somebody here has a key: what is done beside the rules takes the word of all")
    if step.kind == "takeback":
        raise BadRecord("a line of the sheet takes nothing back; name the first position that goes back in `from`")
    follow_step(writer, step)


def _parse(notation: GameNotation, lines: Sequence[str]) -> SheetStep:
    first, *rest = lines
    begun = seat_row_of(1, first)
    if begun is None:
        raise BadRecord("a step begins with its seat and a colon, as “ada: …”")
    rows = [row_of(number, line) for number, line in enumerate(rest, 2)]
    for row in rows:
        if row.word not in STEP_WORDS:
            raise BadRecord(f"line {row.number}: below the line of a step stands “draw …” or “then …”")
        if row.word in POSITION_WORDS:
            raise BadRecord(f"line {row.number}: a position is edited on a sheet that is imported, or by an arbiter")
    return notation.parse_step((begun, *rows), where=WHERE)


def _outcome(writer: MemoryWriter, step: Sequence[Entry]) -> list[str]:
    """Returns the sentences of a step, and the witnesses of its draws."""
    sentences = [
        each.sentence for entry in step for each in happenings_of(writer.record.ruleset, entry, _roster(writer))
    ]
    witnesses = [seat for entry in step if isinstance(entry.body, DrawMade) for seat in entry.body.draw.witnesses]
    return sentences + witnesses


def _roster(writer: MemoryWriter) -> Roster:
    return writer.record.opened.roster


def _reasons(refused: Refused, writer: MemoryWriter) -> tuple[str, str]:
    """Returns the reason for a refusal, with names of players, and the clause or an empty string."""
    if isinstance(refused, IllegalDecision):
        return _roster(writer).name_ids(refused.refusal.says), refused.refusal.clause
    return str(refused), ""
