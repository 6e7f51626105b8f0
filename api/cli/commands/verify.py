"""``oathbook verify``: checks everything in a record."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

import typer
from msgspec import Raw, Struct
from rich.text import Text

from api.cli.arguments import DATABASE, FILE_OR_GAME, Database, Json, argument, option
from api.cli.input_files import refusal_line, refusals_name
from api.cli.output import complain, counted, encodable, line, say, say_json
from api.cli.records import is_file, record_to_verify
from api.schemas.editions import words_of
from domain.errors import BadRecord, NotFound, Refused
from domain.games.discrepancies import Discrepancy
from domain.games.events import BySeed, GameOpened
from domain.recording.format.cleartext import value_text
from domain.recording.format.record import Record
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.registry import installed
from replays.verify import Verification, verify

EXIT_CODES: Final = {"sound": 0, "discrepancy": 1, "unreadable": 2, "partial": 3}
WORST_FIRST: Final = (2, 1, 3, 0)
STYLES: Final = {"sound": "green", "partial": "yellow", "discrepancy": "bold red"}
OF_A_DECISION: Final = {"decision", "draw", "consequence", "reasons"}
SAYS: Final = {"sound": "sound", "partial": "sound as far as this reader can see", "discrepancy": "discrepancy"}


def verify_records(
    records: Annotated[list[str], argument(metavar=FILE_OR_GAME, help="Record files, or games in the database.")],
    *,
    edition: Annotated[
        str | None, option(metavar="KEY", help="Decide again under this edition, not the record's.")
    ] = None,
    parent: Annotated[str | None, option(metavar=FILE_OR_GAME, help="The game that a fork was made from.")] = None,
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
    other = None if edition is None else installed().ruleset(edition)
    codes: set[int] = set()
    entries: list[dict[str, object]] = []
    for name in records:
        found = _examined(name, database, other, parent)
        if isinstance(found, Refused):
            complain(refusal_line(found))
            codes.add(EXIT_CODES["unreadable"])
            entries.append(_unreadable(name, found))
            continue
        codes.add(EXIT_CODES[found.verdict.status])
        entries.append(_entry(found))
        if not as_json:
            say(_lines(found))
    if as_json:
        say_json(entries)
    raise typer.Exit(next(code for code in WORST_FIRST if code in codes))


class _Examined(Struct, frozen=True):
    """A record with its verdict and the rules that were used.

    ``has_seed`` says whether draws could be recomputed, ``compared`` how the decisions come out under another edition.
    """

    name: str
    rules: tuple[AnyRuleset, ...]
    verdict: Verification
    has_seed: bool
    compared: str


def _examined(name: str, database: str, other: AnyRuleset | None, parent: str | None) -> _Examined | Refused:
    """The verdict on a record, or why it cannot be read."""
    try:
        record = record_to_verify(name, database)
        with refusals_name(name):
            must_read_the_same(record, other)
            verdict = verify(record, other, parent=_parent(record, name, parent, database))
        compared = "" if verdict.edition == record.ruleset.edition.key else _compared(record, verdict)
        return _Examined(name, (other or record.ruleset, record.ruleset), verdict, _has_seed(record), compared)
    except Refused as problem:
        return problem


def _parent(record: Record, name: str, named: str | None, database: str) -> Record | None:
    """The parent of a fork, if it is named or in the same database."""
    if named is not None:
        return record_to_verify(named, database)
    above = record.opened.parent
    if above is None or is_file(name):
        return None
    try:
        return record_to_verify(above.game, database)
    except NotFound:
        return None


def _compared(record: Record, verdict: Verification) -> str:
    """How many decisions come out differently under another edition, and how many for other reasons only."""
    steps = {entry.position: entry.step for entry in record.entries()}

    def decisions(found: Iterable[Discrepancy]) -> int:
        return len({steps[each.position] for each in found if each.kind in OF_A_DECISION})

    different, reasons = decisions(verdict.discrepancies), decisions(verdict.reasons)
    return f"of {counted(verdict.decisions, 'decision')}, different: {different}; for other reasons only: {reasons}"


def _has_seed(record: Record) -> bool:
    """Whether the record opens its seed."""
    match record.entries()[0].body:
        case GameOpened(chance=BySeed(seed=seed)):
            return seed.is_open
        case _:
            return False


def must_read_the_same(record: Record, other: AnyRuleset | None) -> None:
    """Refuse an edition of another game: it has other events."""
    own = record.ruleset.edition.key
    if other is not None and other.edition.key.partition("/")[0] != own.partition("/")[0]:
        msg = f"--edition {other.edition.key}: it cannot read a record of {own}"
        raise BadRecord(msg)


def _unreadable(name: str, problem: Refused) -> dict[str, object]:
    return {
        "file": encodable(name),
        "status": "unreadable",
        "problem": type(problem).__name__,
        "says": refusal_line(problem),
    }


def _entry(found: _Examined) -> dict[str, object]:
    verdict = found.verdict
    return {
        "file": encodable(found.name),
        "status": verdict.status,
        "game": verdict.game,
        "edition": verdict.edition,
        "events": verdict.events,
        "head": verdict.head,
        "reached": verdict.reached,
        "decisions": verdict.decisions,
        "draws": verdict.draws,
        "proofs": verdict.proofs,
        "recomputed": found.has_seed,
        "discrepancies": [_discrepancy(found.rules, each) for each in verdict.discrepancies],
        "reasons": [_discrepancy(found.rules, each) for each in verdict.reasons],
        "corrected": [_discrepancy(found.rules, each) for each in verdict.corrected],
        "unchecked": verdict.unchecked,
    }


def _discrepancy(rules: tuple[AnyRuleset, ...], found: Discrepancy) -> dict[str, object]:
    return {
        "position": found.position,
        "kind": found.kind,
        "says": found.says,
        "clause": found.clause,
        "words": _words(rules, found.clause),
        "recorded": Raw(value_text(found.recorded)),
        "follows": Raw(value_text(found.follows)),
    }


def _words(rules: tuple[AnyRuleset, ...], clause: str) -> str:
    """The words of a clause in the edition that decides, else in the record's own."""
    said_by = (words_of(each, [clause])[clause].get("words", "") for each in rules)
    return next(filter(None, said_by), "")


def _lines(found: _Examined) -> Iterator[Text]:
    verdict = found.verdict
    yield line(f"{found.name}: ", (SAYS[verdict.status], STYLES[verdict.status]))
    yield line(f"  {verdict.edition}, game {verdict.game}")
    recomputed = "recomputed from the seed" if found.has_seed else "checked for being possible"
    done = f"{counted(verdict.decisions, 'decision')} decided again, {counted(verdict.draws, 'draw')} {recomputed}"
    proven = f", {counted(verdict.proofs, 'promise proof')} checked" if verdict.proofs else ""
    yield line(f"  {counted(verdict.events, 'event')}, {done}{proven}")
    yield line(f"  head {verdict.head}")
    if found.compared:
        yield line(f"  {found.compared}")
    for each in (*verdict.discrepancies, *verdict.reasons):
        yield from _discrepancy_lines(each, found.rules)
    for each in verdict.corrected:
        yield line(f"  position {each.position}, {each.kind}, corrected since: {each.says}")
    if verdict.reached < verdict.events:
        yield line(f"  nothing after position {verdict.reached} could be followed")
    for unchecked in verdict.unchecked:
        yield line(f"  not checked, position {unchecked.position}: {unchecked.why}")


def _discrepancy_lines(found: Discrepancy, rules: tuple[AnyRuleset, ...]) -> Iterator[Text]:
    yield line(f"  position {found.position}, {found.kind}: ", (found.says, "red"))
    if found.clause:
        yield line("    ", (found.clause, "bold"), f" {_words(rules, found.clause)}")
    if found.recorded is not None or found.follows is not None:
        yield line("    recorded: ", value_text(found.recorded).decode())
        yield line("    follows:  ", value_text(found.follows).decode())
