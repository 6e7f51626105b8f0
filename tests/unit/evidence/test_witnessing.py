"""What a witness cosigns: what another witness is tested with, every two sizes of a tree, and no mutant."""

from typing import Final

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.base64_text import encoded
from oathbook.domain.evidence.checkpoints import Checkpoint, checkpoint_note
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner
from oathbook.domain.evidence.notes import signed
from oathbook.domain.evidence.submissions import MOST_BYTES, MOST_HASHES, submission_in, submission_text
from oathbook.domain.evidence.tree import EMPTY, consistency, leaf_hash, root, whole
from oathbook.domain.evidence.witnessing import NotCosigned, WhyNot, considered
from tests.unit.evidence.published import SUBMITTED, SUBMITTED_LOG, SUBMITTED_ORIGIN
from tests.unit.evidence.test_notes import mutants

LOG: Final = NoteSigner("oathbook.example", bytes(range(32)))
OTHER: Final = NoteSigner("oathbook.example", bytes(range(1, 33)))
LEAVES: Final = [leaf_hash(bytes([each])) for each in range(24)]
STATUSES: Final = {
    None: 200,
    WhyNot.UNKNOWN: 404,
    WhyNot.UNSIGNED: 403,
    WhyNot.STALE: 409,
    WhyNot.UNPROVED: 422,
    WhyNot.CONTRARY: 422,
}


def node(level: int, index: int) -> bytes:
    """A node of the tree of these leaves."""
    return whole(LEAVES[index << level : (index + 1) << level])


def at(size: int, origin: str = "oathbook.example") -> Checkpoint:
    """The checkpoint of that many."""
    return Checkpoint(origin, size, root(node, size))


def sent(old: int, new: int, signer: NoteSigner = LOG) -> bytes:
    """What an honest log sends."""
    path = consistency(node, old, new) if old else ()
    return submission_text(old, path, checkpoint_note(at(new), signer).encode())


def test_what_another_witness_is_tested_with_has_the_same_answers() -> None:
    logs = [NoteKey(SUBMITTED_ORIGIN, bytes.fromhex(SUBMITTED_LOG))]
    last: Checkpoint | None = None
    answers: list[int] = []
    for body, _ in SUBMITTED:
        submission = submission_in(body)
        refused = considered(submission, logs, last)
        answers.append(STATUSES[refused.why if refused else None])
        last = last if refused else submission.checkpoint

    assert answers == [status for _, status in SUBMITTED]


def test_a_log_that_only_grows_is_cosigned_at_every_size() -> None:
    for new in range(1, len(LEAVES) + 1):
        for old in range(new + 1):
            last = at(old) if old else None
            assert considered(submission_in(sent(old, new)), [LOG.key], last) is None, (old, new)


def test_what_a_log_sends_comes_back_as_it_was_sent() -> None:
    found = submission_in(sent(3, 7))

    assert submission_text(found.old, found.path, found.note) == sent(3, 7)
    assert (found.old, found.checkpoint, found.text) == (3, at(7), at(7).text)


def test_an_empty_log_can_be_cosigned_and_grow() -> None:
    empty = Checkpoint("oathbook.example", 0, EMPTY)

    assert (
        considered(submission_in(submission_text(0, (), checkpoint_note(empty, LOG).encode())), [LOG.key], None) is None
    )
    assert considered(submission_in(sent(0, 5)), [LOG.key], empty) is None


@pytest.mark.parametrize(
    ("body", "last", "says"),
    [
        (sent(0, 5), at(4), NotCosigned(WhyNot.STALE, 4)),
        (sent(3, 5), at(4), NotCosigned(WhyNot.STALE, 4)),
        (sent(4, 5), None, NotCosigned(WhyNot.STALE, 0)),
        (sent(4, 5, OTHER), at(4), NotCosigned(WhyNot.UNSIGNED, 0)),
        (sent(4, 7), Checkpoint("oathbook.example", 4, bytes(32)), NotCosigned(WhyNot.UNPROVED, 4)),
        (sent(4, 4), Checkpoint("oathbook.example", 4, bytes(32)), NotCosigned(WhyNot.CONTRARY, 4)),
        (
            submission_text(0, (bytes(32),), checkpoint_note(at(5), LOG).encode()),
            None,
            NotCosigned(WhyNot.UNPROVED, 0),
        ),
        (
            submission_text(0, (), checkpoint_note(Checkpoint("oathbook.example", 0, bytes(32)), LOG).encode()),
            None,
            NotCosigned(WhyNot.UNPROVED, 0),
        ),
    ],
)
def test_why_a_witness_does_not_cosign(body: bytes, last: Checkpoint | None, says: NotCosigned) -> None:
    assert considered(submission_in(body), [LOG.key], last) == says


def test_a_log_is_known_by_its_name_and_signs_with_any_of_its_keys() -> None:
    stranger = NoteSigner("other.example", bytes(32))
    body = submission_in(sent(0, 5, OTHER))
    of_stranger = submission_in(submission_text(0, (), checkpoint_note(at(5, "other.example"), stranger).encode()))

    assert considered(body, [LOG.key, OTHER.key], None) is None
    assert considered(body, [stranger.key], None) == NotCosigned(WhyNot.UNKNOWN, 0)
    assert considered(of_stranger, [LOG.key], None) == NotCosigned(WhyNot.UNKNOWN, 0)


def test_lines_that_other_logs_add_are_cosigned_with_the_rest() -> None:
    text = f"{at(5).text}more of it\n"
    found = submission_in(submission_text(0, (), signed(text, LOG).encode()))

    assert (found.text, found.checkpoint) == (text, at(5))
    assert considered(found, [LOG.key], None) is None


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
        submission_text(3, (bytes(32),) * (MOST_HASHES + 1), checkpoint_note(at(5), LOG).encode()),
        submission_text(0, (), signed("oathbook.example\n5\n\n\n", LOG).encode()),
        submission_text(0, (), signed(f"\n5\n{encoded(bytes(32))}\n", LOG).encode()),
        sent(0, 5)[:-1],
        sent(0, 5) + b"x" * MOST_BYTES,
    ],
)
def test_what_is_not_written_as_it_should_be_is_refused(body: bytes) -> None:
    with pytest.raises(BadRecord):
        submission_in(body)


def test_as_many_hashes_as_there_may_be_are_read() -> None:
    body = submission_text(3, (bytes(32),) * MOST_HASHES, checkpoint_note(at(5), LOG).encode())

    assert len(submission_in(body).path) == MOST_HASHES


@pytest.mark.parametrize("many", [2_000, pytest.param(250_000, marks=[pytest.mark.slow, pytest.mark.timeout(1_200)])])
def test_no_mutant_is_cosigned_but_for_what_its_log_has_signed(many: int) -> None:
    believed: list[bytes] = []
    for mutant in mutants(sent(5, 23), 23, many):
        try:
            found = submission_in(mutant)
        except BadRecord:
            continue
        if considered(found, [LOG.key], at(5)) is None:
            believed += [] if (found.text, found.path) == (at(23).text, consistency(node, 5, 23)) else [mutant]

    assert believed == []
