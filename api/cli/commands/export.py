"""``oathbook export``: writes a record as one viewer may have it, a transcript, or a text."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import typer
from msgspec import Raw

from oathbook.api.cli import arguments, output
from oathbook.api.cli.input_files import STDOUT, viewer_in
from oathbook.api.cli.output_files import OutputFile, put, target_in
from oathbook.api.cli.records import is_file, record_of
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.writing.transcripts import transcript_lines
from oathbook.replays.frames import Replay
from oathbook.replays.transcript import transcript

Form = Literal["record", "transcript", "notation", "text"]
SUFFIXES: Final[Mapping[Form, str]] = {
    "record": ".jsonl",
    "transcript": ".jsonl",
    "notation": ".notation",
    "text": ".txt",
}
"""The end of the file name of a game that comes from a database."""


def export_record(  # noqa: PLR0913  # a parameter for each option
    name: arguments.RecordName,
    *,
    viewer: arguments.SeenBy = None,
    form: Annotated[
        Form, typer.Option(help="A record file, a transcript (JSON, or notation by hand) to import, or text.")
    ] = "record",
    to: Annotated[
        str | None, arguments.option("--to", metavar="PATH", help="Write to this file or folder, not to stdout (-).")
    ] = None,
    database: arguments.Database = arguments.DATABASE,
    force: arguments.Force = False,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Write a record as one viewer may have it, or as text.

    While a game runs, a seat's record opens what that seat may see, and the public's record opens nothing hidden.
    After the end, the game's reveal policy decides. The exported record is provably the same game: its head does not
    change. A transcript or notation contains everything, so it needs a record that conceals nothing. The text shows
    the game as that viewer saw it.

    \b
    Exit codes
      0  exported
      2  the record cannot be read, there is no such seat, or something else is in its place

    \b
    --json  {"game", "edition", "viewer", "form", "to", "changed"}; without --to also "lines"
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    source = name if is_file(name) else f"{name}{SUFFIXES[form]}"
    record = record_of(name, database)
    looking = viewer_in(record, viewer)
    lines = _lines(record, looking, form)
    about: dict[str, object] = {
        "game": record.game,
        "edition": record.opened.edition,
        "viewer": looking,
        "form": form,
        "to": None,
        "changed": False,
    }
    if to is not None and to != STDOUT:
        target = OutputFile(target_in(to, source), _join_lines(lines), record.game)
        _write(target, about, as_json=as_json, force=force)
    elif as_json:
        output.say_json(
            {**about, "lines": [each.decode() if form in {"text", "notation"} else Raw(each) for each in lines]}
        )
    else:
        output.say_bytes(_join_lines(lines))


def _lines(record: Record, viewer: Viewer, form: Form) -> list[bytes]:
    match form:
        case "record":
            return record_text(record_for(record, viewer)).splitlines()
        case "transcript":
            return list(transcript_lines(record_for(record, viewer)))
        case "notation":
            return [each.encode() for each in sheet_lines(record_for(record, viewer))]
        case "text":
            return [output.visible(each).encode() for each in transcript(Replay(record, viewer))]


def _join_lines(lines: list[bytes]) -> bytes:
    return b"".join(each + b"\n" for each in lines)


def _write(target: OutputFile, about: dict[str, object], *, as_json: bool, force: bool) -> None:
    (changed,) = put([target], force=force)
    if as_json:
        output.say_json({**about, "to": output.encodable(str(target.path)), "changed": changed})
    else:
        how = "written" if changed else "unchanged, already there"
        output.say([output.line(f"{target.path}: {how}")])
