"""Whether a database still matches what was signed, as a whole and game by game."""

import sqlite3
from collections.abc import Iterable, Sequence
from operator import attrgetter

from msgspec import Struct

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.evidence.checkpoints import Checkpoint
from oathbook.domain.evidence.proofs import is_included
from oathbook.domain.evidence.tree import inclusion_proof
from oathbook.domain.recording.database.log_verifier import LogFault, LogFaults, LogVerifier
from oathbook.domain.recording.database.stored_tree import StoredTree


class LogDamage(Struct, frozen=True):
    """What is wrong with the log itself, or empty; and the rows that differ from leaves that were signed, in order."""

    log: str = ""
    rows: LogFaults = ()

    @property
    def text(self) -> str:
        """All of it."""
        return "; ".join([*filter(None, [self.log]), *(each.says for each in self.rows)])


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


def find_all_damage(tree: StoredTree, signed: Sequence[Checkpoint] = ()) -> str:
    """As ``find_damage``, looking at every leaf and its row; returns all that is wrong in words, or nothing.

    A database of an earlier version that nobody has opened since has no tree yet.
    """
    wrong, walk, has_tree = find_damage(tree, signed).text, LogVerifier(tree), tree.size() > 0
    try:
        while has_tree and not (wrong or walk.is_over):
            wrong = "; ".join(each.says for each in walk.check_next())
    except (sqlite3.DatabaseError, CorruptRecord) as problem:
        return f"the log cannot be read: {problem}"
    return wrong


def find_damage(tree: StoredTree, signed: Sequence[Checkpoint] = ()) -> LogDamage:
    """Returns what is wrong with a database of these signed checkpoints, largest first, as far as is seen at once.

    ``StoreUnavailable`` if it cannot be read now, which is no damage.
    """
    try:
        mismatches = [*filter(None, (checkpoint_mismatch(tree, each) for each in signed))]
        return LogDamage(mismatches[0]) if mismatches else sort_faults(tree, LogVerifier(tree).check_newest(), signed)
    except (sqlite3.DatabaseError, CorruptRecord) as problem:
        return LogDamage(f"the log cannot be read: {problem}")


def sort_faults(tree: StoredTree, faults: Iterable[LogFault], signed: Sequence[Checkpoint]) -> LogDamage:
    """Tells rows that are wrong, as signed leaves prove, from all else: a leaf that nobody has signed may be wrong."""
    rows, others = list[LogFault](), list[LogFault]()
    for each in faults:
        (rows if each.stream and signed and _is_signed(tree, each.leaf, signed[0]) else others).append(each)
    return LogDamage("; ".join(each.says for each in others), tuple(sorted(rows, key=attrgetter("leaf"))))


def _is_signed(tree: StoredTree, number: int, checkpoint: Checkpoint) -> bool:
    """Whether the root that was signed proves this leaf, whatever hashes are stored."""
    if number >= checkpoint.size:
        return False
    (leaf,) = tree.leaves(number, number + 1)
    path = inclusion_proof(tree.node(), number, checkpoint.size)
    return is_included(leaf.leaf_hash, number, checkpoint.size, path, checkpoint.root)
