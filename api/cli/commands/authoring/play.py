"""``oathbook play``: serves the game of one file, and serves it again whenever the file is saved."""

from pathlib import Path
from typing import Annotated

from oathbook.api.cli.arguments import argument, option


def play(
    file: Annotated[
        Path, argument(metavar="FILE.py", help="The file of the game, which is run; its RULESET is served.")
    ],
    *,
    seats: Annotated[
        int | None, option(metavar="N", min=1, help="How many players (default: as few as the game is for).")
    ] = None,
    db: Annotated[
        str | None, option(metavar="PATH|URL", help="A database to keep (default: a temporary folder).")
    ] = None,
    port: Annotated[
        int | None, option(min=0, max=65_535, help="The port (default: 8000, or a free one; 0 takes a free one).")
    ] = None,
    sheet: Annotated[
        str | None, option("--import", metavar="SHEET", help="Begin with the game on this sheet of notation.")
    ] = None,
) -> None:
    """Serve the game of one file, and serve it again whenever the file is saved.

    It runs the code of the file, with your rights: give it only files that you trust. It listens on the loopback alone,
    opens one game, and prints an address with a key for each seat. Ctrl-C stops it.

    When the file is saved, its text is loaded in a process of its own and plays three random games under every law.
    Only then it is served, with the same addresses, and the game goes on. If something is wrong, that is said in a
    line, and the version before goes on. If what was played does not fit the new text, another game is opened; the old
    one stays in the database.

    With --import the draws of the game are told by its players, as those on a sheet are. Without --db, the database is
    removed when the command ends.

    \b
    Exit codes
      0  it was stopped
      2  the file cannot be served as it is, the sheet or the database cannot be used, or the address is taken
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    from oathbook.api.cli.local_services.play_server import run  # noqa: PLC0415  # because the web framework takes time that no other command needs

    run(file, seats=seats, db=db, port=port, sheet=sheet)
