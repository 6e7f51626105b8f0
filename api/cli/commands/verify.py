"""``oathbook verify``: checks everything in a record, or in each record of an archive."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final, cast

import typer
from msgspec.structs import replace
from rich.text import Text

from oathbook.api.cli import arguments, output
from oathbook.api.cli.archives import evidence_comparison
from oathbook.api.cli.archives.bundles import attestation_entry, attestation_lines
from oathbook.api.cli.archives.locate import locate_records
from oathbook.api.cli.archives.parquet_table import Columns, open_table
from oathbook.api.cli.archives.quorums import policy_at, quorum_lines
from oathbook.api.cli.archives.record_address import RecordAddress
from oathbook.api.cli.archives.runner import RunOptions, results_in_order
from oathbook.api.cli.archives.verify_work import ExplainedDiscrepancy, VerifiedRecord, VerifyWork
from oathbook.api.cli.archives.work import program_id
from oathbook.api.cli.evidence_files import load_evidence
from oathbook.domain.rulesets.registry import load_registry

UNNAMED: Final = "rules that name no distribution"
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
    records: arguments.Records,
    *,
    edition: Annotated[
        str | None, arguments.option(metavar="KEY", help="Decide again under this edition, not the record's.")
    ] = None,
    parent: Annotated[
        str | None, arguments.option(metavar="FILE|GAME", help="The game that a fork was made from.")
    ] = None,
    head: Annotated[
        list[str] | None, arguments.option(metavar="POSITION:HASH", help="A head that you noted. Repeatable.")
    ] = None,
    receipt: Annotated[
        list[str] | None,
        arguments.option(metavar="FILE", help="A receipt, or a proof with it. Repeatable; needs --log-keys."),
    ] = None,
    checkpoint: Annotated[
        list[str] | None,
        arguments.option(metavar="FILE", help="A checkpoint that the log of the database must continue. Repeatable."),
    ] = None,
    log_keys: Annotated[
        str | None, arguments.option(metavar="FILE", help="The keys of the log, from /log/keys.")
    ] = None,
    policy: Annotated[
        str | None,
        arguments.option(
            metavar="FILE", help="The witnesses that have to have cosigned each --checkpoint, or a bundle's."
        ),
    ] = None,
    log_key: arguments.LogKey = None,
    workers: arguments.Processes = None,
    cluster: arguments.Cluster = None,
    state: arguments.State = None,
    table: arguments.ToTable = None,
    force: arguments.Force = False,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Check everything in a record that can be checked.

    It follows the chain of hashes, checks every reveal, makes every decision and requests every draw again, recomputes
    the draws once the seed is open, and checks the proof of each verdict on a promise. Each discrepancy names its
    position, the clause, what was recorded and what follows.

    Under another edition, a decision that comes out as recorded but by other clauses is not a discrepancy; it is listed
    as "reasons". Under the record's own edition, wrong reasons are a discrepancy.

    A fork is compared with its parent: the game named by --parent, or the one in the same database. A mistake that a
    ruling has corrected is listed as "corrected".

    You can compare a record with what you hold: heads that you noted, receipts that a service signed for you (or
    proofs, with a receipt of the same game), and checkpoints, which the log of the database must continue.
    Contradictions are listed by position. Whatever fits none of the records is listed as not compared; a single record
    is then sound only as far as this reader can see. A bundle brings its signatures and keys: compare the keys with
    those you know, or give your own file with --log-keys.

    A game of a database is held against the log there as well: its rows have to be what the leaves say, and the log has
    to go on from what the service signed last, which is in the checkpoints beside the database (on PostgreSQL beside
    --log-key). Where it does not, no game of that database is sound.

    With --policy (c2sp.org/tlog-policy), each --checkpoint and the checkpoint of a bundle need the quorum of witnesses
    that the policy asks for. Without the quorum a record is sound only as far as this reader can see. If the policy
    names logs, only their keys are trusted, for receipts too.

    With several records, --state remembers finished ones, --to writes a row for each, and --cluster lets a Dask cluster
    do the work. In an archive, sound records are counted and not listed.

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
            [{"position", "why"}], "decided_by", "checked_with", "contradicted": [{"position", "by", "says"}],
            "quorums": [{"by", "size", "witnesses", "met", "says"}], "not_compared": [{"by", "says"}],
            "attested": null, or of a bundle {"log", "position", "leaf", "size", "imported", "keys"}}; for a record that
            cannot be read {"file", "status": "unreadable", "problem", "says"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if edition is not None:
        load_registry().ruleset(edition)
    places, work = locate_records(records), VerifyWork(program_id(), database, edition, parent)
    trust = policy_at(policy, is_of_use=bool(checkpoint) or all(map(evidence_comparison.is_bundle, places)))
    trusted = () if trust is None else trust.log_keys
    known = load_evidence(head or (), (*(receipt or ()), *(checkpoint or ())), log_keys, trusted)
    asked = None if all(place.address for place in places) else database
    evidence = evidence_comparison.gather_evidence(asked, log_key, known, checkpoint or (), trust)
    report, problems = _Report(evidence, len(places), as_json=as_json), output.Problems()
    with open_table(table, COLUMNS, force=force) as rows:
        for each in results_in_order(work, places, VerifiedRecord, RunOptions(workers, cluster, state)):
            place = places[each.number]
            found = report.add(evidence.compare(work, place, each))
            if rows is not None:
                rows.add(_row(found))
            _print_record(place, found, problems, as_json=as_json)
    problems.end()
    report.end(counts=not all(place.single for place in places))
    raise typer.Exit(next(code for code in WORST_FIRST if code in {EXIT_CODES[each] for each in report.statuses}))


class _Report:
    """What is told of all records together."""

    def __init__(self, evidence: evidence_comparison.Evidence, many: int, *, as_json: bool) -> None:
        self.statuses: Counter[str] = Counter()
        self._evidence, self._alone, self._as_json = evidence, many == 1, as_json
        self._entries: list[dict[str, object]] = []
        self._used: set[str] = set()

    def add(self, found: evidence_comparison.CheckedRecord) -> evidence_comparison.CheckedRecord:
        """Take in what is found about a record, and tell of one that is alone what was not compared with it."""
        self._used |= found.used
        if self._alone and found.each.answer is not None:
            found = replace(found, not_compared=(*found.not_compared, *self._evidence.not_compared(self._used)))
        self.statuses[found.status] += 1
        if self._as_json:
            self._entries.append(_entry(found))
        return found

    def end(self, *, counts: bool) -> None:
        """Print the JSON, or what is still to be said of several: what none of them could be held against."""
        left = () if self._alone else self._evidence.not_compared(self._used)
        if left:
            self.statuses["partial"] += self.statuses.pop("sound", 0)
        if self._as_json:
            output.say_json([_with_unused(each, left) for each in self._entries])
            return
        output.say(evidence_comparison.unused_lines(left))
        if counts:
            output.say([output.line(f"{output.counted(self.statuses.total(), 'record')}: {_counts(self.statuses)}")])


def _with_unused(entry: dict[str, object], left: tuple[evidence_comparison.UnusedEvidence, ...]) -> dict[str, object]:
    """An entry of several, none of which these could be held against."""
    if not left or entry["status"] == "unreadable":
        return entry
    own = cast("tuple[evidence_comparison.UnusedEvidence, ...]", entry["not_compared"])
    return {
        **entry,
        "not_compared": (*own, *left),
        "status": "partial" if entry["status"] == "sound" else entry["status"],
    }


def _print_record(
    place: RecordAddress, found: evidence_comparison.CheckedRecord, problems: output.Problems, *, as_json: bool
) -> None:
    if found.each.answer is None:
        problems.complain(found.each.says)
    elif not as_json and (place.single or found.status != "sound"):
        output.say(_lines(found.each.name, found.each.answer, found))


def _counts(statuses: Counter[str]) -> str:
    return ", ".join(f"{statuses[each]} {SAYS.get(each, each)}" for each in EXIT_CODES if statuses[each])


def _entry(found: evidence_comparison.CheckedRecord) -> dict[str, object]:
    each = found.each
    name = output.encodable(each.name)
    if each.answer is None:
        return {"file": name, "status": "unreadable", "problem": each.problem, "says": each.says}
    fields = {field: getattr(each.answer, field) for field in VerifiedRecord.__struct_fields__ if field != "compared"}
    attested = None if found.attested is None else attestation_entry(found.attested, believed=found.believed)
    return {
        "file": name,
        **fields,
        "status": found.status,
        "contradicted": found.contradicted,
        "quorums": found.quorums,
        "not_compared": found.not_compared,
        "attested": attested,
    }


def _row(found: evidence_comparison.CheckedRecord) -> dict[str, object]:
    entry = _entry(found)
    verdict = found.each.answer
    if verdict is None:
        return entry
    counts = {name: len(getattr(verdict, name)) for name in ("discrepancies", "reasons", "corrected", "unchecked")}
    first = next(iter(verdict.discrepancies), None)
    told = {} if first is None else {name: getattr(first, name) for name in ("position", "kind", "clause", "says")}
    return {**entry, **counts, **told}


def _lines(name: str, verdict: VerifiedRecord, found: evidence_comparison.CheckedRecord) -> Iterator[Text]:
    yield output.line(f"{name}: ", (SAYS[found.status], STYLES[found.status]))
    yield output.line(f"  {verdict.edition}, game {verdict.game}")
    if verdict.decided_by or verdict.checked_with:
        same = verdict.decided_by == verdict.checked_with
        checked = "" if same else f", checked with {verdict.checked_with or UNNAMED}"
        yield output.line(f"  decided by {verdict.decided_by or UNNAMED}{checked}")
    recomputed = "recomputed from the seed" if verdict.recomputed else "checked for being possible"
    decisions, draws = output.counted(verdict.decisions, "decision"), output.counted(verdict.draws, "draw")
    done = f"{decisions} decided again, {draws} {recomputed}"
    proven = f", {output.counted(verdict.proofs, 'promise proof')} checked" if verdict.proofs else ""
    yield output.line(f"  {output.counted(verdict.events, 'event')}, {done}{proven}")
    yield output.line(f"  head {verdict.head}")
    if verdict.compared:
        yield output.line(f"  {verdict.compared}")
    yield from attestation_lines(found.attested, believed=found.believed)
    yield from quorum_lines(found.quorums)
    yield from evidence_comparison.unused_lines(found.not_compared, indent="  ")
    for one in found.contradicted:
        yield output.line(f"  position {one.position}, against {one.by}: ", (one.says, "red"))
    for each in (*verdict.discrepancies, *verdict.reasons):
        yield from _discrepancy_lines(each)
    for each in verdict.corrected:
        yield output.line(f"  position {each.position}, {each.kind}, corrected since: {each.says}")
    if verdict.reached < verdict.events:
        yield output.line(f"  nothing after position {verdict.reached} could be followed")
    for unchecked in verdict.unchecked:
        yield output.line(f"  not checked, position {unchecked.position}: {unchecked.why}")


def _discrepancy_lines(found: ExplainedDiscrepancy) -> Iterator[Text]:
    yield output.line(f"  position {found.position}, {found.kind}: ", (found.says, "red"))
    if found.clause:
        yield output.line("    ", (found.clause, "bold"), f" {found.words}")
    recorded, follows = bytes(found.recorded), bytes(found.follows)
    if recorded != NULL or follows != NULL:
        yield output.line("    recorded: ", recorded.decode())
        yield output.line("    follows:  ", follows.decode())
