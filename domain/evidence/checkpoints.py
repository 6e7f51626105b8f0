"""Checkpoints (c2sp.org/tlog-checkpoint): how large the tree of a log is, and its root."""

import re
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.base64_text import decoded, encoded
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner
from oathbook.domain.evidence.notes import opened, signed
from oathbook.domain.evidence.tree import HASH

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
        return f"{self.origin}\n{self.size}\n{encoded(self.root)}\n"


def checkpoint_note(checkpoint: Checkpoint, signer: NoteSigner) -> str:
    """A checkpoint as the log signs it; its key has the name of the log."""
    return signed(checkpoint.text, signer)


def checkpoint_in(note: bytes, *keys: NoteKey) -> Checkpoint:
    """The checkpoint in a note that its log has signed with one of these keys; ``BadRecord``."""
    found = opened(note, *keys)
    checkpoint = checkpoint_of(found.text)
    if checkpoint.text != found.text or checkpoint.origin != found.key.name:
        msg = "checkpoint: it is of another log than its key, or has more lines than ours have"
        raise BadRecord(msg)
    return checkpoint


def checkpoint_of(text: str) -> Checkpoint:
    """What the first three lines of the text of a note say, which any key may have signed; ``BadRecord``.

    Other logs may have written more lines, of which each says something.
    """
    lines = text.split("\n")[:-1]
    if len(lines) < _LINES or not all(lines) or not _SIZE.fullmatch(lines[1]):
        raise BadRecord(_NO_CHECKPOINT)
    root = decoded(lines[2])
    if len(root) != HASH:
        raise BadRecord(_NO_CHECKPOINT)
    return Checkpoint(lines[0], int(lines[1]), root)


_NO_CHECKPOINT: Final = "checkpoint: it does not have the lines of one"
