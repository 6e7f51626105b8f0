"""A Dask cluster on this machine: a scheduler and workers as processes, on loopback and without its dashboard."""

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.processes import started

SCRIPT: Final = """
import json, os, sys
from distributed import Client, LocalCluster
if __name__ == "__main__":
    options = dict(processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50)
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, **options) as cluster:
        with Client(cluster.scheduler_address) as client:
            pids = list(client.run(os.getpid).values())
        print(json.dumps([cluster.scheduler_address, pids]), flush=True)
        sys.stdin.read()
"""


class Cluster(NamedTuple):
    """The address of its scheduler, the numbers of its workers, and the process that all of it ends with."""

    address: str
    workers: tuple[int, ...]
    process: subprocess.Popen[bytes]

    def lost(self) -> None:
        """Kill the scheduler."""
        self.process.kill()
        self.process.wait()


@contextmanager
def cluster_of(workers: int, folder: Path, *, python: str | Path = sys.executable) -> Generator[Cluster]:
    """A cluster of so many workers, ended with the test whatever happens."""
    script = folder / "cluster.py"
    script.write_text(SCRIPT)
    command = [python, str(script), str(workers)]
    with started(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        address, pids = json.loads(process.stdout.readline())
        yield Cluster(address, tuple(pids), process)
