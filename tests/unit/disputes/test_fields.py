"""Findings and refusals field by field: the sentence, the place, both sides, and what comes of it.

The records are golden ones, some with a change at one place; the positions are those of their events.
"""

from typing import Final

import pytest

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.findings import ClaimPointer, Finding, MissingInput
from oathbook.domain.disputes.remedies import draft_correction, fork_opening
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.game_events import ByWitness, GameCorrected, Parent
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import RULESET, die, sources, steps
from tests.support.ruling import DISPUTE, corrected_where
from tests.support.tampering import Event, forged
from tests.unit.api.games import duel
from tests.unit.disputes.test_rewinding import reveals_at
from tests.unit.disputes.test_whole_findings import BANDITS, DECK, FUMBLE, NO_STRIKE, found, record, recorded

THE_SAME: Final = "decided again from the start, the standing after 12 is the same"
ONESELF: Final = {"at": 6, "decision": {"by": "ash", "kind": "declare_target", "target": "ash"}}
"""Nobody attacks oneself (KD-7.2)."""


def why(finding: Finding) -> tuple[str, ...]:
    assert finding.rewind is not None
    return finding.rewind.why


# Answers ------------------------------------------------------------------------------------------------------------


def test_a_draw_that_follows_from_the_seed_is_told_with_the_one_that_follows() -> None:
    finding = found(duel(), claim="draw-wrong", at=11)

    assert (finding.answer, finding.says) == ("rejected", "it was asked for, and follows from the seed")
    assert finding.recorded == recorded(duel(), 11)
    assert finding.derived == finding.recorded


def test_an_outcome_of_a_decision_that_was_not_allowed_points_to_that_decision() -> None:
    game = record(FUMBLE, change=[ONESELF])

    finding = found(game, claim="outcome-wrong", at=7)

    assert finding.answer == "rejected"
    assert finding.says == "what is wrong is the decision at 6 before it: nobody can attack oneself (KD-7.2)"
    assert (finding.clause, finding.see) == ("KD-7.2", ClaimPointer("decision-illegal", 6))
    assert (finding.recorded, finding.derived.code) == (recorded(game, 7), "not-oneself")


def test_whoever_was_refused_after_the_end_is_told_of_the_end() -> None:
    """The duel is over at 14 (KD-10.1)."""
    plan = {"by": "ash", "kind": "lay_plan", "slots": ["spear"]}

    finding = found(duel(), claim="decision-refused", at=14, decision=plan)

    assert (finding.answer, finding.says) == ("rejected", "the game is over since position 14")
    assert (finding.clause, finding.derived.outcome) == ("KD-10.1", "victory")


def test_a_standing_that_is_right_is_said_to_be_the_same() -> None:
    finding = found(record(FUMBLE), claim="standing", at=12)

    assert (finding.answer, finding.says, finding.missing) == ("rejected", THE_SAME, None)


def test_a_standing_that_hangs_on_the_first_decision_is_known_up_to_the_opening() -> None:
    """Birch does not see the plan that ash has laid at 2 (KD-2.1)."""
    finding = found(record(FUMBLE, cut=3), "birch", claim="standing", at=3)

    assert finding.answer == "undetermined"
    assert finding.says.startswith("decided again from the start, the game cannot be followed beyond 1: the value")
    assert finding.missing is not None
    assert (finding.missing.kind, finding.missing.position) == ("hidden", 2)


def test_a_standing_is_not_known_beyond_a_draw_that_cannot_have_been() -> None:
    """P1 is a player's card, and the Bandits draw one of their own (HB-2.3)."""
    finding = found(record(BANDITS, forged_draw={"at": 14, "drawn": ["P1"]}), claim="standing", at=15)

    says = f"the draw “card/WolfBandit/1” is impossible: P1 cannot be 1 of {', '.join(DECK)}"
    assert finding.says == f"decided again from the start, the game cannot be followed beyond 12: {says}"
    assert (finding.missing, finding.clause) == (MissingInput("draw", says, 14), "HB-2.3")


def test_a_reading_that_is_not_turned_has_its_title() -> None:
    finding = found(record(FUMBLE), claim="outcome-wrong", at=12)

    titles = {each.id: each.title for each in RULESET.edition.rulebook.readings}
    aside = {each.reading: each.title for each in finding.readings.not_examined}
    assert aside == {name: titles[name] for name in aside}
    assert "KA-23" in aside


# What comes of it ---------------------------------------------------------------------------------------------------


def test_what_comes_of_a_refused_decision_is_open_where_the_line_stops() -> None:
    """Ash lays a plan first; at 4, where ash laid it in the record, nobody asks ash for one (KD-2.1)."""
    plan = {"by": "ash", "kind": "lay_plan", "slots": ["spear"]}

    finding = found(duel(), claim="decision-refused", at=1, decision=plan)

    assert (finding.answer, finding.says) == ("upheld", "this decision after position 1 is allowed")
    matters = finding.materiality
    assert matters is not None
    assert (matters.corrected_at, matters.until, matters.open_from) == (1, 3, 4)
    assert (matters.standing, matters.winner, matters.parts) == ("open", "open", 2)
    assert matters.stop is not None
    assert (matters.stop.why, matters.stop.position) == ("illegal", 4)


def test_a_refused_decision_with_a_draw_that_nobody_made_stops_the_line_at_once() -> None:
    """Birch uses no Inspiration, and one card of the pile decides (KD-8.6)."""
    inspire = {"by": "birch", "kind": "inspire", "use": False}

    finding = found(record(FUMBLE, cut=9), claim="decision-refused", at=9, decision=inspire)

    matters = finding.materiality
    assert matters is not None
    assert matters.stop is not None
    assert (matters.stop.why, matters.stop.says, matters.until) == ("draw-missing", NO_STRIKE, 9)


# Going back ---------------------------------------------------------------------------------------------------------


def test_each_thing_that_speaks_against_going_back_is_a_sentence() -> None:
    every = found(record(FUMBLE), claim="standing", at=1)
    own = found(record(FUMBLE), claim="outcome-wrong", at=12)
    none = found(record(FUMBLE), claim="standing", at=12)

    assert why(every) == (
        "decided since: 5, by others than the one concerned too (ash, birch)",
        "hidden information came out at 5, 12",
        "draws were used up at 11",
    )
    assert why(own) == ("hidden information came out at 12", "draws were used up at 11")
    assert why(none) == ("nothing has been decided since, and nothing has come out",)


def test_decisions_of_the_one_concerned_alone_are_counted() -> None:
    """Ash decides at 2 and at 4."""
    game = record("heirless/e2/two-actions-in-a-turn", cut=5)

    finding = found(game, claim="decision-illegal", at=2)

    assert [game.entries()[at - 1].body.decision.by for at in (2, 4)] == ["ash", "ash"]  # type: ignore[union-attr]  # because decisions stand there
    assert why(finding) == ("decided since: 1",)


def test_a_draw_lets_a_game_stand_where_nothing_was_hidden() -> None:
    """Nothing is hidden in this game; the attack at 4 draws at 5."""
    finding = found(record("gloomhaven_attack/gh1/printed-example"), claim="standing", at=1)

    assert finding.rewind is not None
    assert (finding.rewind.advised, finding.rewind.reveals, finding.rewind.draws) == ("let-stand", (), (5,))
    assert why(finding)[1:] == ("draws were used up at 5",)


def test_what_comes_out_after_a_correction_has_come_out() -> None:
    game, corrected = corrected_where(RULESET, lambda _, found: not fold_record(found).closed, behind=1)
    scribe = MemoryWriter.resume(corrected, sources("on"))
    for _ in steps(scribe, die("on")):
        pass

    assert max(reveals_at(scribe.record, game.at)) > len(corrected.events)


# Refused remedies ---------------------------------------------------------------------------------------------------


def refusal_of(of: Record, at: int) -> RemedyRefused:
    with pytest.raises(RemedyRefused) as refused:
        draft_correction(case_of(of), at, DISPUTE)
    return refused.value


def test_a_correction_that_hangs_on_what_is_hidden_names_the_remedy_and_the_place() -> None:
    """The plan that ash has laid at 2 (KD-2.1)."""
    refused = refusal_of(redact_record(record(FUMBLE, cut=3), PUBLIC), 3)

    assert (refused.remedy, refused.position, refused.hidden) == ("correct", 2, True)


def test_a_fork_within_a_step_names_the_remedy_and_the_place() -> None:
    with pytest.raises(RemedyRefused) as refused:
        fork_opening(case_of(record(FUMBLE)), 6, "0" * 64, ByWitness())

    assert (refused.value.remedy, refused.value.position) == ("play-on-from", 6)
    assert refused.value.says == "that is in the middle of a step, which ends at 7"


def test_a_game_that_is_over_is_played_on_from_where_nothing_is_hidden() -> None:
    opening = fork_opening(case_of(duel()), 1, "0" * 64, ByWitness())

    assert opening.parent == Parent(duel().game, 1, "0" * 64)


def test_a_game_that_is_over_is_not_played_on_from_where_something_is_hidden() -> None:
    """The plan laid at 2 lies face down."""
    with pytest.raises(RemedyRefused) as refused:
        fork_opening(case_of(duel()), 3, "0" * 64, ByWitness())

    assert (refused.value.remedy, refused.value.position) == ("play-on-from", 3)
    assert refused.value.says.endswith("nobody can be made to forget it")


def test_a_game_that_is_over_and_stays_so_is_corrected() -> None:
    """That an extra draw was measured is left out of the outcome at 12, and changes nothing that follows."""

    def unmeasured(events: list[Event]) -> None:
        assert events[11].data["consequences"].pop(1)["event"]["kind"] == "extra_draw_measured"

    game = forged(record("cube_bag/g1/field-battle"), unmeasured)

    (made,) = draft_correction(case_of(game), 12, DISPUTE)

    assert isinstance(made.body, GameCorrected)
    assert [each.at for each in made.body.instead] == [12]
