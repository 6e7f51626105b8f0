"""What a log sends to a witness (c2sp.org/tlog-witness): a checkpoint, and a proof that it goes on from the last."""

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, parse_checkpoint
from oathbook.domain.evidence.note_keys import decode_base64, encode_base64
from oathbook.domain.evidence.notes import MOST_BYTES as NOTE_BYTES
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.evidence.tree import HASH_BYTES

MOST_HASHES: Final = 63
MOST_BYTES: Final = NOTE_BYTES + 4_096  # of a body: the note, with as many hashes before it as there may be

_OLD: Final = re.compile(r"old (0|[1-9][0-9]{0,17})")


class Submission(Struct, frozen=True):
    """A note with its checkpoint, the size of the one before, and the path from that to this one."""

    old: int
    path: tuple[bytes, ...]
    note: bytes
    text: str
    checkpoint: Checkpoint


def format_submission(old: int, path: Sequence[bytes], note: bytes) -> bytes:
    """The body in which that is sent."""
    hashes = "".join(f"{encode_base64(each)}\n" for each in path)
    return f"old {old}\n{hashes}\n".encode() + note


def parse_submission(body: bytes) -> Submission:
    """What a body has, of which no signature is looked at yet; ``BadRecord`` where it is not written as one."""
    above, found, note = body.partition(b"\n\n")
    if len(body) > MOST_BYTES or not found:
        _refuse("it does not have an old size, hashes, an empty line and a checkpoint")
    first, *hashes = above.decode("ascii", "replace").split("\n")
    old = _OLD.fullmatch(first)
    if old is None:
        _refuse("its first line is not `old` and a size")
    if len(hashes) > MOST_HASHES:
        _refuse(f"its proof has more than {MOST_HASHES} hashes")
    path = tuple(map(decode_base64, hashes))
    if any(len(each) != HASH_BYTES for each in path):
        _refuse("a line of its proof is no hash")
    text, _ = split_note(note)
    checkpoint = parse_checkpoint(text)
    if int(old[1]) > checkpoint.size:
        _refuse("its old size is larger than that of the checkpoint")
    return Submission(int(old[1]), path, note, text, checkpoint)


def _refuse(says: str) -> NoReturn:
    raise BadRecord(f"submission: {says}")
