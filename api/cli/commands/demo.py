"""``oathbook demo``: the service with the golden games loaded."""

from typing import Annotated

from oathbook.api.cli.arguments import Host, option


def demo(
    *,
    db: Annotated[
        str | None, option(metavar="PATH|URL", help="A database to keep (default: a temporary folder).")
    ] = None,
    host: Host = None,
    port: Annotated[
        int | None, option(min=0, max=65_535, help="The port (default: 8000, or a free one; 0 takes a free one).")
    ] = None,
) -> None:
    """Serve the golden games over HTTP, as a demonstration.

    It stores the games, and two disputes about the newest of them, before it prints its address. Without --db it also
    opens a game to be played, and prints an address with a key for each of its seats; all of this is in a temporary
    folder that is removed when the command ends. With --db they stay, and games that are already stored are left alone.
    Otherwise it works as serve does: the first line is the address, and Ctrl-C stops it. It ignores OATHBOOK_DB, but
    reads the other variables.

    \b
    Exit codes
      0  it was stopped
      2  the database cannot be used, it holds another record of a golden game, another process writes to it, or the
         address is taken
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    from oathbook.api.cli.local_services.demo_server import run  # noqa: PLC0415  # because the web framework takes time that no other command needs

    run(db=db, host=host, port=port)
