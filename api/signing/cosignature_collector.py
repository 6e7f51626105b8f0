"""Has checkpoints cosigned, each witness in a thread of its own."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.api.signing.checkpoint_file import read_cosigned, write_cosigned
from oathbook.api.signing.remote_witness import CosignResult, RemoteWitness
from oathbook.api.signing.witness_client import WitnessUnavailable
from oathbook.domain.errors import BadRecord, CorruptRecord, StoreFull, StoreUnavailable
from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.evidence.cosignatures import Cosignature, WitnessKey, open_cosignatures
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.policies import QuorumResult, TrustPolicy
from oathbook.domain.kernel import threads

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 300.0
"""Seconds until a witness is asked again that has not cosigned; they double up to this."""

ENDS_WITHIN: Final = 1.0  # seconds that ``close`` waits for a witness

_LATER: Final = (sqlite3.Error, StoreUnavailable, StoreFull, CorruptRecord)
"""The log cannot be read now; its keeper reports that."""


class WitnessState(Struct, frozen=True):
    """A witness, the largest size that it has cosigned since the start, and what is wrong with it, if anything.

    ``alarm`` means that it says the log has changed, ``proved`` that it shows this.
    """

    url: str
    cosigned: int = 0
    says: str = ""
    alarm: bool = False
    proved: bool = False


class _WitnessProgress:
    def __init__(self, witness: RemoteWitness) -> None:
        self.witness = witness
        self.state = WitnessState(witness.url)
        self.sent_note = b""
        self.wait = FIRST_WAIT
        self.resting_until = 0.0


class CosignatureCollector:
    """Asks all witnesses about one checkpoint, then about the newest.

    It leaves a checkpoint once that has its quorum, or no witness is left to ask about it: otherwise a fast and a slow
    witness would never cosign the same one.
    """

    def __init__(
        self,
        policy: TrustPolicy,
        witnesses: Sequence[RemoteWitness],
        log: NoteKey,
        file: Path,
        report: Callable[[str], None],
    ) -> None:
        """``report`` is called for each change, in the witness's thread; ``file`` stores the cosigned note."""
        self.policy = policy
        self._log = log
        self._file = file
        self._report = report
        self._witnesses = [_WitnessProgress(each) for each in witnesses]
        self._threads = [threads.Thread(target=self._run, args=(each,), daemon=True) for each in self._witnesses]
        self._changed = threads.Condition()
        self._closing = False
        self._newest = self._target = b""
        self._size = 0
        self._cosignatures: dict[WitnessKey, Cosignature] = {}
        self.cosigned = self._load_cosigned()
        """The last note that had its quorum; empty before the first."""

    def _load_cosigned(self) -> bytes:
        note = read_cosigned(self._file, self._log)
        with suppress(BadRecord):
            return note if note and self.policy.check_note(note).is_met else b""
        return b""

    def start(self) -> None:
        """Starts the threads."""
        for each in self._threads:
            each.start()

    def close(self) -> None:
        """Stops asking."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for progress in self._witnesses:
            progress.witness.client.cancel()
        for each in self._threads:
            if each.is_alive():
                each.join(ENDS_WITHIN)

    def submit(self, note: bytes) -> None:
        """Takes a signed checkpoint; fast, as the log keeper's thread calls it."""
        with self._changed:
            self._newest = note
            self._advance()

    def with_cosignatures(self, note: bytes) -> bytes:
        """Returns a note of this log with its cosignatures so far."""
        if note and self.cosigned.startswith(note):
            return self.cosigned
        with self._changed:
            lines = "".join(each.line for each in self._cosignatures.values()) if note == self._target else ""
        return note + lines.encode()

    @property
    def quorum(self) -> QuorumResult:
        """Who has cosigned the newest checkpoint, and whether that is a quorum."""
        return (
            self.policy.check_note(self.with_cosignatures(self._newest))
            if self._newest
            else self.policy.check_cosignatures(())
        )

    @property
    def cosigned_size(self) -> int:
        """The leaves of the last tree that had its quorum."""
        return open_checkpoint(self.cosigned, self._log).size if self.cosigned else 0

    @property
    def states(self) -> tuple[WitnessState, ...]:
        """The witnesses."""
        return tuple(each.state for each in self._witnesses)

    def _advance(self) -> None:
        """Moves to the newest checkpoint once the current one has its quorum, or no witness is left to ask about it."""
        now = time.monotonic()
        is_over = all(each.sent_note == self._target or each.resting_until > now for each in self._witnesses)
        if self._newest != self._target and (is_over or self.policy.is_met_by(self._cosignatures.keys())):
            self._target, self._size = self._newest, open_checkpoint(self._newest, self._log).size
            self._cosignatures = {}
            if self.cosigned.startswith(self._target):  # as it was before the service began
                kept = open_cosignatures(self.cosigned, self.policy.witness_keys)
                self._cosignatures = {each.key: each for each in kept}
            self._changed.notify_all()

    def _run(self, progress: _WitnessProgress) -> None:
        while (due := self._due(progress)) is not None:
            size, note = due
            try:
                result = progress.witness.request_cosignature(size, note)
            except WitnessUnavailable as problem:
                result = CosignResult(says=f"no answer: {problem}")
            except _LATER:
                result = CosignResult(says="the log cannot be read now")
            self._apply_result(progress, note, result, size)

    def _due(self, progress: _WitnessProgress) -> tuple[int, bytes] | None:
        """Waits for the next checkpoint to ask this witness about; None at the end."""
        with self._changed:
            while not self._closing:
                rest = progress.resting_until - time.monotonic()
                if rest <= 0 and progress.sent_note != self._target:
                    progress.sent_note = b""
                    return self._size, self._target
                self._changed.wait(rest if rest > 0 else None)
        return None

    def _apply_result(self, progress: _WitnessProgress, note: bytes, result: CosignResult, size: int) -> None:
        with self._changed:
            if self._closing:
                return
            before = progress.state
            cosigned = size if result.cosigned else before.cosigned
            progress.state = WitnessState(progress.witness.url, cosigned, result.says, result.alarm, result.proved)
            progress.sent_note = note
            if result.cosigned or result.passed:
                progress.wait, progress.resting_until = FIRST_WAIT, 0.0
                self._collect(note, result.cosigned)
            else:
                progress.sent_note = b""
                progress.resting_until = time.monotonic() + progress.wait
                progress.wait = min(LONGEST_WAIT, 2 * progress.wait)
            self._advance()
        if before.says != result.says:
            self._report(f"{progress.witness.url}: {result.says or 'it cosigns again'}")

    def _collect(self, note: bytes, cosigned: Sequence[Cosignature]) -> None:
        if note != self._target:
            return
        self._cosignatures |= {each.key: each for each in cosigned}
        if self.policy.is_met_by(self._cosignatures.keys()):
            self.cosigned = note + "".join(each.line for each in self._cosignatures.values()).encode()
            with suppress(OSError):  # witnesses are asked again at the next start
                write_cosigned(self._file, self.cosigned)
