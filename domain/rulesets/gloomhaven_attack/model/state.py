"""The state of a scenario: what is on the table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.kernel import Cards, Seat
from oathbook.domain.kernel.limits import Count, ShortText, WholeNumber
from oathbook.domain.rulesets.gloomhaven_attack.model import components
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aims, Effects, ModifierSources, Order
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Rules
from oathbook.domain.rulesets.protocol import Ending

Step = Literal["attacker", "cards", "mixed", "defender"]
"""The steps in which an attack value changes, in their order; ``mixed`` is the first two in one, by FA-6."""

Mode = Literal["neither", "advantage", "disadvantage"]
Through = Literal["attack", "retaliate", "other"]
"""What damage comes through; ``other`` is a source that is no attack (GH-8.8)."""

Stage = Literal["round", "aiming", "resolving", "ordering", "choosing", "naming", "over"]


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure: a character, a summon of one, or a monster with the number of its standee; whose it is decides.

    ``hit_points`` may be below zero: FA-17, FA-29.
    """

    id: components.Name
    kind: Literal["character", "summon", "monster"]
    seat: Seat
    deck: components.Name
    hit_points: WholeNumber
    standee: components.Few = 0
    shield: components.Few = 0
    retaliate: components.Few = 0
    retaliate_range: components.Few = 1
    defences: Annotated[tuple[components.Defence, ...], Meta(max_length=6)] = ()
    origin: components.Origin = "set_up"
    conditions: Annotated[tuple[components.Condition, ...], Meta(max_length=3)] = ()
    items: Annotated[tuple[components.Name, ...], Meta(max_length=8)] = ()
    spent: Annotated[tuple[components.Name, ...], Meta(max_length=8)] = ()
    dead: bool = False


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier deck: what can still come, what lies face up beside it, and whether a shuffle is due (GH-6.2)."""

    name: components.Name
    pile: Cards
    discards: Cards = ()
    shuffle_due: bool = False


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """A card drawn for the target at hand; ``on_table`` unless it has left the table or was shuffled in again."""

    card: components.CardId
    on_table: bool = True


class Ordered(Struct, frozen=True, forbid_unknown_fields=True):
    """The order chosen for a step."""

    step: Step
    order: Order


class Reached(Struct, frozen=True, forbid_unknown_fields=True):
    """The attack value after a step."""

    step: Step
    value: WholeNumber


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """The attack at hand. From ``drawn`` on, everything is about the current target and starts again with the next."""

    number: Count
    attacker: components.Name
    base: components.Few
    targets: Aims
    reach: components.Reach = "melee"
    modifiers: Annotated[tuple[components.Modifier, ...], Meta(max_length=16)] = ()
    pierce: components.Few = 0
    effects: Effects = ()
    advantage: Annotated[tuple[components.Label, ...], Meta(max_length=14)] = ()
    disadvantage: ModifierSources = ()
    current: components.Few = 0
    drawn: Annotated[tuple[Drawn, ...], Meta(max_length=200)] = ()
    mode: Mode = "neither"
    stopped: bool = False
    played: Order | None = None
    orders: Annotated[tuple[Ordered, ...], Meta(max_length=4)] = ()
    values: Annotated[tuple[Reached, ...], Meta(max_length=4)] = ()
    asked: Seat | None = None
    asked_step: Step | None = None
    asked_for: Annotated[tuple[ShortText, ...], Meta(max_length=250)] = ()


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """All that changes in a scenario. A start position is one of these."""

    figures: Annotated[tuple[Figure, ...], Meta(max_length=40)]
    decks: Annotated[tuple[Deck, ...], Meta(max_length=10)]
    supplies: Annotated[tuple[components.Supply, ...], Meta(max_length=4)] = ()
    stage: Stage = "round"
    round: Count = 1
    attacks: Count = 0
    tokens: Annotated[tuple[components.Name, ...], Meta(max_length=40)] = ()
    attack: Attack | None = None
    ending: Ending | None = None


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: the rules in force, the seats, and the battle."""

    rules: Rules
    seats: tuple[Seat, ...]
    battle: Battle
