"""The vectors GV-50 to GV-55: what becomes of the cards."""

from collections import Counter

import pytest
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import ImpossibleDraw
from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import DrawCards
from tests.unit.rulesets.gloomhaven_attack.table import (
    FH,
    GH1,
    STANDARD,
    SUPPLIES,
    AttackRules,
    Table,
    at,
    both,
    effect,
    guard,
    scoundrel,
    setup_of,
)


@both
def test_gv_50_a_fresh_deck_has_20_cards(rules: AttackRules) -> None:
    """GV-50: six +0, five +1, five -1, one +2, -2, 2x and Null; the plain numbers add up to 0."""
    table = Table(rules, rules.initial(setup_of()))
    pile = table.deck("monsters").pile

    assert len(pile) == 20
    assert Counter(pile) == {"+0": 6, "+1": 5, "-1": 5, "+2": 1, "-2": 1, "2x": 1, "null": 1}
    assert sum(card.by * pile.count(card.id) for card in STANDARD.cards if card.op == "add") == 0


@both
def test_gv_51_a_null_shuffles_at_the_end_of_its_round_and_not_before(rules: AttackRules) -> None:
    """GV-51 (GH-6.2): drawn in round 3, the discards go back when round 3 ends."""
    table = at(rules, pile="null +0 +1", round=3).declare(3, by=TABLE).draw("null")
    again = table.declare(3, by=TABLE).draw("+0")

    ended = again.end_round()

    assert table.deck("monsters").shuffle_due
    assert again.deck("monsters").discards == ("null", "+0")
    assert ended.the(e.DeckShuffled).event == e.DeckShuffled("monsters", "round", ("+0", "null"))
    assert ended.the(e.DeckShuffled).cites == ("GH-6.2",)
    assert sorted(ended.deck("monsters").pile) == ["+0", "+1", "null"]
    assert not ended.deck("monsters").shuffle_due
    assert ended.events[0] == e.RoundEnded(3)


@both
def test_without_a_symbol_nothing_is_shuffled_when_the_round_ends(rules: AttackRules) -> None:
    """GH-6.2: the discards stay where they are."""
    ended = at(rules, pile="+0 +1").declare(3, by=TABLE).draw("+0").end_round()

    assert ended.every(e.DeckShuffled) == ()
    assert ended.deck("monsters").discards == ("+0",)


@pytest.mark.parametrize(("rules", "clause"), [(GH1, "GH-6.1"), (FH, "FH-6.1")], ids=["gh1", "fh"])
def test_gv_52_a_curse_leaves_although_it_is_not_used(rules: AttackRules, clause: str) -> None:
    """GV-52: Advantage draws 2x and Curse: the 2x is used, the Curse leaves, and the round ends with a shuffle."""
    table = at(rules, pile="2x curse +0").declare(3, by=TABLE, advantage=("strengthen",)).draw("2x", "curse")

    assert table.the(e.CardsPlayed).event.cards == ("2x",)
    assert table.the(e.CardLeft).event == e.CardLeft("monsters", "curse")
    assert table.the(e.CardLeft).cites == (clause,)
    assert table.deck("monsters").discards == ("2x",)
    assert table.end_round().the(e.DeckShuffled).event.again == ("2x",)


@both
def test_gv_53_a_bless_leaves_and_shuffles_nothing(rules: AttackRules) -> None:
    """GV-53: drawn alone it doubles, leaves the deck and has no shuffle symbol."""
    table = at(rules, pile="bless +0").declare(3, by=TABLE).draw("bless")

    assert table.damage == 6
    assert table.deck("monsters").pile == ("+0",)
    assert table.deck("monsters").discards == ()
    assert not table.deck("monsters").shuffle_due
    assert table.battle.supplies[0].left == 11
    assert table.end_round().every(e.DeckShuffled) == ()


def test_a_bless_leaves_when_drawn_in_the_first_edition_and_once_resolved_in_frosthaven() -> None:
    """GH-6.1, FH-6.1: before the value is worked out, or after the damage."""
    events = [
        [type(event) for event in at(rules, pile="bless +0").declare(3, by=TABLE).draw("bless").events]
        for rules in (GH1, FH)
    ]

    assert events[0].index(e.CardLeft) < events[0].index(e.CardsPlayed)
    assert events[1].index(e.CardLeft) > events[1].index(e.DamageSuffered)


@both
def test_gv_54_a_deck_that_runs_out_is_shuffled_in_the_middle_of_the_draw(rules: AttackRules) -> None:
    """GV-54 (GH-6.3, FA-10): one card is left: it is drawn, the discards are shuffled in, the second is drawn."""
    table = at(rules, pile="+1 -1").declare(3, by=TABLE).draw("-1")
    drawing = table.declare(3, by=TABLE, advantage=("strengthen",))

    missing, drawn = drawing.draw_missing("+1"), drawing.draw("+1", "-1")

    assert missing.pile == ("-1",)
    shuffled = drawn.the(e.DeckShuffled)
    assert shuffled.event == e.DeckShuffled("monsters", "empty", ("-1",))
    assert (shuffled.cites, shuffled.readings) == (("GH-6.3",), ("FA-10",))
    assert drawn.damage == 4
    assert drawn.deck("monsters").discards == ("+1", "-1")


@both
def test_gv_55_an_eleventh_curse_in_one_deck_is_not_possible(rules: AttackRules) -> None:
    """GV-55 (GH-8.5): ten times a Curse comes into the deck of the scoundrel, then none lies ready."""
    table = at(rules, scoundrel(), guard(), pile="+0 +0")
    for _ in range(10):
        table = table.declare(0, by=TABLE, effects=(effect("curse"),)).draw("+0")
        assert table.the(e.CardAdded).event == e.CardAdded("scoundrel", "curse")

    eleventh = table.declare(0, by=TABLE, effects=(effect("curse"),)).draw("+0")

    assert table.deck("scoundrel").pile.count("curse") == 10
    assert eleventh.every(e.CardAdded) == ()
    assert eleventh.the(e.EffectLapsed).event.because == "no card left"
    assert "GH-8.5" in eleventh.the(e.EffectLapsed).cites
    assert eleventh.deck("scoundrel").pile.count("curse") == 10


@both
def test_a_curse_for_a_monster_comes_from_another_supply(rules: AttackRules) -> None:
    """GH-8.5: 10 for the monsters and 10 for the characters, and 10 Bless for all."""
    table = at(rules, scoundrel(), guard(), own="+0 +0")

    cursed = table.declare(0, effects=(effect("curse"), effect("bless", on="self"))).draw("+0")

    assert [each.event for each in cursed.every(e.CardAdded)] == [
        e.CardAdded("monsters", "curse"),
        e.CardAdded("scoundrel", "bless"),
    ]
    assert cursed.battle.supplies == tuple(
        replace(each, left=10 if (each.card, each.decks) == ("curse", "characters") else 9) for each in SUPPLIES
    )


@both
def test_a_card_that_is_not_in_the_pile_cannot_be_drawn(rules: AttackRules) -> None:
    """The pile is what remains: the second +1 of a deck with one is impossible."""
    table = at(rules, pile="+1 +0").declare(3, by=TABLE).draw("+1").declare(3, by=TABLE)

    with pytest.raises(ImpossibleDraw) as impossible:
        table.rules.decide(table.state, DrawCards(TABLE), WitnessedChance((DrawReport("monsters/1", ("+1",)),)))

    assert impossible.value.request.pile == ("+0",)
