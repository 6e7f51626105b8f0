"""What is decided, in the order of the rulebook."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.kit.play import DecisionBase
from oathbook.domain.rulesets.knights_duty.model.components import Clan, Space

Token = Literal["sword", "spear", "bow", "shield", "parry", "movement"]
TOKENS: Final[tuple[Token, ...]] = ("sword", "spear", "bow", "shield", "parry", "movement")
Tracker = Annotated[tuple[Hidden[Token] | None, ...], Meta(max_length=4)]
"""Tokens face down, slot by slot; nothing lies on an empty slot, and everybody sees that (KA-8)."""


class ChooseClan(DecisionBase, frozen=True, tag="choose_clan"):
    """Take a clan and with it its corner (KD-1.2)."""

    clan: Clan


class LayPlan(DecisionBase, frozen=True, tag="lay_plan"):
    """Lay action tokens face down on the tracker, the first slot first (KD-2.1)."""

    slots: Tracker


class Move(DecisionBase, frozen=True, tag="move"):
    """Say where the Knight goes; the space it stands on is to stay (KD-4.1, KA-15)."""

    to: Hidden[Space]


class NameMover(DecisionBase, frozen=True, tag="name_mover"):
    """In a clash over a space: say who gets it, or that nobody does (KD-4.3)."""

    mover: Seat | None


class DeclareTarget(DecisionBase, frozen=True, tag="declare_target"):
    """Point at an opponent in range, or at nobody (KD-7.2, KD-7.3)."""

    target: Seat | None


class NameAttacker(DecisionBase, frozen=True, tag="name_attacker"):
    """Of the attackers still waiting: say who goes first, or that there is no agreement (KD-7.4, KD-7.5)."""

    attacker: Seat | None


class Inspire(DecisionBase, frozen=True, tag="inspire"):
    """Use the Inspiration token in this combat, or keep it (KD-8.4)."""

    use: Hidden[bool]


class AgreeToEnd(DecisionBase, frozen=True, tag="agree_to_end"):
    """After a stall notice: agree to end the match without a winner (KA-36)."""


Decision = ChooseClan | LayPlan | Move | NameMover | DeclareTarget | NameAttacker | Inspire | AgreeToEnd
