"""What is decided, in the order of the rulebook."""

from typing import Annotated

from msgspec import Meta, Struct

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.cube_bag.model import components
from oathbook.domain.rulesets.kit.play import DecisionBase


class BonusOf(Struct, frozen=True, forbid_unknown_fields=True):
    """The unit type whose bonus an army takes (CA-2)."""

    army: components.Id
    unit: components.Word


class Spent(Struct, frozen=True, forbid_unknown_fields=True):
    """Experience cubes from a card."""

    card: components.CardName
    cubes: components.Few


class Loss(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage dealt to an object; units take a multiple of their hit points."""

    of: components.ObjectId
    damage: components.Few


Losses = Annotated[tuple[Loss, ...], Meta(max_length=50)]


class Attack(DecisionBase, frozen=True, tag="attack"):
    """After the maneuver: attack what another player has on a hex, with an army or a corps (CB-1.1)."""

    armies: Annotated[tuple[components.Id, ...], Meta(max_length=12)]
    target: components.Hex


class React(DecisionBase, frozen=True, tag="react"):
    """Maneuver in reaction, one army after another; its own hex is to stay (CB-1.3, CB-1.4)."""

    army: components.Id
    to: components.Hex


class Prepare(DecisionBase, frozen=True, tag="prepare"):
    """Choose the bonuses, the defense cubes left out and the cubes added (CB-2)."""

    bonuses: Annotated[tuple[BonusOf, ...], Meta(max_length=12)] = ()
    leave_out: components.Few = 0
    actions: components.Few = 0
    experience: Annotated[tuple[Spent, ...], Meta(max_length=12)] = ()


class PlayCard(DecisionBase, frozen=True, tag="play_card"):
    """Use a card that discards prepared cubes (CB-10.1)."""

    card: components.CardName


class Convert(DecisionBase, frozen=True, tag="convert"):
    """Try to make an enemy unit change sides, discarding cubes to make it easier (CB-3, CB-7)."""

    card: components.CardName
    army: components.Id
    unit: components.Word
    to: components.Hex
    actions: components.Few = 0
    experience: Annotated[tuple[Spent, ...], Meta(max_length=12)] = ()


class Draw(DecisionBase, frozen=True, tag="draw"):
    """Draw this many cubes from the bag: the attacker's clash, or the defender's extra draw (CB-4.1, CB-4.2)."""

    cubes: components.Courage


class Redraw(DecisionBase, frozen=True, tag="redraw"):
    """Put drawn cubes back and draw as many again (CB-10.3)."""

    card: components.CardName
    back: Annotated[tuple[components.Word, ...], Meta(min_length=1, max_length=100)]


class AssignLosses(DecisionBase, frozen=True, tag="assign_losses"):
    """Say what the damage destroys, unseen until both have (CB-5)."""

    losses: Hidden[Losses]


class PutBack(DecisionBase, frozen=True, tag="put_back"):
    """Say which area of the mat a lost building goes back to (CB-8.4)."""

    structure: components.Id
    area: components.Word


class Recover(DecisionBase, frozen=True, tag="recover"):
    """Try to bring a lost unit back, discarding cubes to make it easier (CB-6, CB-7)."""

    card: components.CardName
    unit: components.Word
    to: components.Hex
    actions: components.Few = 0
    experience: Annotated[tuple[Spent, ...], Meta(max_length=12)] = ()


class Rebuild(DecisionBase, frozen=True, tag="rebuild"):
    """Build a structure again that was lost in this round, where it stood (CB-8.5)."""

    structure: components.Id
    at: components.Hex


class Forgo(DecisionBase, frozen=True, tag="forgo"):
    """Do not use what one is asked about: attack, (more) reaction, card, extra draw, conversion or recovery."""


Decision = (
    Attack | React | Prepare | PlayCard | Convert | Draw | Redraw | AssignLosses | PutBack | Recover | Rebuild | Forgo
)
