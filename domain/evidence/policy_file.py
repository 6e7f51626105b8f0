"""Reads policies (c2sp.org/tlog-policy): lines of words, of which the first says what the line is."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NoReturn, TypeVar

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence import policies
from oathbook.domain.evidence.cosignatures import parse_witness_key
from oathbook.domain.evidence.note_keys import parse_key

MOST_BYTES: Final = 65_536
MOST_LINES: Final = 100  # logs, and witnesses, and groups

T = TypeVar("T")

_NOT_ALLOWED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_WORD: Final = re.compile(r"[^ \t]+")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")


class _Word(Struct, frozen=True):
    text: str
    line: int
    column: int

    def refuse(self, says: str) -> NoReturn:
        raise BadRecord(f"policy: line {self.line}, column {self.column}: {says}")

    def read(self, read: Callable[[str], T]) -> T:
        """What it is read as; refused in its place."""
        try:
            return read(self.text)
        except BadRecord as problem:
            self.refuse(str(problem))


def parse_policy(text: bytes) -> policies.TrustPolicy:
    """The policy in a file; ``BadRecord`` names the line and the column of what is wrong.

    Keys are those of Ed25519: kind 01 for logs, 04 for witnesses. Names are any bytes that are no space.
    """
    if len(text) > MOST_BYTES:
        raise BadRecord(f"policy: it has more than {MOST_BYTES} bytes")
    reading = _PolicyParser()
    end = _Word("", 1, 1)
    for words, end in _lines(text.decode("utf-8", "surrogateescape")):
        if words:
            reading.parse_line(words, end)
    if reading.quorum is None:
        end.refuse("no line says which quorum is needed")
    return policies.TrustPolicy(
        tuple(reading.logs), tuple(reading.witnesses.values()), tuple(reading.groups.values()), reading.quorum
    )


def _lines(text: str) -> Iterator[tuple[list[_Word], _Word]]:
    """The words of each line, none of a comment; and its end."""
    *lines, rest = text.split("\n")
    for number, line in enumerate(lines, 1):
        bad = _NOT_ALLOWED.search(line)
        if bad is not None:
            _Word("", number, bad.start() + 1).refuse(f"a control character, {ord(bad[0]):#04x}")
        words = [_Word(each[0], number, each.start() + 1) for each in _WORD.finditer(line)]
        comment = bool(words) and words[0].text.startswith("#")
        yield [] if comment else words, _Word("", number, len(line) + 1)
    if rest:
        _Word("", len(lines) + 1, len(rest) + 1).refuse("the line has no end")


class _PolicyParser:
    """What the lines up to one have said."""

    def __init__(self) -> None:
        self.logs: list[policies.PolicyLog] = []
        self.witnesses: dict[str, policies.PolicyWitness] = {}
        self.groups: dict[str, policies.PolicyGroup] = {}
        self.quorum: str | None = None
        self._grouped: set[str] = set()

    def parse_line(self, words: list[_Word], end: _Word) -> None:
        """A line; ``end`` is the place where a word is missing."""
        first, *rest = words
        kinds: Mapping[str, tuple[Callable[[list[_Word]], None], int, int, str]] = {
            "log": (self._log, 1, 2, "log KEY [URL]"),
            "witness": (self._witness, 2, 3, "witness NAME KEY [URL]"),
            "group": (self._group, 3, 2 + 2 * MOST_LINES, "group NAME all|any|NUMBER MEMBER..."),
            "quorum": (self._quorum, 1, 1, "quorum NAME|none"),
        }
        if first.text not in kinds:
            first.refuse("a line begins with log, witness, group, quorum or #")
        read, least, most, form = kinds[first.text]
        if len(rest) < least:
            end.refuse(f"something is missing: write {form}")
        if len(rest) > most:
            rest[most].refuse(f"one word too many: write {form}")
        read(rest)

    def _log(self, words: list[_Word]) -> None:
        key = words[0].read(parse_key)
        if any(each.key.public == key.public for each in self.logs):
            words[0].refuse("this key is that of a log above")
        _must_have_room(words[0], len(self.logs))
        self.logs.append(policies.PolicyLog(key, _url(words[1:])))

    def _witness(self, words: list[_Word]) -> None:
        name = self._new(words[0])
        key = words[1].read(parse_witness_key)
        if any(each.key.public == key.public for each in self.witnesses.values()):
            words[1].refuse("this key is that of a witness above")
        _must_have_room(words[0], len(self.witnesses))
        self.witnesses[name] = policies.PolicyWitness(name, key, _url(words[2:]))

    def _group(self, words: list[_Word]) -> None:
        name, (least, *members) = self._new(words[0]), words[1:]
        _must_have_room(words[0], len(self.groups))
        for each in members:
            self._must_be_known(each)
            if each.text in self._grouped:
                each.refuse(f"{each.text} is in a group already")
            self._grouped.add(each.text)
        self.groups[name] = policies.PolicyGroup(
            name, _least(least, len(members)), tuple(each.text for each in members)
        )

    def _quorum(self, words: list[_Word]) -> None:
        (name,) = words
        if self.quorum is not None:
            name.refuse("there is a quorum already")
        if name.text != policies.NOBODY:
            self._must_be_known(name)
        self.quorum = name.text

    def _new(self, name: _Word) -> str:
        if name.text == policies.NOBODY or name.text in self.witnesses or name.text in self.groups:
            name.refuse(f"{name.text} is the name of something else")
        return name.text

    def _must_be_known(self, name: _Word) -> None:
        if name.text not in self.witnesses and name.text not in self.groups:
            name.refuse(f"no witness and no group above is called {name.text}")


def _least(said: _Word, members: int) -> int:
    named = {"any": 1, "all": members}.get(said.text)
    if named is not None:
        return named
    if not _NUMBER.fullmatch(said.text) or int(said.text) > members:
        said.refuse(f"write all, any, or how many of these {members}")
    return int(said.text)


def _must_have_room(word: _Word, there: int) -> None:
    if there >= MOST_LINES:
        word.refuse(f"there are at most {MOST_LINES} of a kind")


def _url(words: list[_Word]) -> str:
    return words[0].text if words else ""
