"""What cannot both be true of one log: two things that it has signed, which convict its keeper."""

from collections.abc import Sequence
from itertools import combinations

from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint
from oathbook.domain.evidence.leaves import IDENTITY_BYTES
from oathbook.domain.evidence.log_proofs import LogProof, open_log_proof
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.receipts import Receipt, open_receipt

SignedEvidence = Receipt | LogProof | Checkpoint
"""What a log signs: a receipt, a checkpoint, or one with a proof of what its tree holds."""


def open_signed(text: bytes, *keys: NoteKey) -> SignedEvidence:
    """What one of these keys has signed; ``BadRecord`` where it has not, or it is none of the three."""
    if text.startswith(b"oathbook/receipt/"):
        return open_receipt(text, *keys)
    if text.startswith(b"c2sp.org/tlog-proof"):
        return open_log_proof(text, *keys)
    return open_checkpoint(text, *keys)


def find_contradiction(things: Sequence[SignedEvidence]) -> str:
    """Why two of these cannot both be true; nothing where they can."""
    for one, other in combinations(things, 2):
        if log_origin(one) == log_origin(other) and (why := _contradiction(one, other) or _contradiction(other, one)):
            return why
    return ""


def log_origin(thing: SignedEvidence) -> str:
    """The name of the log."""
    return thing.checkpoint.origin if isinstance(thing, LogProof) else thing.origin


def _contradiction(one: SignedEvidence, other: SignedEvidence) -> str:
    match one, other:
        case Receipt(), Receipt():
            return _receipt_contradiction(one, other)
        case Receipt(), LogProof():
            return _entry_contradiction((one.log_leaf.entry, one.leaf), (other.entry, other.number))
        case LogProof(), LogProof():
            apart = _root_contradiction(one.checkpoint, other.checkpoint)
            return apart or _entry_contradiction((one.entry, one.number), (other.entry, other.number))
        case LogProof(), Checkpoint():
            return _root_contradiction(one.checkpoint, other)
        case Checkpoint(), Checkpoint():
            return _root_contradiction(one, other)
        case _:
            return ""


def _receipt_contradiction(one: Receipt, other: Receipt) -> str:
    if one.game == other.game and one.position == other.position and one.hash != other.hash:
        return f"position {one.position} of {one.game} is receipted with two hashes: {one.hash} and {other.hash}"
    if one.game == other.game and one.blind != other.blind:
        return f"{one.game} is receipted as two streams of the log"
    if one.game == other.game and one.imported != other.imported:
        return f"{one.game} is receipted as opened here, and as imported"
    return _entry_contradiction((one.log_leaf.entry, one.leaf), (other.log_leaf.entry, other.leaf))


def _entry_contradiction(one: tuple[bytes, int], other: tuple[bytes, int]) -> str:
    """Whether two entries of a log, each with its number, cannot both stand in it."""
    if one[1] == other[1] and one[0] != other[0]:
        return f"leaf {one[1]} of the log is signed as two entries: {one[0].hex()} and {other[0].hex()}"
    if one[1] != other[1] and one[0][:IDENTITY_BYTES] == other[0][:IDENTITY_BYTES]:
        first, last = sorted((one[1], other[1]))
        return f"leaves {first} and {last} of the log are signed as the same position of one stream"
    return ""


def _root_contradiction(one: Checkpoint, other: Checkpoint) -> str:
    if one.size == other.size and one.root != other.root:
        return f"the tree with {one.size} leaves is signed with two roots: {one.root.hex()} and {other.root.hex()}"
    return ""
