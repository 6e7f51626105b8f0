"""The components of a ruleset as data: the sets that it is printed with, a TOML file each."""

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Protocol, TypeVar

from msgspec import convert


class ComponentSet(Protocol):
    """A set of components; what else is in it is its ruleset's own."""

    @property
    def name(self) -> str:
        """What a game calls it."""
        ...


AnySet = TypeVar("AnySet", bound=ComponentSet)


def load_components(folder: Traversable, kind: type[AnySet]) -> Mapping[str, AnySet]:
    """Read every set in ``components/`` of a ruleset's folder, by name and in the order of their names.

    What is not such a set raises ``msgspec.ValidationError``, what is not TOML ``tomllib.TOMLDecodeError``.
    """
    found = [convert(tomllib.loads(each.read_text("utf-8")), kind) for each in (folder / "components").iterdir()]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}
