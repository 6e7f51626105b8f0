"""``oathbook key``: makes the key of a seat, of an arbiter or of somebody who may open games, and its digest."""

from enum import StrEnum
from typing import Annotated

from api.cli.arguments import Json, option
from api.cli.output import line, say, say_json
from domain.errors import BadRecord
from domain.kernel.canonical import written
from domain.recording.format.bearer_keys import digest_in, new_key


class Act(StrEnum):
    """What a key may do."""

    OPEN = "open"
    IMPORT = "import"
    DISPUTE = "dispute"
    RULE = "rule"


def key(
    *,
    name: Annotated[str, option(help="Whose key it is.")] = "",
    may: Annotated[
        list[Act] | None, option(help="What it may do: open games, import records, file claims, rule. Repeatable.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a key and its digest.

    Give the key to the person who will use it; it is stored nowhere else. Use the digest where one is asked for: for
    a seat in the body that opens a game, for others in the files of `oathbook serve`. With --may it also prints the
    table to add to the file: [[arbiter]] in that of --arbiters, [[key]] in that of --keys.

    \b
    Exit codes
      0  the key is made
      2  the name is missing or cannot be written

    \b
    --json  {"key", "digest", "tables"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if may and not (name.strip() == name != "" and name.isprintable()):
        msg = "--name: with --may, say in plain words whose key it is"
        raise BadRecord(msg)
    made = new_key()
    digest = digest_in(made)
    tables = _tables(name, digest, may or [])
    if as_json:
        say_json({"key": made, "digest": digest, "tables": tables})
    else:
        say(
            (
                line(f"key     {made}"),
                line(f"digest  {digest}"),
                *(line(each) for table in tables for each in ("", *table.splitlines())),
            )
        )


def _tables(name: str, digest: str, may: list[Act]) -> tuple[str, ...]:
    """What stands in the files for it, as TOML: a JSON string is one of TOML too."""
    who = f"name = {_text(name)}\nkey = {_text(digest)}\n"
    scopes = ", ".join(_text(each) for each in dict.fromkeys(may) if each != Act.RULE)
    keys = (f"[[key]]\n{who}may = [{scopes}]\n",) if scopes else ()
    return (*keys, f"[[arbiter]]\n{who}") if Act.RULE in may else keys


def _text(value: str) -> str:
    return written(value).decode()
