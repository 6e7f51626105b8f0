"""The vectors GV-40 to GV-45: the same deck under both editions, figured by hand in the digest; Attack 3, Shield 0."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Card
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Deck
from tests.unit.rulesets.gloomhaven_attack.table import (
    BOTH,
    FH,
    GH1,
    SCOUNDREL,
    STANDARD,
    AttackRules,
    Table,
    at,
    battle_of,
    both,
    guard,
    reasons,
    scoundrel,
    setup_of,
)

# The deck in its order, how many cards each edition draws, which count, and the damage of an Attack 3.
Outcome = tuple[int, str, int]
VECTORS: Final[dict[str, tuple[str, str, Outcome, Outcome]]] = {
    "GV-40": (
        "advantage",
        "rolling+1 rolling+1 +0 +2",
        (3, "rolling+1 rolling+1 +0", 5),
        (4, "rolling+1 rolling+1 +2", 7),
    ),
    "GV-41": ("advantage", "+0 rolling+1 rolling+1 +2", (2, "+0 rolling+1", 4), (2, "rolling+1", 4)),
    "GV-42": ("advantage", "rolling+1 +0 rolling+1 +2", (2, "rolling+1 +0", 4), (3, "rolling+1 rolling+1", 5)),
    "GV-43": ("disadvantage", "rolling+1 rolling+1 +0 -1", (3, "+0", 3), (4, "-1", 2)),
    "GV-44": ("disadvantage", "+1 rolling-1 +0", (2, "+1", 4), (2, "rolling-1", 2)),
}


def attacked(rules: AttackRules, name: str) -> Table:
    """The guard attacks the scoundrel, and as many cards come as the edition asks for."""
    mode, deck, first, other = VECTORS[name]
    drawn = deck.split()[: (first if rules is GH1 else other)[0]]
    return at(rules, pile=deck).declare(3, by=TABLE, **reasons(mode)).draw(*drawn)


@both
@pytest.mark.parametrize("name", VECTORS)
def test_a_deck_comes_out_by_the_edition(rules: AttackRules, name: str) -> None:
    """Cards drawn, cards that count, and damage, as the table of the digest has them."""
    _, deck, first, other = VECTORS[name]
    count, used, damage = first if rules is GH1 else other

    table = attacked(rules, name)

    assert table.drawn == tuple(deck.split()[:count])
    assert table.the(e.CardsPlayed).event.cards == tuple(used.split())
    assert table.damage == damage


@pytest.mark.parametrize("name", VECTORS)
def test_frosthaven_cites_its_own_clause(name: str) -> None:
    """FH-2.1 with Advantage, FH-3.1 with Disadvantage; the first edition has neither."""
    own = "FH-2.1" if VECTORS[name][0] == "advantage" else "FH-3.1"

    assert own in attacked(FH, name).the(e.CardsPlayed).cites
    assert own not in attacked(GH1, name).cites


@pytest.mark.parametrize(
    ("name", "choice", "damage"), [("GV-40", "first", 5), ("GV-41", "first", 3), ("GV-42", "first", 4)]
)
def test_a_character_may_take_the_other_card_in_frosthaven(name: str, choice: str, damage: int) -> None:
    """FH-2.2: +2, +0 and +1 in all, where a monster would have had +4, +1 and +2."""
    _, deck, _, (count, _, of_monster) = VECTORS[name]
    asked = at(FH, own=deck).declare(3, advantage=("strengthen",)).draw(*deck.split()[:count])

    chosen, other = asked.choose(choice), asked.choose("second")

    assert asked.the(e.ChoiceAsked).cites[0] == "FH-2.2"
    assert asked.asked == ("ash",)
    assert (chosen.damage, other.damage) == (damage, of_monster)
    assert "FH-2.2" in chosen.the(e.CardsPlayed).cites


def test_two_cards_alike_are_no_choice() -> None:
    """FH-2.2: nothing to choose between +0 and +0, which comes out as in the first edition."""
    dealt = [at(rules, own="+0 +0 +1").declare(3, advantage=("strengthen",)).draw("+0", "+0").told for rules in BOTH]

    assert dealt[0] == dealt[1]


@both
@pytest.mark.parametrize(("order", "damage"), [((0, 1), 8), ((1, 0), 7)])
def test_gv_45_a_rolling_1_and_a_2x_deal_7_or_8(rules: AttackRules, order: tuple[int, ...], damage: int) -> None:
    """GV-45 (GH-1.5): Attack 3, r+1 and 2x: (3 + 1) doubled or 3 doubled and 1 more, as the player likes."""
    asked = at(rules, own="rolling+1 2x +0").declare(3).draw("rolling+1", "2x")

    ordered = asked.order(*order)

    assert asked.the(e.OrderAsked).event == e.OrderAsked(asked.asked[0], "cards", ("card rolling+1", "card 2x"))
    assert ordered.damage == damage


@pytest.mark.parametrize(
    ("rolling", "mode", "asked_for"),
    [
        ("rolling+1 rolling+1", "advantage", ("GH-2.3", "FH-2.1")),
        ("rolling+1 rolling+1", "disadvantage", ("GH-3.3", "FH-3.1")),
        ("+0", "advantage", ("GH-2.1", "GH-2.1")),
        ("+0", "disadvantage", ("GH-3.1", "GH-3.1")),
        ("rolling+1", "neither", ("GH-4.1", "GH-4.1")),
        ("", "neither", ("GH-1.3", "GH-1.3")),
    ],
)
def test_a_missing_card_says_by_which_clause_it_is_drawn(rolling: str, mode: str, asked_for: tuple[str, str]) -> None:
    """The request names deck, number, what is left in the pile, and the clause that asks."""
    cards = rolling.split()

    requests = [
        at(rules, pile=f"{rolling} -1 +2").declare(3, by=TABLE, **reasons(mode)).draw_missing(*cards) for rules in BOTH
    ]

    assert [each.label for each in requests] == [f"monsters/{len(cards) + 1}"] * 2
    assert [each.pile for each in requests] == [("-1", "+2")] * 2
    assert tuple(each.clause for each in requests) == asked_for


@pytest.mark.parametrize(
    ("mode", "pile", "used"),
    [
        ("advantage", "rolling+1 +0", ("rolling+1", "+0")),
        ("disadvantage", "rolling+1 +0", ("+0",)),
        ("advantage", "rolling+1", ("rolling+1",)),
        ("disadvantage", "rolling+1", ()),
    ],
)
def test_a_draw_that_stops_counts_as_far_as_it_came_in_frosthaven(mode: str, pile: str, used: tuple[str, ...]) -> None:
    """FA-26, FH-2.1, FH-3.1: there is no second card to compare with."""
    table = at(FH, pile=pile).declare(3, by=TABLE, **reasons(mode)).draw(*pile.split())

    assert table.the(e.CardsPlayed).event.cards == used
    assert "FA-26" in table.readings


@pytest.mark.parametrize(
    ("mode", "pile", "used"),
    [
        ("advantage", "+1", ("+1",)),
        ("disadvantage", "+1", ("+1",)),
        ("disadvantage", "rolling+1", ()),
        ("advantage", "rolling+1 rolling-1", ("rolling+1", "rolling-1")),
        ("disadvantage", "rolling+1 rolling-1", ()),
    ],
)
def test_a_draw_that_stops_counts_as_far_as_it_came_in_the_first_edition(
    mode: str, pile: str, used: tuple[str, ...]
) -> None:
    """FA-26, GH-2.3, GH-3.3: no card that is not rolling was left."""
    table = at(GH1, pile=pile).declare(3, by=TABLE, **reasons(mode)).draw(*pile.split())
    of_two_rolling = {"GH-2.3", "GH-3.3"} & set(table.the(e.CardsPlayed).cites)

    assert table.the(e.CardsPlayed).event.cards == used
    assert bool(of_two_rolling) == (len(pile.split()) > 1)
    assert "FA-26" in table.readings


@both
def test_the_choice_of_frosthaven_is_that_of_the_player_of_a_summon_as_well(rules: AttackRules) -> None:
    """FA-30: a summon draws from the deck of its character."""
    table = at(rules, SCOUNDREL, guard(), scoundrel(id="rat", kind="summon"), own="+0 +1")

    drawn = table.declare(3, attacker="rat", advantage=("strengthen",)).draw("+0", "+1")

    assert "FA-30" in drawn.readings
    assert bool(drawn.every(e.ChoiceAsked)) == (rules is FH)
    assert drawn.drawn == ("+0", "+1")


def test_a_rolling_null_is_a_null_like_any_other() -> None:
    """FA-15: a Null whatever follows it, and nothing with Disadvantage."""
    components = replace(STANDARD, cards=(*STANDARD.cards, Card("rolling-null", "null", rolling=True)))
    decks = (Deck("monsters", ("+2", "rolling-null")), Deck("scoundrel", ("+0",)))
    start = replace(battle_of(), decks=decks)
    table = Table(GH1, GH1.initial(setup_of(start, components=components)))

    plain = table.declare(3, by=TABLE).draw("rolling-null", "+2")
    disregarded = table.declare(3, by=TABLE, disadvantage=("muddle",)).draw("rolling-null", "+2")

    assert (plain.damage, disregarded.damage) == (0, 5)
    assert "FA-15" in plain.readings
