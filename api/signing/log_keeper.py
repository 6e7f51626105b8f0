"""Keeps the log of a database: signs it as it grows, gives receipts, and looks whether it still is what was signed."""

import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Condition, Lock, Thread
from typing import Final

from oathbook.api.signing.checkpoint_file import CheckpointFile
from oathbook.api.signing.cosignature_collector import CosignatureCollector
from oathbook.api.signing.log_keys import LogKeys
from oathbook.api.signing.soundness import checkpoint_mismatch
from oathbook.domain.errors import CorruptRecord, StoreFull, StoreUnavailable
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.evidence.receipts import Receipt, sign_receipt
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.log_tree import LOG_STREAM
from oathbook.domain.recording.database.log_verifier import LogVerifier
from oathbook.domain.recording.database.stored_tree import StoredTree

SIGN_SECONDS: Final = 1.0  # seconds after which what is new is signed
MOST_UNSIGNED: Final = 256  # steps that are new before that
CHECK_SECONDS: Final = 0.25  # seconds between two looks at 256 leaves each
WALK_PAUSE_SECONDS: Final = 600.0  # seconds from the end of a walk over the log to the next


class LogKeeper:
    """Signs and looks, in a thread of its own; ``found`` is told once what is wrong, and then nothing is signed."""

    def __init__(
        self,
        tree: StoredTree,
        keys: LogKeys,
        signed: CheckpointFile,
        fault: str,
        found: Callable[[str], None],
        cosigning: CosignatureCollector | None = None,
    ) -> None:
        """Keep a log that is sound as far as has been seen, unless there is a ``fault``."""
        self.cosigning = cosigning
        self.keys = keys
        self.fault = fault
        self.walk = LogVerifier(tree)
        self._tree = tree
        self._signed = signed
        self._found = found
        self.signed: Callable[[], None] = lambda: None
        """Called whenever a larger tree was signed; it must neither take long nor raise."""
        self.leaf_of: Callable[[str], int | None] = lambda _: None
        """The number of a stored event by its hash, where that is known without a look into the database."""
        self._changed = Condition()
        self._signing = Lock()
        self._new = 0
        self._closing = False
        self._thread = Thread(target=self._run, name="oathbook-log", daemon=True)

    @property
    def checkpoint(self) -> bytes:
        """The note that was signed last, with the cosignatures that there are of it; empty before the first."""
        return self.newest if self.cosigning is None else self.cosigning.with_cosignatures(self.newest)

    @property
    def newest(self) -> bytes:
        """The same as it was signed: it stays as it is until a larger tree is signed."""
        return self._signed.newest

    @property
    def checkpoints(self) -> tuple[bytes, ...]:
        """The note that had the quorum of its witnesses last, if any, and the one that was signed last."""
        return (self.checkpoint,) if self.cosigning is None else (self.cosigning.cosigned, self.checkpoint)

    @property
    def size(self) -> int:
        """How many leaves the tree had that was signed last."""
        return self._signed.checkpoint.size if self._signed.checkpoint else 0

    def start(self) -> None:
        """Sign what there is, and what is new from now on; look at the rest a little at a time.

        A command may have stored something meanwhile, or the last process ended before it had signed everything.
        """
        if self.cosigning is not None:
            self.cosigning.start()
            self.cosigning.submit(self.newest)
        self.sign()
        self._thread.start()

    def close(self) -> None:
        """Sign what is new, and end."""
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
        self._signed.close()

    def notify_growth(self) -> None:
        """A step was stored, here or by another process; in any thread."""
        with self._changed:
            self._new += 1
            if self._new in {1, MOST_UNSIGNED}:
                self._changed.notify()

    def receipt(self, stream: str, position: int, event_hash: str, at: str, *, imported: bool = False) -> bytes:
        """The receipt of an event that is stored; ``NotFound`` where it is not, nothing where nothing is signed."""
        if self.fault:
            return b""
        known, blind = self.leaf_of(event_hash), self._tree.blind(stream).hex()
        number = self._tree.leaf_number(stream, position) if known is None else known
        receipt = Receipt(self.keys.origin, stream, position, event_hash, number, blind, at, imported=imported)
        return sign_receipt(receipt, self.keys.receipts).encode()

    def receipt_of_statement(self, said: str, at: str) -> bytes:
        """The receipt of what the store has said of itself; refuses as ``receipt``."""
        return self.receipt(LOG_STREAM, self._tree.statement_position(said), event_hash(said.encode()), at)

    def sign(self) -> None:
        """Sign the tree as it is, if it is larger than the one that was signed last and goes on from it."""
        with self._signing, self._tolerate_read_errors():
            size = self._tree.size()
            self._set_fault(checkpoint_mismatch(self._tree, self._signed.checkpoint))
            if self.fault or size <= self.size:
                return
            checkpoint = Checkpoint(self.keys.origin, size, self._tree.root(size))
            self._signed.append(checkpoint, sign_checkpoint(checkpoint, self.keys.log).encode())
            if self.cosigning is not None:
                self.cosigning.submit(self.newest)
            self.signed()

    @contextmanager
    def _tolerate_read_errors(self) -> Generator[None]:
        """What cannot be read or signed now is tried again within a second; a database that is damaged is a fault."""
        try:
            yield
        except (sqlite3.DatabaseError, CorruptRecord) as problem:
            self._set_fault(f"the log cannot be read: {problem}")
        except (StoreUnavailable, StoreFull, OSError):
            self.notify_growth()

    def _run(self) -> None:
        """Sign and look until the end; a mistake of ours that ends this sooner is a fault, and not only a trace."""
        try:
            self._sign_and_check()
        finally:
            if not self._closing:
                self._set_fault(
                    "nothing signs the log any more because of an error in the program; restart the service"
                )

    def _sign_and_check(self) -> None:
        signed = look = time.monotonic()
        while not self._closing:
            with self._changed:
                if not self._is_due(signed):
                    due = min(look, signed + SIGN_SECONDS) if self._new else look
                    self._changed.wait(max(0.0, due - time.monotonic()))
            if self._is_due(signed):
                self._new = 0
                self.sign()
                signed = time.monotonic()
            if time.monotonic() >= look:
                look = time.monotonic() + self._check_next()

    def _is_due(self, signed: float) -> bool:
        return self._new >= MOST_UNSIGNED or (self._new > 0 and time.monotonic() >= signed + SIGN_SECONDS)

    def _check_next(self) -> float:
        """Hold the next rows against their leaves; how long to wait before those after them."""
        if not self.fault:
            with self._tolerate_read_errors():
                self._set_fault(self.walk.check_next())
        if not self.walk.is_over:
            return CHECK_SECONDS
        self.walk = LogVerifier(self._tree)
        return WALK_PAUSE_SECONDS

    def _set_fault(self, fault: str) -> None:
        if fault and not self.fault:
            self.fault = fault
            self._found(fault)
