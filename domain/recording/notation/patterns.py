"""Forms taken apart, and what is made of several: words, places and brackets in a row, lists, one of several."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, cast

from msgspec import Struct

from oathbook.domain.recording.notation.line_scanner import Ends, LineNode, LineScanner
from oathbook.domain.recording.notation.value_nodes import NOBODY

_TOKEN: Final = re.compile(r"[\w'/-]+|[^\s\w]")
_ENDS_WORD: Final = re.compile(r"[\w-]")


@cache
def _words_of(says: str) -> tuple[tuple[str, str, bool], ...]:
    """Each word of a form, the same without capitals, and whether no letter may follow it at once."""
    return tuple((word, word.casefold(), word[-1].isalnum()) for word in _TOKEN.findall(says))


class FixedWords(Struct, frozen=True):
    """Words that stand as they are; capitals do not matter."""

    says: str

    def read(self, line: LineScanner, at: int) -> Ends:
        """All of them, with any spaces between."""
        text = line.text
        for word, folded, is_bounded in _words_of(self.says):
            at = line.skip(at)
            end = at + len(word)
            if text[at:end].casefold() != folded or (is_bounded and _ENDS_WORD.match(text, end)):
                return line.expect(at, word)
            at = end
        return {at: None}

    def write(self, value: Any) -> str | None:
        """The words."""
        return None if value is not None else self.says


class Slot(Struct, frozen=True):
    """A place that is filled: the field it is for, what may stand there, and what it is called at the table.

    ``hides`` says that what stands there is for the eyes of its seat only.
    """

    field: str
    node: LineNode
    label: str = ""
    hides: bool = False


class OptionalGroup(Struct, frozen=True):
    """What may be left out: words, which are not written, and places, where a field has its default."""

    items: "tuple[FixedWords | Slot, ...]"

    def has_value(self, fields: Mapping[str, Any], usual: Mapping[str, Any]) -> bool:
        """Whether one of its places has another value than the field's default, so that it is written."""
        places = [each.field for each in self.items if isinstance(each, Slot)]
        return any(place in fields and fields[place] != usual.get(place) for place in places)


PatternItem = FixedWords | Slot | OptionalGroup


class LinePattern(Struct, frozen=True):
    """A form: its items in a row. It reads the fields of its places."""

    items: tuple[PatternItem, ...]

    def read(self, line: LineScanner, at: int) -> Ends:
        """The fields, by their names."""
        ends: dict[int, dict[str, Any]] = {at: {}}
        for item in self.items:
            if not ends:
                break
            ends = _extend(line, item, ends)
        return ends

    def fill(self, fields: Mapping[str, Any], usual: Mapping[str, Any]) -> str | None:
        """The line for these fields; nothing where a place cannot be filled."""
        parts: list[str] = []
        for item in self.items:
            if isinstance(item, OptionalGroup):
                inner = LinePattern(item.items).fill(fields, usual) if item.has_value(fields, usual) else ""
            else:
                inner = item.says if isinstance(item, FixedWords) else _write_slot(item, fields)
            if inner is None:
                return None
            parts += [inner] if inner else []
        return re.sub(r" ([,:;])", r"\1", " ".join(parts))

    def places(self) -> tuple[str, ...]:
        """The fields it has places for."""
        inner = (each for item in self.items for each in (item.items if isinstance(item, OptionalGroup) else (item,)))
        return tuple(each.field for each in inner if isinstance(each, Slot))


class OneOf(Struct, frozen=True):
    """Any of these, the first to be preferred."""

    nodes: tuple[LineNode, ...]

    def read(self, line: LineScanner, at: int) -> Ends:
        """Wherever any of them ends."""
        ends: dict[int, Any] = {}
        for node in self.nodes:
            for end, value in line.read(node, at).items():
                ends.setdefault(end, value)
        return ends

    def write(self, value: Any) -> str | None:
        """As the first does that can."""
        return next((told for node in self.nodes if (told := node.write(value)) is not None), None)


class NobodyNode(Struct, frozen=True):
    """Nothing there: nobody, nothing or none; it is written as the ``word``."""

    word: str

    def read(self, line: LineScanner, at: int) -> Ends:
        """Any of the three words."""
        return _read_nobody(line, at, self.word)

    def write(self, value: Any) -> str | None:
        """One of them."""
        return self.word if value is None else None


class ListNode(Struct, frozen=True):
    """Several of a kind: *a*, *a and b*, *a, b and c*; *nothing* where there are none."""

    node: LineNode

    def read(self, line: LineScanner, at: int) -> Ends:
        """Every beginning of the list, the longest first."""
        ends: dict[int, Any] = dict.fromkeys(_read_nobody(line, at, NOBODY[1]), ())
        fresh: dict[int, tuple[Any, ...]] = {end: (value,) for end, value in line.read(self.node, at).items()}
        while fresh:
            ends = {**ends, **{end: told for end, told in fresh.items() if end not in ends}}
            fresh = {
                end: (*told, value)
                for here, told in fresh.items()
                for next_one in _after_comma(line, here)
                for end, value in line.read(self.node, next_one).items()
                if end not in ends and end > here
            }
        return {end: list(told) for end, told in sorted(ends.items(), reverse=True)}

    def write(self, value: Any) -> str | None:
        """With commas."""
        if not isinstance(value, list):
            return None
        told = [self.node.write(each) for each in cast("list[Any]", value)]
        return None if None in told else ", ".join(str(each) for each in told) or NOBODY[1]


SlotMaker = Callable[[str, str, str], Slot]


def pattern_of(says: str, place: SlotMaker) -> LinePattern:
    """A form as a pattern; ``place(field, sort, noun)`` gives the slot for a place; before it is a noun or none."""
    items: list[PatternItem] = []
    noun = ""
    for piece in re.findall(r"\[[^\]]*\]|[^\[]+", says):
        row = _row(piece.strip("[]"), place, noun)
        items += [OptionalGroup(row)] if piece.startswith("[") else row
        noun = _noun(piece)
    return LinePattern(tuple(items))


def _row(text: str, place: SlotMaker, noun: str) -> tuple[FixedWords | Slot, ...]:
    row: list[FixedWords | Slot] = []
    for piece in re.findall(r"\{[^}]*\}|[^{]+", text):
        if piece.startswith("{"):
            field, _, sort = piece[1:-1].partition(":")
            row.append(place(field, sort, noun if not row else ""))
        elif piece.strip():
            row.append(FixedWords(piece.strip()))
    return tuple(row)


def _noun(piece: str) -> str:
    """The noun that a piece in brackets is, with its article or without, or nothing."""
    found = _BRACKETED_NOUN.fullmatch(piece)
    return found[1] if found and found[1] not in _NO_NOUNS else ""


_BRACKETED_NOUN: Final = re.compile(r"\[(?:(?:an?|the) )?([a-z]+)\]")
_NO_NOUNS: Final = frozenset({"a", "an", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"})


def _extend(line: LineScanner, item: PatternItem, ends: dict[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
    further: dict[int, dict[str, Any]] = {}
    for at, fields in ends.items():
        for end, told in _ends_of(line, item, at, fields).items():
            further.setdefault(end, told)
    return further


def _ends_of(line: LineScanner, item: PatternItem, at: int, fields: dict[str, Any]) -> dict[int, dict[str, Any]]:
    match item:
        case FixedWords():
            return dict.fromkeys(line.read(item, at), fields)
        case Slot(field, node):
            return {end: {**fields, field: value} for end, value in line.read(node, at).items()}
        case OptionalGroup(items):
            inner = {at: fields}
            for each in items:
                inner = _extend(line, each, inner)
            return {**inner, at: fields}


def _write_slot(slot: Slot, fields: Mapping[str, Any]) -> str | None:
    return slot.node.write(fields[slot.field]) if slot.field in fields else None


def _read_nobody(line: LineScanner, at: int, word: str) -> Ends:
    """Where a word for nothing ends; the one that fits is the one that is expected."""
    at = line.skip(at)
    found = _NO_WORD.match(line.text, at)
    return {found.end(): None} if found else line.expect(at, word)


_NO_WORD: Final = re.compile(rf"(?:{'|'.join(NOBODY)})(?![\w-])", re.IGNORECASE)
_COMMA: Final = re.compile(r",\s*and(?=\s)|,|and(?=\s)", re.IGNORECASE)


def _after_comma(line: LineScanner, at: int) -> tuple[int, ...]:
    """Where the next of a list begins, if it goes on: after a comma, *and*, or both."""
    place = line.skip(at)
    found = _COMMA.match(line.text, place)
    if found is None:
        line.expect(place, ",")
        return ()
    return (found.end(),)
