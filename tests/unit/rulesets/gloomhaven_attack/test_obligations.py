"""Whatever the text demands, all or each or every: leaving it out is refused in a line, found in a record (GH, FH)."""

from typing import Final

import pytest

from tests.unit.rulesets.gloomhaven_attack import situations as s
from tests.unit.rulesets.gloomhaven_attack.situations import attacked, drawn, guard, scoundrel
from tests.unit.rulesets.obligations import UNWRITABLE, LeftOut, Situation, clauses_of, found, refused

NOT_ASKED: Final = "is not asked for this now"
MISSING: Final = "is missing: take 1 from"
WITH: Final = "with scoundrel for 3"

REFUSED: Final = (
    ("GH-1.1", "every enemy", s.BEGUN, f"ash: attack nothing {WITH}", "against at least one enemy"),
    ("GH-1.3", "the card", s.AIMING, "ash: draw", MISSING),
    ("GH-1.3", "the draw", s.AIMING, "table: end round", NOT_ASKED),
    ("GH-1.3", "the draw against the second enemy", s.SECOND, f"ash: attack guard {WITH}", NOT_ASKED),
    ("GH-1.5", "one of the modifiers of the first step", s.OWN_ORDER, "ash: order 1", "each of the 2 modifiers"),
    ("GH-1.5", "one of the cards", s.ORDERING, "ash: order 0", "each of the 2 modifiers"),
    ("GH-1.5", "one of the cards, for the other twice", s.ORDERING, "ash: order 0, 0", "each of the 2 modifiers"),
    ("GH-1.5", "the order", s.ORDERING, "table: end round", NOT_ASKED),
    ("GH-2.1", "the second card", s.ADVANTAGE, drawn("+1"), MISSING),
    ("GH-2.1", "the second card with goggles", s.AIMING.then(s.GOGGLES), drawn("+1"), MISSING),
    ("GH-2.3", "the card after two rolling ones", s.ROLLING_ADVANTAGE, drawn("rolling+1", "rolling+1"), MISSING),
    ("GH-3.1", "the second card", s.DISADVANTAGE, drawn("-1"), MISSING),
    ("GH-3.3", "the card after two rolling ones", s.ROLLING_MUDDLE, drawn("rolling+1", "rolling+1"), MISSING),
    ("GH-4.1", "the card after a rolling one", s.ROLLING_AIMED, drawn("rolling+1"), MISSING),
    ("GH-5.2", "that the target has died", s.KILLED, f"ash: attack bones {WITH}", "bones is dead"),
    ("GH-8.1", "an enemy", s.BEGUN, f"ash: attack scoundrel {WITH}", "is no enemy of scoundrel"),
    ("GH-8.1", "that each is attacked once", s.BEGUN, f"ash: attack guard, guard {WITH}", "each enemy once"),
    ("GH-8.1", "whose figure it is", s.BEGUN, "ash: attack scoundrel with guard for 3", "table decides for guard"),
    ("GH-8.1", "that the round is the table's to end", s.BEGUN, "ash: end round", "the table ends a round"),
    ("GH-8.2", "that items come before the draw", s.SECOND, s.GOGGLES, "before a modifier card is drawn"),
    ("GH-8.2", "that it is used once", s.AIMING.then(s.SHARP), s.SHARP, "has been used"),
    ("GH-8.2", "that the attacker has it", s.BEGUN_BARE, s.GOGGLES, "has no “eagle-eye-goggles”"),
    ("GH-8.6", "the attack under way", s.SECOND, "table: end round", NOT_ASKED),
    ("GH-8.8", "the end of the attack", s.AIMING, "table: note 2 damage to guard by trap", NOT_ASKED),
    ("GH-8.8", "the damage", s.BEGUN, "table: note 0 damage to guard by trap", "at least 1 damage"),
    ("GH-8.8", "that the table says it", s.BEGUN, "ash: note 2 damage to guard by trap", "the table says"),
    ("FH-2.1", "the card to compare with", s.FH_ADVANTAGE, drawn("rolling+1", "+0"), MISSING),
    ("FH-2.2", "the choice", s.CHOOSING, "table: end round", NOT_ASKED),
    ("FH-3.1", "the card to compare with", s.FH_MUDDLE, drawn("rolling+1", "+0"), MISSING),
)
"""The clause, what is left out in our own words, the attack before it, the line that leaves it out, and the refusal."""

ADVANTAGE: Final = "advantage strengthen"
MUDDLE: Final = "disadvantage muddle"
POISONED: Final = (scoundrel(), guard(conditions=["poison"]), s.BONES)
SHIELDED: Final = (scoundrel(), guard(shield=3), s.BONES)
STRIKING: Final = (scoundrel(), guard(retaliate=2, shield=1), s.BONES)
PUSH: Final = "effects push 2"

LEFT_OUT: Final = (
    LeftOut("GH-1.1", "the second enemy", s.SECOND, "target_faced"),
    LeftOut("GH-1.2", "the poison", attacked("+0", figures=POISONED), "value_reached", {"value": 3}),
    LeftOut("GH-1.3", "the card", attacked("+1"), "value_reached", {"value": 3}, 2),
    LeftOut("GH-1.3", "that a card was drawn", attacked("+1"), "card_drawn"),
    LeftOut("GH-1.4", "the Shield", attacked("+1", figures=SHIELDED), "value_reached", {"value": 4}, 3),
    LeftOut("GH-1.5", "to ask for the order", s.ORDERING, "order_asked"),
    LeftOut("GH-1.6", "the steps against the second enemy", s.SECOND, "target_faced"),
    LeftOut("GH-1.7", "Pierce", attacked("+0", way="pierce 2", figures=SHIELDED), "value_reached", {"value": 0}, 3),
    LeftOut("GH-2.1", "the better card", attacked("-1", "+1", way=ADVANTAGE), "cards_played", s.played("-1", "+1")),
    LeftOut(
        *("GH-2.2", "the rolling card", attacked("rolling+1", "-1", way=ADVANTAGE), "cards_played"),
        s.played("-1", "rolling+1", number=1),
    ),
    LeftOut("GH-2.3", "a rolling card", s.ALL_COUNT, "cards_played", {"numbers": [0, 2]}),
    LeftOut("GH-2.4", "the Advantage on the second enemy", s.GOGGLES_ON_TWO, "draw_began", {"mode": "neither"}),
    LeftOut(
        "GH-3.1", "the worse card", attacked("-1", "+1", way=MUDDLE), "cards_played", s.played("+1", "-1", number=1)
    ),
    LeftOut("GH-3.2", "that it is disregarded", s.DISREGARDED, "cards_played", {"numbers": [0, 1]}),
    LeftOut("GH-3.3", "that only the last counts", s.ONLY_LAST, "cards_played", {"numbers": [0, 1, 2]}),
    LeftOut("GH-4.1", "the rolling card", attacked("rolling+1", "+0"), "cards_played", {"numbers": [1]}),
    LeftOut("GH-4.2", "that both cancel", s.CANCELLED, "draw_began", {"mode": "advantage"}),
    LeftOut("GH-4.3", "that the first is used", s.UNCLEAR, "cards_played", s.played("+0-stun", "+2", number=1)),
    LeftOut("GH-4.4", "the Disadvantage", s.TOO_CLOSE, "draw_began", {"mode": "neither"}),
    LeftOut("GH-4.5", "that 2x doubles", attacked("2x"), "value_reached", {"value": 5}, 2),
    LeftOut("GH-4.5", "that Null leaves nothing", attacked("null"), "value_reached", {"value": 3}, 2),
    LeftOut("GH-5.1", "the damage", attacked("+0"), "damage_suffered"),
    LeftOut("GH-5.1", "1 of 3 damage", attacked("+0"), "damage_suffered", {"damage": 2, "hit_points": 7}),
    LeftOut("GH-5.2", "the death", s.KILLED, "figure_died"),
    LeftOut("GH-5.2", "the death by a trap", s.TRAPPED, "figure_died"),
    LeftOut("GH-5.3", "that the Push lapses", s.KILLED_BY_PUSH, "effect_lapsed"),
    LeftOut("GH-5.4", "the token", s.KILLED, "token_placed"),
    LeftOut("GH-6.1", "the discards", attacked("+0"), "cards_discarded"),
    LeftOut("GH-6.1", "the card that was not used", s.UNUSED, "cards_discarded", {"cards": ["+1"]}),
    LeftOut("GH-6.1", "that a Bless leaves the deck", attacked("bless"), "card_left"),
    LeftOut("GH-6.2", "that a shuffle is due", attacked("2x"), "shuffle_due"),
    LeftOut("GH-6.2", "the shuffle", attacked("2x").then("table: end round"), "deck_shuffled"),
    LeftOut("GH-6.3", "the shuffle", s.EMPTY, "deck_shuffled"),
    LeftOut("GH-7.1", "that 2x is worth more", s.DOUBLE_COMPARED, "cards_played", s.played("+1", "2x")),
    LeftOut("GH-7.2", "that the first of two alike is used", s.ALIKE, "cards_played", {"numbers": [1]}),
    LeftOut("GH-7.3", "that Stun makes it better", s.MORE_EFFECTS, "cards_played", s.played("+0", "+0-stun")),
    LeftOut("GH-7.4", "that the first is used", s.UNCLEAR, "cards_played", s.played("+0-stun", "+2", number=1)),
    LeftOut("GH-8.3", "Retaliate", attacked("+0", figures=STRIKING), "retaliated"),
    LeftOut("GH-8.3", "its damage", attacked("+0", figures=STRIKING), "damage_suffered", number=2),
    LeftOut("GH-8.4", "the Push", attacked("+0", way=PUSH), "effect_applied"),
    LeftOut("GH-8.4", "the Push without damage", attacked("null", way=PUSH), "effect_applied"),
    LeftOut("GH-8.5", "the Curse", s.CURSED, "card_added"),
    LeftOut("GH-8.6", "the end", s.LAST_KILLED, "scenario_ended"),
    LeftOut("GH-8.6", "the next round", s.BEGUN.then("table: end round"), "round_began"),
    LeftOut("GH-8.7", "whose deck it is", attacked("+0"), "card_drawn", {"deck": "monsters"}),
    LeftOut("GH-8.8", "that Shield does not help", s.TRAP_AND_SHIELD, "damage_suffered", {"damage": 1}),
    LeftOut("FH-1.1", "Ward", s.WARD, "damage_suffered", {"damage": 3, "hit_points": 6}),
    LeftOut("FH-1.1", "that Ward is used up", s.WARD, "condition_ended"),
    LeftOut("FH-2.1", "the rolling card", s.FH_MONSTER, "cards_played", {"numbers": [2]}),
    LeftOut("FH-2.2", "to ask which card", s.CHOOSING, "choice_asked"),
    LeftOut("FH-3.1", "that the rolling card does nothing", s.FH_MUDDLED, "cards_played", {"numbers": [0, 1]}),
    LeftOut("FH-5.1", "the token", s.FH_KILLED, "token_placed"),
    LeftOut("FH-6.1", "that the Bless goes back", attacked("bless", edition="fh"), "card_left"),
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

    assert demanded == {*clauses_of("gloomhaven_attack/gh1"), *clauses_of("gloomhaven_attack/fh")}
