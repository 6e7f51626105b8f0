"""The path below which a proxy offers the service."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator

OWN_PREFIXES: Final = frozenset(
    {"", "games", "players", "qr-codes", "rulesets", "disputes", "static"}  # pages
    | {"v1", "log", "openapi.json"}  # programs
    | {"healthz", "readyz", "metrics"}  # operators
)
"""How the service's own addresses begin; a root path that began so would be ambiguous."""

_SEGMENT: Final = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")


def _must_be_a_path(text: str) -> str:
    path = text.rstrip("/")
    if not path:
        return ""
    before, *segments = path.split("/")
    if before or not all(map(_SEGMENT.fullmatch, segments)):
        raise ValueError("a path begins with / and has letters, digits, and . _ ~ - in it, as /oathbook")
    if segments[0] in OWN_PREFIXES:
        raise ValueError(f"the service has addresses of its own below /{segments[0]}")
    return path


RootPathSetting = Annotated[str, AfterValidator(_must_be_a_path)]
"""A path such as ``/oathbook``; empty if the service has its host for itself."""


def root_of(scope: Mapping[str, Any]) -> str:
    """Returns the root path of a request."""
    root: str = scope.get("app_root_path", scope.get("root_path", ""))
    return root
