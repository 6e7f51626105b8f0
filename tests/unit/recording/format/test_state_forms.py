"""The form in which a correction stores a state: it has a number, and older forms are read as today's."""

import json
from typing import Any, Final

import msgspec
import pytest

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.recording.database.fast_fold import FastFold
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset, OlderState
from oathbook.replays.verification import verify
from tests.support.ruling import corrected_game
from tests.support.tampering import Event, first, forged

CORRECTED: Final = corrected_game()[1]
"""A game of A Knight's Duty that ends with a correction."""


class Renamed(msgspec.Struct, frozen=True):
    """A state in which everything has another name."""

    everything: State


LATER: Final[AnyRuleset] = msgspec.structs.replace(
    KNIGHTS_DUTY,
    wire=msgspec.structs.replace(
        KNIGHTS_DUTY.wire, state=Renamed, state_form=2, older_states=(OlderState(1, State, Renamed),)
    ),
)
"""The rules in a later revision, whose states are stored in form 2."""


def correction(record: Record) -> dict[str, Any]:
    """The data of the correction as it is stored."""
    line = next(each.line for each in record.events if each.topic == "game.corrected/1")
    data: dict[str, Any] = json.loads(line)["data"]
    return data


def test_a_correction_stores_its_state_with_the_number_of_its_form() -> None:
    stored = correction(CORRECTED)["state"]

    assert stored.keys() == {"form", "value"}
    assert stored["form"] == 1
    assert {*stored["value"]} == {*State.__struct_fields__}
    assert verify(CORRECTED).status == "sound"


def test_a_state_in_an_older_form_is_read_as_todays_by_the_record_and_by_the_fold() -> None:
    """The bytes stay the same, strictly read and written again."""
    text = record_text(CORRECTED)

    again = whole_record_from(text, lambda _: LATER, where="older")

    assert record_text(again) == text
    assert fold_record(again).state == Renamed(fold_record(CORRECTED).state)
    rows = [
        StoredRow(each.entry.position, each.topic, each.line + b"\n" + each.openings if each.openings else each.line)
        for each in again.events
    ]
    assert FastFold(LATER).fold(again.game, rows).state == fold_record(again).state


def test_a_form_that_is_not_known_here_is_named_with_its_position() -> None:
    def in_form_9(events: list[Event]) -> None:
        first(events, "game.corrected/1").data["state"]["form"] = 9

    with pytest.raises(
        CorruptRecord, match=rf"position {len(CORRECTED.events)}: Invalid value 9 - at `\$\.state\.form`"
    ):
        forged(CORRECTED, in_form_9)
