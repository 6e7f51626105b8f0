"""Each switch of Battles, both of its settings, on positions in which they come out differently."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.heirless.model.battle_events import (
    Attacked,
    AttackLapsed,
    BattleTurnBegan,
    SentBack,
    TargetsChosen,
    WoundsByCard,
)
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import Attack, Deploy, Target
from oathbook.domain.rulesets.heirless.model.events import SeasonBegan
from oathbook.domain.rulesets.heirless.model.state import BANDITS
from oathbook.domain.rulesets.heirless.model.switches import Switches
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    HITS,
    PLAIN,
    Fight,
    card,
    duel,
    field_of,
    fight,
    with_board,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

AT_BIRCH: Final = Target(ASH, (Aim("ash-1", "birch-1"),))


def allies(switches: Switches) -> Fight:
    """Ash and birch are allied against cedar; ash is the Attacker."""
    field = with_board(field_of(PLAIN, ash="Valley", birch="Valley", cedar="Valley"), ASH, delay="1")
    return fight(field, switches=switches).resolve().allied((ASH, BIRCH))


def test_an_ally_is_a_legal_target_or_is_not() -> None:
    """HA-24."""
    legal = allies(Switches()).decide(AT_BIRCH)
    refusal = allies(Switches(ally_as_target="forbidden")).table.refused(AT_BIRCH)

    assert legal.table.the(TargetsChosen).readings == ("HA-24",)
    assert (refusal.code, refusal.clause, refusal.readings) == ("ally-as-target", "HB-3.3", ("HA-24",))
    assert refusal.conditions[-1].values == {"target": "birch-1", "allies": "birch-1"}


def beside_bandits(switches: Switches) -> Fight:
    """Ash has wounded birch, and the Bandit attacks next."""
    field = field_of(PLAIN, bandits=(BANDIT,), ash="Valley", birch="Valley")
    for owner, attributes in ((ASH, {"delay": "2", "precision": 6}), (BIRCH, {"delay": "9"})):
        field = with_board(field, owner, **attributes)
    return fight(field, switches=switches).resolve().allied().aim(*HITS).defend()


def test_bandits_draw_their_targets_or_go_for_the_most_wounded() -> None:
    """HA-27: a draw for each Bandit, with its label, or none."""
    request = beside_bandits(Switches()).missing(Attack(ASH, "N"))
    assert (request.label, request.pile, request.clause) == ("target/Valley/2/b-1", ("ash-1", "birch-1"), "HB-3.3")

    drawn = beside_bandits(Switches()).drawing(**{request.label: "ash-1"}).attack()
    chosen = beside_bandits(Switches(bandit_policy="most_wounded")).attack()

    assert drawn.table.the(TargetsChosen).event == TargetsChosen("Valley", BANDITS, (Aim("b-1", "ash-1"),), (ASH,))
    assert chosen.table.the(TargetsChosen).event.aims == (Aim("b-1", "birch-1"),)
    assert drawn.table.the(TargetsChosen).readings == chosen.table.the(TargetsChosen).readings == ("HA-27",)


def test_without_wounds_the_most_wounded_is_the_first_in_the_order_of_players() -> None:
    """HA-27: birch is Idle first."""
    field = field_of(PLAIN, bandits=(BANDIT,), ash="Valley", birch="Valley")
    field = with_board(field, "WolfBandit", delay="1")

    begun = fight(field, BIRCH, ASH, CEDAR, switches=Switches(bandit_policy="most_wounded")).resolve().allied()

    assert begun.hourglass.aims == (Aim("b-1", "birch-1"),)


@pytest.mark.parametrize(("order", "wounds", "lapsed"), [("in_order", [3], 1), ("at_once", [3, 6], 0)])
def test_attacks_come_one_after_the_other_or_all_at_once(order: str, wounds: list[int], lapsed: int) -> None:
    """HA-31: two Knights at one with a Health of 3, 3 Damage each."""
    field = field_of(PLAIN, ash="Valley Valley", birch="Valley Valley")
    field = with_board(with_board(field, ASH, delay="1", precision=5), BIRCH, health=3, defense=0)
    begun = fight(field, switches=Switches(attack_order=order)).resolve().allied()  # type: ignore[arg-type]  # because a parameter is any word

    done = begun.turn(("ash-1", "birch-1"), ("ash-2", "birch-1"))

    assert [each.event.wounds for each in done.table.every(Attacked)] == wounds
    assert all("HA-31" in each.readings for each in done.table.every(Attacked))
    assert len(done.table.every(AttackLapsed)) == lapsed
    assert done.table.the(SentBack).event.wounds == wounds[-1]
    assert "HA-31" in done.table.the(SentBack).readings


GASH: Final = replace(PLAIN, battlecards=(card("Gash", wound=3),))


@pytest.mark.parametrize(
    ("removal", "kinds"),
    [("in_attacks", [WoundsByCard, Attacked, SentBack]), ("after_cards", [WoundsByCard, SentBack, AttackLapsed])],
)
def test_wounds_by_a_card_send_a_figure_back_in_the_attack_or_before(removal: str, kinds: list[type]) -> None:
    """HA-32: 3 Wounds by the card at a Health of 3; in the attack even a miss sends the figure back."""
    switches = Switches(removal=removal)  # type: ignore[arg-type]  # because a parameter is any word
    begun = duel(box=GASH, switches=switches, ash={"precision": 0}, birch={"health": 3})

    done = begun.turn(*HITS, by="Gash", against="Gash")

    of_attack = (WoundsByCard, Attacked, SentBack, AttackLapsed)
    assert [type(each) for each in done.table.events if isinstance(each, of_attack)] == kinds
    assert done.table.the(WoundsByCard).readings == ("HA-32",)


MEND: Final = replace(PLAIN, battlecards=(card("Mend", wound=-2, damage=1),))


@pytest.mark.parametrize(("setting", "by_card", "after"), [("not_below_zero", 0, 3), ("kept", -2, 1)])
def test_wounds_stop_at_zero_or_are_kept_below_it(setting: str, by_card: int, after: int) -> None:
    """HA-33: 2 Wounds taken from none, then 3 added."""
    begun = duel(box=MEND, switches=Switches(wounds=setting), ash={"precision": 5})  # type: ignore[arg-type]  # because a parameter is any word

    done = begun.turn(*HITS, by="Mend", against="Mend")

    assert (done.table.the(WoundsByCard).event.card, done.table.the(WoundsByCard).event.wounds) == ("Mend", by_card)
    assert done.table.the(WoundsByCard).readings == ("HA-33",)
    assert [line.op for line in done.table.the(WoundsByCard).working] == ["start", "add", "at-least"]
    assert done.table.the(Attacked).event.wounds == after


@pytest.mark.parametrize(("setting", "blow"), [("as_they_come", "critical hit"), ("at_least_zero", "miss")])
def test_attributes_below_zero_stay_or_are_zero(setting: str, blow: str) -> None:
    """HA-34: Precision 0 against a Dodge of 1 less 3; at 0 it is a tie, which birch wins."""
    box = replace(PLAIN, battlecards=(card("Trip", dodge=-3),))
    switches = Switches(attributes=setting)  # type: ignore[arg-type]  # because a parameter is any word
    begun = duel((BIRCH, ASH, CEDAR), box, switches, ash={"precision": 0}, birch={"dodge": 1})

    done = begun.turn(*HITS, by="Trip", against="Trip")

    assert done.table.the(Attacked).event.blow == blow
    assert "HA-34" in done.table.the(Attacked).readings


def test_a_delay_below_zero_is_no_cube_and_the_same_player_attacks_again() -> None:
    """HA-34: by either setting."""
    box = replace(PLAIN, battlecards=(card("Rush", delay="-2.5"),))

    done = duel(box=box, ash={"delay": "1.5"}).turn(by="Rush")

    assert done.cubes()[ASH] == (0, 0)
    assert done.table.the(BattleTurnBegan).event == BattleTurnBegan("Valley", 2, ASH)


@pytest.mark.parametrize(("setting", "second"), [("undeployed", True), ("out_for_season", False)])
def test_a_knight_sent_back_may_be_deployed_in_the_next_season_or_in_the_one_after_it(
    setting: str, *, second: bool
) -> None:
    """HA-37."""
    box = replace(PLAIN, seasons=3, start=replace(PLAIN.start, knights=1))
    switches = Switches(sent_back=setting)  # type: ignore[arg-type]  # because a parameter is any word
    done = duel(box=box, switches=switches, ash={"precision": 9}, birch={"health": 1}).turn(*HITS)
    assert done.table.the(SentBack).event.out is not second
    assert done.table.the(SentBack).readings == ("HA-37",)
    assert done.table.the(SeasonBegan).event.season == 2

    birch = done.table.idle(ASH)
    last = birch.idle(BIRCH, CEDAR).idle(ASH)

    assert (birch.ruleset.refusal(birch.state, Deploy(BIRCH, "Valley")) is None) == second
    assert last.ruleset.refusal(last.state, Deploy(BIRCH, "Valley")) is None


@pytest.mark.parametrize(("setting", "first"), [("by_spot", BANDITS), ("merged", ASH), ("by_next_spot", ASH)])
def test_bandits_in_ties_of_a_battle(setting: str, first: str) -> None:
    """HA-1: in the first Season, Delays alike."""
    field = with_board(field_of(PLAIN, bandits=(BANDIT,), ash="Valley"), ASH, delay="3")
    switches = Switches(bandit_ties=setting)  # type: ignore[arg-type]  # because a parameter is any word

    begun = fight(field, switches=switches).drawing(**{"target/Valley/1/b-1": "ash-1"}).resolve()

    began = begun.table.the(BattleTurnBegan)
    assert began.event.attacker == first
    assert began.readings == ("HA-23", "HA-64", "HA-1")
