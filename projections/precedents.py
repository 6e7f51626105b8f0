"""Precedents: the rulings by the clause that they read, and how often what was claimed about a clause was upheld."""

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from oathbook.domain.disputes.dispute_events import JsonObject, Remedy, RulingAnswer
from oathbook.domain.kernel.limits import MOST_EXACT, PAGE
from oathbook.projections.definitions import DisputeSoFar, PerDispute, ViewRow, ViewTable
from oathbook.projections.docket import clauses_of, deciding_clause_of, finding_of, subject_position
from oathbook.projections.views_reader import ViewsReader, clamp_limit, tracked_position

NAME: Final = "precedents"
COLUMNS: Final = (
    "dispute, number, position, edition, game, claim, found, answer, reasons, against, remedy, also, arbiter, at, "
    "stands, role"
)


PrecedentRole = Literal["decides", "claimed"]


class Precedent(Struct, frozen=True):
    """A ruling on a clause; ``stands`` says that no ruling on appeal has replaced it.

    ``number`` is that of the dispute in the log; a dispute that was appealed has two rulings under one number.
    ``role`` says whether the ruling decides by the clause, or the claim only names it.
    """

    dispute: str
    number: int
    position: int
    edition: str
    game: str
    claim: str
    found: str
    answer: RulingAnswer
    reasons: str
    against: str
    remedy: Remedy
    also: tuple[Remedy, ...]
    arbiter: str
    at: str
    stands: bool
    role: PrecedentRole


class Precedents(Struct, frozen=True):
    """The rulings on a clause, newest dispute first; ``next`` and ``upto`` are as in the docket."""

    edition: str
    clause: str
    rulings: tuple[Precedent, ...]
    next: int | None
    upto: int


class ClauseDisputes(Struct, frozen=True):
    """How many disputes name a clause or are decided by it, how many it decides are ruled on, and what fell by it.

    What is upheld of one event, or of one promise, is overturned once, however often it is ruled on, in the game itself
    or in one that carries it over.
    """

    disputes: int
    ruled: int
    overturned: int


def precedents(
    views: ViewsReader, edition: str, clause: str, *, after: int | None = None, limit: int = PAGE
) -> Precedents:
    """The rulings on a clause of an edition, after the dispute with number ``after``; whole disputes a page."""
    limit = clamp_limit(limit)
    about = "edition = ? AND clause = ? AND number < ?"
    numbers = f"SELECT DISTINCT number FROM precedents WHERE {about} ORDER BY number DESC LIMIT ?"  # noqa: S608  # names of ours
    rulings = f"SELECT {COLUMNS} FROM precedents WHERE {about} AND number >= ? ORDER BY number DESC, position"  # noqa: S608  # names of ours
    asked = (edition, clause, MOST_EXACT if after is None else after)
    with views.snapshot() as connection:
        found = [number for (number,) in connection.execute(numbers, (*asked, limit + 1))]
        shown = found[:limit]
        rows = connection.execute(rulings, (*asked, shown[-1])).fetchall() if shown else []
        upto = tracked_position(connection, NAME)
    return Precedents(edition, clause, tuple(map(_row, rows)), shown[-1] if len(found) > limit else None, upto)


def clause_disputes(views: ViewsReader, edition: str, clause: str) -> ClauseDisputes:
    """How often a clause of an edition is disputed, and with what success."""
    disputes = "SELECT count(*) FROM docket JOIN disputed_clauses USING (dispute) WHERE edition = ? AND clause = ?"
    ruled = "SELECT count(*) FROM precedents WHERE edition = ? AND clause = ? AND role = 'decides' AND stands = 1"
    with views.snapshot() as connection:
        counts = (connection.execute(each, (edition, clause)).fetchone() for each in (disputes, ruled, _OVERTURNED))
        return ClauseDisputes(*(count for (count,) in counts))


def rows_of(heard: DisputeSoFar) -> tuple[ViewRow, ...]:
    """A row for each ruling on a dispute and each clause of it."""
    dispute, last = heard.dispute, heard.dispute.rulings[-1:]
    return tuple(
        ViewRow(
            NAME,
            (
                *(dispute.id, heard.number, ruled.position, dispute.filed.edition, dispute.game),
                *(dispute.filed.claim["claim"], finding.body.answer, ruled.body.answer),
                *(ruled.body.reasons, ruled.body.against, _json(ruled.body.remedy), _json(ruled.body.also)),
                *(ruled.by.name, ruled.at, int(ruled in last), _role(clause, decides), clause),
                *(_subject(dispute.filed.claim), subject_position(dispute, ruled.body)),
            ),
        )
        for ruled in dispute.rulings
        for finding in (finding_of(dispute, ruled.body),)
        for decides in (deciding_clause_of(dispute, ruled.body),)
        for clause in clauses_of(dispute, finding)
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _role(clause: str, decides: str) -> PrecedentRole:
    return "decides" if clause == decides else "claimed"


def _subject(claim: JsonObject) -> str:
    """What is claimed to be wrong, whatever should follow by whatever clause."""
    named = {field: claim[field] for field in ("claim", "at", "promise", "decision") if field in claim}
    return msgspec.json.encode(named, order="sorted").decode()


def _row(row: tuple[Any, ...]) -> Precedent:
    fields = dict(zip(Precedent.__struct_fields__, row, strict=True))
    read = {name: msgspec.json.decode(fields[name]) for name in ("remedy", "also")}
    return msgspec.convert({**fields, **read, "stands": bool(fields["stands"])}, Precedent)


_OVERTURNED: Final = """
WITH RECURSIVE fell (game, subject, about) AS (
    SELECT game, subject, about FROM precedents
    WHERE edition = ? AND clause = ? AND role = 'decides' AND stands = 1 AND answer = 'upheld'
    UNION
    SELECT parent, subject, about FROM fell JOIN forks USING (game) WHERE about <= carried
)
SELECT count(*) FROM (SELECT DISTINCT game, subject FROM fell LEFT JOIN forks USING (game)
                      WHERE about > coalesce(carried, 0)) AS overturned
"""
"""Of what a fork carries over, the game in which it happened is found; all else happened where it is ruled on."""

PRECEDENTS: Final = PerDispute(
    NAME,
    5,
    (
        ViewTable(
            NAME,
            """
            CREATE TABLE precedents (
                dispute TEXT NOT NULL,
                number INTEGER NOT NULL,
                position INTEGER NOT NULL,
                edition TEXT NOT NULL,
                game TEXT NOT NULL,
                claim TEXT NOT NULL,
                found TEXT NOT NULL,
                answer TEXT NOT NULL,
                reasons TEXT NOT NULL,
                against TEXT NOT NULL,
                remedy TEXT NOT NULL,
                also TEXT NOT NULL,
                arbiter TEXT NOT NULL,
                at TEXT NOT NULL,
                stands INTEGER NOT NULL,
                role TEXT NOT NULL,
                clause TEXT NOT NULL,
                subject TEXT NOT NULL,
                about INTEGER NOT NULL,
                PRIMARY KEY (dispute, position, clause)
            ) WITHOUT ROWID
            """,
            ("CREATE INDEX precedents_by_clause ON precedents (edition, clause, number)",),
        ),
    ),
    rows_of,
)
