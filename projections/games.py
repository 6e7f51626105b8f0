"""The catalogue: every game with its players, where it stands, and how it was recorded."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from oathbook.domain.games.game_events import BySeed
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.kernel.player_names import latin_lookalike
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections import badges
from oathbook.projections.badges import Badge, Badges
from oathbook.projections.definitions import GameSoFar, PerGame, ViewRow, ViewTable
from oathbook.projections.views_reader import ViewsReader, clamp_limit, tracked_position

NAME: Final = "games"
COLUMNS: Final = (
    "game, number, edition, title, opened_at, last_at, said, position, step, chance, reveal, recorded, closed, "
    f"outcome, winners, to_act, seats, imported, {badges.COLUMNS}"
)


class SeatedPlayer(Struct, frozen=True):
    """A seat and the name of the player in it, which may be empty; ``looks_like`` is as in the head of a game."""

    seat: str
    player: str
    looks_like: str = ""


class CatalogueRow(Struct, frozen=True):
    """A game in the catalogue; ``number`` is its place in the log, which orders the catalogue.

    ``said`` is the last thing that happened, in a sentence. ``recorded`` says who wrote the outcomes: the ``rules``, or
    (for at least some) a ``transcript``; ``imported`` says that the record was brought here. ``badges`` are what stands
    out, as everyone may know of it.
    """

    game: str
    number: int
    edition: str
    title: str
    opened_at: str
    last_at: str
    said: str
    position: int
    step: int
    chance: str
    reveal: str
    recorded: str
    closed: bool
    outcome: str | None
    winners: tuple[str, ...]
    to_act: tuple[str, ...]
    seats: tuple[SeatedPlayer, ...]
    imported: bool
    badges: Badges


class Catalogue(Struct, frozen=True):
    """Games, newest first.

    ``next`` is the ``after`` of the next page, ``upto`` the number of the last event of the log that is included.
    """

    games: tuple[CatalogueRow, ...]
    next: int | None
    upto: int


def catalogue(  # noqa: PLR0913  # because each filter has a name of its own
    views: ViewsReader,
    *,
    edition: str | None = None,
    player: str | tuple[str, ...] | None = None,
    state: Literal["running", "over"] | None = None,
    outcome: str | None = None,
    badge: Badge | None = None,
    imported: bool | None = None,
    after: int | None = None,
    limit: int = PAGE,
) -> Catalogue:
    """Games that every filter lets through, newest first, after the one with number ``after``.

    ``player`` is one name, or several of which one is enough.
    """
    limit = clamp_limit(limit)
    brought = None if imported is None else int(imported)
    narrowed = _filter_terms(
        edition, player, state, {"outcome = ?": outcome, "number < ?": after, "imported = ?": brought}
    )
    where = f"{_where(narrowed, badge)} ORDER BY number DESC LIMIT ?"
    with views.snapshot() as connection:
        rows = connection.execute(f"SELECT {COLUMNS} FROM games WHERE {where}", (*narrowed.values(), limit + 1))  # noqa: S608  # terms of ours
        found = tuple(map(_row, rows))
        upto = min(tracked_position(connection, NAME), badges.badges_upto(connection))
    games = found[:limit]
    return Catalogue(games, games[-1].number if len(found) > limit else None, upto)


def _filter_terms(
    edition: str | None,
    player: str | tuple[str, ...] | None,
    state: Literal["running", "over"] | None,
    more: Mapping[str, object],
) -> Mapping[str, object]:
    """The terms by which games are narrowed down, each with its value."""
    one = (player,) if isinstance(player, str) else player
    among = "number IN (SELECT number FROM players WHERE player IN (SELECT value FROM json_each(?)))"
    wanted = {
        "edition = ?": edition,
        among: None if one is None else msgspec.json.encode([each for each in one if "\0" not in each]).decode(),
        "closed = ?": None if state is None else int(state == "over"),
        **more,
    }
    return {term: value for term, value in wanted.items() if value is not None}


def _where(narrowed: Mapping[str, object], badge: Badge | None) -> str:
    """All the terms together."""
    return " AND ".join((*narrowed, "true" if badge is None else badges.badge_term(badge)))


def catalogue_row(views: ViewsReader, game: str) -> CatalogueRow | None:
    """A game's row of the catalogue; nothing where it is not in there yet."""
    with views.snapshot() as connection:
        row = connection.execute(f"SELECT {COLUMNS} FROM games WHERE game = ?", (game,)).fetchone()  # noqa: S608  # names of ours
    return None if row is None else _row(row)


def neighbours(
    views: ViewsReader,
    game: str,
    *,
    edition: str | None = None,
    player: str | tuple[str, ...] | None = None,
    state: Literal["running", "over"] | None = None,
    badge: Badge | None = None,
) -> tuple[str | None, str | None]:
    """The games before and after one in the catalogue, which is newest first; nothing at its ends.

    They are those that every filter lets through, whether or not it lets this one through.
    """
    here = "(SELECT number FROM games WHERE game = ?)"
    with views.snapshot() as connection:
        found: list[str | None] = []
        for beside, order in (("number > ", "ASC"), ("number < ", "DESC")):
            narrowed = _filter_terms(edition, player, state, {f"{beside}{here}": game})
            where = f"{_where(narrowed, badge)} ORDER BY number {order} LIMIT 1"
            row = connection.execute(f"SELECT game FROM games WHERE {where}", tuple(narrowed.values())).fetchone()  # noqa: S608  # terms of ours
            found.append(None if row is None else row[0])
    newer, older = found
    return newer, older


def rows_of(ruleset: AnyRuleset, so_far: GameSoFar) -> tuple[ViewRow, ...]:
    """A game's row of the catalogue, and one for each of its players."""
    game, ending = so_far.game, so_far.ending
    said = [each.sentence for each in happenings_of(ruleset, so_far.followed, so_far.game.opened.roster)]
    opened = game.opened
    chance = "seeded" if isinstance(opened.chance, BySeed) else "witnessed"
    to_act = () if game.closed else ruleset.to_act(game.state)
    seats = tuple(SeatedPlayer(each.seat, each.player, latin_lookalike(each.player)) for each in opened.seats)
    return (
        ViewRow(
            NAME,
            (
                *(game.id, so_far.number, opened.edition, ruleset.edition.title),
                *(so_far.opened_at, so_far.last_at, said[-1] if said else "", game.position, game.step),
                *(chance, opened.reveal, so_far.told_by, int(game.closed)),
                *((None, "[]") if ending is None else (ending.outcome, _text(ending.winners))),
                *(_text(to_act), _text(seats), int(so_far.imported)),
            ),
        ),
        *(ViewRow("players", (game.id, so_far.number, each.seat, each.player)) for each in seats),
    )


def _row(row: tuple[Any, ...]) -> CatalogueRow:
    own, found = row[: -len(Badges.__struct_fields__)], Badges(*row[-len(Badges.__struct_fields__) :])
    *plain, closed, outcome, winners, to_act, seats, imported = own
    lists = map(msgspec.json.decode, (winners, to_act, seats))
    read = (*plain, bool(closed), outcome, *lists, bool(imported), found)
    return msgspec.convert(dict(zip(CatalogueRow.__struct_fields__, read, strict=True)), CatalogueRow)


def _text(value: tuple[str, ...] | tuple[SeatedPlayer, ...]) -> str:
    return msgspec.json.encode(value).decode()


GAMES: Final = PerGame(
    NAME,
    5,
    (
        ViewTable(
            "games",
            """
            CREATE TABLE games (
                game TEXT PRIMARY KEY,
                number INTEGER NOT NULL UNIQUE,
                edition TEXT NOT NULL,
                title TEXT NOT NULL,
                opened_at TEXT NOT NULL,
                last_at TEXT NOT NULL,
                said TEXT NOT NULL,
                position INTEGER NOT NULL,
                step INTEGER NOT NULL,
                chance TEXT NOT NULL,
                reveal TEXT NOT NULL,
                recorded TEXT NOT NULL,
                closed INTEGER NOT NULL,
                outcome TEXT,
                winners TEXT NOT NULL,
                to_act TEXT NOT NULL,
                seats TEXT NOT NULL,
                imported INTEGER NOT NULL
            ) WITHOUT ROWID
            """,
            (
                "CREATE INDEX games_by_edition ON games (edition, number)",
                "CREATE INDEX games_by_state ON games (closed, number)",
                "CREATE INDEX games_by_outcome ON games (outcome, number)",
            ),
        ),
        ViewTable(
            "players",
            """
            CREATE TABLE players (
                game TEXT NOT NULL,
                number INTEGER NOT NULL,
                seat TEXT NOT NULL,
                player TEXT NOT NULL,
                PRIMARY KEY (game, seat)
            ) WITHOUT ROWID
            """,
            ("CREATE INDEX players_by_name ON players (player, number)",),
        ),
    ),
    rows_of,
)
