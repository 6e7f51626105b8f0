"""Where a database of records is: a file of SQLite, or a database of a PostgreSQL server."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from msgspec import Struct

from oathbook.domain.errors import BadRecord

SCHEMES: Final = ("postgresql", "postgres")

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
_PARTS: Final = re.compile(
    r"(?:(?P<user>[^:@/?#]*)(?::[^:@/?#]*)?@)?(?P<hosts>[^@/?#]*)(?:/(?P<name>[^@/?#]*))?(?:\?(?P<more>[^@?#]*))?"
)
_HOST: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^:\[\]]*)(?::(?P<port>[0-9]{1,5}))?")
_MOST_PORT: Final = 65_535

_SHAPE: Final = "postgresql://user:password@host:port/database"


class PostgresAddress(Struct, frozen=True):
    """A database of a PostgreSQL server. ``url`` is for the driver alone: printed, it shows no password."""

    url: str

    def __str__(self) -> str:
        """The URL without the password and the parameters, among which may be another."""
        found = _PARTS.fullmatch(_SCHEME.sub(r"\2", self.url))
        assert found is not None, "it was read by store_in"
        user = f"{found['user']}@" if found["user"] else ""
        return f"postgresql://{user}{found['hosts']}/{found['name'] or ''}"

    def __repr__(self) -> str:
        """The same: what is logged or raised shows no password either."""
        return f"PostgresAddress({str(self)!r})"


StoreAddress = Path | PostgresAddress  # where a database of records is


def parse_address(text: str, *, where: str = "db") -> StoreAddress:
    """Read an address as people write it: the path of a file, or the URL of a database of PostgreSQL.

    ``BadRecord`` names the field, ``where``, and never repeats what may be a password.
    """
    url = _SCHEME.fullmatch(text)
    if url is None:
        return Path(text)
    if url[1] not in SCHEMES:
        raise _bad_address(where, f"{url[1]}:// names no database that is known; give a path, or {_SHAPE}")
    parts = _PARTS.fullmatch(url[2])
    if parts is None:
        raise _bad_address(where, f"it does not have the form {_SHAPE}; in a name or password write @ : / ? # as %XX")
    if not all(map(_is_host, parts["hosts"].split(","))):
        raise _bad_address(where, f"after the user it takes a host and a port up to {_MOST_PORT:,}: {_SHAPE}")
    if not parts["hosts"] and "host" not in parse_qs(parts["more"] or ""):
        raise _bad_address(where, f"it names no host: {_SHAPE}")
    return PostgresAddress(text)


def _is_host(text: str) -> bool:
    found = _HOST.fullmatch(text)
    return found is not None and 0 < int(found["port"] or 1) <= _MOST_PORT


def _bad_address(where: str, says: str) -> BadRecord:
    return BadRecord(f"{where}: {says}")
