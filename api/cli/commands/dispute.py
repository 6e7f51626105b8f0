"""``oathbook dispute``: checks a claim against the record and the rules."""

from functools import partial
from itertools import pairwise
from typing import Annotated, Any, Final

import msgspec
import typer
from msgspec.structs import replace

from oathbook.api.cli import arguments
from oathbook.api.cli.input_files import bytes_in, json_or_line, label_refusals, viewer_in
from oathbook.api.cli.output import say, say_json
from oathbook.api.cli.records import record_of
from oathbook.api.cli.text_findings import finding_lines
from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.application.decision_lines import claim_from_line
from oathbook.domain.application.dispute_stream import dispute_from
from oathbook.domain.application.stored_findings import finding_fields
from oathbook.domain.disputes.claims import Claim
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.record import Record, fold_record, record_for
from oathbook.domain.recording.format.unsealing import with_fields_open

EXIT_CODES: Final = {"rejected": 0, "upheld": 1, "undetermined": 3}


def dispute(  # noqa: PLR0913  # because each option has a name of its own
    name: Annotated[
        str | None, arguments.argument(metavar=arguments.FILE_OR_GAME, help=arguments.RECORD_OR_GAME)
    ] = None,
    *,
    claim: Annotated[
        str | None,
        arguments.option(metavar="LINE|JSON", help="The claim: “outcome-wrong at 12”, or as JSON; or @FILE."),
    ] = None,
    events: Annotated[
        int | None, arguments.option(metavar="N", help="Answer from the first N events, as a finding made then.")
    ] = None,
    as_seat: arguments.SeenBy = None,
    unsealed: Annotated[
        str | None,
        arguments.option(
            "--with",
            metavar="DISPUTE",
            help="Show what arbiters may see: what everyone sees, and what was unsealed in this dispute file.",
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of claims and findings, and nothing else.")
    ] = False,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Check a claim against the record and the rules.

    \b
    Claims as a line; a clause may follow a comma: outcome-wrong at 12, KD-8.2
      decision-illegal at N         decision-refused at N: ash: plan bow
      outcome-wrong at N            draw-wrong at N
      table-wrong at N              standing at N
      promise p1

    \b
    The same as JSON, each with an optional "clause"
      {"claim": "decision-illegal", "at": N}                    the decision at N was not allowed
      {"claim": "decision-refused", "at": N, "decision": {…}}   after N, this decision should have been allowed
      {"claim": "outcome-wrong", "at": N, "follows": […]}       what is recorded at N is wrong; "follows" is optional
      {"claim": "draw-wrong", "at": N}                          the draw at N is impossible
      {"claim": "table-wrong", "at": N}                         what the table did at N is beside the rules
      {"claim": "promise", "promise": "p1"}                     the letter was not kept
      {"claim": "standing", "at": N}                            the scores or the end after N are wrong

    Each event is examined by itself, with the events before it taken as recorded. The answer gives the clauses and the
    working, and says what other readings would give, whether it mattered, and what going back would undo.

    To get a finding of a dispute again, give --events the number of events that it names, and --as or --with for the
    view that it was made from.

    \b
    Exit codes
      0  rejected
      1  upheld
      2  the claim or the record cannot be read, or the claim names no event
      3  undetermined, with what is missing

    \b
    --json  the finding: {"answer": "upheld"|"rejected"|"undetermined", "says", "game", "edition", "head", "events",
            "claim", "clause", "clauses", "recorded", "derived", "working", "missing", "see", "as_claimed", "readings",
            "materiality", "rewind", "named"}; --schema prints the full schema
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if schema:
        say_json(_schema())
        return
    if name is None or claim is None:
        raise typer.BadParameter("give FILE|GAME with --claim, or --schema")
    record = record_of(name, database)
    case = case_of(_as_viewer(record if events is None else _cut(record, events), as_seat, unsealed))
    made = json_or_line(claim, option="--claim", read=partial(claim_from_line, case.ruleset, case.opened))
    finding = examine(case, read_claim(made, case))
    if as_json:
        say_json(finding_fields(case.ruleset, finding))
    else:
        say(finding_lines(case.ruleset, record.opened.roster, finding))
    raise typer.Exit(EXIT_CODES[finding.answer])


def _cut(record: Record, events: int) -> Record:
    """The record as it was after so many events; ``BadRecord`` where no step ends there."""
    ends = [one.entry.position for one, after in pairwise(record.events) if one.entry.step != after.entry.step]
    if events not in (*ends, len(record.events)):
        raise BadRecord(f"--events {events}: no step of this record ends there; it has {len(record.events)} events")
    kept = record.events[:events]
    return replace(record, events=kept, head=kept[-1].hash)


def _as_viewer(record: Record, seat: str | None, unsealed: str | None) -> Record:
    """The record as a seat may see it, or as the arbiters of a dispute may."""
    if unsealed is None:
        return record_for(record, viewer_in(record, seat))
    if seat is not None:
        raise typer.BadParameter(
            "give --as or --with, not both: arbiters see what everyone sees, and what was unsealed"
        )
    with label_refusals(unsealed):
        dispute = dispute_from(bytes_in(unsealed), where=unsealed).dispute
    if dispute.game != record.game:
        raise BadRecord(
            f"--with {unsealed}: the dispute is about game {dispute.game}, the record is of game {record.game}"
        )
    return record if fold_record(record).secrets_are_out else with_fields_open(record, dispute.unsealed)


def _schema() -> dict[str, Any]:
    (claims, findings), components = msgspec.json.schema_components([Claim, Finding], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"claim": claims, "finding": findings},
        "$defs": components,
    }
