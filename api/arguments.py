"""Arguments that several commands share."""

from typing import Annotated

from typer import Argument, Option

Json = Annotated[bool, Option("--json", help="Answer with exactly one line of JSON.")]
RecordFile = Annotated[str, Argument(metavar="FILE", help="A record file; - is stdin.", show_default=False)]
SeenBy = Annotated[
    str | None,
    Option("--as", metavar="SEAT|public", help="Look as that seat, or as somebody without one.", show_default=False),
]
Target = Annotated[str | None, Option("--to", metavar="PATH", show_default=False)]
