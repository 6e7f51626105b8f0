"""Which clauses and readings are applied, and how often: what a game's designer wants to know."""

from collections import Counter
from typing import Final

from msgspec import Struct

from oathbook.domain.games.game_events import Entry, OutcomeFollowed
from oathbook.domain.kernel import Line, Roster
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.citations import CITATIONS, citation_rows
from oathbook.projections.definitions import PerEvent, ViewRow, ViewTable
from oathbook.projections.views_reader import ViewsReader, tracked_position


class ClauseUsage(Struct, frozen=True):
    """How many consequences cite a clause, how many lines of workings apply it or do not, and in how many games."""

    clause: str
    cited: int
    worked: int
    not_applied: int
    games: int


class ReadingUsage(Struct, frozen=True):
    """How many consequences rest on a reading, and in how many games."""

    reading: str
    used: int
    games: int


class Usage(Struct, frozen=True):
    """What is used of an edition, by id; ``upto`` is the number of the last event of the log that is counted."""

    edition: str
    clauses: tuple[ClauseUsage, ...]
    readings: tuple[ReadingUsage, ...]
    upto: int


def usage(views: ViewsReader, edition: str, clause: str | None = None) -> Usage:
    """What is used of an edition, or of one clause of it; without what nobody has used yet."""
    counts = "clause, sum(cited), sum(worked), sum(not_applied), count(*)"
    standing = "WHERE cited + worked + not_applied > 0"  # what was taken back has left noughts
    narrowed, wanted = (" AND clause = ?", (edition, clause)) if clause is not None else ("", (edition,))
    with views.snapshot() as connection:
        clauses = connection.execute(
            f"SELECT {counts} FROM clause_usage {standing} AND edition = ?{narrowed} GROUP BY clause ORDER BY clause",  # noqa: S608  # names of ours
            wanted,
        ).fetchall()
        used = "SELECT reading, sum(used), count(*) FROM reading_usage WHERE used > 0 AND edition = ? GROUP BY reading"
        readings = connection.execute(f"{used} ORDER BY reading", (edition,)).fetchall()
        upto = tracked_position(connection, NAME)
    return Usage(
        edition,
        tuple(ClauseUsage(*row) for row in clauses),
        tuple(ReadingUsage(*row) for row in readings) if clause is None else (),
        upto,
    )


def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, number: int, _: Roster) -> tuple[ViewRow, ...]:
    """What an outcome adds to the counts, and what it and other events cite."""
    return (*_counts(ruleset.edition.key, game, entry), *citation_rows(ruleset.edition.key, game, entry, number))


def _reversal(ruleset: AnyRuleset, game: str, entry: Entry) -> tuple[ViewRow, ...]:
    """The same counts, to be taken away again."""
    return _counts(ruleset.edition.key, game, entry, -1)


def _counts(edition: str, game: str, entry: Entry, times: int = 1) -> tuple[ViewRow, ...]:
    body = entry.body
    if not isinstance(body, OutcomeFollowed):
        return ()
    lines: list[Line] = [line for each in body.consequences for line in each.working]
    cited = Counter(clause for each in body.consequences for clause in each.cites)
    worked = Counter(line.clause for line in lines if line.applied)
    passed = Counter(line.clause for line in lines if not line.applied)
    used = Counter(reading for each in body.consequences for reading in each.readings)
    return (
        *(
            ViewRow(
                "clause_usage", (edition, clause, game, *(times * each[clause] for each in (cited, worked, passed)))
            )
            for clause in sorted({*cited, *worked, *passed})
        ),
        *(ViewRow("reading_usage", (edition, reading, game, times * each)) for reading, each in sorted(used.items())),
    )


NAME: Final = "clause_usage"
CLAUSE_USAGE: Final = PerEvent(
    NAME,
    3,
    (
        ViewTable(
            "clause_usage",
            """
            CREATE TABLE clause_usage (
                edition TEXT NOT NULL,
                clause TEXT NOT NULL,
                game TEXT NOT NULL,
                cited INTEGER NOT NULL,
                worked INTEGER NOT NULL,
                not_applied INTEGER NOT NULL,
                PRIMARY KEY (edition, clause, game)
            ) WITHOUT ROWID
            """,
            counts=("cited", "worked", "not_applied"),
            key=("edition", "clause", "game"),
        ),
        ViewTable(
            "reading_usage",
            """
            CREATE TABLE reading_usage (
                edition TEXT NOT NULL,
                reading TEXT NOT NULL,
                game TEXT NOT NULL,
                used INTEGER NOT NULL,
                PRIMARY KEY (edition, reading, game)
            ) WITHOUT ROWID
            """,
            counts=("used",),
            key=("edition", "reading", "game"),
        ),
        CITATIONS,
    ),
    rows_of,
    once=True,
    reversal=_reversal,
)
