"""``oathbook doctor``: checks the health of this installation."""

from pathlib import Path
from typing import Annotated, Final

import typer

from oathbook.api.cli import arguments
from oathbook.api.cli.health.service_checks import KeyFilePaths, run_checks
from oathbook.api.cli.output import encodable, line, say, say_json

WRONG: Final = 1
STYLES: Final = {"good": "green", "note": "yellow", "wrong": "bold red"}


def doctor(
    *,
    log_key: arguments.LogKey = None,
    arbiters: Annotated[
        Path | None,
        arguments.option(metavar="FILE", envvar="OATHBOOK_ARBITERS", help="Who may rule on disputes, as TOML."),
    ] = None,
    keys: Annotated[
        Path | None,
        arguments.option(
            metavar="FILE", envvar="OATHBOOK_KEYS", help="The keys that may open, import or file claims, as TOML."
        ),
    ] = None,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Check the health of this installation.

    It looks at the version of SQLite, or at the settings of the PostgreSQL server; whether a commit waits for the disk,
    and for how long; the room on the disk; which users own the files; the clock; the database, and whether it is what
    was signed; the keys of the log; the read models; when the last good backup was made; and the files that name
    arbiters and keys. Nothing is changed: a database is made beside yours, and removed. `oathbook verify` checks the
    records themselves.

    \b
    Exit codes
      0  nothing is wrong; there may be notes
      1  something is wrong
      2  the name of the database makes no sense

    \b
    --json  {"state": "good"|"note"|"wrong", "checks": [{"name", "state", "says"}]}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    checks = tuple(run_checks(database, KeyFilePaths(log_key, arbiters, keys)))
    found = {each.state for each in checks}
    worst = next(each for each in ("wrong", "note", "good") if each in found)
    if as_json:
        told = [{"name": each.name, "state": each.state, "says": encodable(each.says)} for each in checks]
        say_json({"state": worst, "checks": told})
    else:
        say(line((f"{each.state:<6}", STYLES[each.state]), f"{each.name}: {each.says}") for each in checks)
    raise typer.Exit(WRONG if worst == "wrong" else 0)
