"""What is decided, in the order of the rulebook."""

from typing import Annotated

from msgspec import Meta, Struct

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.rulesets.cube_bag.model.components import CardName, Courage, Few, Hex, Id, ObjectId, Word
from oathbook.domain.rulesets.kit.bases import Decided


class BonusOf(Struct, frozen=True, forbid_unknown_fields=True):
    """The unit type whose bonus an army takes (CA-2)."""

    army: Id
    unit: Word


class Spent(Struct, frozen=True, forbid_unknown_fields=True):
    """Experience cubes from a card."""

    card: CardName
    cubes: Few


class Loss(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage dealt to an object; units take a multiple of their hit points."""

    of: ObjectId
    damage: Few


Losses = Annotated[tuple[Loss, ...], Meta(max_length=50)]


class Attack(Decided, frozen=True, tag="attack"):
    """After the maneuver: attack what another player has on a hex, with an army or a corps (CB-1.1)."""

    armies: Annotated[tuple[Id, ...], Meta(max_length=12)]
    target: Hex


class React(Decided, frozen=True, tag="react"):
    """Maneuver in reaction, one army after another; its own hex is to stay (CB-1.3, CB-1.4)."""

    army: Id
    to: Hex


class Prepare(Decided, frozen=True, tag="prepare"):
    """Choose the bonuses, the defense cubes left out and the cubes added (CB-2)."""

    bonuses: Annotated[tuple[BonusOf, ...], Meta(max_length=12)] = ()
    leave_out: Few = 0
    actions: Few = 0
    experience: Annotated[tuple[Spent, ...], Meta(max_length=12)] = ()


class PlayCard(Decided, frozen=True, tag="play_card"):
    """Use a card that discards prepared cubes (CB-10.1)."""

    card: CardName


class Convert(Decided, frozen=True, tag="convert"):
    """Try to make an enemy unit change sides, discarding cubes to make it easier (CB-3, CB-7)."""

    card: CardName
    army: Id
    unit: Word
    to: Hex
    actions: Few = 0
    experience: Annotated[tuple[Spent, ...], Meta(max_length=12)] = ()


class Draw(Decided, frozen=True, tag="draw"):
    """Draw this many cubes from the bag: the attacker's clash, or the defender's extra draw (CB-4.1, CB-4.2)."""

    cubes: Courage


class Redraw(Decided, frozen=True, tag="redraw"):
    """Put drawn cubes back and draw as many again (CB-10.3)."""

    card: CardName
    back: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=100)]


class AssignLosses(Decided, frozen=True, tag="assign_losses"):
    """Say what the damage destroys, unseen until both have (CB-5)."""

    losses: Hidden[Losses]


class PutBack(Decided, frozen=True, tag="put_back"):
    """Say which area of the mat a lost building goes back to (CB-8.4)."""

    structure: Id
    area: Word


class Recover(Decided, frozen=True, tag="recover"):
    """Try to bring a lost unit back, discarding cubes to make it easier (CB-6, CB-7)."""

    card: CardName
    unit: Word
    to: Hex
    actions: Few = 0
    experience: Annotated[tuple[Spent, ...], Meta(max_length=12)] = ()


class Rebuild(Decided, frozen=True, tag="rebuild"):
    """Build a structure again that was lost in this round, where it stood (CB-8.5)."""

    structure: Id
    at: Hex


class Forgo(Decided, frozen=True, tag="forgo"):
    """Do not use what one is asked about: attack, (more) reaction, card, extra draw, conversion or recovery."""


Decision = (
    Attack | React | Prepare | PlayCard | Convert | Draw | Redraw | AssignLosses | PutBack | Recover | Rebuild | Forgo
)
