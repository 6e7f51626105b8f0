"""What stands in a line by itself: numbers, names, words of the writer's own, and values exactly as they are."""

import json
import re
from functools import cache
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.limits import DEPTH
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.notation.line_scanner import Ends, LineScanner

NOBODY: Final = ("nobody", "nothing", "none")
RESERVED_WORDS: Final = frozenset({*NOBODY, "and"})
"""Words that mean something else where a name could stand; a name like that goes into quotation marks."""

A_NUMBER: Final = "a number"
A_NAME: Final = 'a name in "quotation marks"'
A_WORD: Final = 'a word or "words in quotation marks"'
A_TEXT: Final = 'a text that ends with "'
THE_REST: Final = "words to the end of the line"
_EXACTLY: Final = {dict: "{…}", list: "[…]"}
NO_WORDS: Final = frozenset({A_NUMBER, A_NAME, A_WORD, A_TEXT, THE_REST, *_EXACTLY.values()})
"""What could stand in a line, where that is no word."""

_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_FREE: Final = re.compile(r'[^\s,;:"{}\[\]()#]+')
_MORE: Final = re.compile(r",-?\d+")
_NUMBER: Final = re.compile(r"-?\d{1,16}(?![\w.])")
_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_PLAIN: Final = re.compile(r"[\w+./*-]+(?:,-?\d+)?")


class NumberNode(Struct, frozen=True):
    """A whole number."""

    def read(self, line: LineScanner, at: int) -> Ends:
        """Its digits."""
        at = line.skip(at)
        found = _NUMBER.match(line.text, at)
        return {found.end(): int(found[0])} if found else line.expect(at, A_NUMBER)

    def write(self, value: Any) -> str | None:
        """The digits."""
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


class NameNode(Struct, frozen=True):
    """One of these names, each with the value it stands for; in quotation marks anything, for the rules to judge.

    Capitals do not matter, and a space, ``_``, ``-`` or nothing may stand between the words of a name: *Open Gates* is
    ``OpenGates``. Where two names are the same like that, each is written exactly.
    """

    names: tuple[tuple[str, Any], ...]
    quoted: bool = True

    def read(self, line: LineScanner, at: int) -> Ends:
        """The longest first."""
        at = line.skip(at)
        ends: dict[int, tuple[str, Any]] = {}
        vague: set[int] = set()
        for written, value in self.names:
            found = _loosely(written).match(line.text, at)
            if found is None:
                continue
            end, exact = found.end(), found[0] == written
            if end in ends and ends[end][1] != value and not exact:
                vague |= {end} if ends[end][0] != line.text[at:end] else set()
            elif end not in ends or exact:
                ends[end] = (written, value)
                vague -= {end} if exact else set()
        quoted: Ends = _quoted(line, at) if self.quoted else {}
        told = {end: value for end, (_, value) in sorted(ends.items(), reverse=True) if end not in vague}
        return {**told, **quoted} or line.expect(at, *(written for written, _ in self.names), *self._other())

    def write(self, value: Any) -> str | None:
        """The name as it stands in the box."""
        for written, meant in self.names:
            if meant == value and type(meant) is type(value):
                return written if is_plain(written) else json.dumps(written, ensure_ascii=False)
        return json.dumps(value, ensure_ascii=False) if self.quoted and isinstance(value, str) else None

    def _other(self) -> tuple[str, ...]:
        return () if self.names else (A_NAME,)


class FreeText(Struct, frozen=True):
    """A word, or more of them in quotation marks."""

    def read(self, line: LineScanner, at: int) -> Ends:
        """A word; one with a comma and a number after it may be a place of a board, such as ``-1,2``."""
        at = line.skip(at)
        quoted = _quoted(line, at)
        found = _FREE.match(line.text, at)
        if quoted or found is None or found[0].casefold() in RESERVED_WORDS:
            return quoted or line.expect(at, A_WORD)
        more = _MORE.match(line.text, found.end())
        longer = {more.end(): line.text[at : more.end()]} if more else {}
        return {**longer, found.end(): found[0]}

    def write(self, value: Any) -> str | None:
        """The word bare if it can be."""
        if not isinstance(value, str):
            return None
        return value if is_plain(value) else json.dumps(value, ensure_ascii=False)


class RestOfLine(Struct, frozen=True):
    """Words to the end of the line: a letter, a reason."""

    def read(self, line: LineScanner, at: int) -> Ends:
        """All that is left, if anything is; what begins with a quotation mark ends with one."""
        at = line.skip(at)
        if line.text[at:].startswith('"'):
            return _quoted(line, at) or line.expect(at, A_TEXT)
        rest = line.text[at:].rstrip()
        return {at + len(rest): rest} if rest else line.expect(at, THE_REST)

    def write(self, value: Any) -> str | None:
        """As it is, where that can be read again."""
        if not isinstance(value, str):
            return None
        is_bare = value == value.strip() and value.isprintable() and value[:1] not in {'"', ""} and "#" not in value
        return value if is_bare else json.dumps(value, ensure_ascii=False)


class ExactValue(Struct, frozen=True):
    """A value as JSON: for what no words are."""

    kinds: tuple[type, ...] = (dict, list)

    def read(self, line: LineScanner, at: int) -> Ends:
        """An object or an array, read as strictly as anywhere."""
        at = line.skip(at)
        end = _json_end(line.text, at)
        if end is None:
            return line.expect(at, *(each for kind, each in _EXACTLY.items() if kind in self.kinds))
        try:
            value = parse_json(line.text[at:end], where="")
        except BadRecord as problem:
            line.refuse(at, str(problem).removeprefix(": "))
        return {end: value} if isinstance(value, self.kinds) else line.expect(at, "{…}")

    def write(self, value: Any) -> str | None:
        """The shortest JSON."""
        is_meant = isinstance(value, self.kinds)
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if is_meant else None


def is_plain(text: str) -> bool:
    """Whether a name can stand without quotation marks."""
    return _PLAIN.fullmatch(text) is not None and text.casefold() not in RESERVED_WORDS


def _quoted(line: LineScanner, at: int) -> Ends:
    found = _QUOTED.match(line.text, at)
    if found is None:
        return {}
    try:
        return {found.end(): parse_json(found[0], where="")}
    except BadRecord as problem:
        line.refuse(at, str(problem).removeprefix(": "))


def _json_end(text: str, at: int) -> int | None:
    if text[at : at + 1] not in {"{", "["}:
        return None
    depth = 0
    for found in _BRACKET.finditer(text, at):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
        if depth > DEPTH:
            return len(text)
    return len(text)


@cache
def _loosely(name: str) -> re.Pattern[str]:
    """The name however its words are joined, up to where a word ends."""
    found, joint, is_word = "", "", False
    for piece in _PIECE.findall(name):
        if is_word and not piece.strip(" _-"):
            joint = piece
            continue
        between = "[ _-]?" if is_word and piece[0].isalnum() else re.escape(joint)
        found, joint, is_word = found + between + re.escape(piece), "", piece[0].isalnum()
    return re.compile(found + re.escape(joint) + (r"(?![\w-])" if is_word and not joint else ""), re.IGNORECASE)


_PIECE: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_]+|[ _-]+|.", re.DOTALL)
