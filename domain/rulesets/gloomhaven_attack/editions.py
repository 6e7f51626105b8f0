"""The two editions: their differences, their components as data, and the switches of their readings."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct, field

from domain.kernel.limits import Short
from domain.rulesets.components import components_in
from domain.rulesets.gloomhaven_attack.rules import No
from domain.rulesets.protocol import Edition
from domain.rulesets.rulebook import rulebook_in

PACKAGE: Final = "domain.rulesets.gloomhaven_attack"

Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}$(?!\n)")]
"""A figure, a deck, an item, an effect: short words in small letters."""

CardId = Annotated[str, Meta(pattern=r"^[a-z0-9+-]{1,40}$(?!\n)")]
"""What is on a modifier card, such as ``+1``, ``2x`` or ``rolling-push-2``."""

Words = Annotated[str, Meta(pattern=r"^[A-Za-z0-9 ,.'+-]{1,80}$(?!\n)")]
"""What a table calls something, on one line."""

Few = Annotated[int, Meta(ge=0, le=99)]
Signed = Annotated[int, Meta(ge=-99, le=99)]
Reach = Literal["melee", "ranged"]
Origin = Literal["set_up", "summoned", "spawned"]
Condition = Literal["poison", "ward", "brittle"]
Outcome = Literal["monsters defeated", "characters defeated", "rounds over"]
Printing = Literal["gh1", "fh"]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus or penalty of the attacker: what it comes from, and what it does to the value (GH-1.2)."""

    of: Words
    op: Literal["add", "double"]
    by: Signed = 0


class Defence(Struct, frozen=True, forbid_unknown_fields=True):
    """A defensive bonus besides Shield (GH-1.4): so much less, or half."""

    of: Words
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
    """So many copies of a card in a deck."""

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

    name: Short
    base: Few
    targets: Annotated[int, Meta(ge=1, le=10)] = 1
    reach: Reach = "melee"
    distance: Annotated[int, Meta(ge=1, le=99)] = 1
    modifiers: Annotated[tuple[Modifier, ...], Meta(max_length=6)] = ()
    pierce: Few = 0
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()
    advantage: Annotated[tuple[Words, ...], Meta(max_length=6)] = ()
    disadvantage: Annotated[tuple[Words, ...], Meta(max_length=6)] = ()


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


class SharedSwitches(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings that a table of either edition may set otherwise; each default is the one ``rulings.md`` takes."""

    null_and_bonuses: Literal["zero", "by_order"] = field(default="zero", name="FA-4")
    null_and_effects: Literal["applied", "lapse"] = field(default="applied", name="FA-5")
    free_order: Literal["inside_a_step", "across_steps"] = field(default="inside_a_step", name="FA-6")
    double_compared: Literal["by_value", "always_best"] = field(default="by_value", name="FA-8")
    cards_in_play: Literal["stay_out", "shuffled_in"] = field(default="stay_out", name="FA-10")
    symbol: Literal["drawn", "used"] = field(default="drawn", name="FA-11")
    below_zero: Literal["damage_only", "each_step"] = field(default="damage_only", name="FA-12")
    effects_lapse: Literal["on_the_dead", "all"] = field(default="on_the_dead", name="FA-16")
    who_dies: Literal["monsters", "every_figure"] = field(default="monsters", name="FA-17")
    order_of_own: Literal["before_draw", "after_draw"] = field(default="before_draw", name="FA-20")
    effect_sizes: Literal["apart", "by_size"] = field(default="apart", name="FA-21")
    compared_at_zero: Literal["as_reached", "as_damage", "null_worst"] = field(default="as_reached", name="FA-22")
    item_before: Literal["first_draw", "each_draw"] = field(default="first_draw", name="FA-23")
    targets_named: Literal["up_front", "one_by_one"] = field(default="up_front", name="FA-24")
    attacker_falls: Literal["ends", "goes_on"] = field(default="ends", name="FA-25")
    nothing_left: Literal["as_far", "no_card"] = field(default="as_far", name="FA-26")
    defence_order: Literal["attacker", "defender"] = field(default="attacker", name="FA-27")
    halving: Literal["down", "up"] = field(default="down", name="FA-28")
    recorded_damage: Literal["full", "capped"] = field(default="full", name="FA-29")


class Switches(SharedSwitches, frozen=True, forbid_unknown_fields=True):
    """All switches: those of both editions, and those of ``gh1`` alone."""

    one_rolling: Literal["both_count", "compared"] = field(default="both_count", name="FA-1")
    rolling_place: Literal["either", "first"] = field(default="either", name="FA-2")


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in force in one scenario."""

    printing: Printing
    components: Components
    switches: Switches


class Differences(Struct, frozen=True):
    """What is printed otherwise in the other edition, and is no question of reading."""

    rolling: Literal["all count", "then one more"]
    characters_choose: bool
    ward_and_brittle: bool
    bless_leaves: Literal["when drawn", "once resolved"]
    token_for_summoned: bool


PRINTED: Final[Mapping[Printing, Differences]] = {
    "gh1": Differences(
        rolling="all count",
        characters_choose=False,
        ward_and_brittle=False,
        bless_leaves="when drawn",
        token_for_summoned=False,
    ),
    "fh": Differences(
        rolling="then one more",
        characters_choose=True,
        ward_and_brittle=True,
        bless_leaves="once resolved",
        token_for_summoned=True,
    ),
}


def _edition(printing: Printing, title: str) -> Edition:
    return Edition(
        key=f"gloomhaven_attack/{printing}",
        title=title,
        status="draft",
        rulebook=rulebook_in(files(PACKAGE), printing),
        refusals=tuple(str(code) for code in No),
        outcomes=get_args(Outcome),
        components=components_in(files(PACKAGE), Components),
    )


EDITION_GH1: Final = _edition("gh1", "Gloomhaven, first edition: the attack")
EDITION_FH: Final = _edition("fh", "Frosthaven: the attack")
