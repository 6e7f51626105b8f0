"""Which positions a question is about."""

from oathbook.domain.errors import NotFound
from oathbook.domain.kernel.limits import PAGE


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
        msg = f"position {position}: the positions of this game are 1 to {length}"
        raise NotFound(msg)
