"""Whether a database still matches what was signed."""

import sqlite3
from collections.abc import Iterable

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.evidence.checkpoints import Checkpoint
from oathbook.domain.recording.database.log_verifier import LogVerifier
from oathbook.domain.recording.database.stored_tree import StoredTree


def checkpoint_mismatch(tree: StoredTree, checkpoint: Checkpoint | None) -> str:
    """Says how the tree contradicts a signed checkpoint; empty if it extends it."""
    if checkpoint is None:
        return ""
    size = tree.size()
    if size < checkpoint.size:
        return f"the log was signed with {checkpoint.size} leaves, and has {size}: something was taken away"
    if tree.root(checkpoint.size) != checkpoint.root:
        return f"the first {checkpoint.size} leaves of the log are not those that were signed: something was changed"
    return ""


def log_damage(tree: StoredTree, signed: Iterable[Checkpoint] = ()) -> str:
    """Says what is wrong with a database of these signed checkpoints, as far as can be seen at once, or is empty.

    ``StoreUnavailable`` if it cannot be read now, which is no damage.
    """
    try:
        mismatches = (checkpoint_mismatch(tree, each) for each in signed)
        return next(filter(None, mismatches), "") or "; ".join(each.says for each in LogVerifier(tree).check_newest())
    except (sqlite3.DatabaseError, CorruptRecord) as problem:
        return f"the log cannot be read: {problem}"
