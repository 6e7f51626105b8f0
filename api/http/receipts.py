"""The receipts in the headers of answers."""

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
    """Returns the header with the receipt of a stored event, or {} if it cannot be read now."""
    return _header(lambda: receipt_of(service, event))


def receipt_of(service: Service, event: EncodedEvent) -> bytes:
    """Returns the receipt of a stored event, empty if nothing is signed; ``NotFound`` if it is not stored."""
    imported = not event.topic.startswith(DISPUTE_PREFIX) and service.is_imported(event.game)
    return service.log.receipt(event.game, event.entry.position, event.hash, event.entry.at, imported=imported)


def statement_receipt_header(service: Service, said: str) -> dict[str, str]:
    """As ``receipt_header``, for a statement of the store."""
    return _header(lambda: service.log.receipt_of_statement(said, service.sources.clock()))


def _header(made: Callable[[], bytes]) -> dict[str, str]:
    try:
        note = made()
    except (NotFound, StoreUnavailable, sqlite3.Error):
        note = b""
    return {HEADER: encode_base64(note)} if note else {}
