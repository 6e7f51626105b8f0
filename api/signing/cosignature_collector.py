"""Has checkpoints cosigned, each witness in a thread of its own, so that none of them holds up anything else."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
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

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 300.0
"""Seconds until a witness is asked again that has not cosigned; twice as long each time, up to this."""

ENDS_WITHIN: Final = 1.0  # seconds that the end of the service waits for a witness

_LATER: Final = (sqlite3.Error, StoreUnavailable, StoreFull, CorruptRecord)
"""The log cannot be read now; its keeper says so."""


class WitnessState(Struct, frozen=True):
    """Where a witness is, the largest size that it has cosigned since the start, and what is wrong with it, if so.

    It is an ``alarm`` where it says that the log is not what it was, and ``proved`` where it shows that.
    """

    url: str
    cosigned: int = 0
    says: str = ""
    alarm: bool = False
    proved: bool = False


class _WitnessProgress:
    """What is known of a witness that is asked."""

    def __init__(self, witness: RemoteWitness) -> None:
        self.witness = witness
        self.state = WitnessState(witness.url)
        self.asked = b""
        self.wait = FIRST_WAIT
        self.resting_until = 0.0


class CosignatureCollector:
    """Asks all witnesses about one checkpoint, and then about the newest.

    A checkpoint is given up for a newer one once it has its quorum, or nobody is left to be asked about it: else
    witnesses that are unlike in speed would each cosign another one.
    """

    def __init__(
        self,
        policy: TrustPolicy,
        witnesses: Sequence[RemoteWitness],
        log: NoteKey,
        file: Path,
        report: Callable[[str], None],
    ) -> None:
        """Ask these witnesses; ``report`` is told, in their threads, of each change. ``file`` has what is cosigned."""
        self.policy = policy
        self._log = log
        self._file = file
        self._report = report
        self._turns = [_WitnessProgress(each) for each in witnesses]
        self._threads = [Thread(target=self._run, args=(each,), daemon=True) for each in self._turns]
        self._changed = Condition()
        self._closing = False
        self._newest = self._target = b""
        self._size = 0
        self._found: dict[WitnessKey, Cosignature] = {}
        self.cosigned = self._load_cosigned()
        """The note that had its quorum last; empty before the first."""

    def _load_cosigned(self) -> bytes:
        note = read_cosigned(self._file, self._log)
        with suppress(BadRecord):
            return note if note and self.policy.check_note(note).is_met else b""
        return b""

    def start(self) -> None:
        """Begin to ask."""
        for each in self._threads:
            each.start()

    def close(self) -> None:
        """Ask nobody any more."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for turn in self._turns:
            turn.witness.client.cancel()
        for each in self._threads:
            if each.is_alive():
                each.join(ENDS_WITHIN)

    def submit(self, note: bytes) -> None:
        """A checkpoint was signed; called in the thread of the log's keeper, and quick."""
        with self._changed:
            self._newest = note
            self._advance()

    def with_cosignatures(self, note: bytes) -> bytes:
        """A note of this log with the cosignatures that there are of it."""
        if note and self.cosigned.startswith(note):
            return self.cosigned
        with self._changed:
            lines = "".join(each.line for each in self._found.values()) if note == self._target else ""
        return note + lines.encode()

    @property
    def quorum(self) -> QuorumResult:
        """Who has cosigned the newest checkpoint, and whether that is enough."""
        return (
            self.policy.check_note(self.with_cosignatures(self._newest))
            if self._newest
            else self.policy.check_cosignatures(())
        )

    @property
    def cosigned_size(self) -> int:
        """How many leaves the tree had that had its quorum last."""
        return open_checkpoint(self.cosigned, self._log).size if self.cosigned else 0

    @property
    def states(self) -> tuple[WitnessState, ...]:
        """The witnesses."""
        return tuple(each.state for each in self._turns)

    def _advance(self) -> None:
        """Take the newest checkpoint, if nothing more is to be hoped for the one before."""
        now = time.monotonic()
        is_over = all(each.asked == self._target or each.resting_until > now for each in self._turns)
        if self._newest != self._target and (is_over or self.policy.is_met_by(self._found.keys())):
            self._target, self._size = self._newest, open_checkpoint(self._newest, self._log).size
            self._found = {}
            if self.cosigned.startswith(self._target):  # as it was before the service began
                kept = open_cosignatures(self.cosigned, self.policy.witness_keys)
                self._found = {each.key: each for each in kept}
            self._changed.notify_all()

    def _run(self, turn: _WitnessProgress) -> None:
        while (due := self._due(turn)) is not None:
            size, note = due
            try:
                asked = turn.witness.request_cosignature(size, note)
            except WitnessUnavailable as problem:
                asked = CosignResult(says=f"no answer: {problem}")
            except _LATER:
                asked = CosignResult(says="the log cannot be read now")
            self._apply_result(turn, note, asked, size)

    def _due(self, turn: _WitnessProgress) -> tuple[int, bytes] | None:
        """The checkpoint that this witness is to be asked about next, once there is one; nothing at the end."""
        with self._changed:
            while not self._closing:
                rest = turn.resting_until - time.monotonic()
                if rest <= 0 and turn.asked != self._target:
                    turn.asked = b""
                    return self._size, self._target
                self._changed.wait(rest if rest > 0 else None)
        return None

    def _apply_result(self, turn: _WitnessProgress, note: bytes, asked: CosignResult, size: int) -> None:
        """Note what a witness has answered about a checkpoint."""
        with self._changed:
            if self._closing:
                return
            before = turn.state
            cosigned = size if asked.cosigned else before.cosigned
            turn.state = WitnessState(turn.witness.url, cosigned, asked.says, asked.alarm, asked.proved)
            turn.asked = note
            if asked.cosigned or asked.passed:
                turn.wait, turn.resting_until = FIRST_WAIT, 0.0
                self._collect(note, asked.cosigned)
            else:
                turn.asked = b""
                turn.resting_until = time.monotonic() + turn.wait
                turn.wait = min(LONGEST_WAIT, 2 * turn.wait)
            self._advance()
        if before.says != asked.says:
            self._report(f"{turn.witness.url}: {asked.says or 'it cosigns again'}")

    def _collect(self, note: bytes, cosigned: Sequence[Cosignature]) -> None:
        if note != self._target:
            return
        self._found |= {each.key: each for each in cosigned}
        if self.policy.is_met_by(self._found.keys()):
            self.cosigned = note + "".join(each.line for each in self._found.values()).encode()
            with suppress(OSError):  # a checkpoint is asked for again at the next start
                write_cosigned(self._file, self.cosigned)
