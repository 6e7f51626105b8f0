"""What stands on the table in the Battles phase, and what players keep for it. Grows with the Battles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel.hidden import Hidden
from domain.kernel.limits import Count
from domain.kernel.seats import Seat
from domain.rulesets.heirless.box import Figures, Name

FigureName = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,49}$(?!\n)")]
"""A Knight or a Bandit by its owner and a number, such as ``ash-1``."""


class BattleCards(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's Battlecards. ``hand`` is nothing while it holds all of them, which everybody knows (HA-60).

    Cards are told by name to their owner only; how many are on either side is known to all.
    """

    seat: Seat
    held: Count
    hand: Hidden[tuple[Name, ...]] | None = None
    discarded: Annotated[tuple[Hidden[Name], ...], Meta(max_length=100)] = ()


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The Attributes of a player's Knights, or of the Bandits of a camp (HA-30)."""

    owner: Seat | Name
    figures: Figures


class Cubes(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's cubes on the Hourglass Board."""

    seat: Seat
    top: Count = 0
    bottom: Count = 0


class Participant(Struct, frozen=True, forbid_unknown_fields=True):
    """A Knight or Bandit in a Battle, with its Wounds; it is out once it has left."""

    figure: FigureName
    owner: Seat
    wounds: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] = 0
    out: bool = False


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """A Battle of this Season: who has figures on the tile, Bandits among them."""

    tile: Name
    players: tuple[Seat, ...]
    bandits: bool
    status: Literal["waiting", "open", "over"] = "waiting"


class Hourglass(Struct, frozen=True, forbid_unknown_fields=True):
    """The Battle being resolved: Alliances, cubes, figures."""

    tile: Name
    alliances: tuple[tuple[Seat, ...], ...] = ()
    cubes: tuple[Cubes, ...] = ()
    figures: tuple[Participant, ...] = ()
    turn: Count = 0


class War(Struct, frozen=True, forbid_unknown_fields=True):
    """All that Battles need: cards and Attributes, which last from Battle to Battle, and the Battles of a Season."""

    cards: tuple[BattleCards, ...] = ()
    boards: tuple[Board, ...] = ()
    battles: tuple[Battle, ...] = ()
    hourglass: Hourglass | None = None
