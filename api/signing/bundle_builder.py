"""Makes bundles from a database and its signed log."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

from oathbook.api.signing.bundles import Bundle
from oathbook.api.signing.log_keys import LogKeys
from oathbook.domain.errors import NotFound
from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.evidence.log_proofs import format_log_proof
from oathbook.domain.evidence.receipts import RECEIPT_FORM, Receipt, sign_receipt
from oathbook.domain.evidence.tree import inclusion_proof
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import RECORD_FORMAT, record_text

README: Final = """\
A game as Oathbook has recorded it, and what shows that its keeper cannot take it back.

record.jsonl   the record, a line an event
receipt.txt    a receipt for its last event, whose hash stands for all events before it, signed by the service
proof.txt      that this event stands in the log of the service, with a checkpoint of that log, signed
keys.txt       the keys that check these two signatures; compare them with those you know of that service
rules.json     the rulebook of the edition, clause by clause, in our words
versions.json  the program that wrote this, and the versions of the formats

With the program:     oathbook verify THIS-FILE
Without it:           docs/verification.md of Oathbook, sections 1 to 8 for the record, 13 and 14 for what is signed
"""


def build_bundle(
    record: Record, tree: StoredTree, keys: LogKeys, checkpoints: Sequence[bytes], *, imported: bool
) -> Bundle:
    """Returns the bundle of a record, as a viewer may have it.

    It has the first of these checkpoints whose tree contains the record's last event; ``NotFound`` if none does.
    """
    last = record.events[-1]
    position, number = last.entry.position, tree.leaf_number(record.game, last.entry.position)
    sizes = {each: open_checkpoint(each, keys.log.key).size for each in checkpoints if each}
    checkpoint = next((each for each, size in sizes.items() if number < size), b"")
    if not checkpoint:
        raise NotFound(f"position {position} of game {record.game} is in no checkpoint yet: ask again in a second")
    blind = tree.blind(record.game).hex()
    receipt = Receipt(keys.origin, record.game, position, last.hash, number, blind, last.entry.at, imported=imported)
    path = inclusion_proof(tree.node(), number, sizes[checkpoint])
    return Bundle(
        README.encode(),
        record_text(record),
        sign_receipt(receipt, keys.receipts).encode(),
        format_log_proof(receipt.log_leaf.entry, number, path, checkpoint),
        keys.text.encode(),
        canonical_bytes(record.ruleset.edition.rulebook) + b"\n",
        canonical_bytes(_versions(record)) + b"\n",
    )


def _versions(record: Record) -> dict[str, str]:
    edition = record.ruleset.edition
    formats = {"record": RECORD_FORMAT, "receipt": RECEIPT_FORM, "proof": "c2sp.org/tlog-proof@v1"}
    return {"oathbook": version("oathbook"), "edition": edition.key, "status": edition.status, **formats}
