"""Arguments that several commands share."""

from typing import Annotated, Final

from typer import Argument, Option

DATABASE: Final = "oathbook.db"
"""The database where none is named: in the folder that a command is run in."""

FILE_OR_GAME: Final = "FILE|GAME"
RECORD_OR_GAME: Final = "A record file (- is stdin), or the id of a game in the database."

Json = Annotated[bool, Option("--json", help="Answer with exactly one line of JSON.")]
RecordName = Annotated[str, Argument(metavar=FILE_OR_GAME, help=RECORD_OR_GAME, show_default=False)]
Database = Annotated[str, Option("--db", metavar="PATH", envvar="OATHBOOK_DB", help="The database of the games.")]
SeenBy = Annotated[
    str | None,
    Option("--as", metavar="SEAT|public", help="Look as that seat, or as somebody without one.", show_default=False),
]
Target = Annotated[str | None, Option("--to", metavar="PATH", show_default=False)]
