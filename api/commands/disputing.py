"""``oathbook dispute``: what the record and the rules answer to a claim."""

from typing import Annotated, Any, Final

import msgspec
import typer

from api.answers import say, say_json
from api.arguments import DATABASE, FILE_OR_GAME, RECORD_OR_GAME, Database, Json, SeenBy
from api.claims import case_of, claim_in
from api.files import json_given, viewer_in
from api.findings import finding_reply, finding_told
from api.records import record_of
from domain.disputes.claims import Claim
from domain.disputes.examine import examine
from domain.disputes.findings import Finding
from domain.recording.record import as_seen_by

EXIT_CODES: Final = {"rejected": 0, "upheld": 1, "undetermined": 3}


def dispute(
    name: Annotated[str | None, typer.Argument(metavar=FILE_OR_GAME, help=RECORD_OR_GAME, show_default=False)] = None,
    *,
    claim: Annotated[
        str | None,
        typer.Option(
            metavar="JSON", help='The claim: {"claim":"outcome-wrong","at":12}; or @FILE.', show_default=False
        ),
    ] = None,
    as_seat: SeenBy = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of claims and findings instead.")
    ] = False,
    database: Database = DATABASE,
    as_json: Json = False,
) -> None:
    """Hold a claim about one event against the record and the rules.

    \b
    Claims, each with "clause" if you like
      {"claim": "decision-illegal", "at": N}                    the decision at N was not allowed
      {"claim": "decision-refused", "at": N, "decision": {…}}   after N this one should have been allowed
      {"claim": "outcome-wrong", "at": N, "follows": […]}       N is not what follows; "follows" may be left out
      {"claim": "draw-wrong", "at": N}                          the draw at N cannot have been
      {"claim": "promise", "promise": "p1"}                     the letter was not kept
      {"claim": "standing", "at": N}                            scores or end after N are not right

    Each event is asked about by itself, what stands before it being taken as recorded. With the answer come the
    clauses and the working, what other readings would say, whether it mattered, and what going back would undo.

    \b
    Exit codes
      0  rejected
      1  upheld
      2  the claim or the record cannot be read, or names no event
      3  undetermined, and what is missing

    \b
    --json  the finding: {"answer": "upheld"|"rejected"|"undetermined", "says", "game", "edition", "head", "events",
            "claim", "clause", "clauses", "recorded", "derived", "working", "missing", "see", "as_claimed", "readings",
            "materiality", "rewind"}; --schema has it in full
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if schema:
        say_json(_schema())
        return
    if name is None or claim is None:
        msg = "dispute FILE|GAME --claim JSON, or --schema"
        raise typer.BadParameter(msg)
    record = record_of(name, database)
    seen = as_seen_by(record, viewer_in(record, as_seat))
    case = case_of(seen)
    finding = examine(case, claim_in(json_given(claim, option="--claim"), case))
    if as_json:
        say_json(finding_reply(case.ruleset, finding))
    else:
        say(finding_told(case.ruleset, finding))
    raise typer.Exit(EXIT_CODES[finding.answer])


def _schema() -> dict[str, Any]:
    (claims, findings), components = msgspec.json.schema_components([Claim, Finding], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"claim": claims, "finding": findings},
        "$defs": components,
    }
