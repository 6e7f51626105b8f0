"""A Dask cluster that is there already, as a crew: it shares the work out and does again what a lost worker had."""

import logging
from collections.abc import Generator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any, Final

from oathbook.api.cli.extras import installed_extra
from oathbook.api.cli.process_pool import Crew

CONNECTS_WITHIN: Final = 10
"""Seconds within which the scheduler has to answer."""

WORKER_WITHIN: Final = 30
"""Seconds within which it has to have a worker."""


@contextmanager
def cluster_crew(address: str, *, batch: int) -> Generator[Crew]:
    """The workers of a scheduler.

    ``NotInstalled`` without Dask; ``ConnectionError`` if there is no scheduler, no worker, or the scheduler is lost;
    ``ChildProcessError`` if each worker that tries some records is killed.
    """
    dask: Any = installed_extra("distributed", extra="cluster", wanted_by=f"--cluster {address}")
    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is lost is said here, once
    try:
        client = dask.Client(address, timeout=CONNECTS_WITHIN, set_as_default=False)
    except (OSError, ValueError) as problem:
        msg = f"--cluster {address}: no scheduler answers there ({type(problem).__name__})"
        raise ConnectionError(msg) from None
    try:
        yield Crew(client.get_executor(pure=False), _workers(client, address, dask), batch)
    except CancelledError:
        msg = f"--cluster {address}: the scheduler was lost"
        raise ConnectionError(msg) from None
    except ImportError as missing:
        msg = f"--cluster {address}: its workers have no Oathbook of this version ({missing})"
        raise ConnectionError(msg) from None
    except dask.KilledWorker as killed:
        msg = f"--cluster {address}: {killed.allowed_failures + 1} workers were killed over the same records"
        raise ChildProcessError(msg) from None
    finally:
        client.close(timeout=CONNECTS_WITHIN)


def _workers(client: Any, address: str, dask: Any) -> int:
    """How many pieces of work it does at once, at the beginning."""
    try:
        client.wait_for_workers(1, timeout=WORKER_WITHIN)
    except dask.TimeoutError:
        msg = f"--cluster {address}: it has no worker"
        raise ConnectionError(msg) from None
    return int(sum(client.ncores().values()))
