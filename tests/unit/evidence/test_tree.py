"""The tree and its proofs: the figures of Certificate Transparency, every small tree, and another implementation."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import pytest

from oathbook.domain.evidence.proofs import is_consistent, is_included
from oathbook.domain.evidence.tiles import WIDTH, entry_bundle, has_tile, node_reader, parse_tile_path, tile_path
from oathbook.domain.evidence.tree import (
    EMPTY_ROOT,
    TreeNode,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    subtree_hash,
    tree_root,
)

LEAVES: Final = tuple(
    map(
        bytes.fromhex,
        ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"),
    )
)
ROOTS: Final = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""Of the trees of 0 to 8 of the leaves, as every log of Certificate Transparency tests them."""


def node_of(hashes: Sequence[bytes]) -> TreeNode:
    return lambda level, index: subtree_hash(hashes[index << level : (index + 1) << level])


PRINTED: Final = [leaf_hash(each) for each in LEAVES]
PYMERKLE: Any = import_module("pymerkle")
"""Another implementation; it says nothing of its types."""

MANY: Final = [leaf_hash(bytes([each])) for each in range(40)]


def test_the_roots_are_those_that_every_log_tests() -> None:
    assert [tree_root(node_of(PRINTED), size).hex() for size in range(9)] == list(ROOTS)
    assert EMPTY_ROOT.hex() == ROOTS[0]


def test_the_printed_proofs_come_out() -> None:
    node = node_of(PRINTED)
    assert [each.hex() for each in inclusion_proof(node, 0, 8)] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    assert [each.hex() for each in consistency_proof(node, 6, 8)] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


@pytest.mark.parametrize("size", range(1, 41))
def test_every_leaf_is_proved_to_be_in_a_tree_and_nowhere_else(size: int) -> None:
    node = node_of(MANY)
    top = tree_root(node, size)
    for index in range(size):
        path = inclusion_proof(node, index, size)
        assert is_included(MANY[index], index, size, path, top)
        assert not is_included(MANY[index], (index + 1) % 40, size, path, top) or size == 1
        assert not is_included(MANY[(index + 1) % 40], index, size, path, top)
        assert not is_included(MANY[index], index, size, (*path, top), top)
        assert not is_included(MANY[index], index, size, path[:-1], top) or size == 1


@pytest.mark.parametrize("new", range(1, 41))
def test_every_tree_is_proved_to_begin_with_those_before_it(new: int) -> None:
    node = node_of(MANY)
    after = tree_root(node, new)
    for old in range(1, new + 1):
        before, path = tree_root(node, old), consistency_proof(node, old, new)
        assert is_consistent(old, new, path, before, after)
        assert not is_consistent(old, new, path, after, before) or old == new
        assert not is_consistent(old, new, (*path, before), before, after)
        assert not is_consistent(old, new, path[:-1], before, after) or not path
        assert not is_consistent(old, new, path, MANY[0], after) or before == MANY[0]


def test_nothing_is_proved_about_trees_that_there_are_not() -> None:
    assert not is_included(MANY[0], 1, 1, (), MANY[0])
    assert not is_included(MANY[0], -1, 1, (), MANY[0])
    assert not is_consistent(0, 2, (), EMPTY_ROOT, MANY[0])
    assert not is_consistent(3, 2, (), MANY[0], MANY[0])
    assert not is_consistent(3, 5, (), MANY[0], MANY[0])


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 21, 40])
def test_another_implementation_comes_to_the_same_roots_and_accepts_the_same_trees(size: int) -> None:
    other = PYMERKLE.InmemoryTree(algorithm="sha256")
    for each in range(size):
        other.append_entry(bytes([each]))
    node = node_of(MANY)

    assert other.get_root() == tree_root(node, size)
    for index in range(size):
        path = other.prove_inclusion(index + 1, size).path
        assert path == [MANY[index], *inclusion_proof(node, index, size)]
        PYMERKLE.verify_inclusion(MANY[index], tree_root(node, size), other.prove_inclusion(index + 1, size))
    for old in range(1, size + 1):
        PYMERKLE.verify_consistency(tree_root(node, old), tree_root(node, size), other.prove_consistency(old, size))


@pytest.mark.parametrize("size", [1, 255, 256, 257, 511, 700])
def test_tiles_hold_all_that_a_tree_is_made_of(size: int) -> None:
    hashes = [leaf_hash(each.to_bytes(2, "big")) for each in range(size)]
    levels = (hashes, [subtree_hash(hashes[each : each + WIDTH]) for each in range(0, size - WIDTH + 1, WIDTH)])
    node, tiled = node_of(hashes), node_reader(lambda level, first, last: levels[level][first:last])

    assert tree_root(tiled, size) == tree_root(node, size)
    for index in {0, size // 2, size - 1}:
        assert inclusion_proof(tiled, index, size) == inclusion_proof(node, index, size)
    for old in {1, size // 3 + 1, size}:
        assert consistency_proof(tiled, old, size) == consistency_proof(node, old, size)


def test_tiles_have_one_name_each() -> None:
    assert [tile_path(each) for each in (0, 255, 1_000, 1_234_067)] == ["000", "255", "x001/000", "x001/x234/067"]
    assert parse_tile_path("x001/x234/067") == (1_234_067, 256)
    assert parse_tile_path("x001/000.p/8") == (1_000, 8)
    for other in (
        "",
        "0",
        "x000/001",
        "x001",
        "001.p/0",
        "001.p/256",
        "001.p/",
        "001.p/08",
        "001/002",
        "x1/000",
        "\u0660\u0660\u0660",
    ):
        assert parse_tile_path(other) is None


def test_a_tree_has_the_tiles_that_its_leaves_fill() -> None:
    assert has_tile(0, 0, 256, 256)
    assert has_tile(1, 0, 1, 256)
    assert not has_tile(1, 0, 2, 256)
    assert has_tile(0, 1, 4, 260)
    assert not has_tile(0, 1, 5, 260)
    assert not has_tile(0, 0, 0, 260)
    assert entry_bundle((b"ab", b"")) == b"\0\2ab\0\0"
