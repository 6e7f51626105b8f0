"""Start positions and components: each check refuses, naming the field, and nothing else is wrong with them."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Card, CardsOf, Components, DeckPlan, Supply
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Drawn, Ordered, Reached
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import SharedSwitches
from oathbook.domain.rulesets.protocol import Ending
from tests.unit.rulesets.gloomhaven_attack.table import (
    ASH,
    DOUBLE,
    FH,
    GH1,
    STANDARD,
    SUPPLIES,
    AttackRules,
    Table,
    add,
    battle_of,
    both,
    components_named,
    guard,
    scoundrel,
    setup_of,
)

ROUND: Final = battle_of(scoundrel(items=("eagle-eye-goggles",)), guard(), guard(id="dead", hit_points=0, dead=True))
ATTACK: Final = Attack(1, "scoundrel", 3, (Aim("guard"),), modifiers=(add(2), DOUBLE))
AIMING: Final = replace(ROUND, stage="aiming", attacks=1, attack=ATTACK)


def refused(
    start: Battle | None,
    *,
    components: Components = STANDARD,
    switches: SharedSwitches | None = None,
    seats: tuple[str, ...] = ("ash",),
) -> str:
    """What is said of the position."""
    with pytest.raises(BadRecord) as raised:
        GH1.initial(setup_of(start, components=components, switches=switches, seats=seats))
    return str(raised.value)


@both
@pytest.mark.parametrize("battle", [ROUND, AIMING], ids=["round", "aiming"])
def test_the_positions_to_be_spoiled_are_valid(rules: AttackRules, battle: Battle) -> None:
    """And are taken as they are."""
    assert rules.initial(setup_of(battle)).battle == battle


@both
def test_an_attack_is_taken_up_before_its_draw(rules: AttackRules) -> None:
    """With an order that was chosen, and against a later target whose predecessor has died."""
    later = replace(ATTACK, targets=(Aim("dead"), Aim("guard")), current=1, orders=(Ordered("attacker", (1, 0)),))
    table = Table(rules, rules.initial(setup_of(replace(AIMING, attack=later))))

    dealt = table.draw("+0")

    assert dealt.damage == 8
    assert dealt.battle.stage == "round"


def with_first(battle: Battle, **more: object) -> Battle:
    return replace(battle, figures=(replace(battle.figures[0], **more), *battle.figures[1:]))


def with_attack(**more: object) -> Battle:
    return replace(AIMING, attack=replace(ATTACK, **more))


def with_pile(*cards: str, discards: tuple[str, ...] = (), deck: str = "scoundrel") -> Battle:
    decks = tuple(replace(each, pile=cards, discards=discards) if each.name == deck else each for each in ROUND.decks)
    return replace(ROUND, decks=decks)


WRONG: Final[dict[str, tuple[Battle, str]]] = {
    "another stage": (replace(ROUND, stage="over"), "start.stage"),
    "round 0": (replace(ROUND, round=0), "start.round"),
    "a round too many": (replace(ROUND, round=7), "start.round"),
    "too many attacks": (replace(ROUND, attacks=1_000_001), "start.attacks"),
    "an end": (replace(ROUND, ending=Ending("rounds over", (), "GH-8.6")), "start.ending"),
    "an attack between attacks": (replace(ROUND, attack=ATTACK, attacks=1), "start.attack"),
    "no attack before a draw": (replace(AIMING, attack=None), "start.attack"),
    "a deck twice": (replace(ROUND, decks=(*ROUND.decks, ROUND.decks[0])), "start.decks"),
    "an unknown card": (with_pile("+9"), "start.decks.scoundrel"),
    "too many cards": (with_pile(*["+0"] * 41), "start.decks.scoundrel"),
    "a Curse on the discards": (with_pile("+0", discards=("curse",)), "start.decks.scoundrel"),
    "a pile out of order": (with_pile("+1", "+0"), "start.decks.scoundrel"),
    "a supply of a plain card": (replace(ROUND, supplies=(Supply("+0", "all", 1),)), "start.supplies.+0"),
    "a supply of an unknown card": (replace(ROUND, supplies=(Supply("joker", "all", 1),)), "start.supplies.joker"),
    "too many to count": (replace(with_pile("bless"), supplies=(Supply("bless", "all", 99),)), "start.supplies.bless"),
    "a Bless without a supply": (replace(with_pile("bless"), supplies=()), "start.supplies"),
    "two supplies for one deck": (replace(ROUND, supplies=(*SUPPLIES, SUPPLIES[0])), "start.supplies"),
    "a figure twice": (replace(ROUND, figures=(*ROUND.figures, ROUND.figures[0])), "start.figures"),
    "a deck that is not there": (with_first(ROUND, deck="brute"), "start.figures.scoundrel"),
    "a character with the deck of the monsters": (with_first(ROUND, deck="monsters"), "start.figures.scoundrel"),
    "a seat that is none": (with_first(ROUND, seat=Seat("yew")), "start.figures.scoundrel"),
    "a character of the table": (with_first(ROUND, seat=TABLE), "start.figures.scoundrel"),
    "a monster of a seat": (replace(ROUND, figures=(scoundrel(), guard(seat=ASH))), "start.figures.guard"),
    "hit points beyond counting": (with_first(ROUND, hit_points=1_000_001), "start.figures.scoundrel"),
    "an unknown item": (with_first(ROUND, items=("spoon",)), "start.figures.scoundrel"),
    "an item used that is not there": (with_first(ROUND, spent=("sharpening-stone",)), "start.figures.scoundrel"),
    "an item twice": (with_first(ROUND, items=("eagle-eye-goggles", "eagle-eye-goggles")), "start.figures.scoundrel"),
    "an item used twice": (
        with_first(ROUND, spent=("eagle-eye-goggles", "eagle-eye-goggles")),
        "start.figures.scoundrel",
    ),
    "a condition twice": (with_first(ROUND, conditions=("poison", "poison")), "start.figures.scoundrel"),
    "dead with hit points": (with_first(ROUND, dead=True), "start.figures.scoundrel"),
    "a monster alive at zero": (
        replace(ROUND, figures=(scoundrel(), guard(hit_points=0), guard(id="other"))),
        "start.figures.guard",
    ),
    "no monster": (replace(ROUND, figures=(scoundrel(),)), "start.figures"),
    "no character": (replace(ROUND, figures=(guard(),)), "start.figures"),
    "a token of the living": (replace(ROUND, tokens=("guard",)), "start.tokens"),
    "a token twice": (replace(ROUND, tokens=("dead", "dead")), "start.tokens"),
    "an attack out of number": (with_attack(number=2), "start.attack.number"),
    "an attacker that is none": (with_attack(attacker="violet"), "start.attack.attacker"),
    "a dead attacker": (with_attack(attacker="dead"), "start.attack.attacker"),
    "a target behind the last": (with_attack(current=1), "start.attack.current"),
    "a target named twice": (with_attack(targets=(Aim("guard"), Aim("guard"))), "start.attack.targets"),
    "a target that is none": (with_attack(targets=(Aim("violet"),)), "start.attack.targets.violet"),
    "a target that is a friend": (with_attack(targets=(Aim("scoundrel"),)), "start.attack.targets.scoundrel"),
    "a dead target": (with_attack(targets=(Aim("dead"),)), "start.attack.targets.dead"),
    "cards drawn": (with_attack(drawn=(Drawn("+1"),)), "start.attack"),
    "a value reached": (with_attack(values=(Reached("attacker", 3),)), "start.attack"),
    "a seat asked": (with_attack(asked=ASH), "start.attack"),
    "an order of the cards": (with_attack(orders=(Ordered("cards", (0, 1)),)), "start.attack.orders"),
    "an order of too many": (with_attack(orders=(Ordered("attacker", (0, 1, 2)),)), "start.attack.orders"),
    "two orders": (with_attack(orders=(Ordered("attacker", (0, 1)),) * 2), "start.attack.orders"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_start_position_names_the_field_that_does_not_fit(case: str) -> None:
    """One thing is wrong with each."""
    start, field = WRONG[case]

    assert refused(start).startswith(f"{field}: ")


def test_a_character_at_zero_lives_on_unless_every_figure_dies() -> None:
    """FA-17: the position is right by one reading and wrong by the other."""
    down = with_first(ROUND, hit_points=0)
    switches = replace(SharedSwitches(), who_dies="every_figure")

    assert GH1.initial(setup_of(down)).battle == down
    assert refused(down, switches=switches).startswith("start.figures.scoundrel: ")


def test_rolling_cards_that_double_are_few() -> None:
    """So that no attack goes beyond the numbers that can be written."""
    card = Card("rolling-2x", "double", rolling=True)
    components = replace(STANDARD, cards=(*STANDARD.cards, card))

    assert GH1.initial(setup_of(with_pile(*["rolling-2x"] * 4), components=components)).battle.decks
    said = refused(with_pile(*["rolling-2x"] * 5), components=components)
    assert said.startswith("start.decks.scoundrel: ")


@pytest.mark.parametrize("seats", [(), ("ash", "birch", "cedar")])
def test_there_are_as_many_seats_as_the_scenario_has_characters(seats: tuple[str, ...]) -> None:
    """One or two here."""
    assert refused(None, seats=seats).startswith("seats: ")


# Components -------------------------------------------------------------------------------------------------------


def with_cards(*cards: Card) -> Components:
    return replace(STANDARD, cards=(*STANDARD.cards, *cards))


def with_deck(*cards: CardsOf) -> Components:
    return replace(STANDARD, decks=(DeckPlan("monsters", cards), *STANDARD.decks[1:]))


def with_figure(**more: object) -> Components:
    return replace(STANDARD, figures=(replace(STANDARD.figures[0], **more), *STANDARD.figures[1:]))


WRONG_COMPONENTS: Final[dict[str, tuple[Components, str]]] = {
    "a card twice": (with_cards(STANDARD.cards[0]), "components.cards"),
    "a deck twice": (replace(STANDARD, decks=(*STANDARD.decks, STANDARD.decks[0])), "components.decks"),
    "an item twice": (replace(STANDARD, items=(*STANDARD.items, STANDARD.items[0])), "components.items"),
    "a figure twice": (replace(STANDARD, figures=(*STANDARD.figures, STANDARD.figures[0])), "components.figures"),
    "a rolling Bless": (with_cards(Card("hex", "null", rolling=True, leaves=True)), "components.cards.hex"),
    "a Bless with the symbol": (with_cards(Card("hex", "null", shuffle=True, leaves=True)), "components.cards.hex"),
    "two supplies": (replace(STANDARD, supplies=(*SUPPLIES, SUPPLIES[0])), "components.supplies"),
    "a supply of a plain card": (replace(STANDARD, supplies=(Supply("+0", "all", 1),)), "components.supplies"),
    "a supply of nothing known": (replace(STANDARD, supplies=(Supply("joker", "all", 1),)), "components.supplies"),
    "a card listed twice": (with_deck(CardsOf("+0", 1), CardsOf("+0", 1)), "components.decks.monsters"),
    "a card that is not there": (with_deck(CardsOf("+9", 1)), "components.decks.monsters"),
    "a Bless from the beginning": (with_deck(CardsOf("bless", 1)), "components.decks.monsters"),
    "an empty deck": (with_deck(CardsOf("+0", 0)), "components.decks.monsters"),
    "a deck too large": (with_deck(CardsOf("+0", 41)), "components.decks.monsters"),
    "a deck that is not there": (with_figure(deck="wizard"), "components.figures.scoundrel"),
    "the deck of the monsters": (with_figure(deck="monsters"), "components.figures.scoundrel"),
    "a character without a player": (with_figure(player=0), "components.figures.scoundrel"),
    "an item that is not there": (with_figure(items=("spoon",)), "components.figures.scoundrel"),
    "the same item twice": (with_figure(items=("sharpening-stone",) * 2), "components.figures.scoundrel"),
    "the same condition twice": (with_figure(conditions=("poison",) * 2), "components.figures.scoundrel"),
    "players out of order": (with_figure(player=3), "components.figures"),
    "no monster": (
        replace(STANDARD, figures=tuple(each for each in STANDARD.figures if each.kind != "monster")),
        "components.figures",
    ),
}


@pytest.mark.parametrize("case", WRONG_COMPONENTS)
def test_components_name_the_field_that_does_not_fit(case: str) -> None:
    """One thing is wrong with each."""
    components, field = WRONG_COMPONENTS[case]

    assert refused(None, components=components).startswith(f"{field}: ")


def test_too_many_rolling_cards_that_double_are_refused_in_a_deck() -> None:
    """As in a start position."""
    components = with_cards(Card("rolling-2x", "double", rolling=True))
    plan = DeckPlan("monsters", (CardsOf("rolling-2x", 5),))

    said = refused(None, components=replace(components, decks=(plan, *components.decks[1:])))

    assert said.startswith("components.decks.monsters: ")


@both
def test_a_scenario_begins_with_the_figures_of_its_players(rules: AttackRules) -> None:
    """One player: the brute and its deck stay in the box."""
    one, two = (rules.initial(setup_of(seats=seats)).battle for seats in (("ash",), ("ash", "birch")))

    assert [each.id for each in one.figures] == ["scoundrel", "rat", "guard-elite", "bones", "spiked"]
    assert [each.name for each in one.decks] == ["monsters", "scoundrel"]
    assert {each.id: each.seat for each in two.figures}["brute"] == "birch"
    assert {each.seat for each in two.figures if each.kind == "monster"} == {TABLE}
    assert one.supplies == SUPPLIES


def test_the_samples_name_what_is_ours() -> None:
    """Every set says which figures no publisher printed, and can be set up in both editions."""
    for name in GH1.edition.components:
        components = components_named(name)

        assert components.ours
        assert GH1.initial(setup_of(components=components)).battle.figures
        assert FH.initial(setup_of(components=components)).battle.figures


def test_a_setup_of_the_first_edition_is_taken_in_frosthaven() -> None:
    """So that its record can be verified there: the switches it has besides are kept, and mean nothing."""
    first = setup_of(ROUND)

    taken = FH.initial(first)

    assert taken.battle == ROUND
    assert taken.rules.printing == "fh"
