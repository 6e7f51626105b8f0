"""Which shares of the streams a worker has: locks of its session, which the server frees when the session ends."""

import time
from typing import Final

from oathbook.domain.recording.database.postgres.connecting import Connection
from oathbook.projections.shares import ALL, SHARES

LOCKS: Final = 0x4F617676
"""The first key of all locks of ours; the second is the share, or one of these."""

AT_WORK: Final = 1_000
"""Every worker holds it, shared, so that they can count each other."""

MAKING: Final = 1_001
"""Is held by the one that makes tables or throws them away."""

EVERY: Final = 1.0
"""Seconds after which a worker looks again who else is at work, and what is free."""

WORKERS: Final = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class Dealing:
    """The shares of one session."""

    def __init__(self, connection: Connection) -> None:
        """It has none yet."""
        self._connection = connection
        self._held = set[int]()
        self._again = 0.0
        self._is_at_work = False

    def held(self) -> frozenset[int]:
        """The shares to be made here: as many as come to each worker, and those of the dead."""
        now = time.monotonic()
        if now >= self._again:
            self._again = now + EVERY
            self._deal()
        return frozenset(self._held)

    def leave(self) -> None:
        """Give all shares up, for good."""
        self._again = float("inf")
        self._held.clear()
        self._connection.execute("SELECT pg_advisory_unlock_all()")

    def _deal(self) -> None:
        if not self._is_at_work:
            self._connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (LOCKS, AT_WORK))
            self._is_at_work = True
        (workers,) = self._connection.execute(WORKERS, (LOCKS, AT_WORK)).fetchone() or (1,)
        part = -(-SHARES // workers)
        for share in sorted(self._held)[part:]:
            self._connection.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCKS, share))
            self._held.remove(share)
        for share in sorted(ALL - self._held):
            if len(self._held) < part and self._locked(share):
                self._held.add(share)

    def _locked(self, share: int) -> bool:
        found = self._connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCKS, share))
        return found.fetchone() == (True,)
