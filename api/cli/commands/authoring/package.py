"""``oathbook package``: makes a package of a game in one file."""

from pathlib import Path
from typing import Annotated

from oathbook.api.cli.arguments import Json, Quiet, argument
from oathbook.api.cli.input_files import bytes_in
from oathbook.api.cli.new_ruleset.package_names import names_of_module
from oathbook.api.cli.new_ruleset.package_writer import write_project
from oathbook.api.cli.output import encodable, line, say, say_json
from oathbook.domain.errors import BadRecord


def package(
    file: Annotated[Path, argument(metavar="FILE.py", help="The file of the game, such as river.py.")],
    *,
    as_json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Write the pyproject.toml of a game in one file.

    It goes beside the file and makes a package of it, whose entry point is the RULESET of the file. The file is not
    run, and nothing is overwritten.

    \b
    Exit codes
      0  written
      2  FILE.py cannot be read or its name is no name of a package, or a pyproject.toml is already there

    \b
    --json  {"name", "distribution", "file"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    bytes_in(str(file))
    if file.suffix != ".py":
        raise BadRecord(f"{file}: the file of a game ends in .py")
    names = names_of_module(file.stem, where=str(file))
    written = encodable(str(write_project(names, file.parent)))
    if as_json:
        say_json({"name": names.name, "distribution": names.distribution, "file": written})
        return
    say(map(line, (f"{written}: written", f"  python -m pip install --editable '{encodable(str(file.parent))}[test]'")))
