"""Strict reading: whatever is not what an event's bytes are is a CorruptRecord with its place."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, MOST_EXACT
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.record_file import record_text
from tests.support.playing import RULESET, small_game
from tests.support.tampering import Event, canonical, digest, events_in, first, outcome_with

Change = Callable[[Event], object]

CODEC = Codec(RULESET.wire)
EVENTS = events_in(record_text(small_game()))
DECISION = first(EVENTS, "game.decision/1")
OUTCOME, SHOWN = outcome_with(EVENTS, "token_revealed")
DRAW = first(EVENTS, "game.draw/1")
HUGE = b"9" * 5_000
DEEP = b"[" * 100_000 + b"]" * 100_000


def refusal(line: bytes, openings: bytes = b"") -> str:
    """What strict reading says; any other exception fails the test."""
    with pytest.raises(CorruptRecord) as refused:
        CODEC.read(line, openings, game="g", position=7)
    assert (refused.value.game, refused.value.position) == ("g", 7)
    says = str(refused.value)
    assert says.startswith("game g, position 7: ")
    assert "\n" not in says
    return says


def line_of(event: Event) -> bytes:
    return canonical(event.public)


def openings_of(event: Event) -> bytes:
    return canonical(event.openings) if event.openings else b""


def changed(event: Event, change: Change) -> Event:
    copy = deepcopy(event)
    change(copy)
    return copy


def reveal_in(event: Event) -> dict[str, object]:
    token: dict[str, object] = event.data["consequences"][SHOWN]["event"]["token"]
    return token


def showing(value: object) -> bytes:
    """The outcome with another value turned over, and a digest that fits it."""

    def change(event: Event) -> None:
        token = reveal_in(event)
        token["value"] = value
        token["sd"] = digest(str(token["salt"]), value)

    return line_of(changed(OUTCOME, change))


def test_the_events_that_the_tests_below_spoil_are_read_as_they_are() -> None:
    """The control: nothing but the change is what strict reading refuses."""
    for event in EVENTS:
        read = CODEC.read(line_of(event), openings_of(event))

        assert read.line == line_of(event)


def with_field(name: str, value: object) -> Callable[[Event], None]:
    return lambda event: event.public.update({name: value})


def without_field(name: str) -> Change:
    return lambda event: event.public.pop(name)


@pytest.mark.parametrize("name", ["at", "by", "data", "game", "n", "prev", "step", "type", "v"])
def test_a_key_of_the_envelope_that_is_missing_is_refused(name: str) -> None:
    """docs/record-format.md, section 4: all nine are present in every event."""
    says = refusal(line_of(changed(DECISION, without_field(name))), openings_of(DECISION))

    assert f"missing required field `{name}`" in says


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 0),
        ("n", EVENTS_PER_GAME + 1),
        ("n", "2"),
        ("n", True),
        ("n", 2.5),
        ("step", 0),
        ("step", EVENTS_PER_GAME + 1),
        ("v", 2),
        ("v", "1"),
        ("by", None),
        ("game", 7),
        ("prev", "0" * 63),
        ("prev", "G" * 64),
        ("prev", "A" * 64),
        ("at", "2026-01-01T00:00:00Z"),
        ("at", "2026-01-01 00:00:00.000000Z"),
        ("at", "2026-01-01T00:00:00.000000+00:00"),
        ("data", []),
        ("data", None),
        ("type", "game.decision/0"),
        ("type", "game.decision/2"),
        ("type", "game.Decision/1"),
        ("type", ""),
        ("type", "promise.offered/1"),
        ("more", 1),
    ],
)
def test_an_envelope_with_another_value_than_its_schema_allows_is_refused(name: str, value: object) -> None:
    """Unknown topic, unknown key, other type, number out of range, other form of hash and instant."""
    refusal(line_of(changed(DECISION, with_field(name, value))), openings_of(DECISION))


@pytest.mark.parametrize(
    ("name", "value"), [("prev", "0" * 64 + "\n"), ("at", "2026-01-01T00:00:00.000000Z\n")], ids=["prev", "at"]
)
def test_a_line_end_behind_a_hash_or_an_instant_is_refused(name: str, value: str) -> None:
    """64 digits are 64 digits: in Python's patterns ``$`` also stands before a last line end."""
    refusal(line_of(changed(DECISION, with_field(name, value))), openings_of(DECISION))


def test_an_unknown_topic_is_named() -> None:
    """Somebody with an older program has to learn which."""
    says = refusal(line_of(changed(DECISION, with_field("type", "game.undone/1"))))

    assert "unknown topic 'game.undone/1'" in says


MISFITS: list[tuple[Event, Change]] = [
    (DECISION, lambda event: event.data.update(more=1)),
    (DECISION, lambda event: event.data["decision"].update(more=1)),
    (DECISION, lambda event: event.data["decision"].pop("by")),
    (DECISION, lambda event: event.data["decision"].update(kind="surrender")),
    (DECISION, lambda event: event.data["decision"].pop("kind")),
    (DECISION, lambda event: event.data["decision"].update(slots="bow")),
    (DECISION, lambda event: event.data["decision"].update(slots=[None] * 7)),
    (OUTCOME, lambda event: event.data.update(of=-1)),
    (OUTCOME, lambda event: event.data.update(of=MOST_EXACT + 1)),
    (OUTCOME, lambda event: event.data.update(of="2")),
    (OUTCOME, lambda event: event.data["consequences"][0].pop("cites")),
    (OUTCOME, lambda event: event.data["consequences"][0].pop("working")),
    (OUTCOME, lambda event: event.data["consequences"][0]["event"].update(kind="won")),
    (OUTCOME, lambda event: event.data["consequences"][0].update(cites=[1])),
    (DRAW, lambda event: event.data["draw"].update(source="dice")),
    (DRAW, lambda event: event.data["draw"].pop("witnesses")),
    (DRAW, lambda event: event.data["draw"].update(drawn="heart")),
    (DRAW, lambda event: event.data.update(of=1.0)),
]


@pytest.mark.parametrize(("event", "change"), MISFITS)
def test_data_that_does_not_fit_the_schema_of_its_topic_is_refused(event: Event, change: Change) -> None:
    """No data holds anything beyond its schema, and nothing of it is missing, not even what has a default."""
    refusal(line_of(changed(event, change)), openings_of(event))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf" + line_of(DECISION),
        line_of(DECISION) + b" ",
        line_of(DECISION) + b"\n",
        line_of(DECISION) + line_of(DECISION),
        line_of(DECISION)[:-1],
        line_of(DECISION).replace(b'"by":', b'"by": ', 1),
        line_of(DECISION).replace(b'"by"', b'"\\u0062y"', 1),
        line_of(DECISION).replace(b'"step":2', b'"step":2,"step":2'),
        line_of(DECISION).replace(b'"n":2', b'"n":1,"n":2'),
        line_of(DECISION).replace(b'"kind":', b'"kind":"move","kind":', 1),
        line_of(DECISION).replace(b'"step":2,"type":"game.decision/1"', b'"type":"game.decision/1","step":2'),
        line_of(DECISION).replace(b'"n":2', b'"n":2.0'),
        line_of(DECISION).replace(b'"n":2', b'"n":2e0'),
        line_of(DECISION).replace(b'"n":2', b'"n":02'),
        line_of(DECISION).replace(b'"n":2', b'"n":NaN'),
        line_of(DECISION).replace(b'"n":2', b'"n":Infinity'),
        line_of(DECISION).replace(b'"n":2', b'"n":' + HUGE),
        line_of(DECISION).replace(b'"n":2', b'"n":' + DEEP),
        line_of(DECISION).replace(b'"data":{', b'"data":{"x":' + DEEP + b","),
        line_of(DECISION).replace(b'"type":"game.d', b'"type":"g\\u0061me.d'),
        line_of(DECISION).replace(b'"type":"game.d', b'"type":"game.d\\ud800'),
        line_of(DECISION).replace(b'"type":"game.d', b'"type":"game.d\xed\xa0\x80'),
        line_of(DECISION).replace(b'"type":"game.d', b'"type":"game.d\xc0\xaf'),
        line_of(DECISION).replace(b'"type":"game.d', b'"type":"game.d\x00'),
    ],
)
def test_a_line_that_is_not_the_canonical_bytes_of_an_event_is_refused(line: bytes) -> None:
    """Blanks, escapes, order and repeats of keys, fractions, huge numbers, depth, what is no UTF-8 and no JSON."""
    assert line != line_of(DECISION)

    refusal(line, openings_of(DECISION))


@pytest.mark.parametrize("value", [10**30, 2**63, 1.5, None, True, [], {}, {"é": 1}, "lance", "Bow", [[["bow"]]]])
def test_a_reveal_of_another_type_is_refused_though_its_digest_fits(value: object) -> None:
    """Whoever lies about a value can compute its digest too; the type of the field still says no."""
    refusal(showing(value))


def test_a_reveal_that_does_not_fit_its_own_digest_is_refused() -> None:
    """Section 3.2: the codec checks that value, salt and digest agree."""
    lie = changed(OUTCOME, lambda event: reveal_in(event).update(value="shield"))

    assert "a revealed value does not fit its digest" in refusal(line_of(lie), openings_of(OUTCOME))


@pytest.mark.parametrize(
    "change", [{"salt": "0" * 31}, {"salt": "A" * 32}, {"sd": "0" * 63}, {"to": []}, {"sd": None}, {"salt": 1}]
)
def test_a_reveal_has_a_salt_a_digest_and_a_value_in_their_forms(change: dict[str, object]) -> None:
    """docs/record-format.md, section 5: exactly the three keys."""
    refusal(line_of(changed(OUTCOME, lambda event: reveal_in(event).update(change))), openings_of(OUTCOME))


LINES = [(line_of(event), openings_of(event)) for event in EVENTS]


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A good event with a few bytes of either line replaced, put in or left out."""
    parts = list(draw(st.sampled_from(LINES)))
    which = draw(st.integers(0, 1)) if parts[1] else 0
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(parts[which])))
        put_in = draw(st.binary(max_size=3) | st.sampled_from([b"9" * 30, b"[", b'"', b"\\u0061", b"1e400", b"{}"]))
        parts[which] = parts[which][:at] + put_in + parts[which][at + draw(st.integers(0, 3)) :]
    return parts[0], parts[1]


def read_or_refused(line: bytes, openings: bytes) -> EncodedEvent | CorruptRecord:
    try:
        return CODEC.read(line, openings, game="g", position=7)
    except CorruptRecord as refused:
        return refused


@settings(deadline=None)
@given(spoiled())
def test_a_spoiled_event_is_refused_or_is_canonical_itself(event: tuple[bytes, bytes]) -> None:
    """Never another exception; and whatever is read is the very bytes that would be written."""
    found = read_or_refused(*event)

    if isinstance(found, CorruptRecord):
        assert (found.game, found.position) == ("g", 7)
    else:
        again = CODEC.write(found.entry, game=found.game, prev=found.prev, salts=str)
        assert (again.line, again.openings) == event


@settings(deadline=None)
@given(st.binary(max_size=200), st.binary(max_size=60))
@example(b"{}", b"[]")
@example(b"0" * 5_000, b"")
@example(DEEP, DEEP)
def test_arbitrary_bytes_are_refused_and_nothing_else(line: bytes, openings: bytes) -> None:
    """Nothing that a client sends may end in anything but a refusal."""
    refusal(line, openings)
