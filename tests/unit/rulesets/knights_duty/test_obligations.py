"""Whatever the text demands, all or each or as many as: leaving it out is refused in a line, found in a record (KD)."""

from typing import Final

import pytest

from tests.unit.rulesets.knights_duty import situations as s
from tests.unit.rulesets.obligations import UNWRITABLE, LeftOut, Situation, clauses_of, found, refused

NOT_ASKED: Final = "is not asked for this now"

REFUSED: Final = (
    ("KD-1.2", "a clan of the board", s.BEGUN, 'ash: choose "purple"', "there is no clan “purple”"),
    ("KD-1.2", "a clan of one's own", s.BEGUN.then("ash: choose red"), "birch: choose red", "clan “red” is taken"),
    ("KD-1.2", "the clan of the other", s.BEGUN.then("ash: choose red"), "ash: plan sword", NOT_ASKED),
    ("KD-2.1", "the plan of the other", s.BROKEN.then("ash: plan bow"), "ash: point at birch", NOT_ASKED),
    ("KD-2.1", "that one plans once", s.BROKEN.then("ash: plan bow"), "ash: plan shield", NOT_ASKED),
    ("KD-2.1", "the slots of the tracker", s.DUEL, "ash: plan bow, bow, sword, sword", "the tracker has 3 slots"),
    ("KD-2.1", "the tokens of a clan", s.DUEL, "ash: plan bow, bow, bow", "a clan has 2 bow tokens, not 3"),
    ("KD-2.2", "the last slot of a Broken Heart", s.BROKEN, "ash: plan bow, bow, shield", "only the first 2 slots"),
    ("KD-2.2", "the same behind an empty slot", s.BROKEN, "ash: plan bow, none, shield", "only the first 2 slots"),
    ("KD-3.1", "the movement", s.EQUIPPED, "ash: point at birch", NOT_ASKED),
    ("KD-4.1", "the one space", s.EQUIPPED, "ash: move to 2,0", "2,0 is not one step from 4,0 (KD-4.1)"),
    ("KD-4.1", "the choice of all who move", s.MOVING.then("ash: move to 0,0"), "ash: let ash move", NOT_ASKED),
    ("KD-4.2", "the board", s.EQUIPPED, 'ash: move to "5,0"', "5,0 is not on the board (KD-4.2)"),
    ("KD-4.3", "who wants the space", s.CLASH, "ash: let cedar move", "cedar is none of those who want the space"),
    ("KD-4.3", "the word of the other", s.CLASH.then("ash: let ash move"), "ash: let ash move", NOT_ASKED),
    ("KD-7.2", "the range", s.FAR_BOW, "ash: point at cedar", "is 5 spaces away, and the bow reaches 4 (KD-7.2)"),
    ("KD-7.2", "an opponent", s.TARGETS, "ash: point at ash", "nobody can attack oneself (KD-7.2)"),
    ("KD-7.2", "the target", s.TARGETS, "ash: use Inspiration", NOT_ASKED),
    ("KD-7.5", "that the attack waits", s.ORDER, "ash: let cedar go first", "cedar has no attack that waits"),
    ("KD-7.5", "the word of the other", s.ORDER.then("ash: let ash go first"), "ash: let ash go first", NOT_ASKED),
    ("KD-8.4", "that one fights", s.THREE_FIGHT, "cedar: use Inspiration", NOT_ASKED),
    ("KD-8.4", "to say so", s.COMBAT, "ash: plan sword", NOT_ASKED),
    ("KD-8.6", "the card", s.COMBAT.then("ash: keep Inspiration"), "birch: keep Inspiration", "the draw"),
    ("KD-9.1", "that the token lies face up", s.FACE_DOWN, "ash: use Inspiration", "lies face down (KD-9.1)"),
    ("KD-10.1", "that one is left", s.DUEL, "ash: agree to end", "no stall has been noticed (KD-10.1)"),
)
"""The clause, what is left out in our own words, the game before it, the line that leaves it out, and the refusal."""

LEFT_OUT: Final = (
    LeftOut("KD-1.1", "the winner", s.WON, "match_ended", {"winners": []}),
    LeftOut("KD-1.3", "the corner of the clan", s.PLANNING, "knight_placed", {"space": "-4,1"}),
    LeftOut("KD-1.3", "the token", s.PLANNING, "knight_placed", {"inspiration": "face_down"}),
    LeftOut("KD-1.4", "what is laid out beside the corner", s.PLANNING, "knight_placed"),
    LeftOut("KD-1.5", "heart and weapon at the start", s.PLANNING, "knight_placed"),
    LeftOut("KD-2.3", "the token of the other", s.TARGETS, "token_revealed", number=2),
    LeftOut("KD-2.3", "the third slot", s.MOVED, "slot_began"),
    LeftOut("KD-2.4", "that a Broken Heart does nothing there", s.SAT_OUT, "sat_out"),
    LeftOut("KD-3.1", "the step of movement", s.EQUIPPED, "step_began"),
    LeftOut("KD-3.2", "that Inspiration is used", s.HIT, "inspiration_spent"),
    LeftOut("KD-4.1", "one of two who move", s.LANDED, "knights_moved", {"moves": [s.ASH_MOVES]}),
    LeftOut("KD-4.2", "that the space is not free", s.TAKEN, "knight_stayed"),
    LeftOut("KD-4.2", "that a Knight stands there", s.TAKEN, "knights_moved", {"moves": [s.ONTO_BIRCH]}),
    LeftOut("KD-4.3", "that two want the space", s.CLASH, "clash_found"),
    LeftOut("KD-4.3", "that both agreed", s.SETTLED, "clash_settled", {"mover": None}),
    LeftOut("KD-5.1", "that it is another weapon", s.EQUIPPED, "token_revealed", {"action": "attack"}),
    LeftOut("KD-5.2", "the weapon in hand", s.EQUIPPED, "equipment_changed"),
    LeftOut("KD-6.1", "that a player defends", s.TARGETS, "stance_taken"),
    LeftOut("KD-6.2", "that a player parries", s.MOVED, "stance_taken"),
    LeftOut("KD-7.1", "that it is the weapon in hand", s.TARGETS, "token_revealed", {"action": "change"}),
    LeftOut("KD-7.3", "that nobody is in range", s.LOST, "attack_lost"),
    LeftOut("KD-7.4", "to ask about the order", s.ORDER, "order_asked"),
    LeftOut("KD-7.5", "to ask about the order", s.ORDER, "order_asked"),
    LeftOut("KD-7.5", "that the other may point again", s.FIRST, "targets_reopened"),
    LeftOut("KD-7.6", "the attack of one who has fallen", s.BOTH_FALL, "combat_began", number=2),
    LeftOut("KD-8.1", "the combat", s.COMBAT, "combat_began"),
    LeftOut("KD-8.2", "a heart of the pile", s.WON, "pile_built", {"hearts": 2}),
    LeftOut("KD-8.3", "the shield of a defender", s.HIT, "pile_built", {"shields": 1}),
    LeftOut("KD-8.4", "the heart of Inspiration", s.HIT, "pile_built", {"hearts": 2}),
    LeftOut("KD-8.5", "the card", s.HIT, "card_picked"),
    LeftOut("KD-8.6", "the card", s.HIT, "card_picked", {"card": "shield"}),
    LeftOut("KD-8.7", "that the attacker fumbles", s.PARRIED, "attacker_fumbled"),
    LeftOut("KD-8.8", "that the heart breaks", s.HIT, "heart_broken"),
    LeftOut("KD-8.9", "the defeat", s.WON, "knight_defeated"),
    LeftOut("KD-8.9", "that the Knight leaves the board", s.WON, "knight_removed"),
    LeftOut("KD-9.1", "that the token lies face down", s.HIT, "inspiration_spent"),
    LeftOut("KD-9.2", "the token regained by a defeat", s.WON, "inspiration_regained"),
    LeftOut("KD-9.3", "the token regained on High Ground", s.LANDED, "inspiration_regained"),
    LeftOut("KD-10.1", "the end", s.WON, "match_ended"),
    LeftOut("KD-10.2", "the draw", s.DRAWN, "match_ended", {"outcome": "victory", "winners": ["ash"]}),
)


@pytest.mark.parametrize(
    ("step", "line", "says"), [pytest.param(*rest, id=f"{clause} {what}") for clause, what, *rest in REFUSED]
)
def test_a_line_that_leaves_out_what_is_demanded_is_refused(step: Situation, line: str, says: str) -> None:
    assert says in refused(step, line)


@pytest.mark.parametrize("left_out", [pytest.param(each, id=f"{each.clause} {each.what}") for each in LEFT_OUT])
def test_a_record_that_leaves_out_what_follows_is_found_with_its_clause(left_out: LeftOut) -> None:
    says, *clauses = found(left_out)

    assert says == UNWRITABLE or says.endswith("is not what follows")
    assert left_out.clause in clauses


def test_every_clause_has_something_that_a_line_or_a_record_can_leave_out() -> None:
    demanded = {clause for clause, *_ in REFUSED} | {each.clause for each in LEFT_OUT}

    assert demanded == set(clauses_of("knights_duty/1"))
