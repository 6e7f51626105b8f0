"""The second line: openings that fit, and those that do not (docs/record-format.md 5)."""

from copy import deepcopy
from hashlib import sha256

import pytest
from msgspec import Raw

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.kernel import HOLDER, PUBLIC, Concealed, Seat, Viewer
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.record import revealed_openings
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.knights_duty.model.decisions import LayPlan
from tests.support.playing import RULESET, small_game
from tests.support.tampering import Event, canonical, digest, events_in, first

CODEC = Codec(RULESET.wire)
PLAN = first(events_in(record_text(small_game())), "game.decision/1")
LINE = canonical(PLAN.public)
ONE, TWO = PLAN.openings
SALT = str(ONE[0])


def refusal(openings: bytes, line: bytes = LINE) -> str:
    with pytest.raises(CorruptRecord, match="game g, position 2: ") as refused:
        CODEC.read(line, openings, game="g", position=2)
    return str(refused.value)


def committing_to(raw: bytes) -> tuple[bytes, bytes]:
    """The plan with its first slot committed to these very bytes, and the openings line that holds them."""
    event: Event = deepcopy(PLAN)
    mark = event.data["decision"]["slots"][0]
    mark["sd"] = digest(SALT, "placeholder")
    line = canonical(event.public)
    fitting = raw_digest(raw)
    openings = b'[["' + SALT.encode() + b'",' + raw + b"]," + canonical(TWO) + b"]"
    return line.replace(mark["sd"].encode(), fitting.encode()), openings


def raw_digest(raw: bytes) -> str:
    """The digest over bytes as they are, canonical or not."""
    return sha256(b"oathbook/hidden/1\0" + SALT.encode() + b"\0" + raw).hexdigest()


def plan_in(event: EncodedEvent) -> LayPlan:
    assert isinstance(event.entry.body, DecisionMade)
    decision = event.entry.body.decision
    assert isinstance(decision, LayPlan)
    return decision


def test_an_opening_is_joined_with_the_field_whose_digest_it_fits() -> None:
    """Which field it belongs to is told by its digest; nothing is withheld here."""
    event = CODEC.read(LINE, canonical(PLAN.openings))

    assert [slot.look() for slot in plan_in(event).slots if slot] == [ONE[1], TWO[1]]
    assert event.withheld == 0
    assert len(event.hides) == 2


def test_a_hidden_field_without_opening_is_read_and_conceals_its_value() -> None:
    """A redacted event is an event; looking where it opens nothing is what stops."""
    event = CODEC.read(LINE, canonical([TWO]))

    one, two = plan_in(event).slots
    assert one is not None
    assert two is not None
    assert two.look() == TWO[1]
    assert event.withheld == 1
    with pytest.raises(Concealed):
        one.look()


@pytest.mark.parametrize(
    ("openings", "says"),
    [
        ([ONE, TWO, ["0" * 32, "bow"]], "an opening fits none of the event's hidden fields"),
        ([["0" * 32, ONE[1]], TWO], "an opening fits none of the event's hidden fields"),
        ([[ONE[0], "shield"], TWO], "an opening fits none of the event's hidden fields"),
        ([[ONE[0], TWO[1]], [TWO[0], ONE[1]]], "an opening fits none of the event's hidden fields"),
        ([ONE, ONE], "an opening occurs twice"),
        ([ONE, TWO, TWO], "an opening occurs twice"),
        ([TWO, ONE], "its openings differ"),
        ([], "its openings differ"),
    ],
    ids=["one more", "other salt", "other value", "swapped values", "twice", "again", "other order", "empty"],
)
def test_openings_that_are_not_those_of_the_event_in_order_are_refused(openings: object, says: str) -> None:
    """docs/record-format.md, section 9.6: each fits, each field has at most one, and they are in order."""
    assert ONE[1] != TWO[1]

    assert says in refusal(canonical(openings))


@pytest.mark.parametrize(
    "openings",
    [
        b"[",
        b"{}",
        b"null",
        b"[[]]",
        b"\xff",
        canonical([[ONE[0]], TWO]),
        canonical([[*ONE, 1], TWO]),
        canonical([["A" * 32, ONE[1]], TWO]),
        canonical([["0" * 31, ONE[1]], TWO]),
        canonical([[1, ONE[1]], TWO]),
        canonical([ONE, TWO]).replace(b"],[", b"], ["),
        canonical([ONE, TWO]) + b"\n",
        b"[" * 100_000,
    ],
)
def test_a_second_line_that_is_no_line_of_openings_is_refused(openings: bytes) -> None:
    """Salt and value, nothing else, in canonical bytes."""
    refusal(openings)


@pytest.mark.parametrize(
    "raw",
    [
        b'"b\\u006fw"',
        b' "bow"',
        b'"bow" ',
        b"1",
        b"1.5",
        b"1e400",
        b"9" * 5_000,
        b"null",
        b'["bow"]',
        b'"lance"',
        b'{"a":1,"a":2}',
        b"NaN",
        b'"\\ud800"',
        b'"\xff"',
        b"[" * 100_000 + b"]" * 100_000,
    ],
)
def test_an_opening_whose_bytes_fit_the_digest_still_has_to_be_canonical_and_of_the_right_type(raw: bytes) -> None:
    """Whoever commits to nonsense can open it, and is refused then."""
    line, openings = committing_to(raw)

    refusal(openings, line)


def test_the_way_to_commit_to_other_bytes_works_for_canonical_ones() -> None:
    """The control of the test above."""
    line, openings = committing_to(b'"parry"')

    event = CODEC.read(line, openings)

    one, _ = plan_in(event).slots
    assert one is not None
    assert one.look() == "parry"


@pytest.mark.parametrize("raw", [b"true", b"1", b'"lance"', b"[", b"[" * 100_000, b'"\\ud800"'])
def test_a_field_is_not_opened_further_by_a_value_that_cannot_have_been_hidden_there(raw: bytes) -> None:
    """A reveal elsewhere may stand under the same digest and show a value of another type: game and place are named."""
    public = CODEC.read(LINE)
    digest_of_first = public.hides[0]

    with pytest.raises(CorruptRecord, match=f"game {public.game}, position 2: .* does not fit what is hidden here"):
        CODEC.join_openings(public, {digest_of_first: (SALT, Raw(raw))})


def test_an_event_that_hides_nothing_has_no_second_line() -> None:
    """An opening behind a draw belongs to nothing."""
    draw = first(events_in(record_text(small_game())), "game.draw/1")

    assert "fits none" in refusal(canonical([ONE]), canonical(draw.public))
    assert "differ when they are written again" in refusal(b"[]", canonical(draw.public))


@pytest.mark.parametrize(
    ("viewer", "kept"), [(Seat(str(PLAN.public["by"])), [ONE, TWO]), (PUBLIC, []), (Seat("oak"), []), (HOLDER, [])]
)
def test_the_openings_for_a_viewer_are_those_meant_for_that_seat(viewer: Viewer, kept: list[object]) -> None:
    """docs/record-format.md, section 8: a seat's export holds the openings whose ``to`` names it."""
    event = CODEC.read(LINE, canonical(PLAN.openings))

    assert CODEC.openings_for(event, viewer) == (canonical(kept) if kept else b"")


def test_a_field_is_opened_further_by_a_reveal_that_stands_later() -> None:
    """Whoever holds only the public record may use a reveal for the events before it."""
    record = small_game()
    public = CODEC.read(LINE)
    shown = [slot.digest for slot in plan_in(public).slots if slot and slot.digest in revealed_openings(record.events)]
    assert shown

    entry = CODEC.join_openings(public, revealed_openings(record.events))

    assert isinstance(entry.body, DecisionMade)
    opened = [slot.digest for slot in entry.body.decision.slots if slot.is_open]
    assert opened == shown
    assert CODEC.join_openings(public, {}) is public.entry
