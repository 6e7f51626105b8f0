"""What a reader who may not see the deck, nor the hands of others, can check of an evening of Smugglers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.kernel import HOLDER, PUBLIC, Requirement, Seat, Viewer
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import record_from, record_text
from oathbook.replays.testing.golden import record_golden_sheet
from oathbook.replays.verification import Verification, verify
from tests.examples.loading import example
from tests.support.checkout import ROOT
from tests.support.tampering import Event, forged_file, outcome_with

RULES: Final[Any] = example("smugglers").RULESET
EVENING: Final = record_golden_sheet(ROOT / "tests" / "examples" / "evening.notation", RULES)
CLEO: Final = Seat("cleo")
DEAL, FIRST_LANDING, SLIPPING, ASKING, SECOND_LANDING = (
    each.position for each in EVENING.entries() if isinstance(each.body, DecisionMade)
)
DRAWN: Final = FIRST_LANDING + 1  # the card that Ann takes after she has landed silk


def forged(change: Callable[[list[Event]], object], record: Record = EVENING) -> Record:
    """The evening as a liar writes it down."""
    return record_from(forged_file(record, change), lambda _: RULES, where="forged")


def decided_again(verdict: Verification) -> set[int]:
    """The decisions that were not reported as unchecked."""
    decisions = {DEAL, FIRST_LANDING, SLIPPING, ASKING, SECOND_LANDING}
    return decisions - {each.position for each in verdict.unchecked if not each.why.startswith("the draw")}


def test_requirements_that_are_answered_otherwise_lead_to_the_same_events() -> None:
    """Whoever replaces what a decision needs does not replace what comes of it."""

    def needs(state: Any, decision: Any) -> Iterator[Requirement]:  # noqa: ANN401  # of any ruleset
        yield from tuple(RULES.needs(state, decision))

    otherwise = replace(RULES, needs=needs)
    again = record_golden_sheet(ROOT / "tests" / "examples" / "evening.notation", otherwise)

    assert record_text(again) == record_text(EVENING)


@pytest.mark.parametrize(
    ("viewer", "checked"),
    [
        (HOLDER, {DEAL, FIRST_LANDING, SLIPPING, ASKING, SECOND_LANDING}),
        (CLEO, {DEAL, FIRST_LANDING, SECOND_LANDING}),
        (Seat("bram"), {DEAL, FIRST_LANDING, ASKING, SECOND_LANDING}),
        (PUBLIC, {DEAL, FIRST_LANDING, SECOND_LANDING}),
    ],
)
def test_a_reader_decides_again_what_hangs_on_no_hand_that_it_may_not_see(viewer: Viewer, checked: set[int]) -> None:
    """A card that is landed later is open in the hand before. What was asked, only who was asked can answer."""
    verdict = verify(record_for(EVENING, viewer))

    assert (verdict.discrepancies, verdict.head) == ((), EVENING.head)
    assert decided_again(verdict) == checked
    assert verdict.decisions == len(checked)


def test_of_a_landing_only_the_draw_is_reported_as_not_checked() -> None:
    verdict = verify(record_for(EVENING, CLEO))
    said = [each.why for each in verdict.unchecked if FIRST_LANDING <= each.position < SLIPPING]

    assert said == ["the draw “deck/ann/1”: what was drawn and its pile are hidden from this reader"]


def _dearer(events: list[Event]) -> None:
    event, number = outcome_with(events, "landed")
    event.data["consequences"][number]["event"]["earns"] += 1


def _without_draw(events: list[Event]) -> None:
    event, number = outcome_with(events, "landed")
    del event.data["consequences"][number + 1]
    event.openings.clear()


def _for_other_reasons(events: list[Event]) -> None:
    event, number = outcome_with(events, "landed")
    event.data["consequences"][number]["working"] = []


def _hidden_from_everyone(events: list[Event]) -> None:
    for mark in events[DRAWN - 1].data["draw"]["hidden"]["drawn"]:
        mark["to"] = []


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (_dearer, "consequence"),
        (_without_draw, "consequence"),
        (_for_other_reasons, "reasons"),
        (_hidden_from_everyone, "draw"),
    ],
    ids=["worth more", "no card is taken", "no reasons", "for no eyes"],
)
def test_a_reader_finds_what_is_wrong_in_a_landing(change: Callable[[list[Event]], object], kind: str) -> None:
    """The control is the test above it, in which nothing is wrong."""
    found = verify(record_for(forged(change), CLEO)).discrepancies

    assert [each.kind for each in found if FIRST_LANDING <= each.position < SLIPPING][:1] == [kind]


def found(claim: str, at: int, viewer: Viewer, record: Record = EVENING) -> Finding:
    """What is found on a claim in the record of a reader."""
    case = case_of(record_for(record, viewer))
    return examine(case, read_claim({"claim": claim, "at": at}, case))


@pytest.mark.parametrize(("viewer", "answer"), [(HOLDER, "rejected"), (CLEO, "undetermined")])
def test_whether_a_card_could_be_drawn_says_only_who_can_tell_the_pile(viewer: Viewer, answer: str) -> None:
    finding = found("draw-wrong", DRAWN, viewer)

    assert finding.answer == answer
    assert (finding.missing is None) == (answer == "rejected")
    if finding.missing is not None:
        assert finding.missing.says == "the pile of the draw “deck/ann/1” is not open to this reader"


def test_what_follows_from_a_landing_is_judged_by_who_cannot_tell_the_pile() -> None:
    outcome = DRAWN + 1

    assert found("outcome-wrong", outcome, CLEO).answer == "rejected"


def test_on_another_line_than_the_recorded_one_no_card_comes_from_a_pile_that_cannot_be_told(tmp_path: Path) -> None:
    """With what the first landing was worth put right, the coins differ, and the deck might."""
    sheet = tmp_path / "two_landings.notation"
    text = (ROOT / "tests" / "examples" / "evening.notation").read_text("utf-8")
    sheet.write_text(text.partition("bram: slip")[0] + "bram: land tea\n  draw silk\n", "utf-8")
    record = forged(_dearer, record_golden_sheet(sheet, RULES))
    last = len(record.events)

    whole, read = found("standing", last, HOLDER, record), found("standing", last, CLEO, record)
    matters = found("outcome-wrong", DRAWN + 1, CLEO, record).materiality

    assert (whole.answer, read.answer) == ("upheld", "undetermined")
    assert read.missing is not None
    assert read.missing.says == "whether the draw “deck/bram/1” could be made there is hidden from this reader"
    assert matters is not None
    assert matters.stop is not None
    assert (matters.stop.why, matters.stop.says) == ("hidden", read.missing.says)
