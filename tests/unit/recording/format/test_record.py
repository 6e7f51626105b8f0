"""A record in memory: what is appended, and where its chain breaks (ADR 0002)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import CorruptRecord, Misfit, TooLarge
from oathbook.domain.games.game_events import DecisionMade, DraftEvent, GameEnded, OutcomeFollowed
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.record import Record, chain_break, fold_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.game_head import encode_step
from oathbook.domain.rulesets.knights_duty.model.decisions import DeclareTarget
from oathbook.domain.rulesets.knights_duty.model.events import KnightRemoved, SlotBegan
from oathbook.domain.rulesets.protocol import Consequence, Ending
from tests.support.playing import RULESET, opened, small_game, sources
from tests.support.tampering import Event, canonical, events_in

POINT = DraftEvent("ash", DecisionMade(DeclareTarget(Seat("ash"), None)))
SLOT = DraftEvent("rules", OutcomeFollowed(2, (Consequence(SlotBegan(1), ("KD-2.3",)),)))
UNFIT = DraftEvent("rules", OutcomeFollowed(2, (Consequence(KnightRemoved(Seat("oak"), "1,0"), ()),)))
ENDED = DraftEvent("rules", GameEnded(Ending("draw", (), "KD-10.2")))


def test_a_step_is_appended_under_one_number_with_positions_that_go_on() -> None:
    """Section 3.1: position counts events, step counts commits; each event names the hash before it."""
    head = opened().head

    events = encode_step(head.codec, head.game.id, (POINT, SLOT, ENDED), sources("on"), after=head.end)

    assert [(event.entry.position, event.entry.step) for event in events] == [(2, 2), (3, 2), (4, 2)]
    assert [event.prev for event in events] == [head.hash, *(event.hash for event in events[:-1])]


def test_each_event_is_stamped_by_the_clock_that_is_handed_in() -> None:
    """Time is an argument, and goes on from event to event."""
    record = small_game()

    stamps = [event.entry.at for event in record.events]

    assert stamps == [f"2026-01-01T00:00:00.{tick:06}Z" for tick in range(len(record.events))]


def test_what_cannot_be_read_back_is_not_appended() -> None:
    """Every event is read back strictly before it counts: a name too odd for the wire, a clock that is broken."""
    scribe = opened()
    scribe.head = replace(scribe.head, sources=replace(sources("on"), clock=lambda: "yesterday"))

    with pytest.raises(CorruptRecord, match=r"position 2: .*matching regex"):
        scribe.write((POINT, SLOT))

    assert len(scribe.record.events) == 1


def test_a_game_holds_100_000_events_and_not_one_more() -> None:
    """Section 11: the limit at its edge; what would go beyond it is not kept at all."""
    head = opened().head
    almost = replace(head, game=replace(head.game, position=EVENTS_PER_GAME - 1))

    full, (last,) = almost.write((ENDED,))

    assert last.entry.position == full.game.position == EVENTS_PER_GAME
    with pytest.raises(TooLarge, match="position 100001: a game has at most 100,000 events"):
        almost.write((SLOT, ENDED))


@pytest.mark.parametrize("drafts", [(POINT, UNFIT), (UNFIT, SLOT), (ENDED, POINT), (POINT, SLOT, UNFIT, ENDED)])
def test_a_step_that_does_not_fit_is_not_kept_by_halves(drafts: tuple[DraftEvent, ...]) -> None:
    """Decision 2: a step is one atomic commit. Record and game stay what they were, to the byte."""
    scribe = opened()
    record, game, text = scribe.record, scribe.game, record_text(scribe.record)

    with pytest.raises(Misfit):
        scribe.write(drafts)

    assert scribe.record is record
    assert scribe.game is game
    assert record_text(scribe.record) == text


def test_a_step_that_cannot_be_written_is_not_kept_by_halves() -> None:
    """The same where strict reading refuses the second event."""
    scribe = opened()
    odd = DraftEvent("rules", OutcomeFollowed(2**60, ()))

    with pytest.raises(CorruptRecord, match="position 3"):
        scribe.write((POINT, odd))

    assert len(scribe.record.events) == 1
    assert scribe.game.position == 1


def test_a_record_without_an_opening_says_so() -> None:
    """Nobody can ask it what is played."""
    empty = Record("g", RULESET, Codec(RULESET.wire))

    for record in (empty, replace(empty, events=small_game().events[1:])):
        with pytest.raises(CorruptRecord, match=r"position 1: a record begins with game\.opened"):
            _ = record.opened


def test_folding_stops_where_an_event_does_not_fit() -> None:
    """A record that jumps a position has no game."""
    record = small_game()

    with pytest.raises(Misfit, match="position 4 cannot come after 2"):
        fold_record(replace(record, events=(*record.events[:2], *record.events[3:])))


def test_an_unbroken_chain_has_no_break() -> None:
    """The control of the tests below; nothing at all is unbroken too."""
    record = small_game()

    assert chain_break(record.events, record.head) is None
    assert chain_break((), "") is None


def sealed(event: Event) -> EncodedEvent:
    return Codec(RULESET.wire).read(
        canonical(event.public), canonical(event.openings) if event.openings else b"", game="g", position=0
    )


def broken_by(change: Callable[[list[Event]], object]) -> tuple[int, str] | None:
    """Where the chain breaks after a change of one line, nothing computed again."""
    record = small_game()
    events = events_in(record_text(record))
    change(events)
    return chain_break(tuple(sealed(event) for event in events), record.head)


LAST = len(small_game().events)


@pytest.mark.parametrize("number", range(1, LAST + 1))
@pytest.mark.parametrize(
    ("field", "value"), [("at", "2027-01-01T00:00:00.000000Z"), ("by", "somebody"), ("prev", "0" * 64)]
)
def test_the_position_whose_line_was_changed_is_the_one_that_is_named(number: int, field: str, value: str) -> None:
    """A link is between two events: whichever of them its own successor vouches for is not the changed one."""
    broken = broken_by(lambda events: events[number - 1].public.update({field: value}))

    assert broken is not None
    assert broken[0] == number


def test_a_missing_event_is_named_by_the_position_that_is_missing() -> None:
    """Positions run without a gap."""
    assert broken_by(lambda events: events.pop(4)) == (5, "position 6 is where 5 should be")


def test_missing_last_events_are_noticed_by_the_head() -> None:
    """The head is the hash of the last event; a record cut at the end has another one."""
    broken = broken_by(lambda events: events.pop())

    assert broken == (LAST - 1, "its hash is not the head that the record names")


def test_the_first_of_several_breaks_is_named() -> None:
    """Whatever stands behind it cannot be relied on."""

    def change(events: list[Event]) -> None:
        events[7].public["by"] = "somebody"
        events[3].public["by"] = "somebody"

    broken = broken_by(change)

    assert broken is not None
    assert broken[0] == 4


def test_two_neighbours_that_both_changed_break_the_chain_at_one_of_them() -> None:
    """Then nobody vouches for either."""

    def change(events: list[Event]) -> None:
        events[3].public["by"] = "somebody"
        events[4].public["by"] = "somebody"

    broken = broken_by(change)

    assert broken is not None
    assert broken[0] in {4, 5}
