"""Takes checkpoints one after another, and cosigns those that go on from the last one of their log."""

from collections.abc import Callable, Collection
from http import HTTPStatus
from threading import Lock
from typing import Final

from msgspec import Struct

from oathbook.api.witness.memory import CONTRADICTION_SUFFIX, WitnessMemory, log_id
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.cosignatures import Cosigner
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.notes import signature_line, split_note
from oathbook.domain.evidence.submissions import Submission, parse_submission
from oathbook.domain.evidence.witness_check import CosignRefusal, CosignRefusalReason, check_submission

TEXT: Final = "text/plain; charset=utf-8"
SIZE: Final = "text/x.tlog.size"

STATUSES: Final = {
    CosignRefusalReason.UNKNOWN: HTTPStatus.NOT_FOUND,
    CosignRefusalReason.UNSIGNED: HTTPStatus.FORBIDDEN,
    CosignRefusalReason.STALE: HTTPStatus.CONFLICT,
    CosignRefusalReason.UNPROVED: HTTPStatus.UNPROCESSABLE_ENTITY,
    CosignRefusalReason.CONTRARY: HTTPStatus.UNPROCESSABLE_ENTITY,
}


class WitnessAnswer(Struct, frozen=True):
    """A status, and what is said with it."""

    status: int
    body: bytes
    media_type: str = TEXT


class LogWitness:
    """A witness of these logs, with a key and a memory of its own."""

    def __init__(
        self,
        cosigner: Cosigner,
        logs: Collection[NoteKey],
        memory: WitnessMemory,
        clock: Callable[[], float],
        report: Callable[[str], None],
    ) -> None:
        """``report`` is told of what a log has signed and this does not cosign."""
        self._cosigner = cosigner
        self._logs = tuple(logs)
        self._memory = memory
        self._clock = clock
        self._report = report
        self._one = Lock()

    def add_checkpoint(self, body: bytes) -> WitnessAnswer:
        """The answer to a body of ``add-checkpoint``: a cosignature, or why there is none. ``OSError``."""
        try:
            sent = parse_submission(body)
        except BadRecord as refused:
            return WitnessAnswer(HTTPStatus.BAD_REQUEST, f"{refused}\n".encode())
        with self._one:  # what is looked at is what is there until the answer is on the disk
            refusal = check_submission(sent, self._logs, self._memory.last(sent.checkpoint.origin))
            return self._cosign(sent) if refusal is None else self._refuse(sent, refusal)

    def checkpoint(self, place: str) -> WitnessAnswer:
        """The note that was cosigned last of the log with that SHA-256 of its name."""
        note = self._memory.notes.get(place)
        if note is None:
            return WitnessAnswer(HTTPStatus.NOT_FOUND, b"nothing was cosigned of such a log\n")
        return WitnessAnswer(HTTPStatus.OK, note)

    def _cosign(self, sent: Submission) -> WitnessAnswer:
        line = self._cosigner.cosign(sent.text, max(1, int(self._clock()))).line
        self._memory.keep(sent.checkpoint.origin, f"{sent.text}\n{self._own_signature_lines(sent)}{line}".encode())
        return WitnessAnswer(HTTPStatus.OK, line.encode())

    def _own_signature_lines(self, sent: Submission) -> str:
        """The lines that the log itself has signed; strangers may have added others."""
        ids = {(each.name, each.id) for each in self._logs}
        lines = [each for each in split_note(sent.note)[1] if (each.name, each.key_id) in ids]
        return "".join(signature_line(each.name, each.key_id, each.signature) for each in lines)

    def _refuse(self, sent: Submission, refusal: CosignRefusal) -> WitnessAnswer:
        origin, size = sent.checkpoint.origin, refusal.size
        if refusal.why is CosignRefusalReason.CONTRARY:
            self._memory.keep_contradiction(origin, sent.note)
            self._report(
                f"{origin} has signed two roots for size {size}: the other is in {log_id(origin)}{CONTRADICTION_SUFFIX}"
            )
        elif refusal.why is CosignRefusalReason.UNPROVED:
            self._report(f"{origin}, size {sent.checkpoint.size}, is not proved to go on from size {size}")
        if refusal.why is CosignRefusalReason.STALE:
            return WitnessAnswer(STATUSES[refusal.why], f"{size}\n".encode(), SIZE)
        return WitnessAnswer(STATUSES[refusal.why], f"{refusal.why}\n".encode())
