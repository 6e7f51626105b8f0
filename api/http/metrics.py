"""The log and the metrics of the service. Neither contains a key, a body or a query."""

import asyncio
import logging
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

import structlog
from fastapi.routing import iter_route_contexts
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oathbook.api.http.error_handlers import problem_response, takes_head
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.service import Service
from oathbook.api.signing.log_keeper import LogKeeper
from oathbook.projections.promise_ledger_rows import unjudged_games
from oathbook.projections.views_reader import UNREADABLE

LOG_KEYS: Final = frozenset(
    {"event", "timestamp", "level"}  # of every line
    | {"method", "route", "status", "seconds", "request"}  # of requests
    | {"kind", "where", "says", "address", "db"}  # of faults, warnings and the start
)
"""The only fields of a log line. Bodies, queries, headers, salts and openings have none."""

UNKNOWN: Final = "unknown"
VARY: Final = b"vary"
MOST_FRAMES: Final = 12
MOST_REQUEST_KINDS: Final = 1_024  # kinds of requests whose figures are found at once

_NAMES: Final = Random()  # noqa: S311  # a name keeps nothing secret
"""Makes the ids of requests in log and answer, which need not be secret."""
VERSION: Final = "/v1"


def configure_logging(level: int = logging.INFO) -> None:
    """Logs to stderr from this level on, a line of JSON per event; uvicorn's warnings too."""
    logging.basicConfig(handlers=[_ServerLogHandler()], level=logging.WARNING, force=True)
    stderr = _Stderr()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _drop_unknown_keys,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: stderr,
        cache_logger_on_first_use=True,
    )


class _ServerLogHandler(logging.Handler):
    """Logs the unformatted messages of libraries, which contain nothing that a client sent."""

    def emit(self, record: logging.LogRecord) -> None:
        """Logs a record."""
        structlog.get_logger().warning("server", kind=record.name, says=record.msg)


class _Stderr:
    """Writes lines to stderr, those of one turn of the event loop together. A line that cannot be written is lost."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()

    def info(self, line: str) -> None:
        """Writes a line at the end of this turn of the loop."""
        self._lines.append(f"{line}\n")
        try:
            asyncio.get_running_loop().call_soon(self._write)
        except RuntimeError:  # in a thread
            self._write()

    def error(self, line: str) -> None:
        """Writes a line at once: the process may end next."""
        self._lines.append(f"{line}\n")
        self._write()

    warning = critical = error

    def _write(self) -> None:
        lines: list[str] = []
        with suppress(IndexError):
            while True:
                lines.append(self._lines.popleft())
        if lines:
            with suppress(OSError):
                sys.stderr.write("".join(lines))
                sys.stderr.flush()


def _drop_unknown_keys(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    return {name: value for name, value in event.items() if name in LOG_KEYS}


class ServiceMetrics:
    """The metrics of a service, in a registry of their own."""

    def __init__(self, service: Service) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "oathbook_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "oathbook_request_seconds", "Until a request was answered.", ("method", "route"), registry=self.registry
        )
        self.noted = lru_cache(MOST_REQUEST_KINDS)(self._request_counters)
        self.steps = Counter("oathbook_steps", "Steps stored.", registry=self.registry)
        self.streams = Gauge("oathbook_streams", "Event streams open.", registry=self.registry)
        self.streams.set_function(lambda: len(service.hub))
        closed = Gauge("oathbook_games_closed_for_writing", "Games with damaged records.", registry=self.registry)
        closed.set_function(lambda: len(service.writer.faults))
        self.registry.register(_StoreCollector(service))
        service.writer.subscribe(lambda _: self.steps.inc())

    def _request_counters(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """Returns the counter and the histogram of such requests."""
        return self.requests.labels(method, route, str(status)), self.seconds.labels(method, route)


class _StoreCollector(Collector):
    """Collects the progress of the log and the read models when metrics are read."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterable[Metric]:
        """Yields the current metrics."""
        newest = GaugeMetricFamily("oathbook_log_events", "Number of the newest event of the log.")
        newest.add_metric([], self._service.archive.last_number())
        behind = GaugeMetricFamily("oathbook_projection_behind", "Events a read model has not seen.", labels=["name"])
        parked = GaugeMetricFamily("oathbook_projection_parked", "1 where a read model is parked.", labels=["name"])
        unjudged = GaugeMetricFamily("oathbook_games_unjudged", "Games whose promises could not be judged.")
        with suppress(*UNREADABLE), self._service.views.snapshot() as connection:
            unjudged.add_metric([], len(unjudged_games(connection)))
        for state in self._service.projector.states():
            behind.add_metric([state.name], state.of - state.position)
            parked.add_metric([state.name], float(state.status == "parked"))
        return (newest, behind, parked, unjudged, *_cosigning_metrics(self._service.log))


def _cosigning_metrics(log: LogKeeper) -> Iterable[Metric]:
    """Yields how far the log is cosigned; nothing without witnesses."""
    if log.cosigning is None:
        return
    signed = GaugeMetricFamily("oathbook_log_signed", "Leaves of the log that was signed last.")
    signed.add_metric([], log.size)
    quorum = GaugeMetricFamily("oathbook_log_cosigned", "Leaves of the log that had its quorum of witnesses last.")
    quorum.add_metric([], log.cosigning.cosigned_size)
    each = GaugeMetricFamily("oathbook_witness_cosigned", "Leaves that a witness has cosigned.", labels=["url"])
    alarm = GaugeMetricFamily("oathbook_witness_alarm", "1 where a witness calls the log another.", labels=["url"])
    for state in log.cosigning.states:
        each.add_metric([state.url], state.cosigned)
        alarm.add_metric([state.url], float(state.alarm))
    yield from (signed, quorum, each, alarm)


class RequestLog:
    """Logs and counts each request: method, route (never the address), status and time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, and logs it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, began, status = f"{_NAMES.getrandbits(128):032x}", time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                private = any(name == b"authorization" for name, _ in scope["headers"])
                message["headers"] = _with_standard_headers(message["headers"], request, private=private)
            await send(message)

        is_head = scope["method"] == "HEAD" and takes_head(scope["path"])
        inner = {**scope, "method": "GET"} if is_head else scope  # the server sends no body then
        try:
            await self._app(inner, receive, noted)
        except Exception as problem:  # noqa: BLE001  # because the client waits for an answer, whatever it is
            _log_fault(request, problem)
            if not status:
                await problem_response(scope, HttpProblem(problems.FAULT, problems.FAULT_DETAIL))(scope, receive, noted)
        finally:
            _log_request(inner, scope["method"], status, request, time.perf_counter() - began)


def _with_standard_headers(
    headers: Iterable[tuple[bytes, bytes]], request: str, *, private: bool
) -> list[tuple[bytes, bytes]]:
    """Returns the headers with those that every answer has, none twice."""
    given = [(name, value) for name, value in headers if name.lower() != VARY]  # which names one of the three alone
    there = {name.lower() for name, _ in given}
    standing = {
        VARY: b"Authorization, Accept, Accept-Encoding",
        b"cache-control": b"no-store" if private else b"no-cache",
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"no-referrer",
        b"x-request-id": request.encode(),
    }
    return [*given, *((name, value) for name, value in standing.items() if name not in there)]


def _log_fault(request: str, problem: Exception) -> None:
    """Logs where an exception came from, and not its message, which may contain secrets."""
    frames = traceback.extract_tb(problem.__traceback__)
    where = [f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in frames[-MOST_FRAMES:]]
    structlog.get_logger().error("fault", request=request, kind=type(problem).__name__, where=where)


def _log_request(scope: Scope, method: str, status: int, request: str, seconds: float) -> None:
    figures: ServiceMetrics = scope["app"].state.figures
    method, route = _method(method), _route(scope)
    count, time_taken = figures.noted(method, route, status)
    count.inc()
    time_taken.observe(seconds)
    structlog.get_logger().info(
        "request", method=method, route=route, status=status, seconds=round(seconds, 6), request=request
    )


def _method(named: str) -> str:
    """Returns the method, or ``unknown``: a client may send anything."""
    return named if named in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} else UNKNOWN


def _route(scope: Scope) -> str:
    """Returns the path of the route, not the address, which may contain secrets."""
    route = scope.get("route")
    if route is None:  # it was answered before it came to one
        met = (each for each in iter_route_contexts(scope["app"].routes) if each.matches(scope)[0] == Match.FULL)
        route = next(met, None)
    if route is None:
        return UNKNOWN
    path = str(getattr(route, "path", UNKNOWN))
    return f"{VERSION}{path}" if scope["path"].startswith(f"{VERSION}/") and not path.startswith(VERSION) else path
