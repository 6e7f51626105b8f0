"""Whole findings of small records, as anybody reads them: both sides, clauses, working, readings, and what is missing.

The records are golden ones, some with a change at one place. Each answer is worked out from the clause it names.
"""

from copy import deepcopy
from typing import Final

import pytest

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding, MissingInput
from oathbook.domain.kernel import Viewer, format_line
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record, record_for
from tests.golden.disputing import record_of
from tests.support.playing import Json
from tests.support.tampering import Event, forged, renumbered
from tests.support.transcribing import imported, lines_of, transcript

FUMBLE: Final = "knights_duty/1/fumble-on-a-parry"
STRIKE: Final = "strike/1/ash"
PILE: Final = ("heart", "heart", "heart", "shield")
"""A sword makes it 3 hearts and 1 shield (KD-8.2)."""
NO_STRIKE: Final = f"the draw “{STRIKE}” is missing: take 1 from heart, heart, heart, shield"

BANDITS: Final = "heirless/e1/bandits-win-ties"
DECK: Final = ("B1", "B2", "B3", "B4", "B5", "B6")
"""Hand and discards of the Bandits are one deck (HB-2.3)."""


def record(name: str, **made: object) -> Record:
    return record_of({"name": name, "record": name, **made})


def found(of: Record, seat: str = "", **claim: object) -> Finding:
    case = case_of(record_for(of, Viewer(seat)) if seat else of)
    return examine(case, read_claim(claim, case))


def recorded(of: Record, at: int) -> object:
    """What the record has there: a decision, a draw or an outcome."""
    body = of.entries()[at - 1].body
    return getattr(body, "decision", None) or getattr(body, "draw", None) or body.consequences  # type: ignore[union-attr]  # because one of the three stands there


def kinds(of: object) -> list[object]:
    return [each.event.__struct_config__.tag for each in of]  # type: ignore[attr-defined]  # because an outcome is asked


def cited(finding: Finding) -> list[str]:
    return [each.id for each in finding.clauses]


def read_so(finding: Finding) -> tuple[set[str], set[str]]:
    """The readings that were turned, and those that could not be."""
    readings = finding.readings
    return {each.reading for each in readings.examined}, {each.reading for each in readings.not_examined}


def missing(finding: Finding) -> tuple[str, int | None]:
    assert finding.answer == "undetermined"
    assert finding.missing is not None
    assert finding.missing.says in finding.says
    return finding.missing.kind, finding.missing.position


# Decisions ----------------------------------------------------------------------------------------------------------


def test_a_decision_that_is_allowed_is_told_with_what_follows_from_it() -> None:
    """Ash's sword reaches 2 spaces, and birch stands on the next one (KD-7.2)."""
    game = record(FUMBLE)

    finding = found(game, claim="decision-illegal", at=6)

    assert (finding.answer, finding.says) == ("rejected", "the decision at 6 is allowed")
    assert finding.recorded == recorded(game, 6)
    assert finding.derived == recorded(game, 7)
    assert (finding.clause, cited(finding)) == ("KD-7.2", ["KD-7.2", "KD-7.4", "KD-8.1"])
    assert [format_line(line) for line in finding.working] == ["distance: 1", "distance: 1 is within 2"]
    assert read_so(finding) == (set(), {"KA-17", "KA-27"})
    assert (finding.missing, finding.see) == (None, None)


def test_a_seat_can_tell_that_its_decision_was_allowed_where_it_cannot_see_what_follows() -> None:
    """Birch sees its own plan (KD-2.1); what both reveal then hangs on that of ash, which lies face down (KD-2.3)."""
    game = record(FUMBLE, cut=4)

    finding = found(game, "birch", claim="decision-illegal", at=4)

    assert (finding.answer, finding.says) == ("rejected", "the decision at 4 is allowed")
    assert finding.recorded == recorded(record_for(game, Viewer("birch")), 4)
    assert (finding.derived, finding.working, finding.missing) == (None, (), None)


def test_nothing_is_told_of_what_the_rules_do_not_cover() -> None:
    """Ash resolves a Battle against birch, and the Battles of this edition cannot be read in full (HB-1.1)."""
    game = with_a_battle_resolved()
    places = {"decision-illegal": (14, 14), "outcome-wrong": (15, 15), "standing": (15, 14)}

    findings = {claim: found(game, claim=claim, at=at) for claim, (at, _) in places.items()}

    for claim, (_, untold) in places.items():
        assert (missing(findings[claim]), findings[claim].clause) == (("not-covered", untold), "HB-1.1")
        assert "the Battles of this edition cannot be read in full" in findings[claim].says
    assert findings["decision-illegal"].recorded == recorded(game, 14)
    assert findings["outcome-wrong"].recorded == ()


def with_a_battle_resolved() -> Record:
    """Birch deploys where ash has two Knights; after the Season ash resolves that Battle, and the table tells nothing.

    Six steps of two events and the opening make 13; the Battle is decided at 14.
    """
    there = {"at": 6, "decision": {"by": "birch", "kind": "deploy", "tile": "Valley"}, "of": "knight_deployed"}
    change = [{**there, "set": {"tile": "Valley"}}]
    until = record("heirless/e2/two-actions-in-a-turn", change=change, by_rules=True, until=12)
    header, *steps = lines_of(until)
    battle: Json = {"by": "ash", "decision": {"kind": "resolve", "tile": "Valley"}, "outcome": []}
    return imported(transcript(*steps, battle, header=header))


# Outcomes -----------------------------------------------------------------------------------------------------------


def test_an_outcome_that_hangs_on_a_hand_face_down_cannot_be_told() -> None:
    """Birch's card has been shown since (HB-3.6), the five left in its hand have not."""
    game = record("heirless/e1/attack-misses", cut=13)

    finding = found(game, "ash", claim="outcome-wrong", at=11)

    assert missing(finding) == ("hidden", 11)
    assert (finding.clause, cited(finding)) == ("HB-3.4", ["HB-3.4", "HB-2.1"])
    assert kinds(finding.recorded) == kinds(finding.derived) == ["card_placed"]
    assert b"P3" not in value_text(finding.recorded)


def test_a_reading_without_a_switch_is_named_with_why_there_is_none() -> None:
    """A miss against a Parrying target is a fumble (KD-8.7); of a second attacker KA-23 speaks."""
    finding = found(record(FUMBLE), claim="outcome-wrong", at=12)

    why = {each.reading: each.why for each in finding.readings.not_examined}
    assert why["KA-23"] == "the text sets no limit to a parry, so (ii) would be a rule of ours."
    assert read_so(finding)[0] == {"KA-5"}


# Draws --------------------------------------------------------------------------------------------------------------


def test_a_draw_out_of_the_right_pile_is_told_with_its_clause_and_the_readings_of_its_outcome() -> None:
    """B1 is one of the six (HB-2.3). Of all that the attack rests on, only ties of Bandits have a switch (HA-1)."""
    game = record(BANDITS)

    finding = found(game, claim="draw-wrong", at=14)

    assert (finding.answer, finding.says) == ("rejected", "it was asked for, and could be drawn")
    assert (finding.recorded, finding.derived.pile) == (recorded(game, 14), DECK)
    assert (finding.clause, cited(finding)) == ("HB-2.3", ["HB-2.3"])
    assert read_so(finding)[0] == {"HA-1"}
    assert {"HA-28", "HA-29", "HA-69", "HA-52", "HA-30"} <= read_so(finding)[1]
    assert (finding.missing, finding.see) == (None, None)


def test_a_draw_that_the_deck_does_not_hold_is_held_against_what_was_asked_for() -> None:
    """P1 is a player's card."""
    game = record(BANDITS, forged_draw={"at": 14, "drawn": ["P1"]})

    finding = found(game, claim="draw-wrong", at=14)

    assert finding.answer == "upheld"
    assert (finding.recorded.drawn, finding.derived.pile, finding.derived.count) == (("P1",), DECK, 1)
    assert finding.clause == "HB-2.3"


def test_what_stands_behind_a_wrong_draw_points_to_that_draw() -> None:
    """Nothing follows from P1 as the card of the Bandits: no outcome at 15, no target at 20."""
    outcome = record(BANDITS, forged_draw={"at": 14, "drawn": ["P1"]})
    target = record(BANDITS, forged_draw={"at": 19, "drawn": ["P1"]})

    for game, claim, at, wrong in ((outcome, "outcome-wrong", 15, 14), (target, "draw-wrong", 20, 19)):
        finding = found(game, claim=claim, at=at)

        assert finding.answer == "rejected"
        assert finding.says.startswith(f"what is wrong is the draw at {wrong} before it: ")
        assert finding.see is not None
        assert (finding.see.claim, finding.see.at) == ("draw-wrong", wrong)
        assert (finding.recorded, finding.derived.pile) == (recorded(game, at), DECK)
        assert finding.clause == "HB-2.3"


@pytest.mark.parametrize("labels", [("more", "and more"), ("", "more")])
def test_each_draw_that_nothing_asks_for_is_wrong(labels: tuple[str, str]) -> None:
    """One card decides (KD-8.6): two more are two too many, whatever they are called."""

    def drawn_on(events: list[Event]) -> None:
        for label in reversed(labels):
            more = deepcopy(events[10])
            more.data["draw"]["label"] = label
            events.insert(11, more)
        renumbered(events)

    game = forged(record(FUMBLE), drawn_on)

    for at, label in zip((12, 13), labels, strict=True):
        finding = found(game, claim="draw-wrong", at=at)

        assert (finding.answer, finding.says) == ("upheld", f"nothing asks for the draw “{label}”")
        assert (finding.recorded, finding.derived) == (recorded(game, at), None)
    assert found(game, claim="draw-wrong", at=11).answer == "rejected"


def test_what_hangs_on_a_draw_that_nobody_wrote_down_says_which_one_is_missing() -> None:
    """One card of the pile decides (KD-8.6); the standing is known as far as that decision, at 10."""
    game = record(FUMBLE, forged_draw={"at": 11, "drawn": []})

    outcome, standing = (found(game, claim=claim, at=11) for claim in ("outcome-wrong", "standing"))

    assert missing(outcome) == ("draw", 11)
    assert (outcome.says, outcome.recorded) == (NO_STRIKE, recorded(game, 11))
    assert (outcome.derived.label, outcome.derived.pile, outcome.derived.count) == (STRIKE, PILE, 1)
    assert missing(standing) == ("draw", 10)
    assert [each.points for each in standing.recorded.scores] == [2, 2]


def test_a_draw_from_a_seed_that_is_not_open_is_possible_and_no_more_is_known() -> None:
    """A bow makes it 1 heart and 3 shields (KD-8.2), and ash is inspired, one heart more (KD-8.4): a heart can come."""
    game = record("knights_duty/1/last-knight-standing", cut=30)

    finding = found(game, "ash", claim="draw-wrong", at=29)

    assert finding.says == "it could be drawn; whether it follows from the seed cannot be told"
    assert finding.answer == "undetermined"
    assert finding.missing == MissingInput("hidden", "the seed is not open to this reader", 1)
    assert (finding.recorded, finding.derived.pile) == (recorded(game, 29), (*["heart"] * 2, *["shield"] * 3))


# Standings ----------------------------------------------------------------------------------------------------------


def test_a_standing_is_not_known_where_what_was_played_on_is_allowed_in_the_record_only() -> None:
    """Nobody is a target of their own (KD-8.1). Without that decision there is no combat to use Inspiration in at 8."""
    change = [{"at": 6, "decision": {"by": "ash", "kind": "declare_target", "target": "ash"}}]

    finding = found(record(FUMBLE, change=change), claim="standing", at=12)

    assert missing(finding) == ("line", 8)
    assert finding.see is not None
    assert (finding.see.claim, finding.see.at) == ("decision-illegal", 6)
    for standing in (finding.recorded, finding.derived):
        assert [each.points for each in standing.scores] == [2, 2]


# Going back ---------------------------------------------------------------------------------------------------------


def test_few_decisions_are_taken_back_as_a_last_resort_if_promises_were_made_since() -> None:
    """Two are decided, at 5 and 7, and nothing is drawn or shown; p1 is offered at 2 and binds from 4 on."""
    game = record("heirless/e1/promise-kept")

    before, behind = (found(game, claim="standing", at=at).rewind for at in (1, 4))

    assert before is not None
    assert behind is not None
    assert (before.advised, before.decisions, before.promises) == ("last-resort", 2, ("p1",))
    assert (behind.advised, behind.decisions, behind.promises) == ("clean", 2, ())
    assert before.why[-1] == "promises were touched: p1"
