"""What is refused from the attack to the bag, and the course of a row of battles."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    BagFilled,
    CardOffered,
    CourageMeasured,
    CubesDrawn,
    CubesPrepared,
    PreparedDiscarded,
    UseForgone,
)
from oathbook.domain.rulesets.cube_bag.model.decisions import (
    Attack,
    BonusOf,
    Draw,
    Forgo,
    PlayCard,
    Prepare,
    React,
    Spent,
)
from oathbook.domain.rulesets.cube_bag.model.events import ArmyReacted, BattleDecided, BattleEnded, Kept
from oathbook.domain.rulesets.cube_bag.model.state import Structure
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from tests.support.cube_bag import ALEX, EXPERIENCED, FIELD_BATTLE, LAURA, MIKE, SHOT_FROM_AFAR, TWO_CORPS, army, player
from tests.unit.rulesets.cube_bag.table import BAG, Table, preparation, taken_up


def refused(table: Table, decision: object) -> tuple[str, str]:
    """Code and clause."""
    refusal = table.refused(decision)  # type: ignore[arg-type]  # because the tables below mix decisions
    return refusal.code, refusal.clause


@pytest.mark.parametrize(
    ("decision", "code", "clause"),
    [
        (Attack(ALEX, ("B",), "0,0"), "not-asked", "CB-1.1"),
        (Attack(LAURA, (), "1,0"), "unknown-army", "CB-1.1"),
        (Attack(LAURA, ("B",), "1,0"), "unknown-army", "CB-1.1"),
        (Attack(LAURA, ("P",), "1,0"), "unknown-army", "CB-1.1"),
        (Attack(LAURA, ("A", "A"), "1,0"), "corps-limit", "CB-1.1"),
        (Attack(LAURA, ("A",), "9,9"), "nothing-to-attack", "CB-1.1"),
        (Attack(LAURA, ("A",), "0,0"), "nothing-to-attack", "CB-1.1"),
        (Attack(LAURA, ("A",), "0,3"), "out-of-reach", "CB-2.3"),
        (Forgo(ALEX), "not-asked", "CB-1.1"),
    ],
)
def test_an_attack_is_refused_with_its_reason(decision: object, code: str, clause: str) -> None:
    """CB-1.1: own armies with a military unit, within the corps limit, on another player's pieces in reach."""
    armies = (*FIELD_BATTLE.armies, army("P", LAURA, "0,1", "peasant"), army("Q", ALEX, "0,3", "peasant"))

    assert refused(taken_up(replace(FIELD_BATTLE, armies=armies)), decision) == (code, clause)


def test_a_wall_that_no_line_crosses_cannot_be_attacked_by_itself() -> None:
    """CB-8.6: it stands on the far side of its hex."""
    wall = Structure("wall", ALEX, "wall", "1,0", sides=("1,0",))
    table = taken_up(replace(FIELD_BATTLE, armies=FIELD_BATTLE.armies[:1], structures=(wall,)))

    assert refused(table, Attack(LAURA, ("A",), "1,0")) == ("out-of-reach", "CB-2.3")


SPEARMAN: Final = (BonusOf("A", "spearman"),)


def attacked(**more: object) -> Table:
    """Alex is asked about a reaction."""
    return taken_up(replace(FIELD_BATTLE, **more)).attack(LAURA, "A", "1,0")


@pytest.mark.parametrize(
    ("army_named", "to", "code", "clause"),
    [
        ("A", "1,0", "unknown-army", "CB-1.3"),
        ("B", "0,0", "too-far", "CB-1.3"),
        ("B", "-3,0", "too-far", "CB-1.3"),
        ("B", "9,9", "too-far", "CB-1.3"),
    ],
)
def test_a_reaction_is_refused_with_its_reason(army_named: str, to: str, code: str, clause: str) -> None:
    """CB-1.3: an army of one's own, over free hexes of its terrain."""
    assert refused(attacked(), React(ALEX, army_named, to)) == (code, clause)


def test_a_reaction_needs_a_depletion_cube() -> None:
    """CA-49: the supply has none."""
    assert refused(attacked(neutral=0), React(ALEX, "B", "1,1")) == ("supply-empty", "CB-1.3")


def test_an_army_attacked_may_go_out_of_reach_and_nobody_draws() -> None:
    """CA-40, CA-50: without an active unit there is no courage, and the battle is undecided."""
    fled = attacked().react(ALEX, "B", "3,0")

    ended = fled.forgo(ALEX).prepare(LAURA, "A/spearman").prepare(ALEX)

    assert fled.the(ArmyReacted).event == ArmyReacted(ALEX, "B", "1,0", "3,0")
    assert fled.army("B").depleted
    assert [each.event.courage for each in ended.every(CourageMeasured)] == [0, 0]
    assert ended.the(CubesDrawn).event == CubesDrawn(LAURA, 0, {})
    assert "CA-40" in ended.the(CubesDrawn).readings
    assert ended.the(BattleDecided).event.outcome == "undecided"


def test_a_reinforcement_is_part_of_the_corps() -> None:
    """CB-1.4: army C comes, with a castle for it."""
    armies = (*FIELD_BATTLE.armies, army("C", ALEX, "2,0", "spearman"))
    castle = (Structure("castle", ALEX, "castle", "3,0"),)

    table = attacked(armies=armies, structures=castle).react(ALEX, "C", "1,-1")

    assert table.the(ArmyReacted).cites == ("CB-1.3", "CB-1.4")
    assert table.battle.defender.armies == ("B", "C")
    assert table.battle.defender.hexes == ("1,0", "1,-1")


@pytest.mark.parametrize(
    ("decision", "code", "clause"),
    [
        (preparation(LAURA, "A/archer"), "no-such-bonus", "CB-2.1"),
        (preparation(LAURA, "B/cavalryman"), "no-such-bonus", "CB-2.1"),
        (preparation(LAURA, "A/spearman A/spearman"), "no-such-bonus", "CB-2.1"),
        (preparation(LAURA, "A/spearman", leave_out=1), "defense-short", "CB-2.6"),
        (preparation(LAURA, "A/spearman", actions=1), "cubes-short", "CB-2.7"),
        (Prepare(LAURA, SPEARMAN, experience=(Spent("DEMOCRACY", 1),)), "cubes-short", "CB-2.7"),
        (Draw(LAURA, 1), "not-asked", "CB-4.2"),
        (Forgo(LAURA), "not-asked", "CB-1.6"),
    ],
)
def test_a_preparation_is_refused_with_its_reason(decision: object, code: str, clause: str) -> None:
    """CB-2: no bonus of others, no cube that is not there."""
    assert refused(attacked().forgo(ALEX), decision) == (code, clause)


def test_cubes_are_prepared_as_far_as_the_supply_goes() -> None:
    """CA-51: two cubes for three spearmen."""
    players = (player(LAURA, "green", supply=2), player(ALEX, "purple"))

    prepared = attacked(players=players).forgo(ALEX).prepare(LAURA).the(CubesPrepared)

    assert prepared.event.own == 2
    assert "CA-51" in prepared.readings


def test_experience_cubes_go_into_the_bag_and_come_back_where_a_table_plays_so() -> None:
    """CB-2.7, CA-23: 2 cubes of DEMOCRACY and an action cube are added, of which all are still there."""
    players = (player(LAURA, "green", "DEMOCRACY:2", actions=1), player(ALEX, "purple"))

    def played(switches: Switches) -> Table:
        table = taken_up(attacked(players=players).forgo(ALEX).field, switches=switches)
        table = table.decide(Prepare(LAURA, SPEARMAN, 0, 1, (Spent("DEMOCRACY", 2),))).prepare(ALEX)
        table = table.drawing("clash", "1 purple").draw(LAURA, 1).drawing("extra draw", "1 green").draw(ALEX, 1)
        return table.lose(LAURA, "B/cavalryman 1").lose(ALEX, "A/spearman 1").forgo(LAURA)

    kept = played(Switches(added_cubes="returned"))

    assert kept.the(BattleEnded).event.kept == (Kept(LAURA, 1, (Spent("DEMOCRACY", 2),)),)
    assert kept.player(LAURA).cards[0].experience == 2
    assert played(Switches()).player(LAURA).cards[0].experience == 0


def test_fabian_tactic_discards_as_many_as_both_have_or_nothing() -> None:
    """CB-10.1, CA-28: Laura has 1 cube, Alex 4."""
    players = (player(LAURA, "green", "FABIAN_TACTIC"), player(ALEX, "purple"))
    table = attacked(players=players, armies=(army("A", LAURA, "0,0", "archer"), FIELD_BATTLE.armies[1]))
    asked = table.forgo(ALEX).prepare(LAURA).prepare(ALEX)

    played = asked.play(LAURA, "FABIAN_TACTIC")
    forgone = asked.forgo(LAURA)

    assert asked.the(CardOffered).event == CardOffered(LAURA, "FABIAN_TACTIC", "discard")
    assert played.the(PreparedDiscarded).event.each == 1
    assert played.the(BagFilled).event.cubes == {"purple": 3}
    assert forgone.the(UseForgone).event == UseForgone(LAURA, "FABIAN_TACTIC", "discard")
    assert refused(asked, PlayCard(LAURA, "TRAINED_ARMY")) == ("no-such-card", "CB-10.1")


def test_a_row_of_battles_goes_on_until_the_last_maneuver() -> None:
    """CA-52: the second maneuver of Alex, then of Mike."""
    table = taken_up(EXPERIENCED)

    passed = table.forgo(ALEX)

    assert table.asked == (ALEX,)
    assert passed.asked == (MIKE,)
    assert BAG.standing(passed.state).ending is None


def test_a_game_without_an_attack_ends_without_a_battle() -> None:
    """CA-52: nobody has won anything."""
    ended = taken_up(SHOT_FROM_AFAR).forgo(ALEX)

    standing = BAG.standing(ended.state)
    assert standing.ending is not None
    assert (standing.ending.outcome, standing.ending.clause) == ("no battle", "CB-1.1")
    assert [(score.seat, score.points, score.unit) for score in standing.scores] == [
        (ALEX, 0, "victories"),
        (MIKE, 0, "victories"),
    ]
    assert BAG.to_act(ended.state) == ()


def test_every_card_of_both_is_clarifying_question() -> None:
    """CB-10: FABIAN TACTIC of the attacker, then of the defender."""
    table = taken_up(TWO_CORPS).attack(LAURA, "A B", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)

    second = table.forgo(LAURA)

    assert table.asked == (LAURA,)
    assert second.asked == (ALEX,)
    assert second.forgo(ALEX).field.stage == "conversion"
