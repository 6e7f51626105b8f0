"""``oathbook import``: records and transcripts in."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Raw
from rich.progress import track

from api.answers import console_on, counted, encodable, line, say, say_bytes, say_json
from api.arguments import Json
from api.files import record_of_any
from api.targets import Target, put, target_in
from domain.recording.portable import record_text
from domain.recording.record import Record

MANY = 2
"""From so many files on, the progress is shown."""


def import_files(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Record files or transcripts.", show_default=False)
    ],
    *,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="PATH", help="Where the record goes; for several files a folder.", show_default=False
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check records strictly, make records of transcripts, and write them.

    A transcript (a game played elsewhere and written down) is recorded: the rules derive the outcomes it leaves out.
    Without --to the record goes to stdout. A file that holds the same bytes already is left as it is, anything else
    is never overwritten, and nothing is written if anything is wrong.

    \b
    Exit codes
      0  all are there
      2  one of them cannot be read, or something else stands in its place

    \b
    --json  a list: {"file", "game", "edition", "events", "head", "to", "changed"}; without --to
            also "record", the lines of the record file
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if len(files) > 1 and (to is None or not Path(to).is_dir()):
        msg = "several files need a folder"
        raise typer.BadParameter(msg, param_hint="'--to'")
    shown = track(
        files, "import", console=console_on(sys.stderr), transient=True, disable=len(files) < MANY or not _is_watched()
    )
    records = [record_of_any(each) for each in shown]
    if to is None:
        _print(files, records, as_json=as_json)
        return
    targets = [
        Target(target_in(to, source), record_text(record), record.game)
        for source, record in zip(files, records, strict=True)
    ]
    changed = put(targets)
    if as_json:
        rows = zip(files, records, targets, changed, strict=True)
        say_json([_entry(source, record, target, changed=new) for source, record, target, new in rows])
    else:
        for record, target, new in zip(records, targets, changed, strict=True):
            how = "written" if new else "unchanged, this record stands there already"
            say([line(f"{target.path}: {how}: game {record.game}, {counted(len(record.events), 'event')}")])


def _is_watched() -> bool:
    return sys.stderr.isatty()


def _print(files: list[str], records: list[Record], *, as_json: bool) -> None:
    ((source,), (record,)) = files, records
    text = record_text(record)
    if as_json:
        lines = [Raw(each) for each in text.splitlines()]
        say_json([{**_entry(source, record, None, changed=False), "record": lines}])
    else:
        say_bytes(text)


def _entry(source: str, record: Record, target: Target | None, *, changed: bool) -> dict[str, object]:
    return {
        "file": encodable(source),
        "game": record.game,
        "edition": record.opened.edition,
        "events": len(record.events),
        "head": record.head,
        "to": None if target is None else encodable(str(target.path)),
        "changed": changed,
    }
