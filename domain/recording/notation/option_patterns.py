"""Many lines as few patterns: *plan three of bow, shield, parry* for every plan of three."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from msgspec import Struct

NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
MOST_VALUES: Final = 12  # that a place of a pattern names
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+,-?\d+|[^\s,]+|,')


class OptionPattern(Struct, frozen=True):
    """Lines that are alike but for some places; all ``count`` of them fit the pattern, and other lines may too."""

    text: str
    count: int


def patterns_of(lines: Iterable[str]) -> tuple[OptionPattern, ...]:
    """The lines by their first word and how many words they have, in their order; one line is its own pattern."""
    kinds: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for line in lines:
        tokens = tuple(_TOKEN.findall(line))
        places = tuple("," if each == "," else "" for each in tokens[1:])
        kinds.setdefault((*tokens[:1], *places), []).append(tokens)
    return tuple(OptionPattern(_pattern(alike), len(alike)) for alike in kinds.values())


def _pattern(alike: list[tuple[str, ...]]) -> str:
    """What stands in each place, the values of one that differs in the order in which they first do."""
    places = [tuple(dict.fromkeys(each)) for each in zip(*alike, strict=True)]
    values = [each for each in places if each != (",",)]
    after_comma = [at > 0 and places[at - 1] == (",",) for at, each in enumerate(places) if each != (",",)]
    lists = [0]
    for joined in after_comma[1:]:
        lists.append(lists[-1] + (not joined))
    parts = [[value for _, value in part] for _, part in groupby(zip(lists, values, strict=True), lambda each: each[0])]
    return " ".join(map(_part, parts))


def _part(places: list[tuple[str, ...]]) -> str:
    """A place, or a list of several: literal where nothing differs."""
    if all(len(each) == 1 for each in places):
        return ", ".join(each[0] for each in places)
    values = dict.fromkeys(value for each in places for value in each)
    shown = [*values][:MOST_VALUES]
    more = f" and {len(values) - len(shown)} more" if len(values) > len(shown) else ""
    count = NUMBERS[len(places)] if len(places) < len(NUMBERS) else str(len(places))
    return f"{count} of {', '.join(shown)}{more}"
