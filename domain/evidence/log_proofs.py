"""Proofs that a leaf stands in a log (c2sp.org/tlog-proof): the entry, its number, the path, and a checkpoint."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint
from oathbook.domain.evidence.leaves import LogLeaf, parse_leaf
from oathbook.domain.evidence.note_keys import NoteKey, decode_base64, encode_base64
from oathbook.domain.evidence.proofs import is_included
from oathbook.domain.evidence.tree import HASH_BYTES, leaf_hash

_FORM: Final = re.compile(
    rb"c2sp\.org/tlog-proof@v1\nextra (?P<entry>[A-Za-z0-9+/=]{1,200})\nindex (?P<index>0|[1-9][0-9]{0,15})\n"
    rb"(?P<path>(?:[A-Za-z0-9+/=]{44}\n){0,64})\n(?P<note>.+)",
    re.DOTALL,
)


class LogProof(Struct, frozen=True):
    """That the log had this entry at this number when it signed the checkpoint."""

    entry: bytes
    number: int
    checkpoint: Checkpoint

    @property
    def leaf(self) -> LogLeaf | None:
        """What the entry is made of, if it is one of ours."""
        return parse_leaf(self.entry)


def format_log_proof(entry: bytes, number: int, path: Sequence[bytes], note: bytes) -> bytes:
    """A proof as it is handed out; the note is that of the checkpoint."""
    hashes = "".join(f"{encode_base64(each)}\n" for each in path)
    return f"c2sp.org/tlog-proof@v1\nextra {encode_base64(entry)}\nindex {number}\n{hashes}\n".encode() + note


def open_log_proof(text: bytes, *keys: NoteKey) -> LogProof:
    """The proof in a text, once it holds and a key that is trusted has signed its checkpoint; ``BadRecord``."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise BadRecord(_NO_PROOF)
    checkpoint = open_checkpoint(found["note"], *keys)
    entry, number = decode_base64(found["entry"].decode()), int(found["index"])
    path = [decode_base64(each.decode()) for each in found["path"].split()]
    if any(len(each) != HASH_BYTES for each in path):
        raise BadRecord(_NO_PROOF)
    if not is_included(leaf_hash(entry), number, checkpoint.size, path, checkpoint.root):
        raise BadRecord("proof: it does not lead to the root of its checkpoint")
    return LogProof(entry, number, checkpoint)


_NO_PROOF: Final = "proof: it does not have the lines of one"
