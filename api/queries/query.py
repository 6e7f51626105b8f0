"""A question about a game as one viewer sees it, and its answer as bytes; both can be sent to another process."""

from collections.abc import Callable, Hashable

from msgspec import Struct

from oathbook.api.replay_cache import ReplayCache
from oathbook.domain.errors import NotFound
from oathbook.domain.kernel import Viewer
from oathbook.domain.kernel.limits import PAGE


class Query(Struct, frozen=True):
    """``form`` writes the answer out of the ``ReplayIndex`` of that viewer and what is asked ``about`` it.

    It is a function of a module, refuses as it likes, and rests on nothing else. ``rulings`` is as for
    ``ReplayCache.index``.
    """

    game: str
    viewer: Viewer
    form: Callable[..., bytes]
    about: tuple[Hashable, ...] = ()
    rulings: bool = True


class QueryResult(Struct, frozen=True):
    """JSON, and what it rests on: the events up to a position, which ``head`` is the hash of, and maybe rulings."""

    body: bytes
    position: int
    head: str
    is_ruled: bool


def run_query(asked: Query, replays: ReplayCache) -> QueryResult:
    """The answer; refuses as the form does, and as ``ReplayCache.index``."""
    index = replays.index(asked.game, asked.viewer, rulings=asked.rulings)
    replay = index.replay
    return QueryResult(asked.form(index, *asked.about), len(replay), replay.record.head, bool(replay.ruled))


def page_of(first: int, last: int | None, length: int) -> tuple[int, int, int | None]:
    """The positions that a page holds, at most ``limits.PAGE`` of them, and the first of the next page."""
    wanted = length if last is None else min(last, length)
    end = min(wanted, first + PAGE - 1)
    return first, end, end + 1 if end < wanted else None


def position_in(length: int, at: int | None) -> int:
    """A position of a game, the last one by default; ``NotFound`` where the game has no such position."""
    position = length if at is None else at
    must_be_there(position, length)
    return position


def must_be_there(position: int, length: int) -> None:
    """``NotFound`` where a game has no such position."""
    if not 1 <= position <= length:
        raise NotFound(f"position {position}: the positions of this game are 1 to {length}")
