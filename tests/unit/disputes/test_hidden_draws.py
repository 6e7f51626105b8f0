"""Claims about draws that not everybody may see, and what a ruling does about one."""

from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.games.game_events import DrawMade, GameCorrected
from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.unsealing import with_fields_open
from oathbook.domain.recording.writing.remedy_steps import write_correction
from oathbook.replays.verification import verify
from tests.handgame.forging import dealt_by, other_cards
from tests.handgame.played import ANNS_HAND, BRAMS_HAND, BURNED, hand_game
from tests.handgame.ruleset import BRAM


def found(record: Record, at: int, claim: str = "draw-wrong") -> Finding:
    case = case_of(record)
    return examine(case, read_claim({"claim": claim, "at": at}, case))


@pytest.mark.parametrize(
    ("viewer", "at", "answer", "missing"),
    [
        (HOLDER, BRAMS_HAND, "rejected", ""),
        (PUBLIC, ANNS_HAND, "undetermined", "the seed is not open to this reader"),
        (BRAM, BRAMS_HAND, "undetermined", "is not open to this reader"),
    ],
    ids=["who has everything", "a pile that everybody knows", "a pile that tells a hand"],
)
def test_a_hidden_draw_is_judged_as_far_as_its_reader_sees(viewer: Viewer, at: int, answer: str, missing: str) -> None:
    finding = found(record_for(hand_game(1), viewer), at)

    assert finding.answer == answer
    assert ("" if finding.missing is None else finding.missing.says).endswith(missing)


def test_with_the_seed_alone_open_a_hidden_card_is_still_not_judged() -> None:
    """It tells what should have been drawn, and not what was."""
    record = hand_game(1)
    finding = found(with_fields_open(record, record.events[0].hides), ANNS_HAND)

    assert finding.answer == "undetermined"
    assert finding.missing is not None
    assert (finding.missing.kind, finding.missing.position) == ("hidden", ANNS_HAND)


def test_a_finding_for_others_has_no_card_and_no_pile() -> None:
    """What it says of both sides is what its reader has."""
    finding = found(record_for(hand_game(1), PUBLIC), BRAMS_HAND)
    recorded: Any = finding.recorded

    assert (recorded.visible_cards, recorded.visible_pile) == ((None, None), None)
    assert finding.derived is None


def test_a_hidden_draw_that_was_wrong_is_corrected_by_the_seed() -> None:
    """The draws that were right keep their digests, and so does the hand that came of them."""
    forged = dealt_by(other_cards, "burn")
    assert found(forged.record, BURNED).answer == "upheld"

    head, (event,) = write_correction(forged.head, forged.record, BURNED, "d1")
    record = replace(forged.record, events=(*forged.record.events, event), head=head.hash)
    correction = event.entry.body
    assert isinstance(correction, GameCorrected)
    (instead,) = correction.instead
    assert instead.draws is not None
    recorded = [each.entry.body.draw for each in record.events if isinstance(each.entry.body, DrawMade)]

    assert [draw.hidden_cards for draw in instead.draws[:3]] == [draw.hidden_cards for draw in recorded[:3]]
    assert [each.digest for each in instead.draws[4].hidden_cards] == [each.digest for each in correction.state.burned]
    assert (verify(record).status, {each.kind for each in verify(record).corrected}) == ("sound", {"draw"})
