"""``oathbook witness``: runs a witness of logs."""

from pathlib import Path
from typing import Annotated

from api.cli.arguments import option

DEFAULT_PORT = 8002


def witness(
    *,
    key: Annotated[Path, option(metavar="FILE", help="The key that cosigns, made by `oathbook key --witness`.")],
    logs: Annotated[Path, option(metavar="FILE", help="The keys of the logs, a line each, as /log/keys shows them.")],
    state: Annotated[
        Path, option(metavar="FOLDER", help="Where the last checkpoint of each log is kept; made if missing.")
    ],
    host: Annotated[str, option(help="The address to listen on (default: 127.0.0.1).")] = "127.0.0.1",
    port: Annotated[
        int, option(min=0, max=65_535, help="The port (default: 8002; 0 takes a free one).")
    ] = DEFAULT_PORT,
) -> None:
    """Witness logs of others: cosign their checkpoints as long as they only grow.

    A service sends each checkpoint of its log with a proof that it goes on from the last one (c2sp.org/tlog-witness).
    If it does, the witness keeps it on its disk and cosigns it, with the time. So the keeper of a log cannot show two
    people two histories that both are cosigned. The witness reads nothing of the games: a checkpoint is a name, a
    number and a hash.

    Others than the keeper of the service have to run it, on another machine. If the folder is lost, so is what the
    witness knows: then it believes the next checkpoint of each log. What a log has signed and is contrary to what was
    cosigned is kept there too.

    It prints its address and the key that checks its cosignatures. SIGTERM and Ctrl-C stop it. The log is one line of
    JSON per event on stderr.

    \b
    Exit codes
      0  it was stopped
      2  a file cannot be read or is not what it should be, another witness has the folder, or the address is taken
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    from api.witness.process import run  # noqa: PLC0415  # because the web server takes time that no other command needs

    run(key=key, logs=logs, state=state, host=host, port=port)
