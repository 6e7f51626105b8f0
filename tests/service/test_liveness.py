"""Whether the process is up is answered whatever else the service does."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from anyio.to_thread import current_default_thread_limiter
from fastapi.testclient import TestClient
from prometheus_client import CollectorRegistry

from oathbook.api.http.routes import operations
from tests.support.serving import Table


async def leave_one_thread() -> None:
    current_default_thread_limiter().total_tokens = 1


def test_while_all_threads_are_busy_the_service_says_that_it_is_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = table.client
    assert isinstance(client, TestClient)
    busy, go_on = Event(), Event()

    def metrics(registry: CollectorRegistry) -> bytes:
        del registry
        busy.set()
        go_on.wait()
        return b""

    monkeypatch.setattr(operations, "generate_latest", metrics)
    assert client.portal is not None
    client.portal.call(leave_one_thread)
    with ThreadPoolExecutor() as asking:
        holding = asking.submit(client.get, "/metrics")
        assert busy.wait(30)
        waiting = asking.submit(client.get, "/readyz")
        try:
            assert asking.submit(client.get, "/healthz").result(timeout=30).json()["status"] == "up"
            assert not holding.done()
            assert not waiting.done(), "a request that needs a thread has one: this shows nothing"
        finally:
            go_on.set()
        assert [holding.result().status_code, waiting.result().status_code] == [200, 200]
