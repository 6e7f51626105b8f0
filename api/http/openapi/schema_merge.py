"""Merges equal schemas under one name, and drops unused ones, so that generated clients stay small."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from oathbook.api.schemas.json_schemas import Schema
from oathbook.api.schemas.shapes import SCHEMA_PREFIX

VALUE_KEYS: Final = frozenset({"const", "default", "enum", "example", "examples"})
"""Keys of a schema whose content is a value, not a schema."""

SCHEMA_MAP_KEYS: Final = frozenset({"properties", "$defs", "patternProperties"})
"""Keys whose content is schemas by name."""

Renaming = Callable[[str], str]


def merge_schemas(
    schemas: Mapping[str, Schema], named: Callable[[Sequence[str]], str]
) -> tuple[dict[str, Schema], Renaming]:
    """Returns the schemas without duplicates, and a function from old names to new ones.

    ``named`` chooses a name for equal schemas from their old names.
    """
    same: dict[str, str] = {}
    left = dict(schemas)
    while again := _duplicates(left):
        same |= again
        left = {
            name: rename_references(each, lambda to: again.get(to, to))
            for name, each in left.items()
            if name not in again
        }
    alike: dict[str, list[str]] = defaultdict(list)
    for name in schemas:
        alike[_resolve(same, name)].append(name)
    names = {first: named(group) for first, group in alike.items()}
    assert len({*names.values()}) == len(names), "two schemas would have one name"

    def renamed(name: str) -> str:
        return names[_resolve(same, name)]

    return {names[name]: rename_references(each, renamed) for name, each in left.items()}, renamed


def _duplicates(schemas: Mapping[str, Schema]) -> dict[str, str]:
    """Returns, for each duplicate, the name of the first equal schema."""
    first: dict[str, str] = {}
    return {
        name: there
        for name, schema in schemas.items()
        if (there := first.setdefault(json.dumps(schema, sort_keys=True), name)) != name
    }


def _resolve(same: Mapping[str, str], name: str) -> str:
    while name in same:
        name = same[name]
    return name


def rename_references(value: Any, renamed: Renaming) -> Any:
    """Returns a part of the document with its references renamed."""
    if isinstance(value, list):
        return [rename_references(each, renamed) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {
            key: _distinct(rename_references(each, renamed)) if key == "anyOf" else rename_references(each, renamed)
            for key, each in cast("Schema", value).items()
        }
    if isinstance(value, str) and value.startswith(SCHEMA_PREFIX):
        return f"{SCHEMA_PREFIX}{renamed(value.removeprefix(SCHEMA_PREFIX))}"
    return value


def _distinct(choices: Sequence[Schema]) -> list[Schema]:
    """Returns the choices without duplicates."""
    return [each for number, each in enumerate(choices) if each not in choices[:number]]


def simplify(schema: Any) -> Any:
    """Returns a schema without titles and ``items: false``, and with a constant in place of a choice of one value."""
    if isinstance(schema, list):
        return [simplify(each) for each in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    given = cast("Schema", schema)
    choices = cast("list[Any]", given.get("enum", []))
    left = {key: _simplify_value(key, value) for key, value in given.items() if not _is_redundant(key, value)}
    if len(choices) == 1:
        return {**{key: value for key, value in left.items() if key != "enum"}, "const": choices[0]}
    return left


def _is_redundant(key: str, value: object) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "items" and value is False)


def _simplify_value(key: str, value: Any) -> Any:
    if key in VALUE_KEYS:
        return value
    if key in SCHEMA_MAP_KEYS:
        return {name: simplify(each) for name, each in value.items()}
    return simplify(value)


def reachable_schemas(schemas: Mapping[str, Schema], start: object) -> dict[str, Schema]:
    """Returns the schemas that a part of the document refers to, directly or not."""
    found: set[str] = set()
    waiting = [*_references(start)]
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
                yield str(each).removeprefix(SCHEMA_PREFIX)
            else:
                yield from _references(each)
