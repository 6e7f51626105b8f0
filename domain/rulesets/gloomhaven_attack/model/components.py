"""The components: cards, decks, figures, items and abilities, and the words for them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.kernel.limits import ShortText

Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}$(?!\n)")]
"""A figure, a deck, an item, an effect: short words in small letters."""

CardId = Annotated[str, Meta(pattern=r"^[a-z0-9+-]{1,40}$(?!\n)")]
"""What is on a modifier card, such as ``+1``, ``2x`` or ``rolling-push-2``."""

Label = Annotated[str, Meta(pattern=r"^[A-Za-z0-9 ,.'+-]{1,80}$(?!\n)")]  # what a table calls something, on one line
Few = Annotated[int, Meta(ge=0, le=99)]
Signed = Annotated[int, Meta(ge=-99, le=99)]
Reach = Literal["melee", "ranged"]
Origin = Literal["set_up", "summoned", "spawned"]
Condition = Literal["poison", "ward", "brittle"]
Outcome = Literal["monsters defeated", "characters defeated", "rounds over"]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus or penalty of the attacker: what it comes from, and what it does to the value (GH-1.2)."""

    of: Label
    op: Literal["add", "double"]
    by: Signed = 0


class Defence(Struct, frozen=True, forbid_unknown_fields=True):
    """A defensive bonus besides Shield (GH-1.4): so much less, or half."""

    of: Label
    op: Literal["take", "halve"]
    by: Few = 0


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """An added effect: its name, its size where it has one, and whom it is on (GH-8.4)."""

    name: Name
    size: Few = 0
    on: Literal["target", "self", "others"] = "target"


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier card: ``shuffle`` is its symbol (GH-6.2), ``leaves`` a Bless or a Curse (GH-6.1)."""

    id: CardId
    op: Literal["add", "double", "null"]
    by: Signed = 0
    rolling: bool = False
    effects: Annotated[tuple[Effect, ...], Meta(max_length=2)] = ()
    shuffle: bool = False
    leaves: bool = False


class CardsOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of copies of a card in a deck."""

    card: CardId
    count: Few


class DeckPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck begins with; the standard cards, and more of its own or fewer."""

    name: Name
    cards: Annotated[tuple[CardsOf, ...], Meta(max_length=40)]


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Bless or Curse cards that lie ready for some decks (GH-8.5)."""

    card: CardId
    decks: Literal["all", "monsters", "characters"]
    left: Few


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """An item that affects an attack: Advantage on all of it, or a modifier (GH-8.2, GH-2.4)."""

    name: Name
    grants: Literal["advantage", "add", "double"]
    by: Few = 0


class FigurePlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure as the scenario sets it up; ``player`` counts seats from 1, and monsters have none."""

    id: Name
    kind: Literal["character", "summon", "monster"]
    hit_points: Annotated[int, Meta(ge=1, le=99)]
    player: Few = 0
    deck: Name = "monsters"
    standee: Few = 0
    shield: Few = 0
    retaliate: Few = 0
    retaliate_range: Few = 1
    defences: Annotated[tuple[Defence, ...], Meta(max_length=6)] = ()
    origin: Origin = "set_up"
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=3)] = ()
    items: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """An attack to choose from where a seat is asked what it may do; any other may be declared as well."""

    name: ShortText
    base: Few
    targets: Annotated[int, Meta(ge=1, le=10)] = 1
    reach: Reach = "melee"
    distance: Annotated[int, Meta(ge=1, le=99)] = 1
    modifiers: Annotated[tuple[Modifier, ...], Meta(max_length=6)] = ()
    pierce: Few = 0
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()
    advantage: Annotated[tuple[Label, ...], Meta(max_length=6)] = ()
    disadvantage: Annotated[tuple[Label, ...], Meta(max_length=6)] = ()


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario to attack in; ``ours`` says which figures the publisher did not print."""

    name: Annotated[str, Meta(max_length=80)]
    ours: Annotated[str, Meta(max_length=400)]
    rounds: Annotated[int, Meta(ge=1, le=1_000)]
    cards: Annotated[tuple[Card, ...], Meta(max_length=100)]
    decks: Annotated[tuple[DeckPlan, ...], Meta(min_length=1, max_length=10)]
    supplies: Annotated[tuple[Supply, ...], Meta(max_length=4)]
    items: Annotated[tuple[Item, ...], Meta(max_length=20)]
    figures: Annotated[tuple[FigurePlan, ...], Meta(max_length=40)]
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=20)]
