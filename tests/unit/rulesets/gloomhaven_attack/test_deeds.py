"""A decision as what a player does."""

import pytest

from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.kernel import EMPTY_ROSTER, TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Aim,
    ChooseCard,
    Decision,
    DeclareAttack,
    DrawCards,
    EndRound,
    NameTarget,
    NoteDamage,
    OrderModifiers,
    UseItem,
)
from tests.support.playing import ruleset_of

ASH = Seat("ash")


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (
            DeclareAttack(ASH, "scoundrel", 3, (Aim("guard-elite"), Aim("bones-2", 3))),
            "Ash has scoundrel attack guard elite and Bones 2, 3 hexes away, with 3",
        ),
        (DeclareAttack(TABLE, "guard", 2, ()), "the table has guard attack nobody with 2"),
        (UseItem(ASH, "eagle-eye-goggles"), "Ash uses eagle eye goggles"),
        (OrderModifiers(ASH, (1, 0)), "Ash orders the modifiers: number 2 and 1"),
        (DrawCards(ASH), "Ash turns over modifier cards"),
        (ChooseCard(ASH, "first"), "Ash takes the first card"),
        (NameTarget(ASH, Aim("guard")), "Ash names guard as the next target"),
        (NameTarget(ASH, None), "Ash names no more targets"),
        (NoteDamage(TABLE, "guard", 2, "trap"), "the table notes that guard suffers 2 damage: trap"),
        (EndRound(TABLE), "the table ends the round"),
    ],
    ids=str,
)
def test_a_decision_is_told_as_players_say_it(decision: Decision, says: str) -> None:
    assert decision_sentence(ruleset_of("gloomhaven_attack/gh1"), decision, EMPTY_ROSTER) == says
