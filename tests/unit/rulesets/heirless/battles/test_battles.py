"""HB-1 to HB-4: the course of a Battle, from its choice to an attack."""

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import NotCovered
from oathbook.domain.kernel import Opened
from oathbook.domain.rulesets.heirless.model.battle_events import (
    AlliancesFormed,
    AllyNamed,
    Attacked,
    BanditCardPlaced,
    BattleBegan,
    BattleEnded,
    BattleTurnBegan,
    CardsPutAway,
    CardsRevealed,
    CubesPlaced,
    TargetsChosen,
)
from oathbook.domain.rulesets.heirless.model.battle_state import Aim, Battle
from oathbook.domain.rulesets.heirless.model.decisions import Ally, Attack, Resolve
from oathbook.domain.rulesets.heirless.model.events import GameEnded, SeasonEnded
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Bandit
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    DECK_OF_THREE,
    HITS,
    PLAIN,
    card,
    duel,
    field_of,
    fight,
    listed,
    with_board,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

# HB-1 ---------------------------------------------------------------------------------------------------------


def test_players_resolve_their_battles_in_their_order_and_of_their_own_choice() -> None:
    """HB-1.1: ash has two and takes the second first, then the other; birch's last one is left to birch."""
    field = field_of(PLAIN, ash="Valley Meadow", birch="Valley Thicket", cedar="Meadow Thicket")
    begun = fight(field)
    assert begun.table.asked == (ASH,)
    assert listed(begun, ASH) == [Resolve(ASH, "Valley"), Resolve(ASH, "Meadow")]

    first = begun.resolve("Meadow").allied((ASH, CEDAR))
    assert first.table.asked == (ASH,)
    second = first.resolve("Valley").allied((ASH, BIRCH))
    assert second.table.asked == (BIRCH,)
    third = second.resolve("Thicket")

    began = third.table.the(BattleBegan)
    assert began.event == BattleBegan("Thicket", BIRCH, (BIRCH, CEDAR), None)
    assert (began.cites, began.readings) == (("HB-1.1",), ("HA-4",))
    done = third.allied((BIRCH, CEDAR))
    assert done.table.events[-2:] == (SeasonEnded(1), GameEnded("last season played"))


def test_two_who_name_each_other_are_an_alliance() -> None:
    """HB-1.2, HA-26: ash and cedar do; birch, who wants ash too, is alone."""
    field = field_of(PLAIN, ash="Valley", birch="Valley", cedar="Valley")
    begun = fight(field).resolve()
    assert listed(begun, ASH) == [Ally(ASH, BIRCH), Ally(ASH, CEDAR), Ally(ASH, None)]

    said = begun.decide(Ally(ASH, CEDAR), Ally(BIRCH, ASH))
    formed = said.decide(Ally(CEDAR, ASH))

    assert said.table.every(AlliancesFormed) == ()
    assert [each.event for each in said.table.every(AllyNamed)] == [
        AllyNamed("Valley", ASH, CEDAR),
        AllyNamed("Valley", BIRCH, ASH),
    ]
    assert formed.table.the(AlliancesFormed).event == AlliancesFormed("Valley", ((ASH, CEDAR),))
    assert formed.table.the(AlliancesFormed).readings == ("HA-26", "HA-61")


def test_a_player_alone_against_bandits_is_asked_for_no_ally() -> None:
    """HB-1.4: the Bandits place cubes as a player does; in a tie they go first in this Season."""
    field = with_board(field_of(PLAIN, bandits=(BANDIT,), ash="Valley"), "WolfBandit", delay="2.5")
    begun = fight(field).drawing(**{"target/Valley/1/b-1": "ash-1"}).resolve()

    placed = begun.table.every(CubesPlaced)
    assert [(each.event.seat, each.event.cubes, each.cites) for each in placed] == [
        (ASH, 3, ("HB-1.3",)),
        (BANDITS, 3, ("HB-1.4",)),
    ]
    assert [(line.of, line.op, line.total) for line in placed[0].working] == [
        ("Delay of ash in thousandths", "start", 2500),
        ("cubes, rounded up", "becomes", 3),
    ]
    assert begun.table.the(BattleBegan).cites == ("HB-1.1", "HB-1.4")
    assert begun.table.the(BattleTurnBegan).event.attacker == BANDITS
    assert begun.table.the(TargetsChosen).event == TargetsChosen("Valley", BANDITS, (Aim("b-1", "ash-1"),), (ASH,))
    assert begun.table.asked == (ASH,)


def test_a_battle_among_allies_is_over_before_its_first_turn() -> None:
    """HB-1.5, HA-25."""
    field = field_of(PLAIN, ash="Valley", birch="Valley")
    done = fight(field).resolve().allied((ASH, BIRCH))

    ended = done.table.the(BattleEnded)
    assert ended.event == BattleEnded("Valley", (ASH, BIRCH), agreed=False)
    assert (ended.cites, ended.readings) == (("HB-1.5", "HB-5.3", "HB-6.3"), ("HA-25",))
    assert done.table.every(BattleTurnBegan) == ()
    assert done.table.field.war.battles == (Battle("Valley", (ASH, BIRCH), bandits=False, status="over"),)


def test_a_battle_with_bandits_of_two_camps_is_not_covered() -> None:
    """HA-57: two Delays for one player; ash is offered the other Battle only, and then the table is asked."""
    others = (BANDIT, Bandit("c-1", "CatBandit", "Valley"))
    begun = fight(field_of(PLAIN, bandits=others, ash="Valley Meadow", birch="Meadow"))

    assert listed(begun, ASH) == [Resolve(ASH, "Meadow")]
    with pytest.raises(NotCovered, match=r"HB-1\.4 is not covered"):
        begun.resolve()


# HB-2, HB-3 ---------------------------------------------------------------------------------------------------


def test_defenders_place_at_the_same_time_and_the_attacker_after_them() -> None:
    """HB-3.4, HB-3.5: birch and cedar in any order; what they placed is shown with the Attacker's card only."""
    field = field_of(DECK_OF_THREE, ash="Valley Valley", birch="Valley", cedar="Valley")
    field = with_board(field, ASH, delay="1")
    begun = fight(field, box=DECK_OF_THREE).resolve().allied().aim(("ash-1", "birch-1"), ("ash-2", "cedar-1"))
    assert begun.table.asked == (BIRCH, CEDAR)
    assert len(listed(begun, CEDAR)) == 3

    one = begun.defend(CEDAR, "c2")
    assert one.table.asked == (BIRCH,)
    both = one.defend(BIRCH, "c3")
    assert both.table.asked == (ASH,)
    assert len(listed(both, ASH)) == 6
    done = both.attack("c1", "c3")

    shown = done.table.the(CardsRevealed)
    assert [(each.seat, each.card) for each in shown.event.cards] == [(CEDAR, Opened("c2")), (BIRCH, Opened("c3"))]
    assert (done.hand(ASH), done.hand(BIRCH), done.hand(CEDAR)) == ({"c2"}, {"c1", "c2"}, {"c1", "c3"})
    assert done.table.the(CardsPutAway).event.seats == (ASH, CEDAR, BIRCH)
    assert [each.discarded for each in done.table.field.war.cards] == [2, 1, 1]


def test_an_attacker_may_target_nobody() -> None:
    """HA-58: nobody defends; a card is placed all the same, and there are new cubes."""
    done = duel().turn()

    assert done.table.every(Attacked) == ()
    assert done.table.every(CardsRevealed) == ()
    assert done.cubes()[ASH] == (0, 1)
    assert "HA-58" in duel().aim().table.the(TargetsChosen).readings


def test_bandits_defend_with_one_card_for_all_of_them() -> None:
    """HB-2.3, HA-29, HA-69: drawn with the reveal; nobody else is asked."""
    box = replace(PLAIN, bandit_battlecards=(card("Shield", defense=9), card("Gap", defense=-9)))
    bandits = (BANDIT, replace(BANDIT, id="b-2"))
    field = with_board(field_of(box, bandits=bandits, ash="Valley Valley"), ASH, delay="1", damage=5, precision=5)
    begun = fight(field, box=box).resolve().aim(("ash-1", "b-1"), ("ash-2", "b-2"))
    assert begun.table.asked == (ASH,)

    request = begun.missing(Attack(ASH, "N"))
    done = begun.drawing(**{"card/Valley/1": "Shield"}).attack()

    assert (request.label, request.pile, request.clause) == ("card/Valley/1", ("Shield", "Gap"), "HB-2.3")
    placed = done.table.the(BanditCardPlaced)
    assert placed.event == BanditCardPlaced("Valley", "Shield")
    assert placed.cites == ("HB-2.3", "HB-2.4", "HB-3.4", "HB-3.6")
    assert placed.readings == ("HA-29", "HA-69")
    assert [each.event.added for each in done.table.every(Attacked)] == [0, 0]


def test_bandits_attack_with_a_card_of_their_own_and_discard_no_other() -> None:
    """HB-3.5, HA-28: with the last Defender's card all is decided."""
    box = replace(PLAIN, bandit_battlecards=(card("Claw", damage=1, delay="-1"),))
    field = field_of(box, bandits=(BANDIT,), ash="Valley")
    field = with_board(with_board(field, "WolfBandit", delay="1", precision=5), ASH, defense=0, health=9)
    draws = {"target/Valley/1/b-1": "ash-1", "target/Valley/2/b-1": "ash-1", "card/Valley/1": "Claw"}

    done = fight(field, box=box).drawing(**draws).resolve().defend(ASH)

    placed = done.table.the(BanditCardPlaced)
    assert placed.cites == ("HB-2.3", "HB-2.4", "HB-3.5", "HB-3.6")
    assert "HA-28" in placed.readings
    assert done.table.the(Attacked).event.added == 3
    assert done.table.the(BattleTurnBegan).event.attacker == BANDITS
    assert done.cubes()[BANDITS] == (0, 0)


def test_the_working_of_an_attack_tells_every_figure_and_every_question() -> None:
    """A Precision of 4 and 1 against a Dodge of 4 and 2: half of 6 is passed, 6 is not; half of 5 is 3, less 1 is 2."""
    box = replace(PLAIN, battlecards=(card("Both", precision=1, damage=2, dodge=2, delay="1"),))
    done = duel(box=box).turn(*HITS, by="Both", against="Both")

    struck = done.table.the(Attacked)
    assert [(line.clause, line.of, line.op, line.by, line.total, line.applied) for line in struck.working] == [
        ("HB-3.8", "Precision of ash", "start", 4, 4, True),
        ("HB-3.8", "Precision of card Both", "add", 1, 5, True),
        ("HB-3.7", "Dodge of birch", "start", 4, 4, True),
        ("HB-3.7", "Dodge of card Both", "add", 2, 6, True),
        ("HB-4.1", "Dodge of birch", "halved-down", 2, 3, True),
        ("HB-4.1", "Precision of ash", "within", 3, 5, False),
        ("HB-4.2", "Precision of ash", "within", 6, 5, True),
        ("HB-3.7", "Defense of birch", "start", 1, 1, True),
        ("HB-3.7", "Defense of card Both", "add", 0, 1, False),
        ("HB-3.8", "Damage of ash", "start", 3, 3, True),
        ("HB-3.8", "Damage of card Both", "add", 2, 5, True),
        ("HB-4.2", "Damage of ash", "halved-up", 2, 3, True),
        ("HB-4.3", "Damage of ash", "times", 2, 3, False),
        ("HB-4.1", "Damage of ash", "becomes", 0, 3, False),
        ("HB-4.5", "Defense of birch", "take", 1, 2, True),
        ("HB-4.5", "Damage of ash", "at-least", 0, 2, False),
    ]
    assert struck.cites == ("HB-3.9", "HB-3.8", "HB-3.7", "HB-4.2", "HB-4.5")
    assert struck.readings == ("HA-52", "HA-30")
