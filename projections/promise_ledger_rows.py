"""What the ledger of promises says: of one game, of a player over all games, and of what a game's penalties come to."""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from oathbook.domain.games.promises import PromiseState
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.kernel.player_names import latin_lookalike
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.monitor.monitor_state import Lean
from oathbook.projections.promise_ledger import NAME
from oathbook.projections.ruled_effects import PlayerRuling, select_player_rulings
from oathbook.projections.views_reader import ReadConnection, ViewsReader, clamp_limit, tracked_position

T = TypeVar("T", bound=Struct)

PledgePlace = tuple[int, int, str]
"""Where a pledge stands among those of its player: the number of its game's opening, its place there, its seat."""


class Pledge(Struct, frozen=True):
    """What a seat is bound to, and the result; ``lean`` is what it would come to if the game ended now.

    ``position`` and ``step`` are those of the verdict. ``penalty`` is what a player to blame pays of the ``reserve``,
    ``proposed`` what would be due once a judge has settled the ``referrals``.
    """

    seat: str
    player: str
    status: Status
    lean: Lean | None
    vacuous: bool
    position: int | None
    step: int | None
    blamed: bool
    penalty: int
    proposed: int
    reserve: str
    referrals: tuple[str, ...]


class LedgerEntry(Struct, frozen=True):
    """A promise with its letter, how it stands, and its result for each seat that it binds."""

    promise: str
    letter: str
    obligors: tuple[str, ...]
    addressees: tuple[str, ...]
    stands: PromiseState
    status: Status
    bound_at: int | None
    pledges: tuple[Pledge, ...]


class GameLedger(Struct, frozen=True):
    """The promises of a game in the order in which they were offered, as everyone may see them up to a position.

    ``fault`` is what went wrong if they could not be judged; then every binding promise is undetermined. ``imported``
    says that the record was brought here: it counts for no player of games opened here.
    """

    game: str
    position: int
    promises: tuple[LedgerEntry, ...]
    fault: str = ""
    imported: bool = False


class UnjudgedGame(Struct, frozen=True):
    """A game whose promises could not be judged, up to which position it was read, and what went wrong."""

    game: str
    position: int
    says: str


class PledgeOf(Pledge, frozen=True, kw_only=True):
    """What a player is bound to, with the game and the promise.

    ``fault`` is what went wrong if the promises of that game could not be judged.
    """

    game: str
    promise: str
    letter: str
    obligors: tuple[str, ...]
    addressees: tuple[str, ...]
    stands: PromiseState
    fault: str


class Penalties(Struct, frozen=True):
    """The sum of penalties in one reserve, and what is only proposed until a judge has settled the rest."""

    reserve: str
    amount: int
    proposed: int


class Totals(Struct, frozen=True):
    """A player's promises in numbers: how many were ``made``, and their results.

    ``vacuous`` of those kept never asked for anything; ``broken`` are those that the player is to blame for, unlike
    ``broken_not_blamed``; of ``left_to_judge`` something is.
    """

    made: int
    kept: int
    vacuous: int
    broken: int
    broken_not_blamed: int
    released: int
    void: int
    pending: int
    undetermined: int
    left_to_judge: int
    penalties: tuple[Penalties, ...]


class PlayerWord(Struct, frozen=True):
    """A player's record: totals, the promises, newest game first, and the latest rulings about the player's seats.

    ``looks_like`` is the name in Latin letters that this one could be taken for, if any. ``imported`` says whether it
    is the record of a player of imported records; ``others`` counts the promises of the player of that name whom it
    leaves out, as one who played in games opened here and one of imported records are two. ``next`` is the ``after`` of
    the next page, ``upto`` the number of the last event of the log that is included.
    """

    player: str
    looks_like: str
    imported: bool
    others: int
    totals: Totals
    promises: tuple[PledgeOf, ...]
    next: str | None
    upto: int
    rulings: tuple[PlayerRuling, ...] = ()


def game_ledger(views: ViewsReader, game: str) -> GameLedger:
    """The ledger of a game; position 0 where nothing of the game is there yet."""
    with views.snapshot() as connection:
        pledges: dict[int, list[Pledge]] = {}
        bound = f"SELECT place, {_PLEDGE} FROM pledges WHERE game = ? ORDER BY place, seat"  # noqa: S608  # names of ours
        for place, *row in connection.execute(bound, (game,)):
            pledges.setdefault(place, []).append(_convert_row(Pledge, row))
        found = connection.execute(
            f"SELECT place, {_PROMISE}, status, bound_at FROM promises WHERE game = ? ORDER BY place",  # noqa: S608  # names of ours
            (game,),
        )
        promises = tuple(_convert_row(LedgerEntry, (*row, tuple(pledges.get(place, ())))) for place, *row in found)
        where = "SELECT position, fault, imported FROM ledgers WHERE game = ?"
        upto, fault, imported = connection.execute(where, (game,)).fetchone() or (0, "", 0)
        return GameLedger(game, upto, promises, fault, bool(imported))


def unjudged_games(connection: ReadConnection) -> tuple[UnjudgedGame, ...]:
    """The games whose promises could not be judged."""
    rows = connection.execute("SELECT game, position, fault FROM ledgers WHERE fault <> '' ORDER BY game")
    return tuple(UnjudgedGame(*row) for row in rows)


def player_word(
    views: ViewsReader,
    player: str,
    *,
    imported: bool = False,
    game: str | None = None,
    after: PledgePlace | None = None,
    limit: int = PAGE,
) -> PlayerWord:
    """A player's promises, in all games or in one, after a place among them; of ``imported`` records, or of others.

    What a fork carries over is there once, with the game in which it was settled.
    """
    limit = clamp_limit(limit)
    where, wanted = "player = ? AND pledges.imported = ? AND counts = 1", [player, int(imported)]
    if game is not None:
        where, wanted = f"{where} AND pledges.game = ?", [*wanted, game]
    behind = "" if after is None else " AND (number, place, seat) < (?, ?, ?)"
    with views.snapshot() as connection:
        counted = connection.execute(f"SELECT {_COUNTS} FROM pledges WHERE {where}", wanted).fetchone()  # noqa: S608  # names of ours
        sums = f"SELECT reserve, sum(owed), sum(proposed) FROM pledges WHERE {where} AND reserve <> ''"  # noqa: S608  # names of ours
        paid = connection.execute(f"{sums} GROUP BY reserve ORDER BY reserve", wanted)
        penalties = tuple(Penalties(*row) for row in paid)
        rows = connection.execute(
            f"SELECT number, place, {_PLEDGE}, game, {_PROMISE}, fault "  # noqa: S608  # names of ours
            "FROM pledges JOIN promises USING (game, place) JOIN ledgers USING (game) "
            f"WHERE {where}{behind} ORDER BY number DESC, place DESC, seat DESC LIMIT ?",
            (*wanted, *(after or ()), limit + 1),
        ).fetchall()
        named = "SELECT count(*) FROM pledges WHERE player = ? AND imported = ? AND counts = 1"
        ((others,),) = connection.execute(named, (player, int(not imported)))
        rulings = select_player_rulings(connection, player, imported=imported)
        upto = tracked_position(connection, NAME)
    shown = tuple(_convert_row(PledgeOf, row[2:]) for row in rows[:limit])
    last = "-".join(map(str, (*rows[limit - 1][:2], shown[-1].seat))) if len(rows) > limit else None
    return PlayerWord(
        player,
        latin_lookalike(player),
        imported,
        others,
        _convert_row(Totals, (*counted, penalties)),
        shown,
        last,
        upto,
        rulings,
    )


_PLEDGE: Final = (
    "seat, player, pledges.status, lean, vacuous, pledges.position, step, blamed, owed, proposed, reserve, referrals"
)
_PROMISE: Final = "promise, letter, obligors, addressees, stands"
_COUNTS: Final = ", ".join(
    (
        "count(*)",
        *(
            f"count(*) FILTER (WHERE {each})"
            for each in (
                "status = 'kept'",
                "status = 'kept' AND vacuous = 1",
                "status = 'broken' AND blamed = 1",
                "status = 'broken' AND blamed = 0",
                "status = 'released'",
                "status = 'void'",
                "status = 'pending'",
                "status = 'undetermined'",
                "referrals <> '[]'",
            )
        ),
    )
)
_LISTS: Final = frozenset({"obligors", "addressees", "referrals"})


def _convert_row(kind: type[T], row: Sequence[object]) -> T:
    """A row with its lists read, as a value of that kind."""
    named = zip(kind.__struct_fields__, row, strict=True)
    fields = {name: msgspec.json.decode(str(value)) if name in _LISTS else value for name, value in named}
    return msgspec.convert(fields, kind, strict=False)
