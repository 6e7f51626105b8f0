"""The state of the Battles phase, and what players keep for it (HB)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.kernel.limits import Count, WholeNumber
from oathbook.domain.rulesets.heirless.model.components import Figures, Name

FigureName = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,49}$(?!\n)")]
"""A Knight or a Bandit by its owner and a number, such as ``ash-1``."""


class BattleCards(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's Battlecards. ``hand`` is nothing while it holds all of them, which everyone knows (HA-60).

    Cards in hand are shown by name to their owner only; how many are in hand and discarded is known to all. Which are
    discarded follows from the hand, for those who may see it, and is never asked: they come back all at once (HB-2.2).
    """

    seat: Seat
    held: Count
    hand: Hidden[tuple[Name, ...]] | None = None
    discarded: Count = 0


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
    """A Knight or Bandit in a Battle, with its Wounds; figures that have left it are not included."""

    figure: FigureName
    owner: Seat
    wounds: WholeNumber = 0


class AllyWord(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a player wants as an ally, or nobody (HA-26)."""

    seat: Seat
    ally: Seat | None


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the Attacker's figures and its target."""

    figure: FigureName
    target: FigureName


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """A Battlecard that lies face up in this Battle Turn."""

    seat: Seat
    card: Name


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    """A Defender's Battlecard that lies face down (HB-3.4)."""

    seat: Seat
    card: Hidden[Name]


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """A Battle of this Season: who has figures on the tile, Bandits among them."""

    tile: Name
    players: tuple[Seat, ...]
    bandits: bool
    status: Literal["waiting", "open", "over"] = "waiting"


class Hourglass(Struct, frozen=True, forbid_unknown_fields=True):
    """The Battle being resolved, as far as everyone sees it.

    ``camp`` is that of the Bandits in it. ``quiet`` counts the Battle Turns since the last Wound, ``wounded`` says that
    there was one in this turn, ``stalled`` that a stall was noticed, and ``agreed`` who would end it (HA-40).
    """

    tile: Name
    players: tuple[Seat, ...] = ()
    camp: Name | None = None
    words: tuple[AllyWord, ...] = ()
    alliances: tuple[tuple[Seat, ...], ...] = ()
    cubes: tuple[Cubes, ...] = ()
    figures: tuple[Participant, ...] = ()
    turn: Count = 0
    attacker: Seat | None = None
    aims: tuple[Aim, ...] = ()
    face_up: tuple[Shown, ...] = ()
    quiet: Count = 0
    wounded: bool = False
    stalled: bool = False
    agreed: tuple[Seat, ...] = ()


class RewardOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tile gives to a player, who says whether they take it, or has not said it yet (HA-71)."""

    seat: Seat
    tile: Name
    takes: bool | None = None


class War(Struct, frozen=True, forbid_unknown_fields=True):
    """All that Battles need: cards and Attributes, which last from Battle to Battle, and the Battles of a Season.

    ``sent_back`` are the Knights sent back in this Season that are out in the next one (HA-37). ``reward_offers`` are
    there while players say which rewards they take.
    """

    cards: tuple[BattleCards, ...] = ()
    boards: tuple[Board, ...] = ()
    battles: tuple[Battle, ...] = ()
    hourglass: Hourglass | None = None
    face_down: tuple[Placed, ...] = ()
    sent_back: tuple[FigureName, ...] = ()
    reward_offers: tuple[RewardOffer, ...] | UnsetType = UNSET
