"""The versions that an offer names: of the language, of the rules of a promise's life, of the reading of blame.

Each is a value in a registry: ``LANGUAGES`` in ``letter``, ``LIVES`` in ``lifecycle``, ``READINGS`` in ``blame``. What
a version means never changes; the next meaning is a new version beside it.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from oathbook.domain.errors import UnknownVersion

V = TypeVar("V")

LANGUAGE: Final = "letter/1"
LIFE: Final = "life/1"
BLAME: Final = "blame/1"  # the versions by which promises are offered today


def look_up_version(registry: Mapping[str, V], what: str, version: str) -> V:
    """What a version stands for; ``UnknownVersion``."""
    if version not in registry:
        raise UnknownVersion(what, version, registry)
    return registry[version]
