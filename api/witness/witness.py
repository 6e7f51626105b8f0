"""Cosigns checkpoints that extend the last one of their log, one after another."""

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
    """The status and the body of an answer."""

    status: int
    body: bytes
    media_type: str = TEXT


class LogWitness:
    """A witness of these logs, with its key and its memory."""

    def __init__(
        self,
        cosigner: Cosigner,
        logs: Collection[NoteKey],
        memory: WitnessMemory,
        clock: Callable[[], float],
        report: Callable[[str], None],
    ) -> None:
        """``report`` is called with what a log has signed and this witness does not cosign."""
        self._cosigner = cosigner
        self._logs = tuple(logs)
        self._memory = memory
        self._clock = clock
        self._report = report
        self._one = Lock()

    def add_checkpoint(self, body: bytes) -> WitnessAnswer:
        """Answers a body of ``add-checkpoint``: with a cosignature, or why there is none. ``OSError``."""
        try:
            submission = parse_submission(body)
        except BadRecord as refused:
            return WitnessAnswer(HTTPStatus.BAD_REQUEST, f"{refused}\n".encode())
        with self._one:  # no other checkpoint may come between the check and the write
            refusal = check_submission(submission, self._logs, self._memory.last(submission.checkpoint.origin))
            return self._cosign(submission) if refusal is None else self._refuse(submission, refusal)

    def checkpoint(self, place: str) -> WitnessAnswer:
        """Returns the last cosigned note of the log with this ``log_id``."""
        note = self._memory.notes.get(place)
        if note is None:
            return WitnessAnswer(HTTPStatus.NOT_FOUND, b"nothing was cosigned of such a log\n")
        return WitnessAnswer(HTTPStatus.OK, note)

    def _cosign(self, submission: Submission) -> WitnessAnswer:
        line = self._cosigner.cosign(submission.text, max(1, int(self._clock()))).line
        self._memory.keep(
            submission.checkpoint.origin, f"{submission.text}\n{self._own_signature_lines(submission)}{line}".encode()
        )
        return WitnessAnswer(HTTPStatus.OK, line.encode())

    def _own_signature_lines(self, submission: Submission) -> str:
        """Leaves out lines that others have added."""
        ids = {(each.name, each.id) for each in self._logs}
        lines = [each for each in split_note(submission.note)[1] if (each.name, each.key_id) in ids]
        return "".join(signature_line(each.name, each.key_id, each.signature) for each in lines)

    def _refuse(self, submission: Submission, refusal: CosignRefusal) -> WitnessAnswer:
        origin, size = submission.checkpoint.origin, refusal.size
        if refusal.why is CosignRefusalReason.CONTRARY:
            self._memory.keep_contradiction(origin, submission.note)
            self._report(
                f"{origin} has signed two roots for size {size}: the other is in {log_id(origin)}{CONTRADICTION_SUFFIX}"
            )
        elif refusal.why is CosignRefusalReason.UNPROVED:
            self._report(f"{origin}, size {submission.checkpoint.size}, is not proved to go on from size {size}")
        if refusal.why is CosignRefusalReason.STALE:
            return WitnessAnswer(STATUSES[refusal.why], f"{size}\n".encode(), SIZE)
        return WitnessAnswer(STATUSES[refusal.why], f"{refusal.why}\n".encode())
