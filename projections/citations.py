"""Where a clause or a reading is applied: an index of the events that cite it, and the promises it is the price of."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from oathbook.domain.games import game_events
from oathbook.domain.kernel import Roster
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence
from oathbook.projections.definitions import ViewRow, ViewTable
from oathbook.projections.games import SeatedPlayer
from oathbook.projections.timeline import TimelineSentence
from oathbook.projections.views_reader import ViewsReader, clamp_limit


class CitingEvent(Struct, frozen=True):
    """An event that cites something: where it is, when it was recorded, and what it says, as everyone may see it."""

    game: str
    position: int
    at: str
    sentences: tuple[str, ...]


class Citations(Struct, frozen=True):
    """Events that cite a clause or a reading, newest first; ``next`` is the ``after`` of the next page."""

    events: tuple[CitingEvent, ...]
    next: int | None


class PaidBreaches(Struct, frozen=True):
    """How many times a player had to pay for a broken promise, and in how many games."""

    times: int
    games: int


def is_penalty_clause(ruleset: AnyRuleset, cited: str) -> bool:
    """Whether a clause or a reading is one that a broken promise costs by."""
    penalty = ruleset.vocabulary.penalty
    return penalty is not None and cited in (*penalty.cites, *penalty.readings)


def citations(
    views: ViewsReader, ruleset: AnyRuleset, cited: str, *, after: int | None = None, limit: int = PAGE
) -> Citations:
    """The events that cite a clause or a reading of an edition; those of its price are where promises were broken."""
    limit = clamp_limit(limit)
    find = _breaches if is_penalty_clause(ruleset, cited) else _events
    return find(views, ruleset.edition.key, cited, after, limit)


def paid_breaches(views: ViewsReader, edition: str) -> PaidBreaches:
    """How often the price of a broken promise was to be paid in the games of an edition."""
    with views.snapshot() as connection:
        counted = f"SELECT count(*), count(DISTINCT game) FROM {_PAID}"  # noqa: S608  # names of ours
        return PaidBreaches(*connection.execute(counted, (edition,)).fetchone())


def citation_rows(edition: str, game: str, entry: game_events.Entry, number: int) -> tuple[ViewRow, ...]:
    """A row for each clause and each reading that an event cites; a line of a working cites what it applies."""
    cited = sorted(_cited_in(entry.body))
    return tuple(ViewRow(CITATIONS.name, (edition, each, game, entry.position, number)) for each in cited)


def _cited_in(body: game_events.EventBody) -> set[str]:
    if isinstance(body, game_events.OutcomeFollowed):
        return _cited_by(body.consequences)
    if isinstance(body, game_events.GameCorrected):
        return _cited_by(body.instead[0].consequences)
    return {body.ending.clause} if isinstance(body, game_events.GameEnded) else set()


def _cited_by(consequences: tuple[Consequence[Any], ...]) -> set[str]:
    named = {name for each in consequences for name in (*each.cites, *each.readings)}
    return named | {line.clause for each in consequences for line in each.working if line.applied}


def _events(views: ViewsReader, edition: str, cited: str, after: int | None, limit: int) -> Citations:
    """Where it is told that something is cited, as far as the timeline is; only the sentences that cite it, if any."""
    behind, wanted = ("", ()) if after is None else (" AND number < ?", (after,))
    with views.snapshot() as connection:
        rows = connection.execute(
            "SELECT number, game, position, at, sentences "  # noqa: S608  # names of ours
            "FROM citations JOIN timeline USING (game, position) "
            f"WHERE edition = ? AND cited = ?{behind} ORDER BY number DESC LIMIT ?",
            (edition, cited, *wanted, limit + 1),
        ).fetchall()
    events = tuple(
        CitingEvent(game, position, at, _citing_sentences(cited, told)) for _, game, position, at, told in rows[:limit]
    )
    return Citations(events, rows[limit - 1][0] if len(rows) > limit else None)


def _citing_sentences(cited: str, told: str) -> tuple[str, ...]:
    sentences = _SENTENCES.decode(told)
    return tuple(each.sentence for each in sentences if cited in each.cites) or tuple(
        each.sentence for each in sentences
    )


def _breaches(views: ViewsReader, edition: str, _: str, after: int | None, limit: int) -> Citations:
    """Where promises were broken that are paid for, newest game first; ``after`` is how many are passed over."""
    passed = after or 0
    with views.snapshot() as connection:
        rows = connection.execute(
            "SELECT game, position, at, seat, promise, owed, reserve, seats "  # noqa: S608  # names of ours
            f"FROM {_PAID} ORDER BY number DESC, position DESC, place, seat LIMIT ? OFFSET ?",
            (edition, limit + 1, passed),
        ).fetchall()
    events = tuple(
        CitingEvent(game, position, at, (f"{_roster(seats).call(seat)} breaks promise {promise}: {owed} {reserve}",))
        for game, position, at, seat, promise, owed, reserve, seats in rows[:limit]
    )
    return Citations(events, passed + limit if len(rows) > limit else None)


def _roster(seats: str) -> Roster:
    return Roster.of((each.seat, each.player) for each in _SEATS.decode(seats))


_PAID: Final = """
(
    SELECT pledges.game, pledges.number, pledges.place, pledges.position, timeline.at, seat, promise, owed, reserve,
        games.seats
    FROM pledges
    JOIN promises USING (game, place)
    JOIN games ON games.game = pledges.game
    JOIN timeline ON timeline.game = pledges.game AND timeline.position = pledges.position
    WHERE edition = ? AND owed > 0 AND counts = 1
) AS paid
"""
_SEATS: Final = msgspec.json.Decoder(tuple[SeatedPlayer, ...])
_SENTENCES: Final = msgspec.json.Decoder(tuple[TimelineSentence, ...])

CITATIONS: Final = ViewTable(
    "citations",
    """
    CREATE TABLE citations (
        edition TEXT NOT NULL,
        cited TEXT NOT NULL,
        game TEXT NOT NULL,
        position INTEGER NOT NULL,
        number INTEGER NOT NULL
    )
    """,
    ("CREATE INDEX citations_by_cited ON citations (edition, cited, number)",),
)
"""``number`` is that of the event in the log of all streams."""
