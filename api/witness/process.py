"""The witness as a process."""

import asyncio
import logging
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, cast

import structlog
import uvicorn

from oathbook.api.http.connections import Connection, ConnectionLimits, Connections
from oathbook.api.http.metrics import configure_logging
from oathbook.api.server import GRACE_SECONDS, bind_address, exit_on_signals, url_host
from oathbook.api.service import warn_about
from oathbook.api.witness.asgi import WitnessApp
from oathbook.api.witness.keys import cosigner_at, logs_in
from oathbook.api.witness.memory import WitnessMemory
from oathbook.api.witness.witness import LogWitness

HEAD_SECONDS: Final = 10.0
MOST_EACH: Final = 64  # connections of one address
MOST_REQUESTS: Final = 100  # at the same time; above that the answer is 503


def run(*, key: Path, logs: Path, state: Path, host: str, port: int) -> None:
    """Witnesses these logs until told to stop; first it prints its address, then its key.

    ``BadRecord`` if a file is invalid, ``WriterBusy`` if another witness has the folder, ``OSError`` if a file cannot
    be read or the address is taken.
    """
    cosigner, known = cosigner_at(key), logs_in(logs)
    with closing(bind_address(host, port)) as listening, closing(WitnessMemory(state, cosigner.key)) as memory:
        configure_logging(logging.INFO)
        address = f"http://{url_host(host)}:{listening.getsockname()[1]}"
        structlog.get_logger().info("witnessing", address=address)
        sys.stdout.write(f"{address}\n{cosigner.key.text}\n")
        sys.stdout.flush()
        exit_on_signals()
        witness = LogWitness(cosigner, known, memory, time.time, warn_about("witness"))
        uvicorn.Server(_config(WitnessApp(witness))).run(sockets=[listening])


def _config(app: WitnessApp) -> uvicorn.Config:
    connections = Connections(ConnectionLimits(HEAD_SECONDS, MOST_EACH))
    return uvicorn.Config(
        app,
        timeout_graceful_shutdown=GRACE_SECONDS,
        http=cast("type[asyncio.Protocol]", partial(Connection, connections)),
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_REQUESTS,
    )
