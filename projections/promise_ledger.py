"""The ledger of promises: what became of each, who answers for a breach, and what everybody's word has been worth."""

from collections.abc import Iterator
from typing import Final

import msgspec

from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import GameForked
from oathbook.domain.games.promises import Promise
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.incremental_audit import PartResult, PromiseResult
from oathbook.projections import definitions


def rows_of(so_far: definitions.GameSoFar, judged: definitions.JudgedPromises) -> tuple[definitions.ViewRow, ...]:
    """How far the promises of a game are judged, a row for each of them, and one for everybody who is bound by it.

    Where the audit of the game went wrong, its row says so and all that binds is undetermined.
    """
    game = so_far.game
    rows = [definitions.ViewRow("ledgers", (game.id, game.position, judged.fault, int(so_far.imported)))]
    for place, found in enumerate(_unjudged(game) if judged.fault else judged.promises, 1):
        promise = game.promises[found.promise]
        rows.append(_promise_row(so_far, place, promise, found))
        rows.extend(_pledge_rows(so_far, place, promise, found, judged))
    return tuple(rows)


def _unjudged(game: Game) -> Iterator[PromiseResult]:
    for name, promise in game.promises.items():
        yield PromiseResult(name, promise.offer.letter, promise.stands, promise.bound_at, game.closed, ())


def _promise_row(
    so_far: definitions.GameSoFar, place: int, promise: Promise, found: PromiseResult
) -> definitions.ViewRow:
    offer = promise.offer
    parties = (_text(offer.obligors), _text(offer.addressees))
    stands = (promise.stands, found.status, promise.bound_at or None)
    return definitions.ViewRow("promises", (so_far.game.id, place, offer.promise, offer.letter, *parties, *stands))


def _pledge_rows(
    so_far: definitions.GameSoFar,
    place: int,
    promise: Promise,
    found: PromiseResult,
    judged: definitions.JudgedPromises,
) -> Iterator[definitions.ViewRow]:
    """What everybody who promised is bound by and what became of it; nobody is by what was never signed by all.

    The column before the last says whether it counts for the players: what a fork carries over counts once, where it
    was settled. The last one says whose players they are: of games opened here, or of an imported record. A seat for
    which a scribe wrote counts as one of an imported record: its player has signed nothing.
    """
    without_keys = so_far.game.opened.seats_without_keys
    players = {each.seat: each.player for each in so_far.game.opened.seats}
    for seat in promise.offer.obligors if promise.bound_at else ():
        part = next((each for each in found.parts if seat in each.obligors), None)
        settled = None if part is None else part.position
        key = (so_far.game.id, place, seat, players.get(seat, ""), so_far.number)
        yield definitions.ViewRow(
            "pledges",
            (
                *key,
                *(_NO_RESULT if part is None else _pledge_result(part, seat, judged)),
                *(_counts_for_player(so_far.game, settled, judged), int(so_far.imported or seat in without_keys)),
            ),
        )


def _counts_for_player(game: Game, settled: int | None, judged: definitions.JudgedPromises) -> int:
    """Whether it counts for the player here, and not in the game that this one goes on from or is played on as.

    In a game that is played on from a position only what was settled there counts: the rest goes on in the fork.
    """
    forked = [each.body.position for each in judged.entries if isinstance(each.body, GameForked)]
    if settled is None:
        return int(not forked)
    return int(game.parent_position < settled <= min(forked, default=game.position))


_NO_RESULT: Final = ("undetermined", None, 0, None, None, 0, 0, 0, "", "[]")
"""What became of a letter that nobody can read, or of a promise in a game whose audit went wrong."""


def _pledge_result(part: PartResult, seat: Seat, judged: definitions.JudgedPromises) -> tuple[str | int | None, ...]:
    position = part.position
    dues = [due for due in part.penalties if due.seat == seat]
    return (
        *(part.status, part.lean, int(part.is_vacuous)),
        *(position, None if position is None else judged.entries[position - 1].step),
        int(seat in part.blamed),
        *(sum(due.amount for due in dues if due.applies), sum(due.amount for due in dues if not due.applies)),
        dues[0].reserve if dues else "",
        _text(tuple(dict.fromkeys(each.code for each in part.referrals))),
    )


def _text(names: tuple[str, ...]) -> str:
    return msgspec.json.encode(names).decode()


NAME: Final = "promise_ledger"
PROMISE_LEDGER: Final = definitions.PerAudit(
    NAME,
    5,
    (
        definitions.ViewTable(
            "ledgers",
            """
            CREATE TABLE ledgers (
                game TEXT PRIMARY KEY,
                position INTEGER NOT NULL,
                fault TEXT NOT NULL,
                imported INTEGER NOT NULL
            ) WITHOUT ROWID
            """,
        ),
        definitions.ViewTable(
            "promises",
            """
            CREATE TABLE promises (
                game TEXT NOT NULL,
                place INTEGER NOT NULL,
                promise TEXT NOT NULL,
                letter TEXT NOT NULL,
                obligors TEXT NOT NULL,
                addressees TEXT NOT NULL,
                stands TEXT NOT NULL,
                status TEXT NOT NULL,
                bound_at INTEGER,
                PRIMARY KEY (game, place)
            ) WITHOUT ROWID
            """,
        ),
        definitions.ViewTable(
            "pledges",
            """
            CREATE TABLE pledges (
                game TEXT NOT NULL,
                place INTEGER NOT NULL,
                seat TEXT NOT NULL,
                player TEXT NOT NULL,
                number INTEGER NOT NULL,
                status TEXT NOT NULL,
                lean TEXT,
                vacuous INTEGER NOT NULL,
                position INTEGER,
                step INTEGER,
                blamed INTEGER NOT NULL,
                owed INTEGER NOT NULL,
                proposed INTEGER NOT NULL,
                reserve TEXT NOT NULL,
                referrals TEXT NOT NULL,
                counts INTEGER NOT NULL,
                imported INTEGER NOT NULL,
                PRIMARY KEY (game, place, seat)
            ) WITHOUT ROWID
            """,
            (
                "CREATE INDEX pledges_by_player ON pledges (player, number, place, seat)",
                "CREATE INDEX pledges_broken ON pledges (game, position) WHERE status = 'broken'",
            ),
        ),
    ),
    rows_of,
)
