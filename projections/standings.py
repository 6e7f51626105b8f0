"""Where every game stands: the score of each seat less its penalties, who is out, and the result."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.games.game import Game
from domain.kernel.seats import Seat
from domain.promises.audit.audited import Audited
from domain.rulesets.protocol import AnyRuleset, Ending, Score
from projections.changes import PerGame, SoFar, ViewRow, ViewTable
from projections.docket import ruled_penalties
from projections.store import Views
from projections.words import judged_upto, penalties_in

SeatPenalty = tuple[int, int]
"""What a seat pays, and what more is proposed."""

NONE: Final[SeatPenalty] = (0, 0)


class SeatScore(Struct, frozen=True):
    """What a seat has, in the ruleset's own unit, and whether it is out.

    ``penalty`` is what it pays for promises that it is to blame for breaking, ``ruled`` what it loses by rulings on
    disputes, ``after`` what it has less both. What is only
    ``proposed``, because something is left to a judge, does not count.
    """

    seat: str
    points: int
    unit: str
    out: bool
    penalty: int
    proposed: int
    after: int
    ruled: int = 0


class GameStanding(Struct, frozen=True):
    """A game's standing at a position; ``out`` names every seat that is out, ``stall`` what holds the game up.

    ``reserve`` is where penalties for promises are entered, if the edition has one; ``judged_upto`` the position up to
    which promises are judged: in the read models, it may differ a little from that of the scores.
    """

    game: str
    position: int
    scores: tuple[SeatScore, ...]
    out: tuple[str, ...]
    ending: Ending | None
    stall: str
    reserve: str | None
    judged_upto: int


def scored(score: Score, penalty: SeatPenalty, *, out: bool) -> SeatScore:
    """A score less a penalty."""
    owed, proposed = penalty
    return SeatScore(score.seat, score.points, score.unit, out, owed, proposed, score.points - owed)


def less_rulings(found: GameStanding, ruled: Mapping[str, int]) -> GameStanding:
    """A standing less what seats lose by rulings on disputes, where the edition keeps a reserve for penalties."""
    if found.reserve is None:
        return found
    lost = ((each, ruled.get(each.seat, 0)) for each in found.scores)
    scores = tuple(replace(each, after=each.after - points, ruled=points) for each, points in lost)
    return replace(found, scores=scores)


def standing(views: Views, game: str) -> GameStanding | None:
    """Where a game stands; nothing where nothing of the game is there yet."""
    columns = "position, out, outcome, winners, clause, stall, reserve"
    with views.reading() as connection:
        found = connection.execute(f"SELECT {columns} FROM standings WHERE game = ?", (game,)).fetchone()  # noqa: S608  # names of ours
        if found is None:
            return None
        scores = "SELECT seat, points, unit, is_out FROM scores WHERE game = ? ORDER BY place"
        rows = connection.execute(scores, (game,)).fetchall()
        penalties, judged = penalties_in(connection, game), judged_upto(connection, game)
    position, out, outcome, winners, clause, stall, reserve = found
    ending = None if outcome is None else Ending(outcome, _SEATS.decode(winners), clause)
    seats = tuple(
        scored(Score(seat, points, unit), penalties.get(seat, NONE), out=bool(is_out))
        for seat, points, unit, is_out in rows
    )
    told = GameStanding(game, position, seats, _SEATS.decode(out), ending, stall, reserve, judged)
    return less_rulings(told, ruled_penalties(views, game))


def rows_of(ruleset: AnyRuleset, so_far: SoFar) -> tuple[ViewRow, ...]:
    """The standing of a game, and a row for each score in the order the ruleset gives."""
    game, found = so_far.game, ruleset.standing(so_far.game.state)
    parent = game.opened.parent
    ending = found.ending
    result = (None, "[]", "") if ending is None else (ending.outcome, _text(ending.winners), ending.clause)
    return (
        ViewRow(
            "standings",
            (
                *(game.id, game.position, None if parent is None else parent.game, game.carried),
                *(_text(found.out), *result, reserve_of(ruleset), found.stall),
            ),
        ),
        *(
            ViewRow("scores", (game.id, place, score.seat, score.points, score.unit, int(score.seat in found.out)))
            for place, score in enumerate(found.scores)
        ),
    )


def standing_of(ruleset: AnyRuleset, game: Game, position: int, promises: tuple[Audited, ...]) -> GameStanding:
    """Where a game stands at a position, with its promises under audit up to there."""
    found = ruleset.standing(game.state)
    dues = [due for each in promises for part in each.parts for due in part.penalties]
    scores = tuple(
        scored(
            each,
            (
                sum(due.amount for due in dues if due.seat == each.seat and due.applies),
                sum(due.amount for due in dues if due.seat == each.seat and not due.applies),
            ),
            out=each.seat in found.out,
        )
        for each in found.scores
    )
    return GameStanding(game.id, position, scores, found.out, found.ending, found.stall, reserve_of(ruleset), position)


def reserve_of(ruleset: AnyRuleset) -> str | None:
    """Where the penalties of an edition are entered, if it has any."""
    penalty = ruleset.vocabulary.penalty
    return None if penalty is None else penalty.reserve


def _text(seats: tuple[str, ...]) -> str:
    return msgspec.json.encode(seats).decode()


_SEATS: Final = msgspec.json.Decoder(tuple[Seat, ...])

STANDINGS: Final = PerGame(
    "standings",
    3,
    (
        ViewTable(
            "standings",
            """
            CREATE TABLE standings (
                game TEXT PRIMARY KEY,
                position INTEGER NOT NULL,
                parent TEXT,
                carried INTEGER NOT NULL,
                out TEXT NOT NULL,
                outcome TEXT,
                winners TEXT NOT NULL,
                clause TEXT NOT NULL,
                reserve TEXT,
                stall TEXT NOT NULL
            ) WITHOUT ROWID
            """,
        ),
        ViewTable(
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
