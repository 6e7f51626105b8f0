"""The components of a ruleset as data: the sets that it is printed with, a TOML file each."""

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Protocol, TypeGuard, TypeVar, cast

from msgspec import convert

Table = dict[str, Any]


class ComponentSet(Protocol):
    """A set of components; what else is in it is its ruleset's own."""

    @property
    def name(self) -> str:
        """What a game calls it."""
        ...


AnySet = TypeVar("AnySet", bound=ComponentSet)


def load_components(folder: Traversable, kind: type[AnySet]) -> Mapping[str, AnySet]:
    """Read every set in ``components/`` of a ruleset's folder, by name and in the order of their names.

    ``like = "sample-1"`` makes a set as that file beside it, but for what it says otherwise: tables key by key, lists
    of tables with names name by name. What is not such a set raises ``msgspec.ValidationError``, what is not TOML
    ``tomllib.TOMLDecodeError``.
    """
    files = {each.name: tomllib.loads(each.read_text("utf-8")) for each in (folder / "components").iterdir()}
    found = [convert(_whole(each, files), kind) for each in files.values()]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}


def _whole(written: Table, files: Mapping[str, Table]) -> object:
    changes = {key: value for key, value in written.items() if key != "like"}
    return _merge(files[f"{written['like']}.toml"], changes) if "like" in written else changes


def _merge(usual: object, change: object) -> object:
    if _is_table(usual) and _is_table(change):
        return {**usual, **{key: _merge(usual.get(key), value) for key, value in change.items()}}
    if _are_named(usual) and _are_named(change):
        changes = {each["name"]: each for each in change}
        kept = [_merge(each, changes.pop(each["name"], {})) for each in usual]
        return [*kept, *changes.values()]
    return change


def _is_table(value: object) -> TypeGuard[Table]:
    return isinstance(value, dict)


def _are_named(value: object) -> TypeGuard[list[Table]]:
    return isinstance(value, list) and all(_is_table(each) and "name" in each for each in cast("list[object]", value))
