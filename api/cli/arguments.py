"""Arguments and options that several commands share."""

from functools import partial
from pathlib import Path
from typing import Annotated, Final

from typer import Argument, Option

from oathbook.api.cli.output import be_quiet

option = partial(Option, show_default=False)
argument = partial(Argument, show_default=False)

DATABASE: Final = "oathbook.db"  # the default database, in the current folder

FILE_OR_GAME: Final = "FILE|GAME"
RECORD_OR_GAME: Final = "A record, a sheet or a transcript (- is stdin), or the id of a game in the database."

ARCHIVE: Final = "ARCHIVE"
Records = Annotated[
    list[str], argument(metavar=ARCHIVE, help="Records, sheets, folders, globs, packs, URLs, or games.")
]

Json = Annotated[bool, Option("--json", help="Print exactly one line of JSON.")]
RecordName = Annotated[str, argument(metavar=FILE_OR_GAME, help=RECORD_OR_GAME)]
Database = Annotated[str, Option("--db", metavar="PATH|URL", envvar="OATHBOOK_DB", help="The database of the games.")]
Force = Annotated[bool, Option("--force", help="Replace a file that is already there.")]
Quiet = Annotated[
    bool, Option("--quiet", "-q", callback=be_quiet, help="Print no text; the exit code gives the result.")
]
SeenBy = Annotated[
    str | None, option("--as", metavar="SEAT|public", help="Show what this seat may see, or the public.")
]
LogKey = Annotated[
    Path | None,
    option(metavar="FILE", envvar="OATHBOOK_LOG_KEY", help="The keys that sign the log (default: DB.log-key)."),
]
Host = Annotated[str | None, option(help="The address to listen on (default: 127.0.0.1).")]

MOST_WORKERS: Final = 256
Workers = Annotated[
    int, option(metavar="N", min=1, max=MOST_WORKERS, help="How many processes share the work (default: one per core).")
]
Processes = Annotated[
    int | None,
    option(
        "--workers",
        metavar="N",
        min=1,
        max=MOST_WORKERS,
        help="How many processes share the work (default: one per core, or none for a few records).",
    ),
]
Cluster = Annotated[
    str | None, option(metavar="tcp://HOST:PORT", help="Let the Dask cluster of this scheduler do the work.")
]
State = Annotated[
    str | None, option(metavar="FILE", help="Keep answers in this file; the next run does only the rest.")
]
ToTable = Annotated[
    str | None, option("--to", metavar="FILE.parquet", help="Write a Parquet file with a row for each record.")
]
