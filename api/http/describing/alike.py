"""Schemas that are alike become one under a plain name, and what nothing refers to goes: so clients stay small."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from oathbook.api.schemas.json_schemas import Schema
from oathbook.api.schemas.service import WHERE

SPOKEN: Final = frozenset({"const", "default", "enum", "example", "examples"})
"""Keys of a schema below which stand values, not schemas."""

NAMED: Final = frozenset({"properties", "$defs", "patternProperties"})
"""Keys below which stand schemas by names of their own."""

Renamed = Callable[[str], str]


def merged(schemas: Mapping[str, Schema], named: Callable[[Sequence[str]], str]) -> tuple[dict[str, Schema], Renamed]:
    """The schemas without repetitions, and under which name one is found that was called otherwise.

    ``named`` gives the name of those that are alike, whose names it is given.
    """
    same: dict[str, str] = {}
    left = dict(schemas)
    while again := _repeated(left):
        same |= again
        left = {name: referring(each, lambda to: again.get(to, to)) for name, each in left.items() if name not in again}
    alike: dict[str, list[str]] = defaultdict(list)
    for name in schemas:
        alike[_last(same, name)].append(name)
    names = {first: named(group) for first, group in alike.items()}
    assert len({*names.values()}) == len(names), "two schemas would have one name"

    def renamed(name: str) -> str:
        return names[_last(same, name)]

    return {names[name]: referring(each, renamed) for name, each in left.items()}, renamed


def _repeated(schemas: Mapping[str, Schema]) -> dict[str, str]:
    """Of each schema that stands there once more, the first that is the same."""
    first: dict[str, str] = {}
    return {
        name: there
        for name, schema in schemas.items()
        if (there := first.setdefault(json.dumps(schema, sort_keys=True), name)) != name
    }


def _last(same: Mapping[str, str], name: str) -> str:
    while name in same:
        name = same[name]
    return name


def referring(value: Any, renamed: Renamed) -> Any:
    """A part of the document, in which every reference leads to another name."""
    if isinstance(value, list):
        return [referring(each, renamed) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {
            key: _once(referring(each, renamed)) if key == "anyOf" else referring(each, renamed)
            for key, each in cast("Schema", value).items()
        }
    if isinstance(value, str) and value.startswith(WHERE):
        return f"{WHERE}{renamed(value.removeprefix(WHERE))}"
    return value


def _once(choices: Sequence[Schema]) -> list[Schema]:
    """What can be chosen, none of it twice."""
    return [each for number, each in enumerate(choices) if each not in choices[:number]]


def plain(schema: Any) -> Any:
    """A schema as generators take it.

    Titles repeat, ``items`` say nothing after a whole tuple, and a choice of one value is a constant.
    """
    if isinstance(schema, list):
        return [plain(each) for each in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    given = cast("Schema", schema)
    choices = cast("list[Any]", given.get("enum", []))
    left = {key: _plain_of(key, value) for key, value in given.items() if not _says_nothing(key, value)}
    if len(choices) == 1:
        return {**{key: value for key, value in left.items() if key != "enum"}, "const": choices[0]}
    return left


def _says_nothing(key: str, value: object) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "items" and value is False)


def _plain_of(key: str, value: Any) -> Any:
    if key in SPOKEN:
        return value
    if key in NAMED:
        return {name: plain(each) for name, each in value.items()}
    return plain(value)


def reachable(document: Mapping[str, Any]) -> dict[str, Schema]:
    """The schemas to which an operation leads, or one that it leads to."""
    schemas: Mapping[str, Schema] = document["components"]["schemas"]
    found: set[str] = set()
    waiting = [*_references(document["paths"])]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(schemas[name])
    return {name: schema for name, schema in schemas.items() if name in found}


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _references(each)
    elif isinstance(value, dict):
        for key, each in cast("Schema", value).items():
            if key == "$ref":
                yield str(each).removeprefix(WHERE)
            else:
                yield from _references(each)
