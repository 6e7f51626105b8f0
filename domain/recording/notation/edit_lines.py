"""Edits of a position: ``edit players ann influence = 4``, a place found by names, and its new value."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.notation.sheets import SheetLine

MOST_EDITS: Final = 8  # that an export writes in place of a whole position
NOTHING: Final = ("nobody", "nothing")  # what a person writes for no value
_SIGN: Final = re.compile(r"([+-]?)=")
_AROUND_SIGN: Final = re.compile(r"( [+-]?= )")
_WORD: Final = re.compile(r'(?:"[^"]*"|\S)+')
_PLAIN: Final = re.compile(r"[\w.,'-]+")
_OWN: Final = ("id", "name", "workplace", "tile")
_SEAT: Final = ("seat",)
_OPENING: Final = ("{", "[", '"')
_BARE: Final = re.compile(r"[A-Za-z][\w,-]*")


def edited_position(position: object, line: SheetLine) -> object:
    """A position in JSON after an edit: ``… = 4`` is a new value, ``… += 1`` and ``… -= 1`` are more and fewer.

    ``BadRecord`` names the place or the thing that is not there, and what there is, or how many.
    """
    sign = _SIGN.search(line.text)
    words = [each.replace('"', "") for each in _WORD.findall(line.text[: sign.start()] if sign else "")]
    if sign is None or not words:
        raise BadRecord(f"{line.place}: write what is edited, an equals sign and its value: “edit … = 4”")
    value = line.text[sign.end() :].strip()
    return _edit(position, words, _Change(sign[1], _value(value, line.place), value, line.place))


def edit_lines(before: object, after: object) -> list[str]:
    """The edits that lead from one position to the other, as they are written; none where they are too many to read."""
    found = list(_edits(before, after, ()))
    lines = [f"{' '.join(map(_word, path))} = {_value_text(value)}" for path, value in found]
    if len(found) > MOST_EDITS or any(isinstance(value, dict | list) for _, value in found):
        return []
    try:
        for each in lines:
            before = edited_position(before, SheetLine(each, ""))
    except BadRecord:  # a name that cannot be written
        return []
    return lines if before == after else []


def _edits(before: object, after: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    if before == after:
        return
    match before, after:
        case dict(), dict() if before.keys() == after.keys():
            for name, value in cast("dict[str, object]", before).items():
                yield from _edits(value, cast("dict[str, object]", after)[name], (*path, name))
        case list(), list() if len(cast("list[object]", before)) == len(cast("list[object]", after)):
            for one, other in zip(cast("list[object]", before), cast("list[object]", after), strict=True):
                yield from _edits(one, other, (*path, next(iter(_names_of(one)), "")))
        case _:
            yield path, after


def _word(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else f'"{name}"'


def fill_edit(edit: str, fields: Mapping[str, object]) -> str:
    """An edit with its places filled: names in what is edited, values behind the sign."""
    path, sign, value = _AROUND_SIGN.split(edit)
    names = {field: _word(str(each)) for field, each in fields.items()}
    values = {field: _value_text(each) for field, each in fields.items()}
    return f"{path.format(**names)}{sign}{value.format(**values)}"


def _value_text(value: object) -> str:
    if value is None:
        return NOTHING[0]
    text = str(value)
    return text if isinstance(value, str) and _BARE.fullmatch(text) and _value(text) == value else json.dumps(value)


def _value(text: str, where: str = "") -> object:
    """A number, a list and the like as it is, nothing, or a word."""
    if text in NOTHING:
        return None
    try:
        return cast("object", parse_json(text, where=where))
    except BadRecord:
        if text[:1] in _OPENING:  # of something that is no word
            raise
        return text


class _Change(Struct, frozen=True):
    """What an edit does to a place: without a sign it puts a value there, else more of it or fewer."""

    sign: str
    value: object
    text: str
    place: str

    def after(self, before: object) -> object:
        """What stands there then."""
        if not self.sign:
            return self.value
        if isinstance(before, list):
            return self._in_list(cast("list[object]", before))
        if type(before) is not int:
            raise BadRecord(f"{self.place}: neither a number nor a list stands there; write an equals sign alone")
        if type(self.value) is not int or self.value < 0:
            raise BadRecord(f"{self.place}: “{self.text[:40]}” is not a number of things")
        if self.sign == "+":
            return before + self.value
        if before < self.value:
            raise BadRecord(f"{self.place}: there are {max(before, 0)} to take, not {self.value}")
        return before - self.value

    def _in_list(self, items: list[object]) -> list[object]:
        if self.sign == "+":
            return [*items, self.value]
        known = _first_names(items)
        found = [number for number, name in enumerate(known) if name == str(self.value)]
        if not found:
            raise _no_such(self.text[:40], known, self.place)
        first = found[0]
        if any(items[each] != items[first] for each in found):
            raise BadRecord(f"{self.place}: {known[first]} is the name of {len(found)} things there, which differ")
        return [*items[:first], *items[first + 1 :]]


def _edit(here: object, path: list[str], change: _Change) -> object:
    """The same with a change at a place, which is found by names: of a field, or of one of several things.

    What is named by its field, ``colour:green``, is made where it is not there yet: among counts, whose last one takes
    the name away, or among things.
    """
    if not path:
        return change.after(here)
    if isinstance(here, dict):
        return _edit_field(cast("dict[str, object]", here), *path, change=change)
    if isinstance(here, list):
        return _edit_thing(cast("list[object]", here), *path, change=change)
    raise _no_such(path[0], [], change.place)


def _edit_field(fields: dict[str, object], name: str, *rest: str, change: _Change) -> object:
    if name in fields:
        return {**fields, name: _edit(fields[name], [*rest], change)}
    _, _, kind = name.partition(":")
    if not (kind and change.sign):
        raise _no_such(name, [*fields], change.place)
    counts = {**fields, kind: _edit(fields.get(kind, 0), [*rest], change)}
    return {each: count for each, count in counts.items() if count or each != kind}


def _edit_thing(items: list[object], name: str, *rest: str, change: _Change) -> object:
    known, found = _first_names(items), _find(items, name)
    if len(found) > 1:
        which = ", ".join(dict.fromkeys(known[number] for number in found))
        raise BadRecord(f"{change.place}: {name} is the name of {len(found)} things there: {which}")
    for number in found:
        return [*items[:number], _edit(items[number], [*rest], change), *items[number + 1 :]]
    own = _fields_named(name)
    if not (own and change.sign):
        raise _no_such(name, known, change.place)
    return [*items, _edit({**own, **dict.fromkeys(rest, 0)}, [*rest], change)]


def _no_such(name: str, known: list[str], place: str) -> BadRecord:
    there = ", ".join(dict.fromkeys(filter(None, known)))
    return BadRecord(f"{place}: there is no {name} there{f'; what there is: {there}' if there else ''}")


def _find(items: list[object], name: str) -> list[int]:
    """The numbers of the things with a name: one of their own, else that of a seat, else any word in them.

    A name such as ``card:curse/decks:monsters`` is that of the things with these fields.
    """
    for fields in (_OWN, _SEAT, ()):
        found = [number for number, item in enumerate(items) if name in _names_of(item, fields)]
        if found:
            return found
    own = _fields_named(name).items()
    things = [(number, cast("dict[str, object]", item)) for number, item in enumerate(items) if isinstance(item, dict)]
    return [number for number, item in things if own and own <= item.items()]


def _fields_named(name: str) -> dict[str, str]:
    """The fields that a name like ``of:wolf0`` asks for; none where it is another name."""
    pairs = [each.partition(":") for each in name.split("/")]
    return {field: value for field, _, value in pairs} if all(value for *_, value in pairs) else {}


def _first_names(items: list[object]) -> list[str]:
    return [next(iter(_names_of(item)), "") for item in items]


def _names_of(item: object, only: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The words by which one of several things can be found, the first to be preferred; those of some fields alone."""
    if not isinstance(item, dict):
        return (str(item),)
    fields = cast("dict[str, object]", item)
    names = only or (*_OWN, *_SEAT, *fields)
    return tuple(each for name in names if isinstance(each := fields.get(name), str))
