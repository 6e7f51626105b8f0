"""Where every game stands: the score of each seat, who is out, and the result."""

from typing import Final

import msgspec
from msgspec import Struct

from domain.kernel.seats import Seat
from domain.rulesets.protocol import AnyRuleset, Ending
from projections.changes import PerGame, Row, SoFar, Table
from projections.store import Views


class SeatScore(Struct, frozen=True):
    """What a seat has, in the ruleset's own unit, and whether it is out."""

    seat: str
    points: int
    unit: str
    out: bool


class GameStanding(Struct, frozen=True):
    """A game's standing at a position; ``out`` names every seat that is out, ``stall`` what holds the game up."""

    game: str
    position: int
    scores: tuple[SeatScore, ...]
    out: tuple[str, ...]
    ending: Ending | None
    stall: str


def standing(views: Views, game: str) -> GameStanding | None:
    """Where a game stands; nothing where nothing of the game is there yet."""
    columns = "position, out, outcome, winners, clause, stall"
    with views.reading() as connection:
        found = connection.execute(f"SELECT {columns} FROM standings WHERE game = ?", (game,)).fetchone()  # noqa: S608  # names of ours
        if found is None:
            return None
        scores = "SELECT seat, points, unit, is_out FROM scores WHERE game = ? ORDER BY place"
        scored = connection.execute(scores, (game,)).fetchall()
    position, out, outcome, winners, clause, stall = found
    ending = None if outcome is None else Ending(outcome, _SEATS.decode(winners), clause)
    seats = tuple(SeatScore(seat, points, unit, bool(is_out)) for seat, points, unit, is_out in scored)
    return GameStanding(game, position, seats, _SEATS.decode(out), ending, stall)


def rows_of(ruleset: AnyRuleset, so_far: SoFar) -> tuple[Row, ...]:
    """The standing of a game, and a row for each score in the order the ruleset gives."""
    game, found = so_far.game, ruleset.standing(so_far.game.state)
    ending = found.ending
    result = (None, "[]", "") if ending is None else (ending.outcome, _text(ending.winners), ending.clause)
    return (
        Row("standings", (game.id, game.position, _text(found.out), *result, found.stall)),
        *(
            Row("scores", (game.id, place, score.seat, score.points, score.unit, int(score.seat in found.out)))
            for place, score in enumerate(found.scores)
        ),
    )


def _text(seats: tuple[str, ...]) -> str:
    return msgspec.json.encode(seats).decode()


_SEATS: Final = msgspec.json.Decoder(tuple[Seat, ...])

STANDINGS: Final = PerGame(
    "standings",
    1,
    (
        Table(
            "standings",
            """
            CREATE TABLE standings (
                game TEXT PRIMARY KEY,
                position INTEGER NOT NULL,
                out TEXT NOT NULL,
                outcome TEXT,
                winners TEXT NOT NULL,
                clause TEXT NOT NULL,
                stall TEXT NOT NULL
            ) WITHOUT ROWID
            """,
        ),
        Table(
            "scores",
            """
            CREATE TABLE scores (
                game TEXT NOT NULL,
                place INTEGER NOT NULL,
                seat TEXT NOT NULL,
                points INTEGER NOT NULL,
                unit TEXT NOT NULL,
                is_out INTEGER NOT NULL,
                PRIMARY KEY (game, place)
            ) WITHOUT ROWID
            """,
        ),
    ),
    rows_of,
)
