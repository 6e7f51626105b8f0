"""``oathbook regress``: what another edition or other readings would change in many games."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import typer
from rich.text import Text

from oathbook.api.cli import arguments, output, regress_report
from oathbook.api.cli.archives.locate import locate_records
from oathbook.api.cli.archives.parquet_table import ParquetTable, open_table
from oathbook.api.cli.archives.record_address import RecordAddress
from oathbook.api.cli.archives.runner import RunOptions, results_as_completed
from oathbook.api.cli.databases import archive_in
from oathbook.api.cli.input_files import STDIN
from oathbook.api.cli.process_pool import CORES
from oathbook.api.cli.regress_plan import RegressWork, plan_of
from oathbook.domain.errors import BadRecord
from oathbook.domain.rulesets.protocol import Ending
from oathbook.replays.regression import RecordRegression, Winner


def regress_records(  # noqa: PLR0913  # a parameter for each option
    records: Annotated[
        list[str] | None,
        arguments.argument(
            metavar=arguments.ARCHIVE,
            help="Records, folders, globs, packs, URLs, or games; by default all games in the database.",
        ),
    ] = None,
    *,
    edition: Annotated[str, arguments.option(metavar="KEY", help="Decide again under this edition.")],
    against: Annotated[
        str, arguments.option(metavar="KEY", help="The edition of the records; records of other editions are skipped.")
    ],
    switch: Annotated[
        list[str] | None,
        arguments.option(metavar="ID=SETTING", help="Change this reading to this setting; repeatable."),
    ] = None,
    workers: arguments.Workers = CORES,
    cluster: arguments.Cluster = None,
    state: arguments.State = None,
    table: arguments.ToTable = None,
    force: arguments.Force = False,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Decide many games again under another edition or reading.

    Each decision of the records is tested by itself, in the state that the recorded events before it give. To find who
    wins, it plays the other game: the recorded decisions and draws, with what follows from each there.

    \b
    Exit codes
      0  nothing changes
      1  something changes: other events, a decision that is illegal now, or who won
      2  a record, the edition, a switch or the state cannot be read, or no record is of that edition
      3  nothing changes, as far as the records show

    \b
    --json  {"edition", "against", "switches", "records", "decisions", "same", "reasons", "different", "illegal",
            "untold", "already", "why": {reason: times}, "clauses": [{"clause", "title", "different", "illegal"}],
            "winners": {"unchanged", "changed", "open"}, "aside": {edition: records},
            "unreadable": [{"file", "problem", "says"}],
            "games": [{"file", "game", "head", "events", "decisions", "same", "reasons",
            "apart": [{"position", "result": "different"|"illegal"|"untold", "says", "clauses", "why", "already"}],
            "winner": {"effect", "recorded", "now", "open_from"}}]}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    plan = plan_of(edition, against, switch or ())
    work = RegressWork(plan.program, database, plan)
    with open_table(table, regress_report.COLUMNS, force=force) as rows:
        report = _run(work, _places(records, database), RunOptions(workers, cluster, state), rows)
    problems = output.Problems()
    for each in report.unreadable:
        problems.complain(each.says)
    problems.end()
    _must_have_some(report)
    if as_json:
        output.say_json(regress_report.report_json(report))
    else:
        _print(report)
    raise typer.Exit(report.code)


def _places(records: Sequence[str] | None, database: str) -> tuple[RecordAddress, ...]:
    if not records:
        with archive_in(database) as archive:
            return tuple(RecordAddress(game) for game in archive.games())
    if STDIN in records:
        raise typer.BadParameter(
            "several processes read the records, so each must be a file or a game, not stdin",
            param_hint=f"'{arguments.ARCHIVE}'",
        )
    return locate_records(dict.fromkeys(records))


def _run(
    work: RegressWork, places: Sequence[RecordAddress], how: RunOptions, rows: ParquetTable | None
) -> regress_report.RegressReport:
    """The report; answers in the state are not computed again, and each new answer is kept there at once."""
    found = tuple(results_as_completed(work, places, RecordRegression, how))
    report = regress_report.report_of(work.plan, found)
    if rows is not None:
        for row in regress_report.table_rows(report):
            rows.add(row)
    return report


def _must_have_some(report: regress_report.RegressReport) -> None:
    if not report.games and not report.unreadable:
        aside = f" ({_counts(report.aside)})" if report.aside else ""
        raise BadRecord(f"--against {report.plan.against}: none of the records is of that edition{aside}")


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _print(report: regress_report.RegressReport) -> None:
    output.say(_summary_lines(report))
    if report.clauses:
        rows = ((each, str(different), str(illegal), title) for each, title, different, illegal in report.clauses)
        output.say_table(("clause", "different", "illegal", "title"), rows)
    output.say([output.line(f"who won: {_counts(report.winners)}")])
    games = [game for _, game in report.games if game.apart or game.winner.effect != "unchanged"]
    if games:
        output.say_table(("game", "different", "illegal", "unknown", "who won"), map(_row, games))


def _summary_lines(report: regress_report.RegressReport) -> Iterator[Text]:
    plan, sums, results = report.plan, report.sums, report.results
    turned = "".join(f", {reading}={setting}" for reading, setting in plan.switches.items())
    yield output.line((f"{plan.edition}{turned}", "bold"), f" against {plan.against}")
    yield output.line(f"{output.counted(len(report.games), 'record')}, {output.counted(sums['decisions'], 'decision')}")
    reasons = f", {sums['reasons']} of them for other reasons" if sums["reasons"] else ""
    yield output.line(f"  the same: {sums['same']}{reasons}")
    yield output.line(f"  different: {results['different']}")
    yield output.line(f"  illegal now: {results['illegal']}")
    yield output.line(f"  unknown: {results['untold']}", f" ({_counts(report.why)})" if report.why else "")
    if report.already:
        yield output.line(f"  {report.already} of these not the same under {plan.against} either")
    if report.aside:
        yield output.line(f"records of other editions, skipped: {_counts(report.aside)}")


def _row(game: RecordRegression) -> tuple[str, ...]:
    results = [each.result for each in game.apart]
    counts = (str(results.count(result)) for result in ("different", "illegal", "untold"))
    return (game.game, *counts, _winner(game.winner))


def _winner(winner: Winner) -> str:
    match winner.effect:
        case "unchanged":
            return "unchanged"
        case "changed":
            return f"{_ending_text(winner.recorded)} before, now {_ending_text(winner.now)}"
        case "open":
            return f"open from {winner.open_from}"


def _ending_text(ending: Ending | None) -> str:
    if ending is None:
        return "not over"
    return f"{ending.outcome} of {', '.join(ending.winners)}" if ending.winners else ending.outcome
