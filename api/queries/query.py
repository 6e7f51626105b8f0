"""Queries about a game with what one viewer may see; queries and results can be sent to another process."""

from collections.abc import Callable, Hashable

from msgspec import Struct

from oathbook.api.replay_cache import ReplayCache
from oathbook.domain.errors import NotFound
from oathbook.domain.kernel import Viewer
from oathbook.domain.kernel.limits import PAGE


class Query(Struct, frozen=True):
    """``form`` makes the answer from the viewer's ``ReplayIndex`` and the arguments in ``about``.

    It is a function of a module, may refuse, and uses nothing else. ``rulings`` is as for ``ReplayCache.index``.
    ``slow``: it takes long however short the game is.
    """

    game: str
    viewer: Viewer
    form: Callable[..., bytes]
    about: tuple[Hashable, ...] = ()
    rulings: bool = True
    slow: bool = False


class QueryResult(Struct, frozen=True):
    """JSON, or a sheet, made from events up to ``position``, whose hash is ``head``; ``is_ruled`` if rulings count."""

    body: bytes
    position: int
    head: str
    is_ruled: bool


def run_query(query: Query, replays: ReplayCache) -> QueryResult:
    """Returns the result; refuses as the form and ``ReplayCache.index`` do."""
    index = replays.index(query.game, query.viewer, rulings=query.rulings)
    replay = index.replay
    return QueryResult(query.form(index, *query.about), len(replay), replay.record.head, bool(replay.ruled))


def page_of(first: int, last: int | None, length: int) -> tuple[int, int, int | None]:
    """Returns the first and last position of a page, at most ``limits.PAGE`` of them, and the next page's first."""
    wanted = length if last is None else min(last, length)
    end = min(wanted, first + PAGE - 1)
    return first, end, end + 1 if end < wanted else None


def position_in(length: int, at: int | None) -> int:
    """Returns a position of a game, by default the last; ``NotFound`` if the game has no such position."""
    position = length if at is None else at
    must_be_there(position, length)
    return position


def must_be_there(position: int, length: int) -> None:
    """Raises ``NotFound`` if a game has no such position."""
    if not 1 <= position <= length:
        raise NotFound(f"position {position}: the positions of this game are 1 to {length}")
