"""``oathbook witness``: runs a witness of logs."""

from pathlib import Path
from typing import Annotated

from oathbook.api.cli.arguments import option

DEFAULT_PORT = 8002


def witness(
    *,
    key: Annotated[Path, option(metavar="FILE", help="The key that cosigns, made with `oathbook key --witness`.")],
    logs: Annotated[Path, option(metavar="FILE", help="The keys of the logs, one a line, as /log/keys shows them.")],
    state: Annotated[
        Path, option(metavar="FOLDER", help="The folder for the last checkpoint of each log; created if missing.")
    ],
    host: Annotated[str, option(help="The address to listen on (default: 127.0.0.1).")] = "127.0.0.1",
    port: Annotated[
        int, option(min=0, max=65_535, help="The port (default: 8002; 0 takes a free one).")
    ] = DEFAULT_PORT,
) -> None:
    """Witness the logs of other services: cosign their checkpoints while the logs only grow.

    A service sends each checkpoint of its log with a proof that it is consistent with the last one
    (c2sp.org/tlog-witness). The witness checks the proof, writes the checkpoint to its disk, and cosigns it with the
    time. So the keeper of a log cannot show two people two different histories that are both cosigned. The witness
    learns nothing about the games: a checkpoint is a name, a number and a hash.

    A witness must be run by someone other than the keeper of the log, on another machine. If you lose its folder, it
    accepts any next checkpoint of each log. A checkpoint that contradicts one it has cosigned is kept there as well.

    It prints its address and the public key that checks its cosignatures. SIGTERM and Ctrl-C stop it. It logs one line
    of JSON per event on stderr.

    \b
    Exit codes
      0  stopped by a signal
      2  a file cannot be read or is not valid, another witness uses the folder, or the address is in use
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    from oathbook.api.witness.process import run  # noqa: PLC0415  # because the web server takes time that no other command needs

    run(key=key, logs=logs, state=state, host=host, port=port)
