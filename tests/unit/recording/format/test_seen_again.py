"""What a viewer has of a record is all that they may see of it: seen once more, it is the same."""

import pytest

from oathbook.domain.kernel import PUBLIC, Seat, Viewer
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.domain.recording.format.record_file import whole_record_from
from tests.support.checkout import ROOT
from tests.support.playing import ruleset_of, small_game

GOLDEN = ROOT / "replays" / "golden" / "heirless" / "e1" / "hand-picked-up-when-empty.jsonl"
HANDS: Record = whole_record_from(GOLDEN.read_bytes(), ruleset_of, where=GOLDEN.stem)
"""Here an event hides cards of several seats."""


@pytest.mark.parametrize("record", [HANDS, small_game()], ids=["hands", "plans"])
def test_what_a_viewer_has_is_seen_as_it_is(record: Record) -> None:
    viewers: list[Viewer] = [PUBLIC, *(each.seat for each in record.opened.seats)]
    for viewer in viewers:
        once = redact_record(record, viewer)

        assert redact_record(once, viewer).events == once.events
        assert all((each.withheld > 0) == any(viewer not in to for to in each.to) for each in once.events if each.hides)


def test_some_of_what_an_event_hides_is_for_a_viewer_and_some_is_not() -> None:
    """The control: a viewer who sees all or nothing of each event would be told what they have by less."""
    seat: Seat = HANDS.opened.seats[0].seat

    assert any(each.openings and each.withheld for each in redact_record(HANDS, seat).events)
