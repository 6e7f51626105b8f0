"""An OpenTelemetry in the process of the service, which whoever runs it may have set up, is told of no request."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from opentelemetry import trace

from tests.support.serving import Table, bearer

ASKED: Final = "/v1/games?edition=a-word"


class Traces(trace.TracerProvider, trace.Tracer):
    """Keeps what it is told of each request."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.told: list[str] = []

    def get_tracer(self, *_: object, **__: object) -> trace.Tracer:
        """This one."""
        return self

    def start_span(self, name: str, *_: object, **said: object) -> trace.Span:
        """Keep it."""
        self.told.append(f"{name} {said}")
        return trace.INVALID_SPAN

    @contextmanager
    def start_as_current_span(self, name: str, *_: object, **said: object) -> Generator[trace.Span]:  # type: ignore[override]  # as it is used here
        """Keep it."""
        yield self.start_span(name, **said)


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> Traces:
    """What is set up for this process."""
    traces = Traces()
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: traces)
    return traces


def test_nothing_is_told_of_a_request(traces: Traces, table: Table) -> None:
    client = table.client

    statuses = [
        client.get(ASKED).status_code,
        client.post(f"{table.path}/decisions", json={"decision": 1}, headers=bearer("ash")).status_code,
    ]

    assert statuses == [200, 422]
    assert traces.told == []


def test_fastapi_as_it_comes_tells_the_whole_address(traces: Traces) -> None:
    with TestClient(FastAPI()) as client:
        client.get(ASKED)

    assert "a-word" in "".join(traces.told)
