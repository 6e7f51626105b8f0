"""Receipts: every answer that something is stored carries one, in a header."""

import sqlite3
from collections.abc import Callable
from typing import Final

from oathbook.api.service import Service
from oathbook.domain.errors import NotFound, StoreUnavailable
from oathbook.domain.evidence.base64_text import encoded
from oathbook.domain.recording.database.sqlite import BESIDE
from oathbook.domain.recording.format.codec import Sealed

HEADER: Final = "Oathbook-Receipt"


def receipted(service: Service, event: Sealed) -> dict[str, str]:
    """The header with the receipt of a stored event; none where it cannot be read now: what is stored is answered."""
    return _header(lambda: receipt_of(service, event))


def receipt_of(service: Service, event: Sealed) -> bytes:
    """The receipt of a stored event; ``NotFound`` where it is not, nothing where nothing is signed."""
    imported = not event.topic.startswith(BESIDE) and service.is_imported(event.game)
    return service.log.receipt(event.game, event.entry.position, event.hash, event.entry.at, imported=imported)


def receipted_statement(service: Service, said: str) -> dict[str, str]:
    """The same of what the store has said of itself."""
    return _header(lambda: service.log.receipt_of_statement(said, service.sources.clock()))


def _header(made: Callable[[], bytes]) -> dict[str, str]:
    try:
        note = made()
    except (NotFound, StoreUnavailable, sqlite3.Error):
        note = b""
    return {HEADER: encoded(note)} if note else {}
