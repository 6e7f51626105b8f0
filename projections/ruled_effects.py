"""What rulings do to seats: what they cost or give in the standing, how a game ends by them, and a player's record."""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from oathbook.domain.disputes.dispute_events import AssignResult, Award, LoseGame, Penalise, Remedy
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.promises.audit.standing import RuledOutcome, RuledPenalty, RuledResult, RulingEffect
from oathbook.projections.definitions import ViewRow, ViewTable
from oathbook.projections.views_reader import ReadConnection, ViewsReader

NAME: Final = "ruled_effects"

EffectKind = Literal["warning", "penalty", "award", "loss", "result"]


class PlayerRuling(Struct, frozen=True):
    """A ruling in force that names a player's seat; ``warnings`` counts the warnings of that player up to it."""

    dispute: str
    game: str
    seat: Seat
    what: EffectKind
    points: int
    says: str
    at: str
    warnings: int


def effect_rows(dispute: str, game: str, remedies: tuple[Remedy, ...], about: int, ruled_at: str) -> Iterator[ViewRow]:
    """A row for each remedy of the ruling in force that says something of a seat or of the result."""
    for number, remedy in enumerate(remedies):
        effect = _effect(remedy)
        if effect is not None:
            yield ViewRow(NAME, (dispute, number, game, about, ruled_at, *effect))


def _effect(remedy: Remedy) -> tuple[EffectKind, str | None, int, str, str] | None:
    match remedy:
        case Penalise(seat=seat, points=points, says=says):
            return "penalty" if points else "warning", seat, points, says, "[]"
        case Award(seat=seat, points=points):
            return "award", seat, -points, "", "[]"
        case LoseGame(seat=seat):
            return "loss", seat, 0, "", "[]"
        case AssignResult(outcomes=outcomes):
            return "result", None, 0, "", msgspec.json.encode(outcomes).decode()
        case _:
            return None


def ruling_effects(views: ViewsReader, game: str) -> tuple[RulingEffect, ...]:
    """What rulings in force do to the standing of a game, in the order in which they were made.

    A fork takes over what was ruled in the games that it goes on from, but for what happened behind the events that it
    carries over.
    """
    with views.snapshot() as connection:
        return select_ruling_effects(connection, game)


def select_ruling_effects(connection: ReadConnection, game: str) -> tuple[RulingEffect, ...]:
    """The same, out of a file of read models that is open."""
    return tuple(_ruling_effect(*row) for row in connection.execute(_EFFECTS, (game,)))


def _ruling_effect(about: int, kind: str, seat: str | None, points: int, outcomes: str, dispute: str) -> RulingEffect:
    if kind in {"penalty", "award"}:
        return RuledPenalty(about, Seat(seat or ""), points, dispute)
    lost = None if seat is None else Seat(seat)
    return RuledResult(about, lost, msgspec.json.decode(outcomes, type=tuple[RuledOutcome, ...]), dispute)


def warnings_by_seat(views: ViewsReader, game: str) -> dict[str, int]:
    """How often the player of each seat of a game was warned, in all games here."""
    with views.snapshot() as connection:
        return {str(seat): int(number) for seat, number in connection.execute(_WARNINGS, (game,))}


def select_player_rulings(connection: ReadConnection, player: str, *, imported: bool) -> tuple[PlayerRuling, ...]:
    """The latest rulings in force about the seats of a player, in games here or in imported records."""
    rows: list[tuple[Any, ...]] = list(connection.execute(_PLAYER, (player, int(imported), PAGE)))
    return tuple(PlayerRuling(*row) for row in rows)


_EFFECTS: Final = """
WITH RECURSIVE line (game, upto) AS (
    SELECT CAST(? AS TEXT), 9223372036854775807
    UNION ALL
    SELECT parent, CASE WHEN upto < carried THEN upto ELSE carried END FROM line JOIN forks USING (game)
)
SELECT about, kind, seat, points, outcomes, dispute FROM line JOIN ruled_effects USING (game)
WHERE about <= upto AND kind <> 'warning' ORDER BY ruled_at, dispute, place
"""
_WARNINGS: Final = """
SELECT here.seat, count(*) FROM players AS here
JOIN players AS seated ON seated.player = here.player
JOIN ruled_effects ON ruled_effects.game = seated.game AND ruled_effects.seat = seated.seat
WHERE here.game = ? AND here.player <> '' AND ruled_effects.kind = 'warning' GROUP BY here.seat
"""
_PLAYER: Final = """
SELECT dispute, game, seat, kind, abs(points), says, ruled_at,
    sum(CASE WHEN kind = 'warning' THEN 1 ELSE 0 END) OVER (ORDER BY ruled_at, dispute, place)
FROM ruled_effects JOIN players USING (game, seat) JOIN ledgers USING (game)
WHERE player = ? AND imported = ? ORDER BY ruled_at DESC, dispute DESC, place DESC LIMIT ?
"""

EFFECTS: Final = ViewTable(
    NAME,
    """
    CREATE TABLE ruled_effects (
        dispute TEXT NOT NULL,
        place INTEGER NOT NULL,
        game TEXT NOT NULL,
        about INTEGER NOT NULL,
        ruled_at TEXT NOT NULL,
        kind TEXT NOT NULL,
        seat TEXT,
        points INTEGER NOT NULL,
        says TEXT NOT NULL,
        outcomes TEXT NOT NULL,
        PRIMARY KEY (dispute, place)
    ) WITHOUT ROWID
    """,
    ("CREATE INDEX ruled_effects_by_game ON ruled_effects (game)",),
)
