"""The addresses of the records of an archive."""

from msgspec import Struct

from oathbook.api.cli.archives.manifests import ListedRecord


class RecordAddress(Struct, frozen=True, omit_defaults=True):
    """Where a record is: the path or URL of its file, and if that is a pack, the part of it.

    ``name`` is what the report says. A game of the database has no ``address``. ``listed`` is what a
    manifest or a pack says of it. ``single`` says that it was named by itself, ``wrong`` why nothing can be
    read there.
    """

    name: str
    address: str = ""
    at: int = 0
    size: int = 0
    listed: ListedRecord | None = None
    single: bool = False
    wrong: str = ""


def is_remote(address: str) -> bool:
    """Returns whether an address is a URL, which fsspec reads."""
    return "://" in address


def path_of(address: str) -> str:
    """Returns the path of a URL without its query, or the path itself."""
    return address.partition("?")[0] if is_remote(address) else address
