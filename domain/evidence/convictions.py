"""What cannot both be true of one log: two things that it has signed, which convict its keeper."""

from collections.abc import Sequence
from itertools import combinations

from oathbook.domain.evidence.checkpoints import Checkpoint, checkpoint_in
from oathbook.domain.evidence.leaves import NAMED
from oathbook.domain.evidence.log_proofs import LogProof, proof_in
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.receipts import Receipt, receipt_in

SignedThing = Receipt | LogProof | Checkpoint
"""What a log signs: a receipt, a checkpoint, or one with a proof of what its tree holds."""


def signed_in(text: bytes, *keys: NoteKey) -> SignedThing:
    """What one of these keys has signed; ``BadRecord`` where it has not, or it is none of the three."""
    if text.startswith(b"oathbook/receipt/"):
        return receipt_in(text, *keys)
    if text.startswith(b"c2sp.org/tlog-proof"):
        return proof_in(text, *keys)
    return checkpoint_in(text, *keys)


def convicted(things: Sequence[SignedThing]) -> str:
    """Why two of these cannot both be true; nothing where they can."""
    for one, other in combinations(things, 2):
        if origin_of(one) == origin_of(other) and (why := _apart(one, other) or _apart(other, one)):
            return why
    return ""


def origin_of(thing: SignedThing) -> str:
    """The name of the log."""
    return thing.checkpoint.origin if isinstance(thing, LogProof) else thing.origin


def _apart(one: SignedThing, other: SignedThing) -> str:
    match one, other:
        case Receipt(), Receipt():
            return _receipts_apart(one, other)
        case Receipt(), LogProof():
            return _entries_apart((one.log_leaf.entry, one.leaf), (other.entry, other.number))
        case LogProof(), LogProof():
            apart = _roots_apart(one.checkpoint, other.checkpoint)
            return apart or _entries_apart((one.entry, one.number), (other.entry, other.number))
        case LogProof(), Checkpoint():
            return _roots_apart(one.checkpoint, other)
        case Checkpoint(), Checkpoint():
            return _roots_apart(one, other)
        case _:
            return ""


def _receipts_apart(one: Receipt, other: Receipt) -> str:
    if one.game == other.game and one.position == other.position and one.hash != other.hash:
        return f"position {one.position} of {one.game} is receipted with two hashes: {one.hash} and {other.hash}"
    if one.game == other.game and one.blind != other.blind:
        return f"{one.game} is receipted as two streams of the log"
    if one.game == other.game and one.imported != other.imported:
        return f"{one.game} is receipted as opened here, and as imported"
    return _entries_apart((one.log_leaf.entry, one.leaf), (other.log_leaf.entry, other.leaf))


def _entries_apart(one: tuple[bytes, int], other: tuple[bytes, int]) -> str:
    """Whether two entries of a log, each with its number, cannot both stand in it."""
    if one[1] == other[1] and one[0] != other[0]:
        return f"leaf {one[1]} of the log is signed as two entries: {one[0].hex()} and {other[0].hex()}"
    if one[1] != other[1] and one[0][:NAMED] == other[0][:NAMED]:
        first, last = sorted((one[1], other[1]))
        return f"leaves {first} and {last} of the log are signed as the same position of one stream"
    return ""


def _roots_apart(one: Checkpoint, other: Checkpoint) -> str:
    if one.size == other.size and one.root != other.root:
        return f"the tree with {one.size} leaves is signed with two roots: {one.root.hex()} and {other.root.hex()}"
    return ""
