"""The versions that an offer names: of the language, of the rules of a promise's life, of the reading of blame.

Each is a value in a registry: ``LANGUAGES`` in ``letter``, ``LIVES`` in ``lifecycle``, ``READINGS`` in ``blame``. The
meaning of a version never changes; a new meaning is a new version.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from oathbook.domain.errors import UnknownVersion

V = TypeVar("V")

LANGUAGE: Final = "letter/1"
LIFE: Final = "life/1"
BLAME: Final = "blame/1"  # the versions that an offer gets if it names none


def look_up_version(registry: Mapping[str, V], what: str, version: str) -> V:
    """The value of a version in a registry; ``UnknownVersion`` if it is not there."""
    if version not in registry:
        raise UnknownVersion(what, version, registry)
    return registry[version]
