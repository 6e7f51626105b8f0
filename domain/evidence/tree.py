"""The tree of RFC 9162 (and RFC 6962): its root, and the proofs made of it. Nodes are asked for, wherever they are."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = hashlib.sha256().digest()

TreeNode = Callable[[int, int], bytes]
"""The hash over the 2 ** level leaves from number ``index * 2 ** level`` on; asked only of whole ones."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others."""
    return hashlib.sha256(b"\1" + left + right).digest()


def subtree_hash(hashes: Sequence[bytes]) -> bytes:
    """The hash over these, of which there are a power of two."""
    row = hashes
    while len(row) > 1:
        row = [node_hash(row[each], row[each + 1]) for each in range(0, len(row), 2)]
    return row[0]


def tree_root(node: TreeNode, size: int) -> bytes:
    """The root of the tree of the first ``size`` leaves."""
    return _range_hash(node, 0, size) if size else EMPTY_ROOT


def inclusion_proof(node: TreeNode, index: int, size: int) -> tuple[bytes, ...]:
    """What proves that a leaf stands at ``index`` in the tree of that size (RFC 9162, section 2.1.3)."""
    assert 0 <= index < size, "the leaf is in the tree"
    path: list[bytes] = []
    first = 0
    while size > 1:
        left = _left_size(size)
        if index < first + left:
            path.append(_range_hash(node, first + left, size - left))
            size = left
        else:
            path.append(_range_hash(node, first, left))
            first, size = first + left, size - left
    return tuple(reversed(path))


def consistency_proof(node: TreeNode, old: int, new: int) -> tuple[bytes, ...]:
    """What proves that the tree of size ``new`` begins with that of size ``old`` (RFC 9162, section 2.1.4)."""
    assert 0 < old <= new, "the smaller tree is in the larger one"
    path: list[bytes] = []
    first, size, is_old = 0, new, True
    while first + size != old:
        left = _left_size(size)
        if old <= first + left:
            path.append(_range_hash(node, first + left, size - left))
            size = left
        else:
            path.append(_range_hash(node, first, left))
            first, size, is_old = first + left, size - left, False
    if not is_old:
        path.append(_range_hash(node, first, size))
    return tuple(reversed(path))


def _left_size(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def _range_hash(node: TreeNode, first: int, size: int) -> bytes:
    if not size & size - 1:
        return node(size.bit_length() - 1, first // size)
    left = _left_size(size)
    return node_hash(_range_hash(node, first, left), _range_hash(node, first + left, size - left))
