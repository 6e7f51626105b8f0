"""An executor on a Dask cluster that runs already; what a lost worker had is done again."""

import logging
from collections.abc import Generator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any, Final

from oathbook.api.cli.extras import import_extra
from oathbook.api.cli.process_pool import BatchExecutor

CONNECTS_WITHIN: Final = 10  # seconds within which the scheduler has to answer
WORKER_WITHIN: Final = 30  # seconds within which it has to have a worker


@contextmanager
def cluster_executor(address: str, *, batch: int) -> Generator[BatchExecutor]:
    """The workers of a scheduler.

    ``NotInstalled`` without Dask; ``ConnectionError`` if there is no scheduler, no worker, or the scheduler is lost;
    ``ChildProcessError`` if each worker that tries some records is killed.
    """
    dask: Any = import_extra("distributed", extra="cluster", wanted_by=f"--cluster {address}")
    for name in logging.root.manager.loggerDict:
        if name.startswith(("distributed", "tornado")):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is lost is said here, once
    try:
        client = dask.Client(address, timeout=CONNECTS_WITHIN, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise ConnectionError(f"--cluster {address}: no scheduler answers there ({type(problem).__name__})") from None
    try:
        yield BatchExecutor(client.get_executor(pure=False), _worker_count(client, address, dask), batch)
    except CancelledError:
        raise ConnectionError(f"--cluster {address}: the scheduler was lost") from None
    except ImportError as missing:
        raise ConnectionError(
            f"--cluster {address}: its workers have no Oathbook of this version ({missing})"
        ) from None
    except dask.KilledWorker as killed:
        raise ChildProcessError(
            f"--cluster {address}: {killed.allowed_failures + 1} workers were killed over the same records"
        ) from None
    finally:
        client.close(timeout=CONNECTS_WITHIN)


def _worker_count(client: Any, address: str, dask: Any) -> int:
    """How many pieces of work it does at once, at the beginning."""
    try:
        client.wait_for_workers(1, timeout=WORKER_WITHIN)
    except dask.TimeoutError:
        raise ConnectionError(f"--cluster {address}: it has no worker") from None
    return int(sum(client.ncores().values()))
