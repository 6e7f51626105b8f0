"""``oathbook new-ruleset``: writes a small ruleset to begin from, as a package or in one file."""

from pathlib import Path
from typing import Annotated, Final

from oathbook.api.cli.arguments import Json, Quiet, argument, option
from oathbook.api.cli.new_ruleset.package_names import names_from
from oathbook.api.cli.new_ruleset.package_writer import write_package
from oathbook.api.cli.output import encodable, line, say, say_json

PACKAGE_STEPS: Final = """install it beside oathbook, and run its tests:
  python -m pip install --editable '{where}[test]'
  python -m pytest {where}/tests"""
FILE_STEPS: Final = """play it, and run its test:
  oathbook play {where}/{name}.py
  python -m pytest {where}"""


def new_ruleset(
    name: Annotated[str, argument(metavar="NAME", help="The name of the package, such as river.")],
    *,
    to: Annotated[
        Path | None, option("--to", metavar="FOLDER", help="Put NAME into this folder (default: the current one).")
    ] = None,
    one_file: Annotated[
        bool, option("--one-file", help="Write a smaller game in one file, with a sheet and a test.")
    ] = False,
    as_json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Write a small ruleset package of your own to start from.

    It goes into a new folder NAME: a game for two to four players that can be played at once, with a hidden hand,
    letters, a scene for the page, tests and a README. Change it step by step into your own game.

    With --one-file it is a smaller game in one file, which `oathbook play` serves and `oathbook package` makes a
    package of, with a sheet of notation and a test.

    \b
    Exit codes
      0  written
      2  NAME is not a valid package name, or the folder already exists

    \b
    --json  {"name", "distribution", "edition", "folder", "files"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    names = names_from(name)
    folder = (to or Path()) / name
    written = write_package(names, folder, "one_file" if one_file else "package")
    where = encodable(str(folder))
    if as_json:
        about = {"name": names.name, "distribution": names.distribution, "edition": names.edition}
        say_json({**about, "folder": where, "files": written})
        return
    then = FILE_STEPS if one_file else PACKAGE_STEPS
    say(map(line, f"{where}: {len(written)} files written\n{then.format(where=where, name=name)}".split("\n")))
