"""Has checkpoints cosigned, each witness in a thread of its own, so that none of them holds up anything else."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Final

from msgspec import Struct

from oathbook.api.attesting.asked_witness import Asked, AskedWitness
from oathbook.api.attesting.cosigned_file import cosigned_in, keep_cosigned
from oathbook.api.attesting.witness_client import Unanswering
from oathbook.domain.errors import BadRecord, CorruptRecord, StoreFull, StoreUnavailable
from oathbook.domain.evidence.checkpoints import checkpoint_in
from oathbook.domain.evidence.cosignatures import Cosignature, WitnessKey, cosignatures_in
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.policies import QuorumFound, TrustPolicy

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 300.0
"""Seconds until a witness is asked again that has not cosigned; twice as long each time, up to this."""

ENDS_WITHIN: Final = 1.0
"""Seconds that the end of the service waits for a witness."""

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


class _Turn:
    """What is known of a witness that is asked."""

    def __init__(self, witness: AskedWitness) -> None:
        self.witness = witness
        self.state = WitnessState(witness.url)
        self.asked = b""
        self.wait = FIRST_WAIT
        self.resting_until = 0.0


class Cosigning:
    """Asks all witnesses about one checkpoint, and then about the newest.

    A checkpoint is given up for a newer one once it has its quorum, or nobody is left to be asked about it: else
    witnesses that are unlike in speed would each cosign another one.
    """

    def __init__(
        self,
        policy: TrustPolicy,
        witnesses: Sequence[AskedWitness],
        log: NoteKey,
        file: Path,
        report: Callable[[str], None],
    ) -> None:
        """Ask these witnesses; ``report`` is told, in their threads, of each change. ``file`` has what is cosigned."""
        self.policy = policy
        self._log = log
        self._file = file
        self._report = report
        self._turns = [_Turn(each) for each in witnesses]
        self._threads = [Thread(target=self._run, args=(each,), daemon=True) for each in self._turns]
        self._changed = Condition()
        self._closing = False
        self._newest = self._target = b""
        self._size = 0
        self._found: dict[WitnessKey, Cosignature] = {}
        self.cosigned = self._kept()
        """The note that had its quorum last; empty before the first."""

    def _kept(self) -> bytes:
        note = cosigned_in(self._file, self._log)
        with suppress(BadRecord):
            return note if note and self.policy.quorum_of(note).is_met else b""
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
            turn.witness.client.cut()
        for each in self._threads:
            if each.is_alive():
                each.join(ENDS_WITHIN)

    def signed(self, note: bytes) -> None:
        """A checkpoint was signed; called in the thread of the log's keeper, and quick."""
        with self._changed:
            self._newest = note
            self._go_on()

    def with_lines(self, note: bytes) -> bytes:
        """A note of this log with the cosignatures that there are of it."""
        if note and self.cosigned.startswith(note):
            return self.cosigned
        with self._changed:
            lines = "".join(each.line for each in self._found.values()) if note == self._target else ""
        return note + lines.encode()

    @property
    def quorum(self) -> QuorumFound:
        """Who has cosigned the newest checkpoint, and whether that is enough."""
        return self.policy.quorum_of(self.with_lines(self._newest)) if self._newest else self.policy.quorum_by(())

    @property
    def cosigned_size(self) -> int:
        """How many leaves the tree had that had its quorum last."""
        return checkpoint_in(self.cosigned, self._log).size if self.cosigned else 0

    @property
    def states(self) -> tuple[WitnessState, ...]:
        """The witnesses."""
        return tuple(each.state for each in self._turns)

    def _go_on(self) -> None:
        """Take the newest checkpoint, if nothing more is to be hoped for the one before."""
        now = time.monotonic()
        is_over = all(each.asked == self._target or each.resting_until > now for each in self._turns)
        if self._newest != self._target and (is_over or self.policy.is_met_by(self._found.keys())):
            self._target, self._size = self._newest, checkpoint_in(self._newest, self._log).size
            self._found = {}
            if self.cosigned.startswith(self._target):  # as it was before the service began
                kept = cosignatures_in(self.cosigned, self.policy.witness_keys)
                self._found = {each.key: each for each in kept}
            self._changed.notify_all()

    def _run(self, turn: _Turn) -> None:
        while (due := self._due(turn)) is not None:
            size, note = due
            try:
                asked = turn.witness.ask(size, note)
            except Unanswering as problem:
                asked = Asked(says=f"no answer: {problem}")
            except _LATER:
                asked = Asked(says="the log cannot be read now")
            self._take(turn, note, asked, size)

    def _due(self, turn: _Turn) -> tuple[int, bytes] | None:
        """The checkpoint that this witness is to be asked about next, once there is one; nothing at the end."""
        with self._changed:
            while not self._closing:
                rest = turn.resting_until - time.monotonic()
                if rest <= 0 and turn.asked != self._target:
                    turn.asked = b""
                    return self._size, self._target
                self._changed.wait(rest if rest > 0 else None)
        return None

    def _take(self, turn: _Turn, note: bytes, asked: Asked, size: int) -> None:
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
                self._gather(note, asked.cosigned)
            else:
                turn.asked = b""
                turn.resting_until = time.monotonic() + turn.wait
                turn.wait = min(LONGEST_WAIT, 2 * turn.wait)
            self._go_on()
        if before.says != asked.says:
            self._report(f"{turn.witness.url}: {asked.says or 'it cosigns again'}")

    def _gather(self, note: bytes, cosigned: Sequence[Cosignature]) -> None:
        if note != self._target:
            return
        self._found |= {each.key: each for each in cosigned}
        if self.policy.is_met_by(self._found.keys()):
            self.cosigned = note + "".join(each.line for each in self._found.values()).encode()
            with suppress(OSError):  # a checkpoint is asked for again at the next start
                keep_cosigned(self._file, self.cosigned)
