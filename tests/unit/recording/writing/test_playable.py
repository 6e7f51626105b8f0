"""What comes from elsewhere is stored only if the rules can go on from where it ends."""

from typing import Any, Final, NoReturn

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, TooLarge
from oathbook.domain.kernel import PUBLIC, Concealed
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.format.record import fold_playable, redact_record
from oathbook.domain.recording.format.record_file import MOST_LINES, whole_record_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.support.playing import RULESET, close_by, die, ruleset_of, running_game, small_game, sources, take_one
from tests.support.storing import dumped, writer_on
from tests.support.tampering import forged


def _fall(*_: object) -> NoReturn:
    """Fall over what nobody thought of."""
    msg = "a Knight that is not there"
    raise AssertionError(msg)


def _look(*_: object) -> NoReturn:
    raise Concealed("0" * 64)


STUCK: Final[AnyRuleset] = replace(KNIGHTS_DUTY, options=_fall)
"""A ruleset that a record has brought where its rules do not lead."""

BLIND: Final[AnyRuleset] = replace(KNIGHTS_DUTY, options=_look)
"""A ruleset that would have to look at what a redacted record conceals."""


@pytest.mark.parametrize("record", [small_game(), running_game(decisions=2), redact_record(small_game(), PUBLIC)])
def test_a_record_that_can_go_on_is_playable(record: Any) -> None:  # noqa: ANN401  # a record
    assert fold_playable(record).position == len(record.events)


def test_a_record_from_which_the_rules_cannot_go_on_is_refused_and_not_stored(store: StoreAddress) -> None:
    path = store
    record = replace(small_game(), ruleset=STUCK)
    with writer_on(path) as writer:
        before = dumped(path)

        with pytest.raises(BadRecord, match=r"the rules cannot go on from where it ends \(AssertionError\)"):
            writer.add([record])

        assert dumped(path) == before


def test_what_a_redacted_record_conceals_is_no_reason_to_refuse_it() -> None:
    assert fold_playable(replace(small_game(), ruleset=BLIND)).closed


def test_a_record_that_counts_its_steps_to_the_limit_cannot_go_on() -> None:
    record = forged(running_game(decisions=2), lambda events: events[-1].public.update(step=EVENTS_PER_GAME))
    scribe = MemoryWriter.resume(record, sources("on"))

    with pytest.raises(TooLarge, match="a game has at most 100,000 events"):
        take_one(scribe, die("on"))


def test_a_file_of_more_lines_than_a_record_can_have_is_refused_before_it_is_split() -> None:
    for many, says in ((MOST_LINES, "cut|header"), (MOST_LINES + 1, "it has more than 200,002 lines")):
        with pytest.raises(BadRecord, match=says):
            whole_record_from(b'{"oathbook":"record/1"}\n' + b"{}\n" * (many - 1), ruleset_of, where="test")


@pytest.mark.parametrize("count", ["turn", "quiet_turns"])
def test_a_start_that_counts_beyond_what_can_be_written_later_is_refused(count: str) -> None:
    setup = close_by()
    assert isinstance(setup.start, Field)

    with pytest.raises(BadRecord, match=f"start.{count}: nobody counted beyond 1,000,000"):
        RULESET.initial(replace(setup, start=replace(setup.start, **{count: 1_000_001})))
