"""The report of ``regress``, in the same order whichever record was done first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from oathbook.api.cli.archives.parquet_table import Columns
from oathbook.api.cli.archives.work import WorkResult
from oathbook.api.cli.output import encodable
from oathbook.api.cli.regress_plan import RegressPlan
from oathbook.api.schemas.editions import clause_texts
from oathbook.domain.disputes.findings import Impact
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.regression import DecisionDifference, RecordRegression, RegressResult

SAME, DIFFERENT, BAD_INPUT, UNTOLD = 0, 1, 2, 3
RESULTS: Final[tuple[RegressResult, ...]] = ("different", "illegal", "untold")
EFFECTS: Final[tuple[Impact, ...]] = ("unchanged", "changed", "open")
COLUMNS: Final[Columns] = {
    **dict.fromkeys(("file", "game", "head"), "string"),
    **dict.fromkeys(("events", "decisions", "same", "reasons", *RESULTS, "already"), "int64"),
    "clauses": "list<string>",
    "winner": "string",
    "open_from": "int64",
    **dict.fromkeys(("problem", "says"), "string"),
}
"""Of the Parquet file."""


class RegressReport(Struct, frozen=True):
    """The answers by file, each game and head once; how many records are of other editions; which cannot be read."""

    plan: RegressPlan
    games: tuple[tuple[str, RecordRegression], ...]
    aside: Mapping[str, int]
    unreadable: tuple[WorkResult[RecordRegression], ...]

    @property
    def apart(self) -> tuple[DecisionDifference, ...]:
        """Every decision that comes out differently."""
        return tuple(each for _, game in self.games for each in game.apart)

    @property
    def results(self) -> Mapping[str, int]:
        """The number of those decisions by kind."""
        found = Counter(each.result for each in self.apart)
        return {result: found[result] for result in RESULTS}

    @property
    def already(self) -> int:
        """The number of those that come out the same way under the edition of the records."""
        return sum(each.already for each in self.apart)

    @property
    def sums(self) -> Mapping[str, int]:
        """The number of decisions, of those that come out the same, and of those that do so for other reasons."""
        games = [game for _, game in self.games]
        return {
            "decisions": sum(game.decisions for game in games),
            "same": sum(game.same for game in games),
            "reasons": sum(game.reasons for game in games),
        }

    @property
    def winners(self) -> Mapping[str, int]:
        """The number of games by what becomes of the winner."""
        found = Counter(game.winner.effect for _, game in self.games)
        return {effect: found[effect] for effect in EFFECTS}

    @property
    def why(self) -> Mapping[str, int]:
        """The number of decisions that cannot be told, by reason."""
        return dict(sorted(Counter(each.why for each in self.apart if each.result == "untold").items()))

    @property
    def clauses(self) -> tuple[tuple[str, str, int, int], ...]:
        """Each clause with its title, and the number of decisions it makes different and illegal."""
        count = Counter((clause, each.result) for each in self.apart for clause in each.clauses)
        named = sorted({clause for clause, _ in count})
        known = [clause_texts(load_registry().ruleset(key), named) for key in (self.plan.edition, self.plan.against)]
        titles = {clause: next((each[clause]["title"] for each in known if each[clause]), "") for clause in named}
        return tuple((each, titles[each], count[each, "different"], count[each, "illegal"]) for each in named)

    @property
    def code(self) -> int:
        """The exit code."""
        results, winners = self.results, self.winners
        if self.unreadable:
            return BAD_INPUT
        if results["different"] or results["illegal"] or winners["changed"]:
            return DIFFERENT
        return UNTOLD if results["untold"] or winners["open"] else SAME


def report_of(plan: RegressPlan, found: Iterable[WorkResult[RecordRegression]]) -> RegressReport:
    """The report of all records."""
    ordered = sorted(found, key=lambda each: each.name)
    copies: dict[tuple[str, str], list[tuple[str, RecordRegression]]] = {}
    for each in ordered:
        if each.answer is not None:
            copies.setdefault((each.answer.game, each.answer.head), []).append((each.name, each.answer))
    games = [min(each, key=_left_open) for each in copies.values()]
    return RegressReport(
        plan,
        tuple(sorted(games, key=lambda each: (each[1].game, each[0]))),
        dict(sorted(Counter(each.aside for each in ordered if each.aside).items())),
        tuple(each for each in ordered if each.problem),
    )


def _left_open(copy: tuple[str, RecordRegression]) -> tuple[int, bool]:
    """How much a copy of a record leaves open; the copy that opens most leaves least."""
    _, game = copy
    return sum(each.result == "untold" for each in game.apart), game.winner.effect == "open"


def report_json(report: RegressReport) -> dict[str, object]:
    """The report as JSON has it."""
    games = [{"file": encodable(name), **asdict(game)} for name, game in report.games]
    clauses = [
        {"clause": clause, "title": title, "different": different, "illegal": illegal}
        for clause, title, different, illegal in report.clauses
    ]
    return {
        "edition": report.plan.edition,
        "against": report.plan.against,
        "switches": report.plan.switches,
        "records": len(games),
        **report.sums,
        **report.results,
        "already": report.already,
        "why": report.why,
        "clauses": clauses,
        "winners": report.winners,
        "aside": report.aside,
        "unreadable": [{"file": encodable(x.name), "problem": x.problem, "says": x.says} for x in report.unreadable],
        "games": games,
    }


def table_rows(report: RegressReport) -> Iterator[Mapping[str, object]]:
    """A row for each game of the report, and for each record that cannot be read."""
    for name, game in report.games:
        found = Counter(each.result for each in game.apart)
        yield {
            "file": encodable(name),
            **{field: getattr(game, field) for field in ("game", "head", "events", "decisions", "same", "reasons")},
            **{result: found[result] for result in RESULTS},
            "already": sum(each.already for each in game.apart),
            "clauses": sorted({clause for each in game.apart for clause in each.clauses}),
            "winner": game.winner.effect,
            "open_from": game.winner.open_from,
        }
    for each in report.unreadable:
        yield {"file": encodable(each.name), "problem": each.problem, "says": each.says}
