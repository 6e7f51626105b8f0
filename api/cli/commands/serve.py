"""``oathbook serve``: runs the service."""

from pathlib import Path
from typing import Annotated, Literal

from oathbook.api.cli.arguments import Host, option


def serve(  # noqa: PLR0913  # each setting is an option
    *,
    db: Annotated[
        str | None, option(metavar="PATH|URL", help="The database (default: OATHBOOK_DB, or oathbook.db here).")
    ] = None,
    host: Host = None,
    port: Annotated[int | None, option(min=0, max=65_535, help="The port (default: 8000; 0 takes a free one).")] = None,
    operations_host: Annotated[
        str | None, option(metavar="HOST", help="The address of the port for operations (default: 127.0.0.1).")
    ] = None,
    operations_port: Annotated[
        int | None,
        option(min=0, max=65_535, help="A port for /healthz, /readyz and /metrics alone (default: they share it)."),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        option(metavar="NAME", help="A name under which clients reach the service (default: see below). Repeatable."),
    ] = None,
    proxies: Annotated[
        str | None,
        option(metavar="LIST", help="Addresses or networks of proxies that say who their clients are (default: none)."),
    ] = None,
    root_path: Annotated[
        str | None,
        option(metavar="PATH", help="The path below which a proxy offers the service, as /oathbook (default: none)."),
    ] = None,
    cors: Annotated[
        list[str] | None,
        option(metavar="ORIGIN", help="Pages of this origin may call the service; * is any. Repeatable."),
    ] = None,
    limit_concurrency: Annotated[
        int | None, option(min=1, help="The most requests at once; above that, 503 (default: 1000).")
    ] = None,
    limit_connections: Annotated[
        int | None, option(min=1, help="The most connections of one address; idle ones give way (default: 256).")
    ] = None,
    head_seconds: Annotated[
        float | None, option(help="How many seconds the head of a request may take to arrive (default: 10).")
    ] = None,
    limit_streams: Annotated[
        int | None, option(min=1, help="The most event streams of one address; above that, 429 (default: 100).")
    ] = None,
    limit_opening: Annotated[
        str | None, option(metavar="RATE", help="The games that one caller may open (default: 60/minute).")
    ] = None,
    limit_importing: Annotated[
        str | None, option(metavar="RATE", help="The records that one caller may import (default: 30/minute).")
    ] = None,
    limit_letters: Annotated[
        str | None, option(metavar="RATE", help="The letters that one caller may have read (default: 300/minute).")
    ] = None,
    limit_lines: Annotated[
        str | None, option(metavar="RATE", help="The lines that one key may have read (default: 1200/minute).")
    ] = None,
    limit_wrong_keys: Annotated[
        str | None, option(metavar="RATE", help="The wrong keys that one address may send (default: 20/minute).")
    ] = None,
    arbiters: Annotated[
        Path | None, option(metavar="FILE", help="Who may rule on disputes, as TOML (default: nobody).")
    ] = None,
    keys: Annotated[
        Path | None, option(metavar="FILE", help="The keys that may open, import or file claims, as TOML.")
    ] = None,
    open_to: Annotated[
        Literal["everyone", "key"] | None,
        option(help="Who may open games: everyone, or listed keys (default: everyone)."),
    ] = None,
    imports_from: Annotated[
        Literal["everyone", "key"] | None,
        option(help="Who may import records: everyone, or listed keys (default: key)."),
    ] = None,
    disputes_from: Annotated[
        Literal["everyone", "key"] | None,
        option(help="Who may file claims: every seat, or seats whose keys are listed (default: everyone)."),
    ] = None,
    log_key: Annotated[
        Path | None, option(metavar="FILE", help="The keys that sign the log, made if missing (default: DB.log-key).")
    ] = None,
    accept_rollback: Annotated[
        bool | None, option("--accept-rollback", help="Go on with a database that differs from what was signed.")
    ] = None,
    end_log: Annotated[
        bool | None,
        option("--end-log", help="End the log and begin another, if steps that no checkpoint covers may be lost."),
    ] = None,
    witness: Annotated[
        list[str] | None, option(metavar="URL", help="A witness that cosigns the log, beside those of the policy.")
    ] = None,
    witness_policy: Annotated[
        Path | None, option(metavar="FILE", help="The keys of witnesses, and how many have to cosign (tlog-policy).")
    ] = None,
    projector: Annotated[
        Literal["own", "inline", "off"] | None,
        option(help="Makes read models in a process of its own, in this one, or not at all (default: own)."),
    ] = None,
    question_processes: Annotated[
        int | None,
        option(metavar="N", help="Processes that answer questions about long games (default: half the cores)."),
    ] = None,
) -> None:
    """Serve a database over HTTP.

    The database is a file of SQLite or, by a URL such as postgresql://user:password@host/name, one of a PostgreSQL
    server. Only one process writes to a file: others are refused, with the address of the first. Several may write to a
    database of PostgreSQL. A step is acknowledged once it is on disk. SIGTERM and Ctrl-C finish the requests in
    progress and end the event streams. The log is one line of JSON per event on stderr. Each option can also be set in
    the environment, which is the place for a URL with a password: OATHBOOK_DB, OATHBOOK_HOST, OATHBOOK_PORT and so on.

    PostgreSQL has no folder for the keys that sign the log and its checkpoints: there --log-key is needed. All
    processes that serve the database need the same keys; the checkpoints are next to them.

    A request for another host name is refused. With --host-name the service answers to these names and to addresses.
    Without it, it answers to any, unless it listens on the loopback without --proxies: then to localhost and the
    addresses of the loopback alone, as a page in a browser could have a name of its own lead there.

    With --witness-policy each checkpoint of the log is sent to witnesses, which cosign it as long as the log only
    grows: to those that have an address in the policy, and to each --witness. No request ever waits for them.

    A RATE is a number and a time, such as 60/minute or 5 per 10 seconds, or off. A caller is a key or, without one, an
    address. A request above a rate gets 429 and the time to wait.

    The file of arbiters is TOML: for each one a table [[arbiter]] with name = "…" and key = "the digest of the key".
    The file of keys has tables [[key]] with name, key and may = ["open", "import", "dispute"], or some of them.
    `oathbook key` makes a key and its digest, and such a table. A key that is removed from its file stops working at
    once.

    \b
    Exit codes
      0  it was stopped
      2  the database or the arbiters cannot be read, another process writes to the database or signs a log that is to
         end, or the address is taken
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    given = dict(locals())
    from oathbook.api.server import run  # noqa: PLC0415  # because the web framework takes time that no other command needs

    lists = {"host_name": host_name, "cors": cors, "witness": witness}
    run(**{**given, **{name: ",".join(each) if each else None for name, each in lists.items()}})
