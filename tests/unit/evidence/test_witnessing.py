"""What a witness cosigns: what another witness is tested with, every two sizes of a tree, and no mutant."""

from typing import Final

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner, encode_base64
from oathbook.domain.evidence.notes import sign_note
from oathbook.domain.evidence.submissions import MOST_BYTES, MOST_HASHES, format_submission, parse_submission
from oathbook.domain.evidence.tree import EMPTY_ROOT, consistency_proof, leaf_hash, subtree_hash, tree_root
from oathbook.domain.evidence.witness_check import CosignRefusal, CosignRefusalReason, check_submission
from tests.unit.evidence.published import SUBMITTED, SUBMITTED_LOG, SUBMITTED_ORIGIN
from tests.unit.evidence.test_notes import mutants

LOG: Final = NoteSigner("oathbook.example", bytes(range(32)))
OTHER: Final = NoteSigner("oathbook.example", bytes(range(1, 33)))
LEAVES: Final = [leaf_hash(bytes([each])) for each in range(24)]
STATUSES: Final = {
    None: 200,
    CosignRefusalReason.UNKNOWN: 404,
    CosignRefusalReason.UNSIGNED: 403,
    CosignRefusalReason.STALE: 409,
    CosignRefusalReason.UNPROVED: 422,
    CosignRefusalReason.CONTRARY: 422,
}


def node(level: int, index: int) -> bytes:
    """A node of the tree of these leaves."""
    return subtree_hash(LEAVES[index << level : (index + 1) << level])


def at(size: int, origin: str = "oathbook.example") -> Checkpoint:
    """The checkpoint of that many."""
    return Checkpoint(origin, size, tree_root(node, size))


def sent(old: int, new: int, signer: NoteSigner = LOG) -> bytes:
    """What an honest log sends."""
    path = consistency_proof(node, old, new) if old else ()
    return format_submission(old, path, sign_checkpoint(at(new), signer).encode())


def test_what_another_witness_is_tested_with_has_the_same_answers() -> None:
    logs = [NoteKey(SUBMITTED_ORIGIN, bytes.fromhex(SUBMITTED_LOG))]
    last: Checkpoint | None = None
    answers: list[int] = []
    for body, _ in SUBMITTED:
        submission = parse_submission(body)
        refused = check_submission(submission, logs, last)
        answers.append(STATUSES[refused.why if refused else None])
        last = last if refused else submission.checkpoint

    assert answers == [status for _, status in SUBMITTED]


def test_a_log_that_only_grows_is_cosigned_at_every_size() -> None:
    for new in range(1, len(LEAVES) + 1):
        for old in range(new + 1):
            last = at(old) if old else None
            assert check_submission(parse_submission(sent(old, new)), [LOG.key], last) is None, (old, new)


def test_what_a_log_sends_comes_back_as_it_was_sent() -> None:
    found = parse_submission(sent(3, 7))

    assert format_submission(found.old, found.path, found.note) == sent(3, 7)
    assert (found.old, found.checkpoint, found.text) == (3, at(7), at(7).text)


def test_an_empty_log_can_be_cosigned_and_grow() -> None:
    empty = Checkpoint("oathbook.example", 0, EMPTY_ROOT)

    assert (
        check_submission(
            parse_submission(format_submission(0, (), sign_checkpoint(empty, LOG).encode())), [LOG.key], None
        )
        is None
    )
    assert check_submission(parse_submission(sent(0, 5)), [LOG.key], empty) is None


@pytest.mark.parametrize(
    ("body", "last", "says"),
    [
        (sent(0, 5), at(4), CosignRefusal(CosignRefusalReason.STALE, 4)),
        (sent(3, 5), at(4), CosignRefusal(CosignRefusalReason.STALE, 4)),
        (sent(4, 5), None, CosignRefusal(CosignRefusalReason.STALE, 0)),
        (sent(4, 5, OTHER), at(4), CosignRefusal(CosignRefusalReason.UNSIGNED, 0)),
        (sent(4, 7), Checkpoint("oathbook.example", 4, bytes(32)), CosignRefusal(CosignRefusalReason.UNPROVED, 4)),
        (sent(4, 4), Checkpoint("oathbook.example", 4, bytes(32)), CosignRefusal(CosignRefusalReason.CONTRARY, 4)),
        (
            format_submission(0, (bytes(32),), sign_checkpoint(at(5), LOG).encode()),
            None,
            CosignRefusal(CosignRefusalReason.UNPROVED, 0),
        ),
        (
            format_submission(0, (), sign_checkpoint(Checkpoint("oathbook.example", 0, bytes(32)), LOG).encode()),
            None,
            CosignRefusal(CosignRefusalReason.UNPROVED, 0),
        ),
    ],
)
def test_why_a_witness_does_not_cosign(body: bytes, last: Checkpoint | None, says: CosignRefusal) -> None:
    assert check_submission(parse_submission(body), [LOG.key], last) == says


def test_a_log_is_known_by_its_name_and_signs_with_any_of_its_keys() -> None:
    stranger = NoteSigner("other.example", bytes(32))
    body = parse_submission(sent(0, 5, OTHER))
    of_stranger = parse_submission(format_submission(0, (), sign_checkpoint(at(5, "other.example"), stranger).encode()))

    assert check_submission(body, [LOG.key, OTHER.key], None) is None
    assert check_submission(body, [stranger.key], None) == CosignRefusal(CosignRefusalReason.UNKNOWN, 0)
    assert check_submission(of_stranger, [LOG.key], None) == CosignRefusal(CosignRefusalReason.UNKNOWN, 0)


def test_lines_that_other_logs_add_are_cosigned_with_the_rest() -> None:
    text = f"{at(5).text}more of it\n"
    found = parse_submission(format_submission(0, (), sign_note(text, LOG).encode()))

    assert (found.text, found.checkpoint) == (text, at(5))
    assert check_submission(found, [LOG.key], None) is None


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"old 0\n",
        b"old 0\n\n",
        sent(0, 5).replace(b"old 0", b"old 00"),
        sent(0, 5).replace(b"old 0", b"old -1"),
        sent(0, 5).replace(b"old 0", b"Old 0"),
        sent(0, 5).replace(b"old 0", b"old 6"),
        sent(0, 5).replace(b"old 0\n", b"old 0\n\xff\n"),
        sent(0, 5).replace(b"old 0\n", b"old 0\nAAAA\n"),
        format_submission(3, (bytes(32),) * (MOST_HASHES + 1), sign_checkpoint(at(5), LOG).encode()),
        format_submission(0, (), sign_note("oathbook.example\n5\n\n\n", LOG).encode()),
        format_submission(0, (), sign_note(f"\n5\n{encode_base64(bytes(32))}\n", LOG).encode()),
        sent(0, 5)[:-1],
        sent(0, 5) + b"x" * MOST_BYTES,
    ],
)
def test_what_is_not_written_as_it_should_be_is_refused(body: bytes) -> None:
    with pytest.raises(BadRecord):
        parse_submission(body)


def test_as_many_hashes_as_there_may_be_are_read() -> None:
    body = format_submission(3, (bytes(32),) * MOST_HASHES, sign_checkpoint(at(5), LOG).encode())

    assert len(parse_submission(body).path) == MOST_HASHES


@pytest.mark.parametrize("many", [2_000, pytest.param(250_000, marks=[pytest.mark.slow, pytest.mark.timeout(1_200)])])
def test_no_mutant_is_cosigned_but_for_what_its_log_has_signed(many: int) -> None:
    believed: list[bytes] = []
    for mutant in mutants(sent(5, 23), 23, many):
        try:
            found = parse_submission(mutant)
        except BadRecord:
            continue
        if check_submission(found, [LOG.key], at(5)) is None:
            believed += [] if (found.text, found.path) == (at(23).text, consistency_proof(node, 5, 23)) else [mutant]

    assert believed == []
