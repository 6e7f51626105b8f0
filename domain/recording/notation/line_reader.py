"""Reads one line of a seat: what it says or, where it says nothing yet, how far it goes and what could stand there."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, Literal

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.notation.game_notation import GameNotation, LineKind, SheetDraw, draw_from
from oathbook.domain.recording.notation.grammar import split_asides
from oathbook.domain.recording.notation.line_scanner import END, WORD, LineScanner
from oathbook.domain.recording.notation.sheets import seat_row_of, without_comment
from oathbook.domain.recording.notation.value_nodes import A_NUMBER, NO_WORDS

MOST_NEAR: Final = 3  # words that are named as like one that cannot stand there

_DRAW: Final = re.compile(r"[ \t]*draw(?=[ \t]|$)", re.IGNORECASE)
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\w+./*\'-]+(?:,-?\d+)?|\S')
_JOINTS: Final = frozenset(' \t_"')
_NEITHER: Final = frozenset({*NO_WORDS, END})


class Candidate(Struct, frozen=True):
    """What could stand at a place.

    ``listed`` says that one of the decisions that the rules list goes on like that; ``literal`` that the text stands so
    in a line, and does not only say what could.
    """

    text: str
    listed: bool
    literal: bool


class ParsedLine(Struct, frozen=True):
    """What a line says: the fields of a decision, an act on a promise or a takeback, and what is said along with them.

    ``column`` is where it begins, after the seat and its colon if it names the seat.
    """

    column: int
    kind: LineKind
    value: Mapping[str, Any]
    asides: Mapping[str, Any]


class LineFault(Struct, frozen=True):
    """A line that says nothing: the place up to which it was read, and what is wrong there or could stand there.

    It is ``incomplete`` where the line has a beginning of something that could stand there.
    """

    kind: Literal["incomplete", "unreadable", "out-of-bounds"]
    column: int
    says: str
    near: tuple[str, ...] = ()
    could: tuple[Candidate, ...] = ()


def seat_of_line(notation: GameNotation, text: str) -> Seat | None:
    """The seat that a line names before a colon, or nothing."""
    return _split_seat(notation, text)[0]


def read_line(notation: GameNotation, text: str, options: Iterable[str] = ()) -> ParsedLine | LineFault:
    """What a line says; ``options`` are lines that the rules list, asked for only where it says nothing yet.

    What they go on with comes first among what could stand there. Columns are counted from 0.
    """
    bare = without_comment(text) if "#" in text else text
    start = _split_seat(notation, bare)[1]
    scanner = LineScanner(bare, where="line", start=start)
    try:
        whole = scanner.read_whole(notation.step)
    except BadRecord:
        return _refused(scanner)
    if not whole:
        return _unread(scanner, options)
    kind, value = whole[0]
    return ParsedLine(start, kind, *split_asides(value))


def read_draw(notation: GameNotation, text: str) -> SheetDraw | LineFault:
    """A draw as a line of a sheet tells it, *draw heart, shield*; the first word may be left out."""
    bare = without_comment(text)
    word = _DRAW.match(bare)
    scanner = LineScanner(bare, where="draw", start=word.end() if word else 0)
    try:
        whole = scanner.read_whole(notation.draw)
    except BadRecord:
        return _refused(scanner)
    return draw_from(whole[0]) if whole else _unread(scanner, ())


def _split_seat(notation: GameNotation, text: str) -> tuple[Seat | None, int]:
    """The seat before a colon and where the rest starts; a colon after no seat belongs to the rest."""
    row = seat_row_of(1, text)
    if row is None:
        return None, 0
    found = LineScanner(row.word, where="line").read_whole(notation.player)
    return (Seat(found[0]), row.start) if found else (None, 0)


def _refused(scanner: LineScanner) -> LineFault:
    column, says = scanner.refused or (scanner.start, "")
    return LineFault("unreadable", column, says)


def _unread(scanner: LineScanner, options: Iterable[str]) -> LineFault:
    beyond = scanner.value_beyond()
    if beyond is not None:
        return LineFault("out-of-bounds", *beyond)
    column = scanner.furthest
    begun, before = scanner.text[column:], scanner.text[scanner.start : column]
    fits = [each for each in scanner.expected if _begins(each, begun)]
    could = tuple(_candidates(fits, tuple(next_words(options, before, begun))))
    if could:
        return LineFault("incomplete", column, "the line ends here", could=could)
    word = WORD.match(begun)
    says = f"“{word[0][:40]}” cannot stand here" if word else "the line ends here"
    words = [each for each in scanner.expected if each not in _NEITHER]
    near = get_close_matches(word[0] if word else "", words, MOST_NEAR, 0.5)
    return LineFault("unreadable", column, says, tuple(map(_written, near)), tuple(_candidates(scanner.expected, ())))


def _begins(expected: str, begun: str) -> bool:
    """Whether what could stand there may begin with what stands there."""
    if expected in _NEITHER:
        return not begun or ('"' in expected and begun.startswith('"'))
    return _loose(expected).startswith(_loose(begun))


def next_words(options: Iterable[str], before: str, begun: str) -> Iterator[str]:
    """The next words of the options that begin like a line, each once, numbers by their size."""
    prefix, ahead = _loose(before), _loose(begun)
    found = dict.fromkeys(_next_word(each, prefix) for each in options)
    words = [each for each in found if each and _loose(each).startswith(ahead)]
    yield from sorted((each for each in words if each.isdecimal()), key=int)
    yield from (each for each in words if not each.isdecimal())


def _next_word(option: str, prefix: str) -> str:
    """The word of an option after a prefix without its joints, or nothing where the option begins otherwise."""
    kept = [(at, letter.casefold()) for at, letter in enumerate(option) if letter not in _JOINTS]
    end, count = 0, 0
    while count < len(kept) and end < len(prefix) and prefix.startswith(kept[count][1], end):
        end, count = end + len(kept[count][1]), count + 1
    if end < len(prefix):
        return ""
    rest = option[kept[count - 1][0] + 1 :] if count else option
    word = _TOKEN.match(rest.lstrip('" \t') if rest[:1] == '"' else rest.lstrip())
    return word[0] if word else ""


def _candidates(expected: Iterable[str], listed: tuple[str, ...]) -> Iterator[Candidate]:
    """The words of listed options, and then what else could stand there."""
    yield from (Candidate(each, listed=True, literal=True) for each in listed)
    known = {_loose(each) for each in listed}
    has_number = any(each.isdecimal() for each in listed)
    for each in expected:
        if each in _NEITHER:
            if each in _HINTS and not (has_number and each == A_NUMBER):
                yield Candidate(each, listed=False, literal=False)
        elif _loose(each) not in known:
            yield Candidate(_written(each), listed=False, literal=True)


_HINTS: Final = frozenset(each for each in _NEITHER if each[0].isalpha())
"""What could stand there, as people say it; JSON is not offered."""


def _written(word: str) -> str:
    """A word as it stands in a line: a name of several words stands in quotation marks."""
    return json.dumps(word, ensure_ascii=False) if " " in word or '"' in word else word


def _loose(text: str) -> str:
    """A text however its words are joined."""
    return "".join(letter for letter in text.casefold() if letter not in _JOINTS)
