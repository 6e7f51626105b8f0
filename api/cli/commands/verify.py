"""``oathbook verify``: checks everything in a record, or in each record of an archive."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final

import typer
from rich.text import Text

from api.cli.archives.doing import How, answers_in_order
from api.cli.archives.finding import places_in
from api.cli.archives.places import Place
from api.cli.archives.tables import Columns, table_in
from api.cli.archives.verifying import ToldDiscrepancy, Verified, VerifyWork
from api.cli.archives.work import Answered, program
from api.cli.arguments import ARCHIVE, DATABASE, Cluster, Database, Json, Processes, State, ToTable, argument, option
from api.cli.output import complain, counted, encodable, line, say, say_json
from domain.rulesets.registry import installed

EXIT_CODES: Final = {"sound": 0, "discrepancy": 1, "unreadable": 2, "partial": 3}
WORST_FIRST: Final = (2, 1, 3, 0)
STYLES: Final = {"sound": "green", "partial": "yellow", "discrepancy": "bold red"}
SAYS: Final = {"sound": "sound", "partial": "sound as far as this reader can see", "discrepancy": "discrepancy"}
NULL: Final = b"null"
COLUMNS: Final[Columns] = {
    **dict.fromkeys(("file", "status", "game", "edition"), "string"),
    "events": "int64",
    "head": "string",
    **dict.fromkeys(("reached", "decisions", "draws", "proofs", "discrepancies", "reasons", "corrected"), "int64"),
    **dict.fromkeys(("unchecked", "position"), "int64"),
    **dict.fromkeys(("kind", "clause", "says", "problem"), "string"),
}
"""``position``, ``kind``, ``clause`` and ``says`` are of the first discrepancy, or ``says`` is of the problem."""


def verify_records(  # noqa: PLR0913  # a parameter for each option
    records: Annotated[list[str], argument(metavar=ARCHIVE, help="Records, folders, globs, packs, URLs, or games.")],
    *,
    edition: Annotated[
        str | None, option(metavar="KEY", help="Decide again under this edition, not the record's.")
    ] = None,
    parent: Annotated[str | None, option(metavar="FILE|GAME", help="The game that a fork was made from.")] = None,
    workers: Processes = None,
    cluster: Cluster = None,
    state: State = None,
    table: ToTable = None,
    database: Database = DATABASE,
    as_json: Json = False,
) -> None:
    """Check everything in a record that can be checked.

    It follows the chain of hashes, checks every reveal, makes every decision and requests every draw again, recomputes
    the draws once the seed is open, and checks the proof of each verdict on a promise. Each discrepancy names its
    position, the clause, what was recorded and what follows.

    Under another edition, a decision that comes out as recorded but by other clauses is not a discrepancy; it is listed
    as "reasons". Under the record's own edition, wrong reasons are a discrepancy.

    A fork is compared with its parent: the game named by --parent, or the one in the same database. A mistake that a
    ruling has corrected is listed as "corrected".

    With several records, --state keeps what is done, --to writes a row for each, and --cluster has a Dask cluster do
    the work. Of an archive, a record that is sound is counted and not listed.

    \b
    Exit codes (for several records the worst: 2, then 1, then 3)
      0  sound
      1  a discrepancy
      2  cannot be read
      3  sound as far as this reader can see

    \b
    --json  a list: {"file", "status": "sound"|"discrepancy"|"partial", "game", "edition", "events", "head",
            "reached", "decisions", "draws", "proofs", "recomputed", "discrepancies": [{"position", "kind", "says",
            "clause", "words", "recorded", "follows"}], "reasons": the same, "corrected": the same, "unchecked":
            [{"position", "why"}]}; for a record that cannot be read {"file", "status": "unreadable", "problem", "says"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if edition is not None:
        installed().ruleset(edition)
    places, work = places_in(records), VerifyWork(program(), database, edition, parent)
    statuses: Counter[str] = Counter()
    entries: list[dict[str, object]] = []
    with table_in(table, COLUMNS) as rows:
        for each in answers_in_order(work, places, Verified, How(workers, cluster, state)):
            place, status = places[each.number], "unreadable" if each.answer is None else each.answer.status
            statuses[status] += 1
            if rows is not None:
                rows.add(_row(each))
            if as_json:
                entries.append(_entry(each))
            _tell(place, each, as_json=as_json)
    if as_json:
        say_json(entries)
    elif not all(place.single for place in places):
        say([line(f"{counted(len(places), 'record')}: {_counts(statuses)}")])
    raise typer.Exit(next(code for code in WORST_FIRST if code in {EXIT_CODES[each] for each in statuses}))


def _tell(place: Place, each: Answered[Verified], *, as_json: bool) -> None:
    if each.answer is None:
        complain(each.says)
    elif not as_json and (place.single or each.answer.status != "sound"):
        say(_lines(each.name, each.answer))


def _counts(statuses: Counter[str]) -> str:
    return ", ".join(f"{statuses[each]} {SAYS.get(each, each)}" for each in EXIT_CODES if statuses[each])


def _entry(each: Answered[Verified]) -> dict[str, object]:
    name = encodable(each.name)
    if each.answer is None:
        return {"file": name, "status": "unreadable", "problem": each.problem, "says": each.says}
    fields = {field: getattr(each.answer, field) for field in Verified.__struct_fields__ if field != "compared"}
    return {"file": name, **fields}


def _row(each: Answered[Verified]) -> dict[str, object]:
    entry = _entry(each)
    verdict = each.answer
    if verdict is None:
        return entry
    counts = {name: len(getattr(verdict, name)) for name in ("discrepancies", "reasons", "corrected", "unchecked")}
    first = next(iter(verdict.discrepancies), None)
    told = {} if first is None else {name: getattr(first, name) for name in ("position", "kind", "clause", "says")}
    return {**entry, **counts, **told}


def _lines(name: str, verdict: Verified) -> Iterator[Text]:
    yield line(f"{name}: ", (SAYS[verdict.status], STYLES[verdict.status]))
    yield line(f"  {verdict.edition}, game {verdict.game}")
    recomputed = "recomputed from the seed" if verdict.recomputed else "checked for being possible"
    done = f"{counted(verdict.decisions, 'decision')} decided again, {counted(verdict.draws, 'draw')} {recomputed}"
    proven = f", {counted(verdict.proofs, 'promise proof')} checked" if verdict.proofs else ""
    yield line(f"  {counted(verdict.events, 'event')}, {done}{proven}")
    yield line(f"  head {verdict.head}")
    if verdict.compared:
        yield line(f"  {verdict.compared}")
    for each in (*verdict.discrepancies, *verdict.reasons):
        yield from _discrepancy_lines(each)
    for each in verdict.corrected:
        yield line(f"  position {each.position}, {each.kind}, corrected since: {each.says}")
    if verdict.reached < verdict.events:
        yield line(f"  nothing after position {verdict.reached} could be followed")
    for unchecked in verdict.unchecked:
        yield line(f"  not checked, position {unchecked.position}: {unchecked.why}")


def _discrepancy_lines(found: ToldDiscrepancy) -> Iterator[Text]:
    yield line(f"  position {found.position}, {found.kind}: ", (found.says, "red"))
    if found.clause:
        yield line("    ", (found.clause, "bold"), f" {found.words}")
    recorded, follows = bytes(found.recorded), bytes(found.follows)
    if recorded != NULL or follows != NULL:
        yield line("    recorded: ", recorded.decode())
        yield line("    follows:  ", follows.decode())
