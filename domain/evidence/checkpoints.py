"""Checkpoints (c2sp.org/tlog-checkpoint): how large the tree of a log is, and its root."""

import re
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner, decode_base64, encode_base64
from oathbook.domain.evidence.notes import open_note, sign_note
from oathbook.domain.evidence.tree import HASH_BYTES

_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,17}")
_LINES: Final = 3


class Checkpoint(Struct, frozen=True):
    """The name of a log, the size of its tree and the root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{encode_base64(self.root)}\n"


def sign_checkpoint(checkpoint: Checkpoint, signer: NoteSigner) -> str:
    """A checkpoint as the log signs it; its key has the name of the log."""
    return sign_note(checkpoint.text, signer)


def open_checkpoint(note: bytes, *keys: NoteKey) -> Checkpoint:
    """The checkpoint in a note that its log has signed with one of these keys; ``BadRecord``."""
    found = open_note(note, *keys)
    checkpoint = parse_checkpoint(found.text)
    if checkpoint.text != found.text or checkpoint.origin != found.key.name:
        raise BadRecord("checkpoint: it is of another log than its key, or has more lines than ours have")
    return checkpoint


def parse_checkpoint(text: str) -> Checkpoint:
    """What the first three lines of the text of a note say, which any key may have signed; ``BadRecord``.

    Other logs may have written more lines, of which each says something.
    """
    lines = text.split("\n")[:-1]
    if len(lines) < _LINES or not all(lines) or not _SIZE.fullmatch(lines[1]):
        raise BadRecord(_NO_CHECKPOINT)
    root = decode_base64(lines[2])
    if len(root) != HASH_BYTES:
        raise BadRecord(_NO_CHECKPOINT)
    return Checkpoint(lines[0], int(lines[1]), root)


_NO_CHECKPOINT: Final = "checkpoint: it does not have the lines of one"
