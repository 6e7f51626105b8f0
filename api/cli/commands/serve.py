"""``oathbook serve``: the service, one process."""

from pathlib import Path
from typing import Annotated

import typer

Db = Annotated[
    Path | None,
    typer.Option(
        "--db", metavar="PATH", help="The database (default: OATHBOOK_DB, or oathbook.db here).", show_default=False
    ),
]
Host = Annotated[str | None, typer.Option(help="Where to listen (default: 127.0.0.1).", show_default=False)]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65_535, help="The port (default: 8000; 0 takes a free one).", show_default=False),
]
Limit = Annotated[
    int | None,
    typer.Option(min=1, help="Connections and tasks at once; 503 beyond (default: 1000).", show_default=False),
]
Arbiters = Annotated[
    Path | None,
    typer.Option(
        "--arbiters", metavar="FILE", help="Who may rule on disputes, as TOML (default: nobody).", show_default=False
    ),
]


def serve(
    *, db: Db = None, host: Host = None, port: Port = None, limit_concurrency: Limit = None, arbiters: Arbiters = None
) -> None:
    """Serve a database over HTTP.

    One process, which is the only one that writes into the database; others are refused and told this one's address.
    Whatever is acknowledged is on the disk. SIGTERM and Ctrl-C finish what is being answered and end the streams. The
    log is a line of JSON an event on stderr. Every option may also stand in the environment: OATHBOOK_DB,
    OATHBOOK_HOST, OATHBOOK_PORT, OATHBOOK_LIMIT_CONCURRENCY, OATHBOOK_ARBITERS.

    Arbiters are named in a TOML file, each as a table [[arbiter]] with their name and key = "the digest of their key";
    `oathbook key` makes a key with its digest.

    \b
    Exit codes
      0  told to stop
      2  the database or the arbiters cannot be read, somebody else writes into it, or the address is taken
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    from api.server import run  # noqa: PLC0415  # because the web framework takes time that no other command needs

    run(db=db, host=host, port=port, limit_concurrency=limit_concurrency, arbiters=arbiters)
