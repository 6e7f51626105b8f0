"""The vectors of the rules about Battles, each through ``decide`` from a start position."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.heirless.model.battle_events import (
    Attacked,
    BattleTurnBegan,
    CardDiscarded,
    CubesPlaced,
    CubesReset,
    DiscardsPickedUp,
    TimePassed,
    WoundsByCard,
)
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.decisions import Attack
from oathbook.domain.rulesets.heirless.model.state import BANDITS
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    HITS,
    ONE_SEASON,
    PLAIN,
    Fight,
    card,
    cards,
    duel,
    field_of,
    fight,
    with_board,
    with_hand,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, SAMPLE, THREE

ATTACKER_FIRST, DEFENDER_FIRST = THREE, (BIRCH, ASH, CEDAR)

BLOWS: Final = (
    ("HV-1", 2, 6, 5, 1, ("miss", 0), ("miss", 0)),
    ("HV-2", 3, 6, 5, 1, ("graze", 2), ("miss", 0)),
    ("HV-3", 3, 7, 5, 1, ("graze", 2), ("miss", 0)),
    ("HV-4", 4, 6, 5, 1, ("graze", 2), ("graze", 2)),
    ("HV-5", 6, 6, 5, 1, ("hit", 4), ("graze", 2)),
    ("HV-6", 7, 6, 5, 1, ("hit", 4), ("hit", 4)),
    ("HV-7", 12, 6, 5, 1, ("critical hit", 9), ("hit", 4)),
    ("HV-8", 13, 6, 5, 1, ("critical hit", 9), ("critical hit", 9)),
    ("HV-9", 5, 6, 5, 4, ("graze", 0), ("graze", 0)),
    ("HV-10", 7, 6, 5, 9, ("hit", 0), ("hit", 0)),
    ("HV-11", 0, 0, 3, 1, ("critical hit", 5), ("miss", 0)),
    ("HV-12", 0, 1, 3, 1, ("graze", 1), ("miss", 0)),
    ("HV-13", 1, 1, 3, 1, ("hit", 2), ("graze", 1)),
    ("HV-14", 2, 1, 3, 1, ("critical hit", 5), ("hit", 2)),
    ("HV-15", 1, 3, 3, 0, ("graze", 2), ("miss", 0)),
    ("HV-16", 7, 6, 4, -1, ("hit", 5), ("hit", 5)),
    ("HV-17", 3, 7, 1, 0, ("graze", 1), ("miss", 0)),
)
"""Id, Precision, Dodge, Damage, Defense; what comes of it when the Attacker wins ties, and when the Defender does."""

BESIDE: Final = (
    ("below half of 7", 2, 7, 5, 1, ("miss", 0), ("miss", 0)),
    ("above half of 7", 4, 7, 5, 1, ("graze", 2), ("graze", 2)),
    ("below the Dodge", 5, 6, 5, 1, ("graze", 2), ("graze", 2)),
    ("below twice the Dodge", 11, 6, 5, 1, ("hit", 4), ("hit", 4)),
    ("above nothing", 1, 0, 3, 1, ("critical hit", 5), ("critical hit", 5)),
    ("below nothing", -1, 0, 3, 1, ("miss", 0), ("miss", 0)),
    ("below half of 1", -1, 1, 3, 1, ("miss", 0), ("miss", 0)),
    ("half of 4, even", 2, 4, 4, 0, ("graze", 2), ("miss", 0)),
    ("damage as much as Defense", 7, 6, 5, 5, ("hit", 0), ("hit", 0)),
    ("damage one above Defense", 7, 6, 5, 4, ("hit", 1), ("hit", 1)),
    ("a Dodge below zero", -3, -3, 2, 0, ("miss", 0), ("miss", 0)),
    ("half of a Dodge below zero", -2, -3, 2, 0, ("critical hit", 4), ("miss", 0)),
    ("above a Dodge below zero", -1, -3, 2, 0, ("critical hit", 4), ("critical hit", 4)),
)
"""Next to each boundary, figured from the clauses in the same way."""


@pytest.mark.parametrize(("vector", "precision", "dodge", "damage", "defense", "first", "second"), BLOWS + BESIDE)
@pytest.mark.parametrize("order", [ATTACKER_FIRST, DEFENDER_FIRST], ids=["attacker wins ties", "defender wins ties"])
def test_an_attack_misses_grazes_hits_or_hits_critically(  # noqa: PLR0913, PLR0917  # because a vector has seven columns
    vector: str,
    precision: int,
    dodge: int,
    damage: int,
    defense: int,
    first: tuple[str, int],
    second: tuple[str, int],
    order: tuple[Seat, ...],
) -> None:
    """HV-1 to HV-17, and beside their boundaries."""
    begun = duel(order, ash={"precision": precision, "damage": damage}, birch={"dodge": dodge, "defense": defense})

    done = begun.turn(*HITS)

    struck = done.table.the(Attacked)
    blow, wounds = first if order == ATTACKER_FIRST else second
    assert (struck.event.blow, struck.event.added, done.wounds()["birch-1"]) == (blow, wounds, wounds), vector
    assert ("HB-3.10" in struck.cites) == (first[0] != second[0])
    assert ("HA-64" in struck.readings) == (first[0] != second[0])


def turns(begun: Fight, number: int) -> list[str]:
    """Who attacks in so many Battle Turns in which nobody is targeted, Bandits aside, and only plain cards placed."""
    attackers = list[str]()
    while len(attackers) < number:
        attacker = begun.hourglass.attacker
        assert attacker is not None
        attackers.append(attacker)
        begun = begun.defend(begun.table.asked[0], "N") if attacker == BANDITS else begun.turn()
    return attackers


def test_cubes_fall_and_are_placed_anew() -> None:
    """HV-20: a Delay of 3 against one of 2, ties to birch; birch's first card has a Delay of 1 more."""
    box = replace(PLAIN, battlecards=(*cards("N"), card("Slow", delay="1")))
    field = field_of(box, ash="Valley", birch="Valley")
    field = with_board(with_board(field, ASH, delay="3"), BIRCH, delay="2")

    begun = fight(field, *DEFENDER_FIRST, box=box).resolve().allied()

    placed = [each.event for each in begun.table.every(CubesPlaced)]
    assert [(each.seat, each.cubes) for each in placed] == [(BIRCH, 2), (ASH, 3)]
    assert begun.table.the(TimePassed).event.cubes == 2
    assert begun.cubes() == {ASH: (1, 2), BIRCH: (0, 2)}
    assert begun.table.asked == (BIRCH,)

    first = begun.aim().attack("Slow", "N")

    assert first.table.the(CubesReset).event.cubes == 3
    assert first.table.the(TimePassed).event.cubes == 1
    assert first.cubes() == {ASH: (0, 3), BIRCH: (2, 1)}

    second = first.aim().attack("N", "Slow")

    assert second.table.the(TimePassed).event.cubes == 2
    assert second.cubes() == {ASH: (1, 2), BIRCH: (0, 3)}
    assert second.aim().attack("N", "Slow").table.the(CubesReset).event.cubes == 2


def test_a_tie_for_the_attack_goes_by_the_tie_breaker() -> None:
    """HV-21: Delays of 3, 3 and, of the Bandits, 4; ties to the Bandits, then to ash."""
    field = field_of(PLAIN, bandits=(BANDIT,), ash="Valley", birch="Valley")
    for owner, delay in ((ASH, "3"), (BIRCH, "3"), ("WolfBandit", "4")):
        field = with_board(field, owner, delay=delay, damage=0)

    draws = {f"target/Valley/{turn}/b-1": "ash-1" for turn in (3, 6)}
    draws |= {f"card/Valley/{turn}": "N" for turn in (3, 6)}
    begun = fight(field).drawing(**draws).resolve().allied()

    assert begun.cubes() == {ASH: (0, 3), BIRCH: (0, 3), BANDITS: (1, 3)}
    assert begun.table.the(BattleTurnBegan).cites == ("HB-3.1", "HB-3.10", "HT-3.3", "HT-3.5")
    assert turns(begun, 7) == [ASH, BIRCH, BANDITS, ASH, BIRCH, BANDITS, ASH]


def test_fewer_cubes_at_the_bottom_go_first() -> None:
    """HV-22: Delays of 2 and 4."""
    begun = duel(ash={"delay": "2"}, birch={"delay": "4"})

    assert turns(begun, 6) == [ASH, ASH, BIRCH, ASH, ASH, BIRCH]


@pytest.mark.parametrize(("name", "cubes"), [("N", 3), ("Slow", 4), ("Quick", 2)])
def test_cubes_are_the_delay_rounded_up(name: str, cubes: int) -> None:
    """HV-23: 2.5 is 3; with a card of 1 more it is 4, with one of 1 less, 2."""
    box = replace(PLAIN, battlecards=(*cards("N"), card("Slow", delay="1"), card("Quick", delay="-1")))
    begun = duel(box=box, ash={"delay": "2.5"})

    first = {each.event.seat: each.event.cubes for each in begun.table.every(CubesPlaced)}
    done = begun.aim().attack(name, "Slow" if name != "Slow" else "Quick")

    assert first == {ASH: 3, BIRCH: 5}
    assert done.table.the(CubesReset).event.cubes == cubes


BOX: Final = replace(PLAIN, battlecards=cards("c1", "c2", "c3"))
TWO: Final = replace(PLAIN, battlecards=cards("c1", "c2"))


def with_hands(box: Components, ash: tuple[str, ...], birch: tuple[str, ...]) -> Fight:
    """Ash about to attack birch, each with these cards in hand."""
    field = field_of(box, ash="Valley", birch="Valley")
    field = with_board(with_board(field, ASH, delay="1"), BIRCH, delay="5", health=100)
    field = with_hand(with_hand(field, box, ASH, *ash), box, BIRCH, *birch)
    return fight(field, box=box).resolve().allied().aim(*HITS)


def test_an_empty_hand_is_filled_with_the_discards_before_a_card_is_placed() -> None:
    """HV-30."""
    done = with_hands(BOX, ("c1",), ()).defend(BIRCH, "c2")

    assert done.table.the(DiscardsPickedUp).event == DiscardsPickedUp(BIRCH, 3)
    assert done.table.the(DiscardsPickedUp).cites == ("HB-2.2", "HB-2.4")
    assert done.hand(BIRCH) == {"c1", "c3"}
    assert (done.battle_cards(BIRCH).held, done.battle_cards(BIRCH).discarded) == (2, 0)


def test_with_one_card_in_hand_nothing_is_discarded() -> None:
    """HV-31: the hand is empty then, and stays so until a card must be placed."""
    done = with_hands(BOX, ("c1",), ("c1",)).defend(BIRCH, "c1").attack("c1")

    assert done.table.every(CardDiscarded) == ()
    assert done.table.every(DiscardsPickedUp) == ()
    assert (done.battle_cards(ASH).held, done.battle_cards(ASH).discarded) == (0, 3)


def test_an_attacker_with_an_empty_hand_places_one_and_discards_another() -> None:
    """HV-32."""
    done = with_hands(TWO, (), ("c1",)).defend(BIRCH, "c1").attack("c1", "c2")

    assert done.table.the(DiscardsPickedUp).event == DiscardsPickedUp(ASH, 2)
    assert (done.battle_cards(ASH).held, done.battle_cards(ASH).discarded) == (0, 2)


def test_an_attacker_uses_two_cards() -> None:
    """HV-33."""
    done = with_hands(BOX, ("c1", "c2", "c3"), ("c1",)).defend(BIRCH, "c1").attack("c1", "c2")

    assert done.hand(ASH) == {"c3"}
    assert done.battle_cards(ASH).discarded == 2


NO_WOUNDS: Final = {"ash-1": 0, "ash-2": 0, "ash-3": 0}


def test_the_wounds_of_a_card_go_to_targeted_figures_only() -> None:
    """HV-34: birch-1 and birch-2 and birch-4 have 2 Wounds each, birch-3 none; the first three are targeted."""
    box = replace(PLAIN, battlecards=(*cards("N"), card("Mend", wound=-1)), start=replace(SAMPLE.start, knights=4))
    field = field_of(box, ash="Valley Valley Valley", birch="Valley Valley Valley Valley")
    field = with_board(field, ASH, delay="1", precision=10, dodge=0, damage=2)
    field = with_board(field, BIRCH, delay="9", defense=0, dodge=7, health=9)
    begun = fight(field, box=box).resolve().allied()
    begun = begun.aim(("ash-1", "birch-1"), ("ash-2", "birch-2")).defend(BIRCH, "N").attack("N", "Mend")
    begun = begun.aim(("ash-1", "birch-4")).defend(BIRCH, "Mend").attack("N", "Mend")
    assert begun.wounds() == {**NO_WOUNDS, "birch-1": 2, "birch-2": 2, "birch-3": 0, "birch-4": 2}

    aimed = begun.aim(("ash-1", "birch-1"), ("ash-2", "birch-2"), ("ash-3", "birch-3"))
    done = aimed.defend(BIRCH, "Mend").attack("N", "Mend")

    by_card = {each.event.figure: each.event.wounds for each in done.table.every(WoundsByCard)}
    assert by_card == {"birch-1": 1, "birch-2": 1, "birch-3": 0}
    assert {each.event.target: each.event.wounds for each in done.table.every(Attacked)} == {
        "birch-1": 3,
        "birch-2": 3,
        "birch-3": 2,
    }
    assert done.wounds()["birch-4"] == 2


@pytest.mark.parametrize(
    ("season", "blow", "wounds"),
    [pytest.param(2, "hit", 2, id="lose ties"), pytest.param(1, "graze", 0, id="win ties")],
)
def test_a_whole_battle_turn_against_a_camp(season: int, blow: str, wounds: int) -> None:
    """HV-40: the sample box, ash with P4 against a Bandit with B2; the Bandits win ties in odd Seasons only."""
    box = replace(ONE_SEASON, seasons=3)
    field = field_of(box, bandits=(replace(BANDIT, tile="Meadow"),), ash="Meadow")
    field = replace(field, season=season, current="t1" if season == 1 else "t2")
    field = with_board(field, "WolfBandit", delay="4")
    begun = fight(field, box=box).resolve("Meadow")
    begun = begun.drawing(**{"card/Meadow/1": "B2", "target/Meadow/2/b-1": "ash-1"})

    done = begun.aim(("ash-1", "b-1")).decide(Attack(ASH, "P4", Hidden.of("P1", ASH)))

    struck = done.table.the(Attacked)
    assert (struck.event.blow, struck.event.added, struck.event.wounds) == (blow, wounds, wounds)
    assert struck.readings[-2:] == ("HA-64", "HA-1")
    assert done.table.the(CubesReset).event == CubesReset("Meadow", ASH, 4)
    assert done.table.the(CubesReset).working[-1].total == 4
    assert done.wounds()["b-1"] == wounds
