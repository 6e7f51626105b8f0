"""What a log has signed and cannot both be true, in every order; and what can."""

import random
from itertools import permutations
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.evidence.convictions import SignedEvidence, find_contradiction, log_origin, open_signed
from oathbook.domain.evidence.leaves import LogLeaf, parse_leaf, rolled_back_statement
from oathbook.domain.evidence.log_proofs import LogProof, format_log_proof, open_log_proof
from oathbook.domain.evidence.note_keys import NoteSigner
from oathbook.domain.evidence.receipts import RECEIPT_SUFFIX, Receipt, sign_receipt
from oathbook.domain.evidence.tree import inclusion_proof, leaf_hash, subtree_hash, tree_root

LOG: Final = NoteSigner("log.example", bytes(32))
RECEIPTS: Final = NoteSigner(f"log.example{RECEIPT_SUFFIX}", bytes(range(32)))
KEYS: Final = (LOG.key, RECEIPTS.key)


def receipt(game: str, position: int, leaf: int, event_hash: str = "ab") -> Receipt:
    return Receipt("log.example", game, position, event_hash * 32, leaf, "cd" * 32, "2026-11-20T04:31:15.123456Z")


def tree_of(entries: list[bytes], size: int) -> tuple[bytes, bytes, list[bytes]]:
    """The note of a checkpoint, and all leaf hashes."""
    hashes = [leaf_hash(each) for each in entries]
    top = tree_root(lambda level, index: subtree_hash(hashes[index << level : (index + 1) << level]), size)
    return sign_checkpoint(Checkpoint("log.example", size, top), LOG).encode(), top, hashes


def proof(entries: list[bytes], number: int, size: int) -> bytes:
    note, _, hashes = tree_of(entries, size)
    path = inclusion_proof(
        lambda level, index: subtree_hash(hashes[index << level : (index + 1) << level]), number, size
    )
    return format_log_proof(entries[number], number, path, note)


HONEST: Final = [receipt("one", 1, 0), receipt("two", 1, 1), receipt("one", 2, 2, "ef"), receipt("one", 3, 3)]
ENTRIES: Final = [each.log_leaf.entry for each in HONEST]
FORGED: Final = [*ENTRIES[:2], receipt("one", 2, 2, "99").log_leaf.entry, ENTRIES[3]]
OF_THREE: Final = open_signed(tree_of(ENTRIES, 3)[0], *KEYS)

APART: Final[dict[str, tuple[SignedEvidence, SignedEvidence, str]]] = {
    "two hashes": (HONEST[2], replace(HONEST[2], hash="99" * 32), "two hashes"),
    "two streams": (HONEST[2], replace(HONEST[3], blind="99" * 32), "as two streams"),
    "opened and imported": (HONEST[2], replace(HONEST[3], imported=True), "as opened here, and as imported"),
    "one leaf": (HONEST[2], replace(HONEST[3], leaf=2), "leaf 2 of the log is signed as two entries"),
    "two leaves": (HONEST[2], replace(HONEST[2], leaf=3), "leaves 2 and 3"),
    "a receipt and a later tree": (HONEST[2], open_log_proof(proof(FORGED, 2, 4), *KEYS), "leaf 2 of the log"),
    "two trees": (
        open_log_proof(proof(ENTRIES, 2, 3), *KEYS),
        open_log_proof(proof(FORGED, 2, 4), *KEYS),
        "leaf 2 of the log",
    ),
    "two roots": (OF_THREE, open_signed(tree_of(FORGED, 3)[0], *KEYS), "with two roots"),
    "two roots, one with a proof": (OF_THREE, open_log_proof(proof(FORGED, 0, 3), *KEYS), "with two roots"),
}


@pytest.mark.parametrize("how", APART)
def test_what_cannot_both_be_true_convicts_in_any_order_and_company(how: str) -> None:
    one, other, says = APART[how]

    assert all(says in find_contradiction(each) for each in permutations((one, other)))
    assert says in find_contradiction((HONEST[0], one, HONEST[1], other))


def test_what_was_signed_honestly_convicts_nobody() -> None:
    things: list[SignedEvidence] = [
        *HONEST,
        *HONEST,
        *(open_signed(tree_of(ENTRIES, size)[0], *KEYS) for size in range(1, 5)),
        *(open_log_proof(proof(ENTRIES, number, size), *KEYS) for size in range(1, 5) for number in range(size)),
    ]

    assert find_contradiction(things) == ""
    assert find_contradiction([HONEST[2], replace(HONEST[2], hash="99" * 32, origin="another.log")]) == ""
    assert {log_origin(each) for each in things} == {"log.example"}


@pytest.mark.parametrize("rounds", [300, pytest.param(100_000, marks=[pytest.mark.slow, pytest.mark.timeout(1_200)])])
def test_an_honest_log_is_convicted_by_nothing_that_it_signs(rounds: int) -> None:
    """Streams grow, are asked for again, and are cut by a rollback that is accepted; then the log has another name."""
    chance = random.Random(19)  # noqa: S311  # the rounds need to be repeatable, not secret
    for _ in range(rounds):
        era, leaves, signed = 0, list[Receipt](), list[Receipt]()
        for _ in range(chance.randrange(2, 12)):
            if leaves and chance.random() < 0.1:
                del leaves[chance.randrange(len(leaves)) :]
                era += 1
            elif leaves and chance.random() < 0.3:
                signed.append(replace(chance.choice(leaves), origin=f"log/{era}"))
            else:
                game = chance.choice(("one", "two"))
                position = 1 + sum(each.game == game for each in leaves)
                made = receipt(game, position, len(leaves), f"{chance.randrange(256):02x}")
                leaves.append(made)
                signed.append(replace(made, origin=f"log/{era}"))
        assert find_contradiction(signed) == ""


def test_a_rollback_without_another_name_would_convict() -> None:
    """The control of the one above."""
    before, after = receipt("one", 2, 1, "aa"), receipt("one", 2, 1, "bb")

    assert find_contradiction([before, after]) != ""
    assert find_contradiction([before, replace(after, origin="log.example/then-2")]) == ""


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"c2sp.org/tlog-proof@v1\n",
        proof(ENTRIES, 2, 4).replace(b"index 2", b"index 1"),
        proof(ENTRIES, 2, 4).replace(b"index 2", b"index 4"),
        proof(ENTRIES, 2, 4).replace(b"extra A", b"extra B"),
        proof(ENTRIES, 2, 4).replace(b"4\n", b"5\n"),
        b"c2sp.org/tlog-proof@v1\nextra AQ==\nindex 0\n" + b"A" * 43 + b"=\n\n" + tree_of(ENTRIES, 2)[0],
        b"c2sp.org/tlog-proof@v1\nextra AQ==\nindex 0\n" + b"A" * 44 + b"\n\n" + tree_of(ENTRIES, 2)[0],
    ],
)
def test_what_proves_nothing_is_refused(text: bytes) -> None:
    with pytest.raises(BadRecord):
        open_log_proof(text, *KEYS)


def test_what_is_signed_is_told_apart() -> None:
    found = open_signed(proof(ENTRIES, 2, 4), *KEYS)

    assert isinstance(found, LogProof)
    assert found.leaf == HONEST[2].log_leaf
    assert open_signed(sign_receipt(HONEST[2], RECEIPTS).encode(), *KEYS) == HONEST[2]
    assert parse_leaf(b"") is None
    assert parse_leaf(b"\2" + bytes(56)) is None
    assert parse_leaf(LogLeaf(bytes(16), 7, bytes(32)).entry) == LogLeaf(bytes(16), 7, bytes(32))


@pytest.mark.parametrize("was", [None, Checkpoint("log.example", 3, bytes(32))])
def test_a_log_that_ends_says_what_it_was(was: Checkpoint | None) -> None:
    said = rolled_back_statement(was, "it is smaller", "key", "now")

    assert said.startswith("oathbook/rolled-back/1\n")
    assert ("log.example\n3\n" if was else "nothing was signed") in said
