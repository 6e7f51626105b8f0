"""``oathbook audit``: how the promises of many records stand."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import typer
from rich.text import Text

from oathbook.api.cli import arguments, output
from oathbook.api.cli.archives.audit_work import AuditedRecord, AuditWork
from oathbook.api.cli.archives.locate import locate_records
from oathbook.api.cli.archives.parquet_table import Columns, open_table
from oathbook.api.cli.archives.runner import RunOptions, results_in_order
from oathbook.api.cli.archives.work import WorkResult, program_id
from oathbook.api.cli.commands.promises.audit import list_lines

EXIT_CODES: Final = {"none-broken": 0, "broken": 1, "unreadable": 2, "undetermined": 3}
WORST_FIRST: Final = (2, 1, 3, 0)
STYLES: Final = {"none-broken": "green", "undetermined": "yellow", "broken": "bold red"}
SAYS: Final = {"none-broken": "none broken", "broken": "broken", "undetermined": "undetermined"}
STATUSES: Final = ("kept", "broken", "undetermined", "pending")
COLUMNS: Final[Columns] = {
    **dict.fromkeys(("file", "status", "game", "edition"), "string"),
    "events": "int64",
    "head": "string",
    **dict.fromkeys(("promises", *STATUSES), "int64"),
    **dict.fromkeys(("blamed", "letters_broken"), "list<string>"),
    **dict.fromkeys(("problem", "says"), "string"),
}


def audit_records(  # noqa: PLR0913  # a parameter for each option
    records: arguments.Records,
    *,
    workers: arguments.Processes = None,
    cluster: arguments.Cluster = None,
    state: arguments.State = None,
    table: arguments.ToTable = None,
    force: arguments.Force = False,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """List for many records which promises were kept, and who pays for the broken ones.

    It uses all that each record opens. `promises audit` looks at one record closely: as a seat saw it, and with proofs.
    In an archive, records without a broken or undetermined promise are counted and not listed.

    \b
    Exit codes (for several records the worst: 2, then 1, then 3)
      0  none is broken
      1  one is broken
      2  a record cannot be read
      3  none is broken, but something is left to a judge

    \b
    --json  a list: {"file", "status": "none-broken"|"broken"|"undetermined", "game", "edition", "events", "head",
            "promises": as `promises audit` has them}; for a record that cannot be read {"file", "status": "unreadable",
            "problem", "says"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    places, work = locate_records(records), AuditWork(program_id(), database)
    statuses: Counter[str] = Counter()
    entries: list[dict[str, object]] = []
    problems = output.Problems()
    with open_table(table, COLUMNS, force=force) as rows:
        for each in results_in_order(work, places, AuditedRecord, RunOptions(workers, cluster, state)):
            statuses["unreadable" if each.answer is None else each.answer.status] += 1
            if rows is not None:
                rows.add(_row(each))
            if as_json:
                entries.append(_entry(each))
            if each.answer is None:
                problems.complain(each.says)
            elif not as_json and (places[each.number].single or each.answer.status != "none-broken"):
                output.say(_lines(each.name, each.answer))
    problems.end()
    if as_json:
        output.say_json(entries)
    elif not all(place.single for place in places):
        counts = (f"{statuses[each]} {SAYS.get(each, each)}" for each in EXIT_CODES if statuses[each])
        output.say([output.line(f"{output.counted(len(places), 'record')}: {', '.join(counts)}")])
    raise typer.Exit(next(code for code in WORST_FIRST if code in {EXIT_CODES[each] for each in statuses}))


def _entry(each: WorkResult[AuditedRecord]) -> dict[str, object]:
    name = output.encodable(each.name)
    if each.answer is None:
        return {"file": name, "status": "unreadable", "problem": each.problem, "says": each.says}
    return {
        "file": name,
        **{field: getattr(each.answer, field) for field in AuditedRecord.__struct_fields__ if field != "roster"},
    }


def _row(each: WorkResult[AuditedRecord]) -> dict[str, object]:
    promises = () if each.answer is None else each.answer.promises
    found = Counter(promise.status for promise in promises)
    broken = [promise for promise in promises if promise.status == "broken"]
    return {
        **_entry(each),
        "promises": len(promises),
        **{status: found[status] for status in STATUSES},
        "blamed": sorted({seat for promise in promises for part in promise.parts for seat in part.blamed}),
        "letters_broken": [promise.letter for promise in broken],
    }


def _lines(name: str, found: AuditedRecord) -> Iterator[Text]:
    yield output.line(f"{name}: ", (SAYS[found.status], STYLES[found.status]))
    yield output.line(f"  {found.edition}, game {found.game}")
    for each in list_lines(found.promises, found.roster):
        yield Text("  ").append_text(each)
