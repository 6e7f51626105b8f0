"""``oathbook archive``: packs many records into one file, and lists what is in an archive."""

import os
from pathlib import Path
from typing import Annotated, Final

import typer
from msgspec.structs import replace

from oathbook.api.cli import arguments, output
from oathbook.api.cli.archives import list_work
from oathbook.api.cli.archives.locate import locate_records
from oathbook.api.cli.archives.manifests import MEMBER, ListedRecord, manifest_text
from oathbook.api.cli.archives.packs import PACK, PackWriter
from oathbook.api.cli.archives.runner import RunOptions, results_in_order
from oathbook.api.cli.archives.work import WorkResult, program_id
from oathbook.api.cli.input_files import STDIN, STDOUT
from oathbook.api.cli.output_files import OutputFile, put, whole_file
from oathbook.domain.errors import BadRecord

UNREADABLE: Final = 2
archive: Final = typer.Typer(
    help="Pack many records into one file, and list what is in an archive.", no_args_is_help=True, rich_markup_mode=None
)
RecordSources = Annotated[
    list[str], arguments.argument(metavar=arguments.ARCHIVE, help="Records, folders, globs, packs, manifests or URLs.")
]


@archive.command("pack")
def pack_records(
    records: RecordSources,
    *,
    to: Annotated[str, arguments.option(metavar="FILE.pack", help="The pack to write.")],
    force: arguments.Force = False,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Put many records into one file, each compressed, with an index, so that one can be read alone.

    A record keeps its name from the folder or pack that it comes from. PACK#NAME names one record of a pack. Nothing is
    verified.

    \b
    Exit codes
      0  written
      2  a record cannot be read, two are called the same, or something is in the way; nothing was written

    \b
    --json  {"file", "records", "bytes": of the records, "packed": of the pack}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if not to.endswith(PACK):
        raise BadRecord(f"--to {to}: the name of a pack ends with {PACK}")
    names: set[str] = set()
    size = 0
    with whole_file(Path(to), force=force) as part, part.open("xb") as file:
        pack = PackWriter(file)
        for each in records:
            for place in locate_records([each]):
                text, name = list_work.text_to_pack(place), list_work.name_within(each, place, member=MEMBER)
                if name in names:
                    raise BadRecord(f"{place.name}: another record is called {name} in the pack")
                list_work.must_be_text(name, where=place.name)
                pack.add(list_work.record_entry(text, name, where=place.name), text)
                names.add(name)
                size += len(text)
        pack.finish()
        packed = file.tell()
        file.flush()
        os.fsync(file.fileno())
    if as_json:
        output.say_json({"file": output.encodable(to), "records": len(names), "bytes": size, "packed": packed})
    else:
        output.say(
            [output.line(f"{to}: written: {output.counted(len(names), 'record')}, {size:,} bytes in {packed:,}")]
        )


@archive.command("list")
def list_records(  # noqa: PLR0913  # a parameter for each option
    records: RecordSources,
    *,
    to: Annotated[
        str | None, arguments.option(metavar="manifest.jsonl", help="Write the list as a manifest (- is stdout).")
    ] = None,
    force: arguments.Force = False,
    workers: arguments.Processes = None,
    cluster: arguments.Cluster = None,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """List the records of an archive by their headers. Nothing is verified.

    A manifest lies in the folder of the records or above it, and is an archive itself: a record that is missing, or
    whose head differs from the listed one, cannot be read.

    \b
    Exit codes
      0  all can be read
      2  one cannot be read; no manifest was written

    \b
    --json  a list: {"record", "game", "edition", "events", "head"}; for what is no record {"record", "problem", "says"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if to == STDOUT and as_json:
        raise typer.BadParameter("stdout takes the manifest or the JSON, not both", param_hint="'--to' and '--json'")
    work, how = list_work.ListWork(program_id(), database), RunOptions(workers, cluster)
    found = tuple(results_in_order(work, locate_records(records), ListedRecord, how))
    unread = [each for each in found if each.answer is None]
    problems = output.Problems()
    for each in unread:
        problems.complain(each.says)
    problems.end()
    if as_json:
        output.say_json([_entry(each) for each in found])
    elif to != STDOUT:
        output.say(
            output.line(f"{name}: {it.edition}, game {it.game}, {output.counted(it.events, 'event')}")
            for name, it in ((each.name, each.answer) for each in found)
            if it is not None
        )
    if to is not None and not unread:
        text = manifest_text(tuple(_relative(each, to) for each in found))
        if to == STDOUT:
            output.say_bytes(text)
        else:
            put([OutputFile(Path(to), text)], force=force)
    raise typer.Exit(UNREADABLE if unread else 0)


def _entry(each: WorkResult[ListedRecord]) -> dict[str, object]:
    name = output.encodable(each.name)
    if each.answer is None:
        return {"record": name, "problem": each.problem, "says": each.says}
    fields = {field: getattr(each.answer, field) for field in ListedRecord.__struct_fields__}
    return {**fields, "record": name}


def _relative(each: WorkResult[ListedRecord], manifest: str) -> ListedRecord:
    """What is listed, by its path from the manifest; ``BadRecord`` if it is not below it."""
    assert each.answer is not None, "a manifest is only written if all can be read"
    path = os.path.relpath(each.name, Path(manifest).parent)
    if "://" in each.name or each.name == STDIN or path.startswith(os.pardir):
        raise BadRecord(f"--to {manifest}: {each.name} is not below it; a manifest stands above its records")
    return replace(each.answer, record=list_work.must_be_text(path, where=each.name))
