"""A decision as what a player does."""

import pytest

from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.kernel import EMPTY_ROSTER, Hidden
from oathbook.domain.rulesets.cube_bag.model.decisions import (
    AssignLosses,
    Attack,
    BonusOf,
    Convert,
    Decision,
    Draw,
    Forgo,
    Loss,
    PlayCard,
    Prepare,
    PutBack,
    React,
    Rebuild,
    Recover,
    Redraw,
    Spent,
)
from tests.support.cube_bag import LAURA
from tests.unit.rulesets.cube_bag.table import BAG

LOSSES = (Loss("B/archer", 1), Loss("wall", 2))


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (Attack(LAURA, ("A",), "0,0"), "Laura attacks 0,0 with army A"),
        (Attack(LAURA, ("A", "B"), "0,0"), "Laura attacks 0,0 with army A and army B"),
        (React(LAURA, "B", "1,0"), "Laura sends army B to 1,0 in reaction"),
        (Prepare(LAURA), "Laura prepares cubes"),
        (
            Prepare(LAURA, (BonusOf("A", "catapult"),), 1, 2, (Spent("trained_army", 1),)),
            (
                "Laura prepares cubes: the bonus of the catapult of army A, 1 defense cube left out, 2 action cubes, "
                "1 experience cube from Trained Army"
            ),
        ),
        (PlayCard(LAURA, "fabian_tactic"), "Laura uses Fabian Tactic"),
        (
            Convert(LAURA, "theocracy", "A", "spearman", "1,0", 1),
            "Laura tries to convert a spearman of army A to 1,0 by Theocracy: 1 action cube",
        ),
        (Draw(LAURA, 2), "Laura draws 2 cubes"),
        (
            Redraw(LAURA, "trained_army", ("green", "purple")),
            "Laura puts green and purple back into the bag by Trained Army",
        ),
        (AssignLosses(LAURA, Hidden((LAURA,), digest="0" * 64)), "Laura decides in secret what the enemy loses"),
        (
            AssignLosses(LAURA, Hidden.of(LOSSES, LAURA)),
            "Laura decides what the enemy loses: 1 damage to the archers of army B and 2 damage to wall",
        ),
        (AssignLosses(LAURA, Hidden.of((), LAURA)), "Laura decides what the enemy loses: nothing"),
        (PutBack(LAURA, "ruin", "economy"), "Laura puts ruin back on the place marked economy"),
        (Recover(LAURA, "democracy", "archer", "1,0"), "Laura tries to recover an archer on 1,0 by Democracy"),
        (Rebuild(LAURA, "wall", "1,0"), "Laura builds wall again on 1,0"),
        (Forgo(LAURA), "Laura passes"),
    ],
    ids=str,
)
def test_a_decision_is_told_as_players_say_it(decision: Decision, says: str) -> None:
    assert decision_sentence(BAG, decision, EMPTY_ROSTER) == says
