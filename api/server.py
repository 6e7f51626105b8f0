"""The service as a process: its sockets, its signals, its log."""

import asyncio
import gc
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from importlib.util import find_spec
from threading import Thread
from types import FrameType
from typing import Final, cast

import structlog
import uvicorn
from msgspec.structs import replace
from pydantic import ValidationError

from oathbook.api.app import create_app
from oathbook.api.clock import WatchedClock
from oathbook.api.http.connections import Connection, ConnectionLimits, Connections
from oathbook.api.http.metrics import configure_logging
from oathbook.api.schemas.letter_review import prepare_letters
from oathbook.api.service import Service, warn_about
from oathbook.api.settings.address_lists import networks_in
from oathbook.api.settings.key_files import Arbiters, KeyFile, arbiters_in
from oathbook.api.settings.options import Settings
from oathbook.api.settings.policy import Policy, policy_of
from oathbook.api.signing.log_files import log_files_for
from oathbook.api.signing.startup import SigningOptions
from oathbook.api.signing.witnesses import witnesses_of
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.sources import Sources, system_sources
from oathbook.domain.rulesets.registry import Registry, load_registry

GRACE_SECONDS: Final = 5  # for requests in progress when the service is told to stop; event streams end at once

BACKLOG: Final = 2_048

GC_THRESHOLDS: Final = (20_000, 20, 50)
"""As ``gc.set_threshold`` takes them."""

SWITCH_SECONDS: Final = 0.001
"""How long a thread keeps the interpreter while others wait, as ``sys.setswitchinterval`` takes it; 0.005 by default.

A thread that reads a long game holds up those that take decisions for so long, at each of their turns.
"""


class Server(uvicorn.Server):
    """Uvicorn that makes what is made once as it starts, and ends the event streams at once when it stops."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts as uvicorn does, and beside it makes what is made once."""
        Thread(target=prepare_letters, args=(self._service.rulesets,), name="prepare", daemon=True).start()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Closes the streams, then stops as uvicorn does."""
        self._service.hub.close()
        super().handle_exit(sig, frame)


def run(**given: object) -> None:
    """Serves until told to stop; settings that are not given come from the environment or have their default.

    ``BadRecord`` if a setting is invalid, ``OSError`` if the address is taken, and as ``Service``.
    """
    settings = settings_of(given)
    serve(settings, bind_address(settings.host, settings.port))


def serve(
    settings: Settings,
    listening: socket.socket,
    first: Callable[[Service, str], Sequence[str]] = lambda _service, _address: (),
    *,
    logged: int = logging.INFO,
) -> None:
    """Serves at this socket until told to stop; refuses as ``Service`` and ``first`` do.

    ``first`` is called with the service and its address before that is printed; it returns the lines printed after it.
    """
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(closing(listening))]
        if settings.operations_port is not None:
            sockets.append(
                open_sockets.enter_context(closing(bind_address(settings.operations_host, settings.operations_port)))
            )
        places = ((settings.host, settings.root_path), (settings.operations_host, ""))
        address, *for_operators = map(_address, sockets, places)
        arbiters = (
            Arbiters() if settings.arbiters is None else KeyFile(settings.arbiters, arbiters_in, warn_about("keys"))
        )
        policy = policy_of(settings, warn_about("keys"))
        configure_logging(logged)
        service = Service(
            *(settings.db, _loaded_registry(), _machine_sources()),
            address=address,
            arbiters=arbiters,
            projector=settings.projector,
            signing=_signing_options(settings),
        )
        service.hub.most_each = settings.limit_streams
        service.worker_pool.most, service.letter_pool.most = _processes(settings)
        with closing(service):
            more = first(service, address)
            structlog.get_logger().info("serving", address=address, db=str(settings.db))
            operations = (f"operations: {each}" for each in for_operators)
            sys.stdout.writelines(f"{line}\n" for line in (address, *operations, *more))
            sys.stdout.flush()
            if hasattr(signal, "SIGPIPE"):
                signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client that goes away ends its answer, no more
            _raise_file_limit()
            _tune_interpreter()
            exit_on_signals()  # uvicorn raises the signal once more when it has stopped
            Server(_config(service, settings, policy, *map(_port, sockets[1:])), service).run(sockets=sockets)


def exit_on_signals() -> None:
    """Makes SIGINT and SIGTERM end the process with code 0, after it has released what it holds.

    So does a closed terminal, unless the process was started with SIGHUP ignored, as ``nohup`` does.
    """
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _exit)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _raise_sigterm)


def _processes(settings: Settings) -> tuple[int, int]:
    """How many answer questions, and how many look at letters: one, so that no question keeps an editor waiting."""
    return settings.question_processes, min(1, settings.question_processes)


def _signing_options(settings: Settings) -> SigningOptions:
    """Reads the witnesses, and checks where the log files go, before a database is opened or made."""
    log_files_for(settings.db, settings.log_key)
    witnesses = witnesses_of(settings.witness, settings.witness_policy)
    return SigningOptions(settings.log_key, settings.accept_rollback, settings.end_log, witnesses)


def _machine_sources() -> Sources:
    machine = system_sources()
    return replace(machine, clock=WatchedClock(machine.clock, time.monotonic, warn_about("clock")))


def _raise_file_limit() -> None:
    """Every connection is an open file."""
    if find_spec("resource") is None:
        return
    import resource  # noqa: PLC0415  # some systems have none

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _tune_interpreter() -> None:
    """Has threads take turns often, and cycles collected rarely: by default that took a tenth of a decision."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _exit(*_: object) -> None:
    sys.exit(0)


def _raise_sigterm(*_: object) -> None:
    """Passes the signal on as SIGTERM, to the handler that is installed now."""
    signal.raise_signal(signal.SIGTERM)


def settings_of(given: Mapping[str, object]) -> Settings:
    """Returns the settings: options before variables before defaults; ``BadRecord`` names a setting that is invalid."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]  # because each has the type of its field
    except ValidationError as problem:
        first = problem.errors()[0]
        raise BadRecord(f"OATHBOOK_{'_'.join(map(str, first['loc'])).upper()}: {first['msg']}") from None


def _loaded_registry() -> Registry:
    """Returns the rulesets; one that cannot be loaded is logged, and the others are served."""
    registry = load_registry()
    for name, fault in registry.faults.items():
        structlog.get_logger().warning("ruleset not loaded", ruleset=name, fault=fault)
    return registry


def _address(listening: socket.socket, place: tuple[str, str]) -> str:
    host, root = place
    return f"http://{url_host(host)}:{_port(listening)}{root}"


def url_host(host: str) -> str:
    """Returns a host as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _port(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port


def bind_address(host: str, port: int) -> socket.socket:
    """Returns a socket that listens there; ``OSError`` names the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, f"{url_host(host)}:{port}") from None
    # What it accepts takes this over: an answer in two parts does not wait for the client to have confirmed the first.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _config(service: Service, settings: Settings, policy: Policy, operations_port: int | None = None) -> uvicorn.Config:
    """Configures uvicorn with our limits, without WebSockets, and without a log that would show addresses."""
    proxies = networks_in(settings.proxies)
    patience = ConnectionLimits(settings.head_seconds, settings.limit_connections, proxies)
    connections = Connections(patience, settings.root_path)
    return uvicorn.Config(
        create_app(service, policy=policy, operations_port=operations_port, root=settings.root_path),
        timeout_graceful_shutdown=GRACE_SECONDS,
        http=cast("type[asyncio.Protocol]", partial(Connection, connections)),
        ws="none",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(each) for each in proxies],
    )
