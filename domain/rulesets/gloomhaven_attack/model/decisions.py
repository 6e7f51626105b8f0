"""What is decided in a scenario."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.rulesets.gloomhaven_attack.model import components
from oathbook.domain.rulesets.kit.play import DecisionBase

Order = Annotated[tuple[Annotated[int, Meta(ge=0, le=999)], ...], Meta(max_length=250)]
"""Numbers of modifiers, counted from 0, in the order in which they are applied."""


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """An enemy targeted, and how far away it stands: 1 is adjacent (FA-32)."""

    figure: components.Name
    distance: Annotated[int, Meta(ge=1, le=99)] = 1


Aims = Annotated[tuple[Aim, ...], Meta(max_length=10)]
ModifierSources = Annotated[tuple[components.Label, ...], Meta(max_length=6)]
Modifiers = Annotated[tuple[components.Modifier, ...], Meta(max_length=6)]
Effects = Annotated[tuple[components.Effect, ...], Meta(max_length=6)]


class DeclareAttack(DecisionBase, frozen=True, tag="declare_attack"):
    """Attack: the printed base, whom, the attacker's own modifiers in their order, and what comes with it (GH-1.1)."""

    attacker: components.Name
    base: components.Few
    targets: Aims
    reach: components.Reach = "melee"
    modifiers: Modifiers = ()
    pierce: components.Few = 0
    effects: Effects = ()
    advantage: ModifierSources = ()
    disadvantage: ModifierSources = ()


class UseItem(DecisionBase, frozen=True, tag="use_item"):
    """Use an item of the attacker during the attack (GH-8.2)."""

    item: components.Name


class OrderModifiers(DecisionBase, frozen=True, tag="order_modifiers"):
    """Say in which order the modifiers of the step at hand are applied (GH-1.5)."""

    order: Order


class DrawCards(DecisionBase, frozen=True, tag="draw_cards"):
    """Turn over modifier cards for the target at hand (GH-1.3)."""


class ChooseCard(DecisionBase, frozen=True, tag="choose_card"):
    """Of the two cards compared with Advantage, say which is used (FH-2.2)."""

    card: Literal["first", "second"]


class NameTarget(DecisionBase, frozen=True, tag="name_target"):
    """Name the next enemy of an attack, or nobody more (FA-24)."""

    target: Aim | None


class NoteDamage(DecisionBase, frozen=True, tag="note_damage"):
    """Say that a figure suffers damage from something that is no attack, such as a trap (GH-8.8)."""

    figure: components.Name
    damage: components.Few
    source: components.Label


class EndRound(DecisionBase, frozen=True, tag="end_round"):
    """Everyone has had a turn (GH-8.6)."""


Decision = DeclareAttack | UseItem | OrderModifiers | DrawCards | ChooseCard | NameTarget | NoteDamage | EndRound
