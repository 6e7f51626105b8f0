"""Listens for what workers of any process say: that read models have gone on."""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg

from oathbook.domain.errors import BadRecord, StoreUnavailable
from oathbook.domain.kernel import threads
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.polling import wait_readable
from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.projections.postgres_views.tables import CHANNEL
from oathbook.projections.postgres_views.view_connections import connect

POLL: Final = 1.0  # seconds after which it is looked at though nothing was said, also where a connection was lost


class ViewsListener:
    """A thread with a connection of its own, which is replaced when it is lost."""

    def __init__(self, address: PostgresAddress, told: Callable[[], None]) -> None:
        """``told`` is called whenever there may be something new."""
        self._address, self._told = address, told
        self._reading, self._writing = os.pipe()
        self._is_open, self._listens = True, threads.Event()
        self._thread = threads.Thread(target=self._run, name="oathbook-views-listener", daemon=True)
        self._thread.start()
        self._listens.wait(POLL)

    def close(self) -> None:
        """End the thread."""
        self._is_open = False
        os.write(self._writing, b".")
        self._thread.join()
        os.close(self._reading)
        os.close(self._writing)

    def _run(self) -> None:
        while self._is_open:
            with suppress(psycopg.Error, StoreUnavailable, BadRecord), connect(self._address, writes=False) as it:
                self._listen(it)
            if self._is_open:
                wait_readable([self._reading], POLL)
                self._told()

    def _listen(self, connection: Connection) -> None:
        """Until it is closed, or the connection is lost."""
        connection.execute(f"LISTEN {CHANNEL}".encode())
        self._listens.set()
        while self._is_open:
            if connection.fileno() in wait_readable([self._reading, connection.fileno()], POLL):
                connection.pgconn.consume_input()
                for _ in iter(connection.pgconn.notifies, None):
                    pass  # many are one: what there is will be looked at
            self._told()
