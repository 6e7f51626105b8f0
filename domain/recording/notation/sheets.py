"""A sheet of notation taken apart into lines: the setup, the steps, and what makes it the same record again."""

import re
from typing import Final, NamedTuple, NoReturn

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.record_file import MOST_LINE_BYTES, MOST_LINES

FIRST_LINE: Final = "oathbook notation/1"
SETUP_WORDS: Final = ("edition", "components", "seats", "switch", "start", "reveal", "entry", "takebacks")
BESIDE: Final = "!"  # begins a step that the table took beside the rules
POSITION_WORDS: Final = ("edit", "after")
TABLE_WORDS: Final = ("says", *POSITION_WORDS)
STEP_WORDS: Final = ("draw", "then", *TABLE_WORDS)
UNDO: Final = "undo"  # whoever took the step above takes it back
LAST_PART: Final = "record"

_BEGINS: Final = re.compile(rb"\s*(?:#[^\n]*\n\s*)*oathbook[ \t]+notation/")
_FIRST: Final = re.compile(r"\s*oathbook[ \t]+(\S+)\s*")
_COMMENT: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(?:(?<=[ \t])|\A)#.*')
_SEAT: Final = re.compile(r'[ \t]*([^\s:"{}\[\],#][^:"{}\[\]#]{0,200}?)[ \t]*:(?=\s|$)')
_WORD: Final = re.compile(r"[ \t]*([^\s:]+)(?=[ \t]|$)[ \t]*")


class StrayLine(BadRecord):
    """A line that is no line of a sheet, or stands in the wrong part of it."""

    def __init__(self, number: int, says: str) -> None:
        """Keep the number of the line."""
        super().__init__(says)
        self.number = number


class SheetRow(Struct, frozen=True):
    """A line of a sheet: its number, its text, the word or the seat it begins with, and where the rest of it starts.

    ``is_beside`` says of a line with a seat that it begins with an exclamation mark.
    """

    number: int
    text: str
    word: str
    start: int
    is_beside: bool = False

    @property
    def seat_start(self) -> int:
        """Where the seat of the line starts."""
        return self.text.index(BESIDE) + 1 if self.is_beside else 0


class SheetLine(Struct, frozen=True):
    """The rest of a line behind its first word, and its place."""

    text: str
    place: str


class Sheet(Struct, frozen=True):
    """The rows of a sheet: those of the setup, those of each step, those of the record."""

    setup: tuple[SheetRow, ...]
    steps: tuple[tuple[SheetRow, ...], ...]
    record: tuple[SheetRow, ...]
    rows: int


def is_notation(text: bytes) -> bool:
    """Whether a file says that it is notation, of whatever version."""
    return _BEGINS.match(text) is not None


def refuse_at(where: str, number: int, column: int, says: str) -> NoReturn:
    """``BadRecord`` that names a file, a line and a column."""
    raise BadRecord(f"{where}: line {number}, column {column}: {says}")


def sheet_from(text: bytes, *, where: str) -> Sheet:
    """The rows of a sheet without comments and empty lines; ``BadRecord`` names line and column."""
    lines = _lines(text, where)
    bare = ((number, without_comment(line)) for number, line in enumerate(lines, 1))
    told = [(number, line) for number, line in bare if line]
    if not told:
        refuse_at(where, 1, 1, f"a sheet of notation begins with “{FIRST_LINE}”")
    _must_be_first(told[0][1], where, told[0][0])
    sheet = _SheetParts([], [], [])
    for number, line in told[1:]:
        _place_row(row_of(number, line), sheet, where)
    return Sheet(tuple(sheet.setup), tuple(sheet.steps), tuple(sheet.record), len(lines))


class _SheetParts(NamedTuple):
    setup: list[SheetRow]
    steps: list[tuple[SheetRow, ...]]
    record: list[SheetRow]


def without_comment(line: str) -> str:
    """A line up to its comment, if it has one."""
    return _COMMENT.sub(_keep_quoted, line).rstrip()


def _keep_quoted(found: re.Match[str]) -> str:
    """A text in quotation marks stays, a comment goes."""
    return found[0] if found[0].startswith('"') else ""


def _place_row(row: SheetRow, sheet: _SheetParts, where: str) -> None:
    """A row in the part that it belongs to, if it may stand after those before it."""
    if sheet.record or row.word == LAST_PART:
        sheet.record.append(row)
    elif row.word in STEP_WORDS and sheet.steps:
        sheet.steps[-1] = (*sheet.steps[-1], row)
    elif row.text.split()[0] == UNDO and sheet.steps:
        above = sheet.steps[-1][0]
        sheet.steps.append((row_of(row.number, f"{above.word}: take back {row.text.split(UNDO, 1)[1]}"),))
    elif row.word not in SETUP_WORDS and seat_row_of(row.number, row.text) is not None:
        sheet.steps.append((row,))
    elif row.word in SETUP_WORDS and not sheet.steps:
        sheet.setup.append(row)
    else:
        _refuse_word(row, where, has_steps=bool(sheet.steps))


def _lines(text: bytes, where: str) -> list[str]:
    if text.count(b"\n") > MOST_LINES:
        refuse_at(where, MOST_LINES + 1, 1, f"a file has at most {MOST_LINES:,} lines")
    lines: list[str] = []
    for number, raw in enumerate(text.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if len(raw) > MOST_LINE_BYTES:
            refuse_at(where, number, MOST_LINE_BYTES + 1, f"a line has at most {MOST_LINE_BYTES:,} bytes")
        try:
            lines.append(raw.decode("utf-8").removesuffix("\r"))
        except UnicodeDecodeError as problem:
            column = len(raw[: problem.start].decode("utf-8")) + 1
            refuse_at(where, number, column, "this is not UTF-8 text")
    return lines


def _must_be_first(line: str, where: str, number: int) -> None:
    found = _FIRST.fullmatch(line)
    if found is None:
        refuse_at(where, number, 1, f"a sheet of notation begins with “{FIRST_LINE}”")
    if found[1] != FIRST_LINE.split()[1]:
        refuse_at(where, number, found.start(1) + 1, f"this program reads {FIRST_LINE.split()[1]}, not {found[1][:40]}")


def row_of(number: int, line: str) -> SheetRow:
    """A line as a row: the word it begins with, or the seat before its colon, and where the rest starts."""
    word = _WORD.match(line)
    if word and word[1] in {*SETUP_WORDS, *STEP_WORDS, LAST_PART}:
        return SheetRow(number, line, word[1], word.end())
    row = seat_row_of(number, line)
    if row is not None:
        return row
    return SheetRow(number, line, word[1] if word else "", len(line) - len(line.lstrip()))


def seat_row_of(number: int, line: str) -> SheetRow | None:
    """A line that begins with a seat and a colon as a row, or nothing."""
    is_beside = line.lstrip().startswith(BESIDE)
    seat = _SEAT.match(line, line.index(BESIDE) + 1 if is_beside else 0)
    return seat and SheetRow(number, line, seat[1], len(line) - len(line[seat.end() :].lstrip(" \t")), is_beside)


def _refuse_word(row: SheetRow, where: str, *, has_steps: bool) -> NoReturn:
    words = (*STEP_WORDS, UNDO, LAST_PART) if has_steps else SETUP_WORDS
    column = len(row.text) - len(row.text.lstrip()) + 1
    could = f"a seat with a colon and what it decides, {', '.join(words)}"
    says = f"“{row.text.strip()[:40]}” cannot stand here; what can: {could}"
    raise StrayLine(row.number, f"{where}: line {row.number}, column {column}: {says}")
