"""``oathbook database``: moves whole databases, backs them up, restores and repairs them, and brings them up."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from oathbook.api.cli import arguments
from oathbook.api.cli.database_jobs.backup_notes import BackupNote, append_backup_note, backup_notes_path
from oathbook.api.cli.database_jobs.copy_job import (
    copy_database_at,
    file_in,
    head_entry,
    head_text,
    must_restore,
    warn_of_damage,
)
from oathbook.api.cli.database_jobs.migration import migrate_database
from oathbook.api.cli.database_jobs.repair_job import repair_database
from oathbook.api.cli.database_jobs.rollback_check import RollbackCheck
from oathbook.api.cli.output import complain, encodable, line, say, say_json
from oathbook.api.signing.replaced_keys_file import lost_keys_text
from oathbook.domain.evidence.note_keys import encode_base64
from oathbook.domain.recording.database.address import StoreAddress, parse_address
from oathbook.domain.recording.database.copying.copier import DatabaseHead
from oathbook.domain.recording.database.log_verifier import LogFault
from oathbook.domain.recording.format.sources import system_sources

database: Final = typer.Typer(
    help="Move, back up, restore and repair whole databases, or bring one up to this version.", rich_markup_mode=None
)

DAMAGED: Final = 1  # done, and something in it is damaged


@database.command("copy")
def copy_database(
    source: Annotated[str, arguments.argument(metavar="FROM", help="The database to copy: a file or a URL.")],
    target: Annotated[
        str, arguments.argument(metavar="TO", help="Where the copy is to be: a new file, or the URL of a database.")
    ],
    *,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Copy a database, from SQLite to PostgreSQL, back, or within either.

    The copy has the same bytes: games, disputes, keys, seats and requests, and the log with the same root. At the end
    every row is compared, and the events with their log. If a copy was killed, give the command again: it continues.
    Until it is complete, the copy cannot be used. No process may write to either database meanwhile.

    The keys that sign the log, and its checkpoints, are files outside of databases: take them along yourself.

    A URL should have no password, as others see it among processes: PostgreSQL reads ~/.pgpass and PGPASSWORD.

    \b
    Exit codes
      0  copied
      2  a database cannot be read or is damaged, something is already there, or another process writes to one

    \b
    --json  {"from", "to", "streams", "events", "leaves", "root"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    here, there = parse_address(source, where="FROM"), parse_address(target, where="TO")
    head = copy_database_at(here, there, alone=True)
    if as_json:
        say_json({"from": encodable(str(here)), "to": encodable(str(there)), **head_entry(head)})
    else:
        say([line(f"{there}: copied: {head_text(head)}")])


@database.command("backup")
def back_up(
    file: Annotated[str, arguments.argument(metavar="FILE", help="The file to write.")],
    *,
    verify: Annotated[
        bool, arguments.option("--verify", help="Restore the backup into a scratch place beside it, and compare that.")
    ] = False,
    db: arguments.Database = arguments.DATABASE,
    log_key: arguments.LogKey = None,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Write a database, as it is at one moment, to a file. Services may keep using it.

    The file is a database of SQLite, whichever store it comes from; all commands can read it. It is complete up to the
    tree of the log that is printed. At the end every row is compared, and the events with their log. The keys that sign
    the log are not in it; keep them in another place. What is damaged in the database is so in the backup, and is named
    on the stream of errors.

    It is noted in DB.backups or, for PostgreSQL, next to the file of --log-key; from there `oathbook doctor` knows
    when the last good one was made.

    \b
    Exit codes
      0  written
      1  written, and the database is damaged: see `oathbook database repair`; keep older backups
      2  the database cannot be read, something is already there, or what was restored is not the same

    \b
    --json  {"from", "to", "streams", "events", "leaves", "root", "damage": what is damaged,
            "verified": whether it was restored and compared}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    here, there = parse_address(db, where="--db"), file_in(file, where="FILE")
    damage = list[str]()
    head = copy_database_at(here, there, alone=False, damage=damage)
    if verify:
        must_restore(there, head)
    _note(here, log_key, there, head, verified=verify, damaged=bool(damage))
    if as_json:
        told = {**head_entry(head), "damage": damage, "verified": verify}
        say_json({"from": encodable(str(here)), "to": encodable(file), **told})
    else:
        say([line(f"{file}: written: {head_text(head)}")])
        say([line(f"{file}: restored beside it, and the same")] if verify else [])
    warn_of_damage(damage)
    raise typer.Exit(DAMAGED if damage else 0)


def _note(
    database: StoreAddress, log_key: Path | None, file: Path, head: DatabaseHead, *, verified: bool, damaged: bool
) -> None:
    """Remember a backup. It is made, so where that cannot be written, this is said and no more."""
    path = backup_notes_path(database, log_key)
    at, name = datetime.fromisoformat(system_sources().clock()), encodable(str(file.absolute()))
    note = BackupNote(at, name, head.size, encode_base64(head.root), verified, damaged)
    try:
        if path is not None:
            append_backup_note(path, note)
    except OSError as problem:
        complain(f"{path}: the backup is made, and not noted there: {problem.strerror}")


@database.command("restore")
def restore(  # a parameter for each option
    file: Annotated[str, arguments.argument(metavar="FILE", help="The backup.")],
    *,
    db: arguments.Database = arguments.DATABASE,
    log_key: arguments.LogKey = None,
    accept_rollback: Annotated[
        bool,
        arguments.option("--accept-rollback", help="Restore it even if more, or something else, was signed since."),
    ] = False,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Make a new database from a backup.

    A backup is refused if more was signed after it, or something else: clients hold receipts. The newest checkpoints
    are those next to the database or, on PostgreSQL, next to the file of --log-key. With --accept-rollback it is
    restored anyway. `serve` then shows the database read-only until you start it once with --accept-rollback; the log
    records what was given up.

    \b
    Exit codes
      0  restored
      1  restored, and the backup is damaged: see `oathbook database repair`
      2  the backup cannot be read or is not what was signed, or something is already there

    \b
    --json  {"from", "to", "streams", "events", "leaves", "root", "signed": leaves of the newest checkpoint, or null,
            "rollback": how it is not what was signed, or null, "lost_keys": how many were replaced after the backup,
            "damage": what is damaged}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    here, there = file_in(file, where="FILE"), parse_address(db, where="--db")
    as_signed = RollbackCheck(there, log_key, accept_rollback=accept_rollback)
    damage = list[str]()
    head = copy_database_at(here, there, alone=False, first=as_signed.must_pass, damage=damage)
    if as_json:
        told = {"rollback": as_signed.unlike or None, "lost_keys": as_signed.lost_keys, "damage": damage}
        about = {**head_entry(head), "signed": as_signed.signed, **told}
        say_json({"from": encodable(file), "to": encodable(str(there)), **about})
    else:
        keys = [line(lost_keys_text(as_signed.lost_keys))] if as_signed.lost_keys else []
        say([line(f"{there}: restored: {head_text(head)}"), line(as_signed.text), *keys])
    warn_of_damage(damage)
    raise typer.Exit(DAMAGED if damage else 0)


@database.command("repair")
def repair(
    database: Annotated[str, arguments.argument(metavar="DB", help="The database to repair: a file.")],
    *,
    sources: Annotated[
        list[str],
        arguments.option(
            "--from", metavar="FILE", help="A backup of it, or the record of a game; several may be given."
        ),
    ],
    log_key: arguments.LogKey = None,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Put back damaged rows of a database out of backups or records.

    The log proves which rows are wrong. Exactly those are put back whose hash is in the log, with what they hide; the
    heads of games are computed again. What no backup has is named. The log itself is never repaired, and neither are
    holds, requests and notes of redacted records, which are not in it. A repair is stated in the log.

    The work is done on a copy beside the database, DB.repairing, which then takes its place. The damaged file is kept
    as DB.damaged-TIME. Stop the service first.

    \b
    Exit codes
      0  all rows are what the log says
      1  some are not, and are named
      2  the log itself is damaged, a file cannot be read or is of another database, or a process writes to the database

    \b
    --json  {"database", "mended", "left": [{"stream", "position", "leaf", "says"}], "heads": how many were computed
            again, "unchecked": rows of each table that is not in the log, "kept": the damaged file, or null}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    address = parse_address(database, where="DB")
    report = repair_database(address, sources, log_key)
    done = report.repair
    if as_json:
        mended, left = ([_fault_entry(each) for each in every] for every in (done.mended, done.left))
        kept = report.kept and encodable(str(report.kept))
        told = {"mended": mended, "left": left, "heads": done.heads, "unchecked": report.unchecked, "kept": kept}
        say_json({"database": encodable(str(address)), **told})
    else:
        say(line(f"{address}: put back: {each.says}") for each in done.mended)
        say([line(f"{address}: rows put back: {len(done.mended)}, heads computed again: {done.heads}")])
        counts = ", ".join(f"{many} in {name}" for name, many in report.unchecked.items())
        say([line(f"{address}: rows that are not in the log, and were not checked: {counts}")])
        say([line(f"{report.kept}: the damaged file, as it was")] if report.kept else [])
    warn_of_damage([each.says for each in done.left])
    raise typer.Exit(DAMAGED if done.left else 0)


def _fault_entry(fault: LogFault) -> dict[str, object]:
    return {"stream": fault.stream, "position": fault.position, "leaf": fault.leaf, "says": fault.says}


@database.command("migrate")
def migrate(
    *, db: arguments.Database = arguments.DATABASE, as_json: arguments.Json = False, _quiet: arguments.Quiet = False
) -> None:
    """Bring a database of an earlier version up to this one: its tables, the log of its events, the heads of its games.

    `serve` and `import` do so with a file of SQLite by themselves. A database of PostgreSQL they refuse, as processes
    of the earlier version may still write to it. No process may write to it meanwhile. What was killed is gone on with.

    \b
    Exit codes
      0  it is as this version has it
      2  the database cannot be read, is of a later version, or another process writes to it

    \b
    --json  {"database", "from", "to": schemas, "leaves", "heads": how many were missing}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    up = migrate_database(parse_address(db, where="--db"))
    if as_json:
        done = {"from": up.before, "to": up.after, "leaves": up.leaves, "heads": up.heads}
        say_json({"database": encodable(up.database), **done})
    elif (up.before, up.leaves, up.heads) == (up.after, 0, 0):
        say([line(f"{up.database}: nothing to do: schema {up.after}")])
    else:
        made = f"leaves made: {up.leaves}, heads noted: {up.heads}"
        say([line(f"{up.database}: brought up: schema {up.before} is now {up.after}; {made}")])
