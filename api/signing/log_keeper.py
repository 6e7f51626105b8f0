"""Keeps the log of a database: signs it as it grows, makes receipts, and checks the database against it."""

import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from oathbook.api.signing.checkpoint_file import CheckpointFile
from oathbook.api.signing.cosignature_collector import CosignatureCollector
from oathbook.api.signing.log_keys import LogKeys
from oathbook.api.signing.soundness import checkpoint_mismatch, sort_faults
from oathbook.domain.errors import CorruptRecord, StoreFull, StoreUnavailable
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.evidence.receipts import Receipt, sign_receipt
from oathbook.domain.kernel import threads
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.log_tree import LOG_STREAM
from oathbook.domain.recording.database.log_verifier import LogFault, LogVerifier
from oathbook.domain.recording.database.stored_tree import StoredTree

SIGN_SECONDS: Final = 1.0  # seconds after which what is new is signed
MOST_UNSIGNED: Final = 256  # steps that are new before that
CHECK_SECONDS: Final = 0.25  # seconds between two looks at 256 leaves each
WALK_PAUSE_SECONDS: Final = 600.0  # seconds from the end of a walk over the log to the next


class LogKeeper:
    """Signs and checks in a thread of its own; after the first fault it signs nothing more."""

    def __init__(
        self,
        tree: StoredTree,
        keys: LogKeys,
        checkpoints: CheckpointFile,
        fault: str,
        on_fault: Callable[[str], None],
        cosigning: CosignatureCollector | None = None,
    ) -> None:
        """Keeps a log that is sound, unless there is a ``fault``; a later fault is passed to ``on_fault``, once."""
        self.cosigning = cosigning
        self.keys = keys
        self.fault = fault
        self.walk = LogVerifier(tree)
        self._tree = tree
        self._checkpoints = checkpoints
        self._on_fault = on_fault
        self.on_signed: Callable[[], None] = lambda: None
        """Called whenever a larger tree was signed; it must be fast and must not raise."""
        self.leaf_of: Callable[[str], int | None] = lambda _: None
        """Returns the leaf number of a stored event by its hash, or None if only the database has it."""
        self.on_damaged_row: Callable[[LogFault], None] = lambda _: None
        """Called whenever a check finds a row that differs from a leaf that was signed."""
        self._changed = threads.Condition()
        self._signing = threads.Lock()
        self._new = 0
        self._closing = False
        self._thread = threads.Thread(target=self._run, name="oathbook-log", daemon=True)

    @property
    def checkpoint(self) -> bytes:
        """The last signed note with its cosignatures so far; empty before the first."""
        return self.newest if self.cosigning is None else self.cosigning.with_cosignatures(self.newest)

    @property
    def newest(self) -> bytes:
        """The last signed note, without cosignatures."""
        return self._checkpoints.newest

    @property
    def checkpoints(self) -> tuple[bytes, ...]:
        """The last note that had its quorum, if there are witnesses, and the last signed one."""
        return (self.checkpoint,) if self.cosigning is None else (self.cosigning.cosigned, self.checkpoint)

    @property
    def size(self) -> int:
        """The leaves of the last signed tree."""
        return self._checkpoints.checkpoint.size if self._checkpoints.checkpoint else 0

    def start(self) -> None:
        """Signs what is stored, and starts the thread.

        A command may have stored something since the last process, or that was killed before it had signed everything.
        """
        if self.cosigning is not None:
            self.cosigning.start()
            self.cosigning.submit(self.newest)
        self.sign()
        self._thread.start()

    def close(self) -> None:
        """Signs what is new, and ends the thread."""
        with self._changed:
            if self._closing:
                return
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        self.sign()
        if self.cosigning is not None:
            self.cosigning.close()
        self._checkpoints.close()

    def notify_growth(self) -> None:
        """Notes that a step was stored, here or by another process; safe in any thread."""
        with self._changed:
            self._new += 1
            if self._new in {1, MOST_UNSIGNED}:
                self._changed.notify()

    def receipt(self, stream: str, position: int, event_hash: str, at: str, *, imported: bool = False) -> bytes:
        """Returns the receipt of a stored event; ``NotFound`` if it is not stored.

        It is empty if the log has a fault, or another event there: what is read back may be damaged.
        """
        if self.fault:
            return b""
        known, blind = self.leaf_of(event_hash), self._tree.blind(stream).hex()
        number = self._tree.leaf_number(stream, position) if known is None else known
        if known is None and [each.hash.hex() for each in self._tree.leaves(number, number + 1)] != [event_hash]:
            return b""
        receipt = Receipt(self.keys.origin, stream, position, event_hash, number, blind, at, imported=imported)
        return sign_receipt(receipt, self.keys.receipts).encode()

    def receipt_of_statement(self, statement: str, at: str) -> bytes:
        """Returns the receipt of a statement of the store; refuses as ``receipt``."""
        return self.receipt(LOG_STREAM, self._tree.statement_position(statement), event_hash(statement.encode()), at)

    def sign(self) -> None:
        """Signs the tree if it is larger than the last signed one; a tree that does not extend that one is a fault."""
        with self._signing, self._tolerate_read_errors():
            size = self._tree.size()
            self._set_fault(checkpoint_mismatch(self._tree, self._checkpoints.checkpoint))
            if self.fault or size <= self.size:
                return
            checkpoint = Checkpoint(self.keys.origin, size, self._tree.root(size))
            self._checkpoints.append(checkpoint, sign_checkpoint(checkpoint, self.keys.log).encode())
            if self.cosigning is not None:
                self.cosigning.submit(self.newest)
            self.on_signed()

    @contextmanager
    def _tolerate_read_errors(self) -> Generator[None]:
        """Tries again later what cannot be read or signed now; a damaged database is a fault."""
        try:
            yield
        except (sqlite3.DatabaseError, CorruptRecord) as problem:
            self._set_fault(f"the log cannot be read: {problem}")
        except (StoreUnavailable, StoreFull, OSError):
            self.notify_growth()

    def _run(self) -> None:
        """If a bug ends the thread, that is a fault of the log, not only a traceback."""
        try:
            self._sign_and_check()
        finally:
            if not self._closing:
                self._set_fault(
                    "nothing signs the log any more because of an error in the program; restart the service"
                )

    def _sign_and_check(self) -> None:
        signed_at = check_at = time.monotonic()
        while not self._closing:
            with self._changed:
                if not self._is_due(signed_at):
                    due = min(check_at, signed_at + SIGN_SECONDS) if self._new else check_at
                    self._changed.wait(max(0.0, due - time.monotonic()))
            if self._is_due(signed_at):
                self._new = 0
                self.sign()
                signed_at = time.monotonic()
            if time.monotonic() >= check_at:
                check_at = time.monotonic() + self._check_next()

    def _is_due(self, signed: float) -> bool:
        return self._new >= MOST_UNSIGNED or (self._new > 0 and time.monotonic() >= signed + SIGN_SECONDS)

    def _check_next(self) -> float:
        """Checks the next rows against their leaves, and returns the seconds until the next check."""
        if not self.fault:
            with self._tolerate_read_errors():
                signed = [each for each in [self._checkpoints.checkpoint] if each]
                damage = sort_faults(self._tree, self.walk.check_next(), signed)
                for each in damage.rows:
                    self.on_damaged_row(each)
                self._set_fault(damage.log)
        if not self.walk.is_over:
            return CHECK_SECONDS
        self.walk = LogVerifier(self._tree)
        return WALK_PAUSE_SECONDS

    def _set_fault(self, fault: str) -> None:
        if fault and not self.fault:
            self.fault = fault
            self._on_fault(fault)
