"""Listens for what other processes store: the server tells of each commit, and once a second it is looked at anyway."""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg

from oathbook.domain.errors import BadRecord, StoreUnavailable
from oathbook.domain.kernel import threads
from oathbook.domain.recording.database import polling
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres.connections import Connection, connect
from oathbook.domain.recording.database.postgres.ddl import CHANNEL
from oathbook.domain.recording.database.record_store import AdvancedElsewhere, OtherWriters

POLL: Final = 1.0  # seconds after which it is looked at though nothing was told: a word that is lost only delays
PAUSE: Final = 0.2  # seconds after which a connection that was lost is replaced
PAGE: Final = 5_000  # events that are looked at at once

NEW: Final = (
    "SELECT notification_id, originator_id, originator_version, topic FROM stored_events "
    "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)
LAST: Final = (
    "SELECT (SELECT coalesce(max(notification_id), 0) FROM stored_events), "
    "(SELECT coalesce(max(number), 0) FROM replaced_keys)"
)
KEYS: Final = "SELECT number, old, new FROM replaced_keys WHERE number > %s ORDER BY number"


class LogListener:
    """A thread with a connection of its own, which is replaced when it is lost."""

    def __init__(
        self, address: PostgresAddress, own: set[int], backend: Callable[[], int], told: Callable[[OtherWriters], None]
    ) -> None:
        """Look at what is stored from now on.

        ``own`` are the numbers of events that this process has stored, ``backend`` is the process of the server that
        stored them: what that tells of is no news.
        """
        self._address = address
        self._own = own
        self._backend = backend
        self._told = told
        self._seen, self._keys = -1, -1
        self._reading, self._writing = os.pipe()
        self._is_open, self._is_told = True, False
        self.looks = 0  # how often it has looked to the end
        with connect(address, writes=False) as connection:
            self._begin(connection)
        self._thread = threads.Thread(target=self._run, name="oathbook-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        if self._is_open:
            self._is_open = False
            os.write(self._writing, b".")
            self._thread.join()
            os.close(self._reading)
            os.close(self._writing)

    def _begin(self, connection: Connection) -> None:
        """What is there already is no news."""
        row = connection.execute(LAST).fetchone()
        assert row is not None, "it has no condition"
        self._seen, self._keys = row

    def _run(self) -> None:
        while self._is_open:
            with suppress(psycopg.Error, StoreUnavailable, BadRecord):
                self._listen()
            polling.wait_readable([self._reading], PAUSE)

    def _listen(self) -> None:
        """Until it is closed, or the connection is lost."""
        with connect(self._address, writes=False) as connection:
            connection.add_notify_handler(lambda told: self._on_notify(told.pid))
            connection.execute(f"LISTEN {CHANNEL}")
            while self._is_open:
                self._is_told = False
                self._publish_news(connection)
                self._wait(connection)

    def _on_notify(self, backend: int) -> None:
        """It was told of a commit, while it looked or while it rested; this process knows its own."""
        self._is_told = self._is_told or backend != self._backend()

    def _wait(self, connection: Connection) -> None:
        """Wait until something is told, or a while."""
        while not self._is_told:
            if connection.fileno() not in polling.wait_readable([self._reading, connection.fileno()], POLL):
                return
            connection.pgconn.consume_input()
            for told in iter(connection.pgconn.notifies, None):
                self._on_notify(told.be_pid)

    def _publish_news(self, connection: Connection) -> None:
        """What could not be passed on is found again at the next look."""
        seen, new = self._new_events(connection)
        keys = connection.execute(KEYS, (self._keys,)).fetchall()
        if new or keys:
            streams = {each.stream: each for each in new}
            self._told(OtherWriters(tuple(streams.values()), tuple((old, new) for _, old, new in keys)))
        self._seen, self._keys = seen, keys[-1][0] if keys else self._keys
        self._own.difference_update(each for each in tuple(self._own) if each <= seen)
        self.looks += 1

    def _new_events(self, connection: Connection) -> tuple[int, list[AdvancedElsewhere]]:
        """The number of the last event, and the events of others since it was looked last, in their order."""
        seen, new = self._seen, list[AdvancedElsewhere]()
        while rows := connection.execute(NEW, (seen, PAGE)).fetchall():
            seen = rows[-1][0]
            new += [AdvancedElsewhere(*row) for number, *row in rows if number not in self._own]
        return seen, new
