"""Checks checkpoints against the quorum of a reader's policy."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from rich.text import Text

from oathbook.api.cli.evidence_files import MOST_BYTES
from oathbook.api.cli.input_files import bytes_in, label_refusals
from oathbook.api.cli.output import encodable, line
from oathbook.api.signing.bundles import Attestation
from oathbook.api.signing.witnesses import trust_policy_at
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.policies import TrustPolicy

PROOF: Final = b"c2sp.org/tlog-proof"


class Quorum(Struct, frozen=True):
    """Who has cosigned a checkpoint, whether the quorum is met, and what is wrong, if anything."""

    by: str
    size: int
    witnesses: tuple[str, ...] = ()
    met: bool = False
    says: str = ""


def policy_at(name: str | None, *, is_of_use: bool) -> TrustPolicy | None:
    """Returns the policy in a file, if one is named; ``BadRecord``, also if there is no checkpoint to check."""
    if name is None:
        return None
    if not is_of_use:
        raise BadRecord("--policy: name a checkpoint with --checkpoint; only a bundle brings one")
    try:
        return trust_policy_at(Path(name))
    except OSError as problem:
        raise BadRecord(f"{name}: {problem.strerror or problem}") from None


def quorums_in(policy: TrustPolicy | None, names: Sequence[str], keys: Sequence[NoteKey]) -> tuple[Quorum, ...]:
    """Returns the quorums of the checkpoints in files or proofs; ``BadRecord`` if none of the keys has signed one.

    If the policy names logs, their keys count instead of ``keys``.
    """
    if policy is None:
        return ()
    return tuple(_in_file(policy, name, policy.log_keys or keys) for name in names)


def _in_file(policy: TrustPolicy, name: str, keys: Sequence[NoteKey]) -> Quorum:
    text = bytes_in(name, most=MOST_BYTES)
    with label_refusals(name):
        note = text.partition(b"\n\n")[2] if text.startswith(PROOF) else text
        return _of_note(policy, name, note, open_checkpoint(note, *keys).size)


def quorum_of(policy: TrustPolicy | None, bundled: Attestation | None) -> tuple[Quorum, ...]:
    """Returns the quorum of the checkpoint in a bundle, whose keys count if the policy names no log."""
    if policy is None or bundled is None:
        return ()
    size = bundled.proof.checkpoint.size
    try:
        open_checkpoint(bundled.note, *(policy.log_keys or bundled.keys))
    except BadRecord as problem:
        return (Quorum("bundle", size, says=str(problem)),)
    return (_of_note(policy, "bundle", bundled.note, size),)


def _of_note(policy: TrustPolicy, by: str, note: bytes, size: int) -> Quorum:
    try:
        found = policy.check_note(note)
    except BadRecord as problem:
        return Quorum(by, size, says=str(problem))
    return Quorum(by, size, tuple(map(encodable, found.witnesses)), found.is_met)


def quorum_lines(quorums: Iterable[Quorum]) -> Iterator[Text]:
    """Yields quorums as text."""
    for each in quorums:
        whom = ", ".join(each.witnesses) or "no witness of the policy"
        met = ("the quorum is met", "green") if each.met else ("the quorum is not met", "yellow")
        wrong = f" ({each.says})" if each.says else ""
        yield line(f"  {each.by}, size {each.size}: cosigned by {whom}: ", met, wrong)
