"""The docket: every dispute, what it is about, and what became of it."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from oathbook.domain.disputes.dispute import Dispute, DisputeState, EnteredFinding
from oathbook.domain.disputes.dispute_events import RulingEntered, actor_to_text
from oathbook.domain.kernel.limits import PAGE
from oathbook.projections.definitions import DisputeSoFar, PerDispute, ViewRow, ViewTable
from oathbook.projections.ruled_effects import EFFECTS, effect_rows
from oathbook.projections.views_reader import ViewsReader, clamp_limit, tracked_position

NAME: Final = "docket"
COLUMNS: Final = (
    "dispute, number, game, edition, state, claim, at, by, says, found, ruled, remedy, also, clauses, arbiters, "
    "position, filed_at, last_at"
)


class DocketRow(Struct, frozen=True):
    """A dispute in the docket; ``number`` is its place in the log, which orders the docket.

    ``claim`` is the kind of it and ``at`` the event it is about (nothing for a promise). ``found`` is the last
    public finding's answer, ``ruled``, ``remedy`` and ``also`` the ruling in force. ``clauses`` are the one that was
    claimed and the one that decides the finding.
    """

    dispute: str
    number: int
    game: str
    edition: str
    state: DisputeState
    claim: str
    at: int | None
    by: str
    says: str
    found: str | None
    ruled: str | None
    remedy: str | None
    also: tuple[str, ...]
    clauses: tuple[str, ...]
    arbiters: tuple[str, ...]
    position: int
    filed_at: str
    last_at: str


class Docket(Struct, frozen=True):
    """Disputes, newest first.

    ``next`` is the ``after`` of the next page, ``upto`` the number of the last event of the log that is included.
    """

    disputes: tuple[DocketRow, ...]
    next: int | None
    upto: int


class DocketFilter(Struct, frozen=True):
    """Which disputes are wanted: those that every filter lets through; ``ruleset`` lets all its editions through."""

    game: str | None = None
    ruleset: str | None = None
    edition: str | None = None
    clause: str | None = None
    state: DisputeState | None = None
    arbiter: str | None = None
    after: int | None = None

    @property
    def terms(self) -> dict[str, object]:
        """The terms by which disputes are narrowed down, each with its value."""
        wanted: dict[str, object] = {
            "game = ?": self.game,
            "instr(edition, ? || '/') = 1": self.ruleset,
            "edition = ?": self.edition,
            "dispute IN (SELECT dispute FROM disputed_clauses WHERE clause = ?)": self.clause,
            "state = ?": self.state,
            "dispute IN (SELECT dispute FROM hearing_arbiters WHERE arbiter = ?)": self.arbiter,
            "number < ?": self.after,
        }
        return {term: value for term, value in wanted.items() if value is not None}


def docket(views: ViewsReader, sought: DocketFilter, *, limit: int = PAGE) -> Docket:
    """The disputes that are sought, newest first."""
    limit = clamp_limit(limit)
    terms = sought.terms
    where = f"{' AND '.join(terms) or 'true'} ORDER BY number DESC LIMIT ?"
    with views.snapshot() as connection:
        rows = connection.execute(f"SELECT {COLUMNS} FROM docket WHERE {where}", (*terms.values(), limit + 1))  # noqa: S608  # terms of ours
        found = tuple(map(_row, rows))
        upto = tracked_position(connection, NAME)
    disputes = found[:limit]
    return Docket(disputes, disputes[-1].number if len(found) > limit else None, upto)


def subject_position(dispute: Dispute, ruling: RulingEntered) -> int:
    """By which position of the game what is ruled on had happened.

    It is the event that is claimed, or the one that settled the promise. Where nothing has, it is the last that the
    finding was made from.
    """
    claimed: int | None = dispute.filed.claim.get("at")
    if claimed is not None:
        return claimed
    finding = finding_of(dispute, ruling).body
    settled: int | None = finding.finding.get("derived", {}).get("settled")
    return finding.events if settled is None else settled


def finding_of(dispute: Dispute, ruling: RulingEntered) -> EnteredFinding:
    """The finding that a ruling is on, which need not be the last before it."""
    return next(each for each in dispute.findings if each.position == ruling.finding)


def clauses_of(dispute: Dispute, finding: EnteredFinding | None) -> tuple[str, ...]:
    """The clause that is claimed, and the one that decides a finding, each once."""
    found = "" if finding is None else finding.body.finding["clause"]
    return tuple(dict.fromkeys(each for each in (dispute.filed.claim.get("clause", ""), found) if each))


def deciding_clause_of(dispute: Dispute, ruling: RulingEntered) -> str:
    """The clause by which a ruling decides: the finding's, or the one claimed where a person decides otherwise."""
    finding = finding_of(dispute, ruling).body
    found, claimed = str(finding.finding["clause"]), str(dispute.filed.claim.get("clause", ""))
    return found if finding.answer == ruling.answer else claimed or found


def arbiters_of(dispute: Dispute) -> tuple[str, ...]:
    """Those who have ruled on it, in order."""
    return tuple(each.by.name for each in dispute.rulings)


def rows_of(heard: DisputeSoFar) -> tuple[ViewRow, ...]:
    """A dispute's row of the docket, and one for each of its clauses and arbiters."""
    return tuple(_rows(heard))


def _rows(heard: DisputeSoFar) -> Iterator[ViewRow]:
    dispute, filed = heard.dispute, heard.dispute.filed
    ruling = dispute.rulings[-1].body if dispute.rulings else None
    finding = next(reversed(dispute.findings), None) if ruling is None else finding_of(dispute, ruling)
    clauses, arbiters = clauses_of(dispute, finding), arbiters_of(dispute)
    found = None if finding is None else finding.body.answer
    yield ViewRow(
        NAME,
        (
            *(dispute.id, heard.number, dispute.game, filed.edition, dispute.state),
            *(filed.claim["claim"], filed.claim.get("at"), actor_to_text(dispute.by), filed.says, found),
            *((None, None) if ruling is None else (ruling.answer, ruling.remedy.__struct_config__.tag)),
            _text(() if ruling is None else tuple(str(each.__struct_config__.tag) for each in ruling.also)),
            *(_text(clauses), _text(arbiters), dispute.position, dispute.filed_at, heard.last_at),
        ),
    )
    if ruling is not None:
        about, ruled_at = subject_position(dispute, ruling), dispute.rulings[-1].at
        yield from effect_rows(dispute.id, dispute.game, ruling.remedies, about, ruled_at)
    yield from (ViewRow("disputed_clauses", (dispute.id, each)) for each in clauses)
    yield from (ViewRow("hearing_arbiters", (dispute.id, each)) for each in dict.fromkeys(arbiters))


def _row(row: tuple[Any, ...]) -> DocketRow:
    fields = dict(zip(DocketRow.__struct_fields__, row, strict=True))
    read = {name: msgspec.json.decode(fields[name]) for name in ("also", "clauses", "arbiters")}
    return msgspec.convert({**fields, **read}, DocketRow)


def _text(value: tuple[str, ...]) -> str:
    return msgspec.json.encode(value).decode()


DOCKET: Final = PerDispute(
    NAME,
    4,
    (
        ViewTable(
            NAME,
            """
            CREATE TABLE docket (
                dispute TEXT PRIMARY KEY,
                number INTEGER NOT NULL UNIQUE,
                game TEXT NOT NULL,
                edition TEXT NOT NULL,
                state TEXT NOT NULL,
                claim TEXT NOT NULL,
                at INTEGER,
                by TEXT NOT NULL,
                says TEXT NOT NULL,
                found TEXT,
                ruled TEXT,
                remedy TEXT,
                also TEXT NOT NULL,
                clauses TEXT NOT NULL,
                arbiters TEXT NOT NULL,
                position INTEGER NOT NULL,
                filed_at TEXT NOT NULL,
                last_at TEXT NOT NULL
            ) WITHOUT ROWID
            """,
            (
                "CREATE INDEX docket_by_game ON docket (game, number)",
                "CREATE INDEX docket_by_edition ON docket (edition, number)",
                "CREATE INDEX docket_by_state ON docket (state, number)",
            ),
        ),
        ViewTable(
            "disputed_clauses",
            "CREATE TABLE disputed_clauses (dispute TEXT NOT NULL, clause TEXT NOT NULL, "
            "PRIMARY KEY (dispute, clause)) WITHOUT ROWID",
            ("CREATE INDEX disputed_clauses_by_clause ON disputed_clauses (clause)",),
        ),
        EFFECTS,
        ViewTable(
            "hearing_arbiters",
            "CREATE TABLE hearing_arbiters (dispute TEXT NOT NULL, arbiter TEXT NOT NULL, "
            "PRIMARY KEY (dispute, arbiter)) WITHOUT ROWID",
            ("CREATE INDEX hearing_arbiters_by_name ON hearing_arbiters (arbiter)",),
        ),
    ),
    rows_of,
)
