"""Checking what is said about a tree: that a leaf stands in it, and that it begins with an earlier one."""

from collections.abc import Sequence

from oathbook.domain.evidence.tree import node_hash


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether the path proves that a leaf with this hash stands at ``index`` (RFC 9162, section 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    here, last, found = index, size - 1, leaf
    for each in path:
        if not last:
            return False
        if here & 1 or here == last:
            found = node_hash(each, found)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            found = node_hash(found, each)
        here, last = here >> 1, last >> 1
    return not last and found == root


def is_consistent(old: int, new: int, path: Sequence[bytes], old_root: bytes, new_root: bytes) -> bool:
    """Whether the path proves that the larger tree begins with the smaller one (RFC 9162, section 2.1.4.2)."""
    if old == new:
        return old > 0 and not path and old_root == new_root
    every = [*path] if old & old - 1 else [old_root, *path]
    if not 0 < old < new or not every:
        return False
    shared = (
        old & -old
    ).bit_length() - 1  # levels that are whole in the smaller tree, so that the path leaves them out
    here, last = old - 1 >> shared, new - 1 >> shared
    before = after = every[0]
    for each in every[1:]:
        if not last:
            return False
        if here & 1 or here == last:
            before, after = node_hash(each, before), node_hash(each, after)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            after = node_hash(after, each)
        here, last = here >> 1, last >> 1
    return not last and before == old_root and after == new_root
