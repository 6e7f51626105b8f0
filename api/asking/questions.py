"""A question about a game as one viewer sees it, and its answer as bytes; both can be sent to another process."""

from collections.abc import Callable, Hashable

from msgspec import Struct

from oathbook.api.replay_cache import ReplayCache
from oathbook.domain.kernel.seats import Viewer


class Question(Struct, frozen=True):
    """``form`` writes the answer out of the ``ReplayIndex`` of that viewer and what is asked ``about`` it.

    It is a function of a module, refuses as it likes, and rests on nothing else. ``rulings`` is as for
    ``ReplayCache.index``.
    """

    game: str
    viewer: Viewer
    form: Callable[..., bytes]
    about: tuple[Hashable, ...] = ()
    rulings: bool = True


class Answer(Struct, frozen=True):
    """JSON, and what it rests on: the events up to a position, which ``head`` is the hash of, and maybe rulings."""

    body: bytes
    position: int
    head: str
    is_ruled: bool


def answer_to(asked: Question, replays: ReplayCache) -> Answer:
    """The answer; refuses as the form does, and as ``ReplayCache.index``."""
    index = replays.index(asked.game, asked.viewer, rulings=asked.rulings)
    replay = index.replay
    return Answer(asked.form(index, *asked.about), len(replay), replay.record.head, bool(replay.ruled))
