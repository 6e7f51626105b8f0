"""A decision as what a player does."""

import pytest

from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.kernel import EMPTY_ROSTER, Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.components import Space
from oathbook.domain.rulesets.knights_duty.model.decisions import (
    AgreeToEnd,
    ChooseClan,
    Decision,
    DeclareTarget,
    Inspire,
    LayPlan,
    Move,
    NameAttacker,
    NameMover,
    Token,
)
from tests.support.playing import ruleset_of

ASH, BIRCH = Seat("ash"), Seat("birch")
BOW: Hidden[Token] = Hidden.of("bow", ASH)
FACE_DOWN: Hidden[Token] = Hidden((ASH,), digest="0" * 64)
SECRET_SPACE: Hidden[Space] = Hidden((ASH,), digest="0" * 64)
UNKNOWN: Hidden[bool] = Hidden((ASH,), digest="0" * 64)


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (ChooseClan(ASH, "red"), "Ash chooses the red clan"),
        (LayPlan(ASH, (BOW, None, FACE_DOWN)), "Ash lays a plan: bow, an empty slot and a token face down"),
        (LayPlan(ASH, ()), "Ash lays a plan: nothing"),
        (Move(ASH, Hidden.of("1,0", ASH)), "Ash chooses to go to 1,0"),
        (Move(ASH, SECRET_SPACE), "Ash chooses in secret where to go"),
        (NameMover(ASH, BIRCH), "Ash says that Birch moves"),
        (NameMover(ASH, None), "Ash says that nobody moves"),
        (DeclareTarget(ASH, BIRCH), "Ash points at Birch"),
        (DeclareTarget(ASH, None), "Ash points at nobody"),
        (NameAttacker(ASH, BIRCH), "Ash says that Birch goes first"),
        (NameAttacker(ASH, None), "Ash does not agree on who goes first"),
        (Inspire(ASH, Hidden.of(True, ASH)), "Ash uses the Inspiration token"),  # noqa: FBT003  # the value that is hidden
        (Inspire(ASH, Hidden.of(False, ASH)), "Ash keeps the Inspiration token"),  # noqa: FBT003  # the value that is hidden
        (Inspire(ASH, UNKNOWN), "Ash decides in secret about Inspiration"),
        (AgreeToEnd(ASH), "Ash agrees to end the match"),
    ],
    ids=str,
)
def test_a_decision_is_told_as_players_say_it(decision: Decision, says: str) -> None:
    assert decision_sentence(ruleset_of("knights_duty/1"), decision, EMPTY_ROSTER) == says
