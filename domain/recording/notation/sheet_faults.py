"""Reads a sheet and, where something is wrong with it, finds everything that is wrong, in two passes.

The first pass holds every line against the grammar, which needs no state of the game. The second follows the rules from
the top to the first step that cannot be followed; the lines after it that then do not fit may come from it, and are
said so in one line. A word that is like one that could stand there is read as that word.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, Refused, SheetUnreadable
from oathbook.domain.kernel import Concealed
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.notation import sheets
from oathbook.domain.recording.notation.game_notation import GameNotation, option_words
from oathbook.domain.recording.notation.line_reader import next_words, seat_of_line
from oathbook.domain.recording.notation.line_scanner import WordFault
from oathbook.domain.recording.notation.sheet_reader import (
    RulesetFinder,
    SheetReader,
    record_from_notation,
    start_reader,
)

MOST_FAULTS: Final = 20
MOST_REPAIRS: Final = 3  # words of a step that are read as the ones they are like
StepRows = tuple[sheets.SheetRow, ...]


class _Fault(Struct, frozen=True):
    """What is wrong in a line of a sheet; ``word`` is the one that cannot stand there, if it is a word."""

    number: int
    says: str
    word: WordFault | None = None


def read_sheet(text: bytes, ruleset_of: RulesetFinder, sources: Sources, *, where: str) -> Record:
    """The record of a sheet; ``SheetUnreadable`` with everything that is wrong, ``UnknownEdition``."""
    try:
        return record_from_notation(text, ruleset_of, sources, where=where)
    except BadRecord as first:
        faults = _faults_in(text, ruleset_of, sources, where)
        if not faults:
            raise
        more = len(faults) - MOST_FAULTS
        rest = (f"{where}: and {more} more",) if more > 0 else ()
        raise SheetUnreadable((*(each.says for each in faults[:MOST_FAULTS]), *rest)) from first


def _faults_in(text: bytes, ruleset_of: RulesetFinder, sources: Sources, where: str) -> list[_Fault]:
    """Everything wrong in the steps, in the order of lines; nothing where the sheet cannot be begun."""
    try:
        sheet, strays = _without_strays(text, where)
        reader = start_reader(sheet, ruleset_of, sources, where=where)
    except BadRecord:
        return []
    speech = reader.speech
    parsed = [_parse(speech, rows, where) for rows in sheet.steps]
    misspelt = {fault.number: fault for each in parsed for fault in reversed(each.faults)}
    refused = [*_by_the_rules(reader, parsed, misspelt, where)]
    return sorted([*strays, *misspelt.values(), *refused], key=lambda each: each.number)


def _without_strays(text: bytes, where: str) -> tuple[sheets.Sheet, list[_Fault]]:
    """The sheet without the lines that are no line of a sheet, and what is wrong with each of them."""
    lines, strays = text.split(b"\n"), list[_Fault]()
    while True:
        try:
            return sheets.sheet_from(b"\n".join(lines), where=where), strays
        except sheets.StrayLine as stray:
            if len(strays) == MOST_FAULTS:
                raise
            strays.append(_Fault(stray.number, str(stray)))
            lines[stray.number - 1] = b""


class _ParsedStep(Struct, frozen=True):
    """The rows of a step, with misspelt words put right; whether they can be read then, and what was wrong."""

    rows: StepRows
    is_read: bool
    faults: tuple[_Fault, ...] = ()


def _parse(speech: GameNotation, rows: StepRows, where: str) -> _ParsedStep:
    faults: list[_Fault] = []
    for _ in range(MOST_REPAIRS + 1):
        try:
            speech.parse_step(rows, where=where)
        except WordFault as refused:
            row = next(each for each in rows if f"{where}: line {each.number}" == refused.where)
            faults.append(_Fault(row.number, str(refused), refused))
            if not refused.meant:
                return _ParsedStep(rows, is_read=False, faults=tuple(faults))
            rows = tuple(_with_word(each, refused) if each is row else each for each in rows)
        except BadRecord as refused:
            faults.append(_Fault(_line_of(refused, rows[0], where), str(refused)))
            return _ParsedStep(rows, is_read=False, faults=tuple(faults))
        else:
            return _ParsedStep(rows, is_read=True, faults=tuple(faults))
    return _ParsedStep(rows, is_read=False, faults=tuple(faults))


def _with_word(row: sheets.SheetRow, refused: WordFault) -> sheets.SheetRow:
    """A row with the word that was meant in the place of the one that stands there."""
    at, end = refused.column, refused.column + len(refused.word)
    text = f"{row.text[:at]}{refused.meant}{row.text[end:]}"
    return sheets.row_of(row.number, text)


def _line_of(refused: Refused, first: sheets.SheetRow, where: str) -> int:
    """The line that a refusal names, by default the first of its step."""
    number = str(refused).removeprefix(f"{where}: line ").partition(",")[0]
    return int(number) if number.isdecimal() else first.number


def _by_the_rules(
    reader: SheetReader, parsed: list[_ParsedStep], misspelt: dict[int, _Fault], where: str
) -> Iterator[_Fault]:
    """What is misspelt, in its moment; what the rules refuse first; and the lines that may come from that."""
    later = iter(parsed)
    for step in later:
        misspelt |= {each.number: _in_its_moment(reader, each) for each in reversed(step.faults) if each.word}
        try:
            if not step.is_read:
                break
            reader = reader.read_step(step.rows, where=where)
        except Refused as refused:
            yield _Fault(_line_of(refused, step.rows[0], where), str(refused))
            break
    numbers = [each.rows[0].number for each in _followers(reader, later, where) if each.is_read]
    if numbers:
        which = f"lines {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"line {numbers[0]}"
        yield _Fault(numbers[0], f"{where}: {which} may come from it")


def _followers(reader: SheetReader, later: Iterator[_ParsedStep], where: str) -> Iterator[_ParsedStep]:
    """The steps up to the next that fits."""
    for step in later:
        with suppress(Refused):
            if step.is_read:
                reader.read_step(step.rows, where=where)
                return
        yield step


def _in_its_moment(reader: SheetReader, fault: _Fault) -> _Fault:
    """A word that cannot stand there, with what can now before all else."""
    assert fault.word is not None, "only words have a moment"
    ruleset, state = reader.record.ruleset, reader.writer.game.state
    seat = seat_of_line(reader.speech, fault.word.text)
    listed: tuple[str, ...] = ()
    with suppress(Concealed):
        options = () if seat is None else option_words(ruleset, state, seat, reader.speech)
        listed = tuple(next_words(options, fault.word.before, ""))
    return replace(fault, says=fault.word.at_place(fault.word.with_listed(listed)))
