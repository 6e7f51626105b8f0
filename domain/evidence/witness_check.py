"""What a witness of logs answers (c2sp.org/tlog-witness): it cosigns what goes on from what it cosigned before."""

from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.notes import open_note
from oathbook.domain.evidence.proofs import is_consistent
from oathbook.domain.evidence.submissions import Submission
from oathbook.domain.evidence.tree import EMPTY_ROOT


class CosignRefusalReason(StrEnum):
    """Why a witness does not cosign."""

    UNKNOWN = "this witness does not know a log of that name"
    UNSIGNED = "it has no valid signature by that log"
    STALE = "the checkpoint cosigned last has another size"
    UNPROVED = "it is not consistent with the checkpoint cosigned last"
    CONTRARY = "a different root was cosigned for that size"


class CosignRefusal(Struct, frozen=True):
    """Why a witness does not cosign, and the size that it cosigned last."""

    why: CosignRefusalReason
    size: int


def check_submission(sent: Submission, logs: Collection[NoteKey], last: Checkpoint | None) -> CosignRefusal | None:
    """Why a witness of these logs, which cosigned ``last`` of this one, does not cosign what is sent, if so."""
    size = 0 if last is None else last.size
    keys = [each for each in logs if each.name == sent.checkpoint.origin]
    if not keys:
        return CosignRefusal(CosignRefusalReason.UNKNOWN, 0)
    if not _is_signed(sent, keys):
        return CosignRefusal(CosignRefusalReason.UNSIGNED, 0)
    if sent.old != size:
        return CosignRefusal(CosignRefusalReason.STALE, size)
    why = _inconsistency(sent, last)
    return None if why is None else CosignRefusal(why, size)


def _is_signed(sent: Submission, keys: Collection[NoteKey]) -> bool:
    try:
        open_note(sent.note, *keys)
    except BadRecord:
        return False
    return True


def _inconsistency(sent: Submission, last: Checkpoint | None) -> CosignRefusalReason | None:
    """How it does not go on from the last one, of the size that it names."""
    new = sent.checkpoint
    if last is None or not last.size:
        begins = not sent.path and (new.size > 0 or new.root == EMPTY_ROOT)
        return None if begins else CosignRefusalReason.UNPROVED
    if new.size == last.size and new.root != last.root:
        return CosignRefusalReason.CONTRARY
    return None if is_consistent(last.size, new.size, sent.path, last.root, new.root) else CosignRefusalReason.UNPROVED
