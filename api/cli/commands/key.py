"""``oathbook key``: makes keys of seats, arbiters, those who may open games, and witnesses; replaces a stolen one."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from oathbook.api.cli import arguments
from oathbook.api.cli.arguments import Json, option
from oathbook.api.cli.database_jobs.key_revocation import revoke_key
from oathbook.api.cli.output import encodable, line, say, say_json
from oathbook.api.witness.keys import make_cosigner
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.bearer_keys import key_digest, new_key


class Act(StrEnum):
    """What a key may do."""

    OPEN = "open"
    IMPORT = "import"
    DISPUTE = "dispute"
    RULE = "rule"


key: Final = typer.Typer(rich_markup_mode=None)


@key.callback(invoke_without_command=True)
def make_key(
    context: typer.Context,
    *,
    name: Annotated[str, option(help="Whose key it is.")] = "",
    may: Annotated[
        list[Act] | None, option(help="What it may do: open games, import records, file claims, rule. Repeatable.")
    ] = None,
    witness: Annotated[
        Path | None, option(metavar="FILE", help="Make the key of a witness called NAME, in this new file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a key and its digest, or take a seat back from a stolen one.

    Give the key to the person who will use it; it is stored nowhere else. Use the digest where one is asked for: for
    a seat in the body that opens a game, for others in the files of `oathbook serve`. With --may it also prints the
    table to add to the file: [[arbiter]] in that of --arbiters, [[key]] in that of --keys.

    With --witness it makes the key of a witness of logs instead: `oathbook witness` signs with the file, and what is
    printed checks its cosignatures. As a name, take an address without its scheme, such as club.example/witness.

    \b
    Exit codes
      0  the key is made
      2  the name is missing or cannot be written, or the file is there already

    \b
    --json  {"key", "digest", "tables"}; with --witness {"witness", "file"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if context.invoked_subcommand:
        if name or may or witness or as_json:
            raise BadRecord(f"key: options stand after {context.invoked_subcommand}")
        return
    if witness is not None:
        _make_witness(witness, name, may or [], as_json=as_json)
        return
    if may and not (name.strip() == name != "" and name.isprintable()):
        raise BadRecord("--name: with --may, say in plain words whose key it is")
    made = new_key()
    digest = key_digest(made)
    tables = _tables(name, digest, may or [])
    if as_json:
        say_json({"key": made, "digest": digest, "tables": tables})
    else:
        rows = (each for table in tables for each in ("", *table.splitlines()))
        say(map(line, (f"key     {made}", f"digest  {digest}", *rows)))


@key.command("revoke")
def revoke(
    game: Annotated[str, arguments.argument(metavar="GAME", help="The id of the game.")],
    seat: Annotated[str, arguments.argument(metavar="SEAT", help="A seat of it, or host.")],
    *,
    db: arguments.Database = arguments.DATABASE,
    log_key: arguments.LogKey = None,
    as_json: Json = False,
) -> None:
    """Replace the current key of a seat, for example after it was stolen, and print the new key once.

    The current key becomes invalid in every game. Give the new key to the player of the seat. The log records the
    replacement, and restoring an older backup does not make the old key valid again.

    A file of SQLite takes this only while no service runs on it: stop the service first, or let the player replace the
    key over HTTP. A database of PostgreSQL takes it at any time, and needs --log-key.

    \b
    Exit codes
      0  replaced
      2  there is no such game or seat, no key counts for it, or the database cannot be written

    \b
    --json  {"game", "seat", "key", "digest"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    made = revoke_key(db, game, seat, log_key)
    digest = key_digest(made)
    if as_json:
        say_json({"game": game, "seat": seat, "key": made, "digest": digest})
    else:
        says = f"{game}: this is the key of {seat} from now on; the one before counts in no game"
        say(map(line, (f"key     {made}", f"digest  {digest}", says)))


def _make_witness(file: Path, name: str, may: list[Act], *, as_json: bool) -> None:
    if may:
        raise BadRecord("--may: a witness signs, and needs no permission")
    made = make_cosigner(file, name)
    if as_json:
        say_json({"witness": made.text, "file": encodable(str(file))})
    else:
        say((line(f"witness  {made.text}"), line(f"file     {file}")))


def _tables(name: str, digest: str, may: list[Act]) -> tuple[str, ...]:
    """What stands in the files for it, as TOML: a JSON string is one of TOML too."""
    who = f"name = {_text(name)}\nkey = {_text(digest)}\n"
    scopes = ", ".join(_text(each) for each in dict.fromkeys(may) if each != Act.RULE)
    keys = (f"[[key]]\n{who}may = [{scopes}]\n",) if scopes else ()
    return (*keys, f"[[arbiter]]\n{who}") if Act.RULE in may else keys


def _text(value: str) -> str:
    return canonical_bytes(value).decode()
