"""What an arbiter may see of hidden fields, from a record that may have lost their values."""

import pytest

from oathbook.domain.application.unsealing import unsealing_event
from oathbook.domain.errors import DisputeRefused, NotFound
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.format.record import redact_record
from tests.support.playing import half_shown

PLAN = 2
"""The position of ash's plan, of which the second slot lies face down."""


def test_a_hidden_field_is_unsealed_for_those_who_may_see_it() -> None:
    record = half_shown()
    fields = [*record.events[PLAN - 1].hides]

    found = unsealing_event(record, PLAN, [*fields, *fields], "It hangs on the plan.")

    assert (found.at, [*found.fields], [*found.seats]) == (PLAN, fields, [Seat("ash")])


def test_what_the_record_has_lost_is_not_unsealed() -> None:
    record = half_shown()
    (field, *_) = record.events[PLAN - 1].hides

    with pytest.raises(DisputeRefused, match=f"fields: {field[:12]}… has no opening in this record"):
        unsealing_event(redact_record(record, PUBLIC), PLAN, [field], "It hangs on the plan.")


def test_a_field_or_position_that_is_not_there_is_named() -> None:
    record = half_shown()

    with pytest.raises(NotFound, match="position 99: the positions of this game are 1 to"):
        unsealing_event(record, 99, ["0" * 64], "x")
    with pytest.raises(NotFound, match="no hidden field at position 2 has the digest 000"):
        unsealing_event(record, PLAN, ["0" * 64], "x")
