"""Reads bundles, and compares their records with what the log has signed."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from oathbook.api.cli.evidence_files import Contradiction, HeldEvidence
from oathbook.api.cli.input_files import label_refusals
from oathbook.api.cli.output import line
from oathbook.api.signing.bundles import Attestation, attestation_of, bundle_in
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.recording.format.record import Record


def record_text_in(text: bytes, name: str) -> bytes:
    """Returns the record in a bundle after checking its signatures and proof; ``BadRecord``."""
    with label_refusals(name):
        bundle = bundle_in(text)
        attestation_of(bundle)
    return bundle.record


def attestation_in(text: bytes, name: str) -> Attestation:
    """Returns what the log has signed of the record in a bundle; refuses as ``record_text_in``."""
    with label_refusals(name):
        return attestation_of(bundle_in(text))


def bundle_contradictions(found: Attestation, record: Record, trusted: Sequence[NoteKey]) -> Iterator[Contradiction]:
    """Yields where a record is not the signed one, or its keys are not all ``trusted``, if any are."""
    receipt, last = found.receipt, len(record.events)
    if trusted and not {*found.keys} <= {*trusted}:
        yield Contradiction(last, "bundle", "it brings keys that are not in the file of keys")
    if (receipt.game, receipt.position) != (record.game, last):
        where = f"position {receipt.position} of game {receipt.game}"
        yield Contradiction(last, "bundle", f"what is signed is {where}, and not the last event of this record")
    else:
        yield from HeldEvidence((), (("receipt", receipt), ("proof", found.proof))).contradictions(record)


def is_receipt_trusted(found: Attestation, trusted: Sequence[NoteKey]) -> bool:
    """Returns whether a ``trusted`` key has signed the receipt, or none is given.

    Only the receipt says whether a game was imported; the proof does not.
    """
    return not trusted or found.signed_by in trusted


def attestation_entry(found: Attestation, *, believed: bool) -> dict[str, object]:
    """Returns what the log has signed as JSON; ``imported`` only if the receipt is believed."""
    receipt, size = found.receipt, found.proof.checkpoint.size
    keys = [each.text for each in found.keys]
    about = {"position": receipt.position, "leaf": receipt.leaf, "size": size}
    return {"log": receipt.origin, **about, "imported": receipt.imported if believed else None, "keys": keys}


def attestation_lines(found: Attestation | None, *, believed: bool) -> Iterator[Text]:
    """Yields what the log has signed as text; nothing without a bundle."""
    if found is None:
        return
    receipt, size = found.receipt, found.proof.checkpoint.size
    brought = ", as imported" if receipt.imported and believed else ""
    where = f"leaf {receipt.leaf} of {size}"
    yield line(f"  signed up to position {receipt.position} by {receipt.origin}{brought}: {where}")
    for each in found.keys:
        yield line(f"  key {each.text}")
