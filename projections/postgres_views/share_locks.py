"""Which shares of the streams a worker has: locks of its session, which the server frees when the session ends."""

import time
from typing import Final

from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.projections.definitions import ALL_SHARES, SHARES

LOCK_KEY: Final = 0x4F617676  # the first key of all locks of ours; the second is the share, or one of these
WORKING_LOCK: Final = 1_000  # every worker holds it, shared, so that they can count each other
SETUP_LOCK: Final = 1_001  # is held by the one that makes tables or throws them away
REBALANCE_INTERVAL: Final = 1.0  # seconds after which a worker looks again who else is at work, and what is free

WORKERS: Final = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class ShareLocks:
    """The shares of one session."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._held = set[int]()
        self._again = 0.0
        self._is_at_work = False

    def shares(self) -> frozenset[int]:
        """The shares to be made here: as many as come to each worker, and those of the dead."""
        now = time.monotonic()
        if now >= self._again:
            self._again = now + REBALANCE_INTERVAL
            self._rebalance()
        return frozenset(self._held)

    def release_all(self) -> None:
        """Give all shares up, for good."""
        self._again = float("inf")
        self._held.clear()
        self._connection.execute("SELECT pg_advisory_unlock_all()")

    def _rebalance(self) -> None:
        if not self._is_at_work:
            self._connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (LOCK_KEY, WORKING_LOCK))
            self._is_at_work = True
        (workers,) = self._connection.execute(WORKERS, (LOCK_KEY, WORKING_LOCK)).fetchone() or (1,)
        part = -(-SHARES // workers)
        for share in sorted(self._held)[part:]:
            self._connection.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCK_KEY, share))
            self._held.remove(share)
        for share in sorted(ALL_SHARES - self._held):
            if len(self._held) < part and self._try_lock(share):
                self._held.add(share)

    def _try_lock(self, share: int) -> bool:
        found = self._connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCK_KEY, share))
        return found.fetchone() == (True,)
