"""Receipts: every answer that something is stored carries one, in a header."""

import sqlite3
from collections.abc import Callable
from typing import Final

from oathbook.api.service import Service
from oathbook.domain.errors import NotFound, StoreUnavailable
from oathbook.domain.evidence.note_keys import encode_base64
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.format.codec import EncodedEvent

HEADER: Final = "Oathbook-Receipt"


def receipt_header(service: Service, event: EncodedEvent) -> dict[str, str]:
    """The header with the receipt of a stored event; none where it cannot be read now: what is stored is answered."""
    return _header(lambda: receipt_of(service, event))


def receipt_of(service: Service, event: EncodedEvent) -> bytes:
    """The receipt of a stored event; ``NotFound`` where it is not, nothing where nothing is signed."""
    imported = not event.topic.startswith(DISPUTE_PREFIX) and service.is_imported(event.game)
    return service.log.receipt(event.game, event.entry.position, event.hash, event.entry.at, imported=imported)


def statement_receipt_header(service: Service, said: str) -> dict[str, str]:
    """The same of what the store has said of itself."""
    return _header(lambda: service.log.receipt_of_statement(said, service.sources.clock()))


def _header(made: Callable[[], bytes]) -> dict[str, str]:
    try:
        note = made()
    except (NotFound, StoreUnavailable, sqlite3.Error):
        note = b""
    return {HEADER: encode_base64(note)} if note else {}
