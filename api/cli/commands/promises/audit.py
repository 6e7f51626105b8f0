"""``oathbook promises audit``: whether the promises of a record were kept, who is to blame, and what it costs."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import typer
from rich.text import Text

from oathbook.api.cli import arguments
from oathbook.api.cli.archives.audit_work import AuditStatus, audit_status
from oathbook.api.cli.input_files import label_refusals, viewer_in
from oathbook.api.cli.output import line, say, say_json
from oathbook.api.cli.records import record_of
from oathbook.api.schemas.audits import PromiseAudited, present_audit
from oathbook.domain.errors import NotFound
from oathbook.domain.kernel import Roster
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.logic.proofs import Status
from oathbook.replays.frames import Replay

EXIT_CODES: Final[dict[AuditStatus, int]] = {"none-broken": 0, "broken": 1, "undetermined": 3}
STYLES: Final[dict[Status, str]] = {"broken": "bold red", "undetermined": "yellow", "kept": "green"}


def audit_record(
    name: arguments.RecordName,
    *,
    explain: Annotated[
        str | None, arguments.option("--explain", metavar="P", help="Show one promise with its proof.")
    ] = None,
    viewer: arguments.SeenBy = None,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Say which promises were kept, and who pays for the broken ones.

    It uses what the record opens or, with --as, what that seat saw. --explain shows one promise with its proof: what
    was counted and when, who could have decided differently, what is left to a judge, and who pays.

    \b
    Exit codes
      0  none is broken
      1  one is broken
      2  the record cannot be read, or there is no such promise or seat
      3  none is broken, but something is left to a judge

    \b
    --json  {"game", "edition", "viewer", "promises": [{"promise", "letter", "stands", "status", "remarks",
            "parts": [{"obligors", "addressees", "status", "cause", "position", "lean", "vacuous", "blamed",
            "answers", "referrals", "penalties", "proof", "text"}]}]}; with --explain only that promise
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    record = record_of(name, database)
    roster = record.opened.roster
    looking = viewer_in(record, viewer)
    with label_refusals(name):
        found = audit(record.ruleset, Replay(record, looking).entries, only=explain)
    if explain is not None and not found.promises:
        raise NotFound(f"--explain {explain}: there is no such promise in this record")
    promises = tuple(present_audit(found, roster))
    if as_json:
        say_json({"game": record.game, "edition": record.opened.edition, "viewer": looking, "promises": promises})
    elif explain is None:
        say(list_lines(promises, roster))
    else:
        say(_proof_lines(promises))
    raise typer.Exit(EXIT_CODES[audit_status(found.promises)])


def list_lines(promises: Sequence[PromiseAudited], roster: Roster) -> Iterator[Text]:
    """A line for each promise, and more where someone pays or a judge has to say something."""
    if not promises:
        yield line("nothing was promised")
    for each in promises:
        yield line((each.promise, "bold"), " ", _status(each.status), f" {each.letter}")
        for part in each.parts:
            whose = f"{', '.join(map(roster.call, part.obligors))}: {part.status}, " if len(each.parts) > 1 else ""
            for due in part.penalties:
                price = f"{due.amount} {due.reserve}{'' if due.applies else ', once a judge has settled the rest'}"
                yield line(f"  {whose}{roster.call(due.seat)} pays {price}")
            yield from (line(f"  {whose}{referral.says}") for referral in part.referrals)


def _status(status: Status) -> tuple[str, str]:
    return status, STYLES.get(status, "")


def _proof_lines(promises: Sequence[PromiseAudited]) -> Iterator[Text]:
    for each in promises:
        yield line((each.promise, "bold"), " ", _status(each.status), f" {each.letter}")
        yield from (line(f"  {told}") for part in each.parts for told in part.text)
