"""``oathbook import``: checks records and transcripts, and stores them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Raw, Struct
from rich.progress import track

from oathbook.api.cli import arguments, output
from oathbook.api.cli.databases import writer_in
from oathbook.api.cli.input_files import STDIN, STDOUT, bytes_in, record_in_any_text
from oathbook.api.cli.letters_aloud import letters_aloud
from oathbook.api.cli.output_files import OutputFile, put, target_in
from oathbook.api.cli.sheet_watcher import watch_sheet
from oathbook.domain.errors import Refused
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.notation.sheets import is_notation

MANY = 2  # the number of files from which progress is shown


class _Imported(Struct, frozen=True):
    """An imported record: the file it came from, and the file or database it went to, if not to stdout."""

    source: str
    record: Record
    to: str | None
    changed: bool


def import_files(
    files: Annotated[list[str], arguments.argument(metavar="FILE", help="Record files or transcripts.")],
    *,
    to: Annotated[
        str | None,
        arguments.option(
            "--to", metavar="PATH", help="The file for the record (- is stdout), or a folder for several."
        ),
    ] = None,
    database: Annotated[
        str | None, arguments.option("--db", metavar="PATH", help="The database for the records; created if missing.")
    ] = None,
    force: arguments.Force = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow a sheet of notation while it is written; Ctrl-C ends it.")
    ] = False,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Check records and transcripts strictly, and store them.

    A transcript is a game that was played elsewhere and written down, as lines of JSON or in notation, a line a
    decision. It becomes a record: the rules derive the outcomes that it leaves out. The letters of a sheet are read
    aloud on stderr: what is signed, who signs, who is addressed, and what it costs. --watch reads a sheet of notation
    again whenever it is saved, and says what each line led to and what is wrong; it ends with the game or with Ctrl-C.
    With --to, the file holds the record up to the first mistake in the sheet.

    Without --to and --db the record goes to stdout. A record that is already there, byte for byte, stays as it is.
    Existing files are replaced only with --force, and records of a database never. If anything is wrong, nothing is
    written. Only one process at a time writes to a database.

    \b
    Exit codes
      0  all records are there
      2  a record cannot be read, something else is in its place, or another process writes to the database

    \b
    --json  a list: {"file", "game", "edition", "events", "head", "to", "changed"}; without --to and --db
            also "record", the lines of the record file
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    _must_have_a_place(files, to, database, force=force)
    if watch:
        _must_be_watched(files)
        if to is not None and to != STDOUT:
            _print_list([_follow_and_keep(files[0], to, force=force)], "written", as_json=as_json)
            return
        records = [watch_sheet(files[0], _say_on_stderr)]
    else:
        records = _read(files)
    if database is not None:
        _print_list(_store(files, records, database), "stored", as_json=as_json)
    elif to is not None and to != STDOUT:
        _print_list(_write(files, records, to, force=force), "written", as_json=as_json)
    else:
        _print(files, records, as_json=as_json)


def _read(files: Sequence[str]) -> list[Record]:
    is_quiet = len(files) < MANY or not sys.stderr.isatty()
    shown = track(files, "import", console=output.console_on(sys.stderr), transient=True, disable=is_quiet)
    records: list[Record] = []
    for each in shown:
        text = bytes_in(each)
        records.append(record_in_any_text(text, each, whole=True))
        if is_notation(text):
            for line in letters_aloud(records[-1]):
                _say_on_stderr(line)
    return records


def _must_be_watched(files: Sequence[str]) -> None:
    if len(files) > 1 or files[0] == STDIN:
        raise typer.BadParameter("one file is watched at a time, and not stdin", param_hint="'--watch'")


class _RecordFileKeeper:
    """Keeps the record of a sheet that is being written in a file; the first may take no other file's place."""

    def __init__(self, path: Path, *, force: bool) -> None:
        self.path = path
        self.has_written = False
        self.events = 0
        self._force = force

    def __call__(self, record: Record) -> None:
        (new,) = put([OutputFile(self.path, record_text(record), record.game)], force=self._force)
        self.has_written, self._force = self.has_written or new, True
        self.events = len(record.events)


def _follow_and_keep(source: str, to: str, *, force: bool) -> _Imported:
    """Follow a sheet and keep its record up to date; what is wrong at the end is refused, and what was right stays."""
    keeper = _RecordFileKeeper(target_in(to, source), force=force)
    try:
        record = watch_sheet(source, _say_on_stderr, keeper)
    except Refused:
        if keeper.events:
            _say_on_stderr(
                f"{keeper.path}: has the record as far as it was right, {output.counted(keeper.events, 'event')}"
            )
        raise
    keeper(record)
    return _Imported(source, record, str(keeper.path), keeper.has_written)


def _say_on_stderr(says: str) -> None:
    """What is read is said beside stdout, which is for the record; with --quiet, nothing is."""
    if not output.is_quiet():
        output.console_on(sys.stderr).print(output.line(says), soft_wrap=True)


def _must_have_a_place(files: Sequence[str], to: str | None, database: str | None, *, force: bool) -> None:
    if to is not None and database is not None:
        raise typer.BadParameter(
            "a record goes to a file or to a database, not to both", param_hint="'--to' and '--db'"
        )
    if force and database is not None:
        raise typer.BadParameter("a record in a database is never replaced", param_hint="'--force' and '--db'")
    if len(files) > 1 and database is None and (to is None or not Path(to).is_dir()):
        raise typer.BadParameter("several files need an existing folder, or --db", param_hint="'--to'")


def _store(files: Sequence[str], records: Sequence[Record], database: str) -> list[_Imported]:
    with writer_in(database) as writer:
        changed = writer.add(records)
    rows = zip(files, records, changed, strict=True)
    return [_Imported(source, record, database, new) for source, record, new in rows]


def _write(files: Sequence[str], records: Sequence[Record], to: str, *, force: bool) -> list[_Imported]:
    targets = [
        OutputFile(target_in(to, source), record_text(record), record.game)
        for source, record in zip(files, records, strict=True)
    ]
    rows = zip(files, records, targets, put(targets, force=force), strict=True)
    return [_Imported(source, record, str(target.path), new) for source, record, target, new in rows]


def _print_list(imported: Sequence[_Imported], how: str, *, as_json: bool) -> None:
    if as_json:
        output.say_json([_entry(each) for each in imported])
        return
    for each in imported:
        what = how if each.changed else "unchanged, this record is already there"
        events = output.counted(len(each.record.events), "event")
        output.say([output.line(f"{each.to}: {what}: game {each.record.game}, {events}")])


def _print(files: Sequence[str], records: Sequence[Record], *, as_json: bool) -> None:
    ((source,), (record,)) = files, records
    text = record_text(record)
    if as_json:
        lines = [Raw(each) for each in text.splitlines()]
        output.say_json([{**_entry(_Imported(source, record, None, changed=False)), "record": lines}])
    else:
        output.say_bytes(text)


def _entry(imported: _Imported) -> dict[str, object]:
    record = imported.record
    return {
        "file": output.encodable(imported.source),
        "game": record.game,
        "edition": record.opened.edition,
        "events": len(record.events),
        "head": record.head,
        "to": None if imported.to is None else output.encodable(imported.to),
        "changed": imported.changed,
    }
