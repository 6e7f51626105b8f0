"""The shapes of answers about a whole game: just opened, and at its last position."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from oathbook.domain.games.game_events import Parent
from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.promises.audit.standing import GameStanding


class Keys(Struct, frozen=True):
    """The keys that the service made, shown only once; ``host`` speaks for the table."""

    seats: Mapping[str, str]
    host: str | None


class OpenedGame(Struct, frozen=True):
    """A game that has just been opened."""

    game: str
    position: int
    keys: Keys


class ReplacedKey(Struct, frozen=True):
    """A seat with a new key: the key itself where the service made it. It is not shown again."""

    game: str
    seat: Seat
    key: str | None


class SeatKeyUse(Struct, frozen=True):
    """A seat, and whether its key was used; null if that is not known, for example in games of earlier versions."""

    seat: Seat
    used: bool | None


class SeatKeys(Struct, frozen=True):
    """The seats of a game that have a key."""

    game: str
    seats: tuple[SeatKeyUse, ...]


class StreamTicket(Struct, frozen=True, rename={"viewer": "as"}):
    """A ticket for one stream of a game, as one viewer, after a position; it opens it once, within so many seconds."""

    game: str
    viewer: Viewer
    after: int
    ticket: str
    seconds: int


class SeatTold(Struct, frozen=True):
    """A seat and the name of the player in it, with the name in Latin letters that it could be taken for, if any."""

    seat: Seat
    player: str
    looks_like: str


class Head(Struct, frozen=True, rename={"viewer": "as"}):
    """A game at its last position; ``head`` is the hash of its last event.

    ``as`` is the caller's view, ``may_look_as`` every value that ``as`` may take.
    ``entry`` says who enters decisions, the seats or a scribe; ``writes_for`` the seats for which the caller does.
    ``parent`` is the game that a fork goes on from, ``fork`` the one as which a closed game is played on, if any.
    ``lasting`` names a closed game for ``of``, which makes answers about it last; callers with a key have none.
    ``imported`` says that the record was brought here: nobody plays on in it, and its players are not those of games
    opened here. ``fault`` says why the game takes no more steps where its record is damaged.
    """

    game: str
    viewer: Viewer
    may_look_as: tuple[Viewer, ...]
    edition: str
    seats: tuple[SeatTold, ...]
    switches: Any
    chance: str
    reveal: str
    entry: str
    writes_for: tuple[Seat, ...]
    position: int
    step: int
    head: str
    opened_at: str
    last_at: str
    closed: bool
    parent: Parent | None
    fork: str | None
    redacted: bool
    imported: bool
    lasting: str | None
    to_act: tuple[Seat, ...]
    standing: GameStanding
    fault: str | None = None
