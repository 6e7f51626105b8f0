"""What comes out by going back: where it was hidden till then, and not where it stands once more."""

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.claims import OutcomeWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.recording.format.record import Record
from tests.support.playing import RULESET
from tests.support.ruling import corrected_where


def reveals_at(record: Record, at: int) -> tuple[int, ...]:
    rewind = examine(case_of(record), OutcomeWrong(at)).rewind
    assert rewind is not None
    return rewind.reveals


def test_a_correction_brings_nothing_out() -> None:
    """Its state holds what was shown before it."""
    game, record = corrected_where(RULESET, lambda _, found: bool(found.events[-1].reveals))

    assert reveals_at(record, game.at) == reveals_at(game.record, game.at)


def test_what_has_come_out_before_does_not_come_out_again() -> None:
    game, record = corrected_where(RULESET, lambda _, found: bool(found.events[-1].reveals))
    outcomes = [each.entry.position for each in record.events if each.topic == "game.outcome/1"]
    firsts: dict[str, int] = {}
    for event in game.record.events:
        for digest in event.reveals:
            firsts.setdefault(digest, event.entry.position)

    for at in outcomes:
        to = case_of(record).step_at(at).at
        assert reveals_at(record, at) == tuple(sorted({first for first in firsts.values() if first >= to}))
