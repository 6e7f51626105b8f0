"""Edits of a position: ``edit players ann influence = 4``, a place found by names, and its new value."""

import json
import re
from collections.abc import Iterator
from typing import Final, cast

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.notation.game_notation import SheetLine

MOST_EDITS: Final = 8  # that an export writes in place of a whole position
NOTHING: Final = ("nobody", "nothing")  # what a person writes for no value
_WORD: Final = re.compile(r'"([^"]*)"|(\S+)')
_PLAIN: Final = re.compile(r"[\w.,'-]+")
_OWN: Final = ("id", "name", "workplace", "tile")
_SEAT: Final = ("seat",)
_OPENING: Final = ("{", "[", '"')
_BARE: Final = re.compile(r"[A-Za-z][\w,-]*")


def edited_position(position: object, line: SheetLine) -> object:
    """A position in JSON after an edit; ``BadRecord`` names the place that is not there, and what there is."""
    path, equals, value = line.text.partition("=")
    words = [quoted or bare for quoted, bare in _WORD.findall(path)]
    if not equals or not words:
        raise BadRecord(f"{line.place}: write what is edited, an equals sign and its value: “edit … = 4”")
    return _edit(position, words, _value(value.strip(), line.place), line)


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


def _edit(here: object, path: list[str], value: object, line: SheetLine) -> object:
    """The same with another value at a place, which is found by names: of a field, or of one of several things."""
    if not path:
        return value
    first, *rest = path
    known: list[str] = []
    if isinstance(here, dict):
        fields = cast("dict[str, object]", here)
        if first in fields:
            return {**fields, first: _edit(fields[first], rest, value, line)}
        known = [*fields]
    elif isinstance(here, list):
        items = cast("list[object]", here)
        known = [next(iter(_names_of(item)), "") for item in items]
        found = _find(items, first)
        if len(found) > 1:
            which = ", ".join(dict.fromkeys(known[number] for number in found))
            raise BadRecord(f"{line.place}: {first} is the name of {len(found)} things there: {which}")
        for number in found:
            return [*items[:number], _edit(items[number], rest, value, line), *items[number + 1 :]]
    there = ", ".join(filter(None, known))
    raise BadRecord(f"{line.place}: there is no {first} there{f'; what there is: {there}' if there else ''}")


def _find(items: list[object], name: str) -> list[int]:
    """The numbers of the things with a name: one of their own, else that of a seat, else any word in them."""
    for fields in (_OWN, _SEAT, ()):
        found = [number for number, item in enumerate(items) if name in _names_of(item, fields)]
        if found:
            return found
    return []


def _names_of(item: object, only: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The words by which one of several things can be found, the first to be preferred; those of some fields alone."""
    if not isinstance(item, dict):
        return (str(item),)
    fields = cast("dict[str, object]", item)
    names = only or (*_OWN, *_SEAT, *fields)
    return tuple(each for name in names if isinstance(each := fields.get(name), str))
