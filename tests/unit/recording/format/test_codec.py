"""Events to bytes and back (docs/record-format.md): what is written reads back, and is written the same again."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathbook.domain.games.game_events import (
    ChanceSource,
    DecisionMade,
    DrawMade,
    Entry,
    EventBody,
    GameEnded,
    GameOpened,
    OutcomeFollowed,
    Seed,
    SeedRevealed,
)
from oathbook.domain.kernel import Draw, Hidden, Line, Opened, Seat
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.format.topics import HIDDEN_DRAW_TOPIC, topic_of, topics_of
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.domain.rulesets.knights_duty.model.events import Event, TokenRevealed
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.protocol import Consequence, Ending, SeatSetup
from tests.support.mistakes.misplays import THIRD_TOKEN
from tests.support.playing import FAR, RULESET, SAMPLES, counted, long_game, order_and_strike, small_game, whole_game
from tests.support.promises.promising import promising_game
from tests.support.ruling import corrected_game, forked_game
from tests.support.taking_back import withdrawn_game
from tests.support.tampering import events_in, file_of
from tests.support.transcribing import read
from tests.support.values import SALTS, values_of

CODEC = Codec(RULESET.wire)
GAMES = [*((sample, "codec") for sample in range(len(SAMPLES))), (FAR, "codec again")]
WORKINGS = st.lists(values_of(Line), max_size=2).map(tuple)


def written_again(event: EncodedEvent) -> EncodedEvent:
    """The event as it is written from what was read."""
    return CODEC.write(event.entry, game=event.game, prev=event.prev, salts=no_salts)


def no_salts() -> str:
    message = "a value that was read is sealed already"
    raise AssertionError(message)


def sealed(body: EventBody, *, position: int = 7) -> EncodedEvent:
    """A body written as an event of some game."""
    entry = Entry(position, 3, "2026-01-01T00:00:00.000000Z", "somebody", body)
    return CODEC.write(entry, game="g", prev="0" * 64, salts=counted("salt", 32))


@pytest.mark.parametrize(("sample", "name"), GAMES)
def test_every_event_of_a_whole_game_reads_back_and_is_written_the_same(sample: int, name: str) -> None:
    """Write, read, write is the identity on bytes, with salts kept and none made."""
    record = whole_game(sample, name)

    for event in record.events:
        read = CODEC.read(event.line, event.openings)
        again = written_again(read)

        assert read == event
        assert (again.line, again.openings, again.hash) == (event.line, event.openings, event.hash)


@pytest.mark.parametrize("record", [small_game(), small_game(reveal="none"), small_game(chance="witnessed")])
def test_an_independent_writer_makes_the_same_bytes_from_the_same_values(record: Record) -> None:
    """The standard library, writing by docs/record-format.md, makes the same file, chain and head included."""
    text = record_text(record)

    assert file_of(events_in(text)) == text


def survives(kind: type, *, examples: int) -> None:
    """Any event of that type, in an outcome with any working, comes back and is written the same."""

    @settings(max_examples=examples, deadline=None)
    @given(values_of(kind), WORKINGS)
    def check(event: object, working: tuple[Line, ...]) -> None:
        outcome = OutcomeFollowed(2, (Consequence(event, ("KD-1.1",), ("KA-1",), working),))
        written = sealed(outcome)

        read = CODEC.read(written.line, written.openings)
        again = written_again(read)

        assert read.entry.body == outcome
        assert (again.line, again.openings) == (written.line, written.openings)

    check()


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_type_of_the_ruleset_survives_the_wire(kind: type) -> None:
    """Law 3, over whatever the type allows, hidden and shown values included."""
    survives(kind, examples=15)


@pytest.mark.slow
@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_type_of_the_ruleset_survives_the_wire_many_times(kind: type) -> None:
    """The same with many more values."""
    survives(kind, examples=500)


OTHER_BODIES = st.one_of(
    st.builds(DecisionMade[Any], values_of(Decision)),
    st.builds(DrawMade, st.integers(0, 9), values_of(Draw)),
    st.builds(GameEnded, values_of(Ending)),
    values_of(Opened[Seed]).map(SeedRevealed),
    st.builds(
        GameOpened[Any, Any, Any],
        st.just("knights_duty/1"),
        st.lists(values_of(SeatSetup), max_size=3).map(tuple),
        values_of(Components),
        values_of(Switches),
        values_of(Field),
        values_of(ChanceSource),
        st.sampled_from(["all", "none"]),
    ),
)


@settings(max_examples=50, deadline=None)
@given(OTHER_BODIES)
def test_every_other_body_survives_the_wire(body: EventBody) -> None:
    """Decisions, draws, openings with a start position, reveals and ends."""
    written = sealed(body)

    read = CODEC.read(written.line, written.openings)

    assert read.entry.body == body
    assert written_again(read).line == written.line


def test_a_game_holds_every_topic_there_is() -> None:
    """So that the games above prove something about each of them; this game hides no draw."""
    records = (small_game(), promising_game(), *corrected_game(), *forked_game(), withdrawn_game(), read(THIRD_TOKEN))
    topics = {topic_of(event.entry.body) for record in records for event in record.events}

    assert topics == set(topics_of(RULESET.wire)) - {HIDDEN_DRAW_TOPIC}


def test_the_public_line_has_the_nine_keys_of_the_envelope() -> None:
    """docs/record-format.md, section 4: all nine in every event, and no others."""
    keys = {frozenset(json.loads(event.line)) for event in long_game().events}

    assert keys == {frozenset({"at", "by", "data", "game", "n", "prev", "step", "type", "v"})}


def test_the_hash_of_an_event_is_over_its_public_line_alone() -> None:
    """Openings can be withheld and the chain still holds."""
    events = small_game().events

    assert all(event.hash == event_hash(event.line) for event in events)
    assert [event.prev for event in events] == ["", *(event.hash for event in events[:-1])]


def test_a_hidden_value_stands_in_the_second_line_and_not_in_the_first() -> None:
    """Section 3.2: in its place stands the digest with the seats that may see it."""
    record = order_and_strike().record
    plan = record.events[1]

    public, opened = json.loads(plan.line), json.loads(plan.openings)

    (slot,) = public["data"]["decision"]["slots"]
    assert set(slot) == {"sd", "to"}
    assert slot["to"] == ["ash"]
    assert "bow" not in plan.line.decode()
    assert [value for _, value in opened] == ["bow"]
    assert slot["sd"] in plan.hides


def test_openings_stand_in_the_order_of_their_hidden_fields_in_the_public_line() -> None:
    """Section 3.2: keys of the public line are sorted, and the openings follow what is written, not what was built."""
    seed: Hidden[str] = Hidden((), known=("0" * 64,))
    first, second = (Hidden.of(number, Seat("ash")) for number in "01")
    body = DecisionMade({"z": seed, "a": first, "m": [second], "b": None})

    written = sealed(body)

    marks = json.loads(written.line)["data"]["decision"]
    standing = [marks["a"]["sd"], marks["m"][0]["sd"], marks["z"]["sd"]]
    assert list(written.hides) == standing
    assert [value for _, value in json.loads(written.openings)] == ["0", "1", "0" * 64]


def test_a_hidden_value_keeps_its_salt_and_digest_from_event_to_event() -> None:
    """What was laid face down and what is turned over are the same commitment."""
    events = small_game().events
    laid = {digest for event in events if isinstance(event.entry.body, DecisionMade) for digest in event.hides}
    revealed = {
        consequence.event.token.digest
        for event in events
        if isinstance(event.entry.body, OutcomeFollowed)
        for consequence in event.entry.body.consequences
        if isinstance(consequence.event, TokenRevealed)
    }

    assert revealed
    assert revealed <= laid


def test_every_hidden_value_gets_a_salt_of_its_own() -> None:
    """Under one salt, equal plans would have equal digests, and everybody could see that they are equal."""
    record = order_and_strike().record

    salts = [salt for event in record.events if event.openings for salt, _ in json.loads(event.openings)]
    by_digest = {digest for event in record.events for digest in event.hides}

    assert len(set(salts)) == len(by_digest)


def test_a_reveal_that_was_never_hidden_cannot_be_written() -> None:
    """Its digest is its proof; without one only a bug could write it."""
    with pytest.raises(AssertionError, match="a reveal that was never hidden"):
        sealed(SeedRevealed(Opened("0" * 64)))


@settings(max_examples=30, deadline=None)
@given(SALTS, values_of(Field))
def test_a_state_is_split_and_joined_like_an_event(salt: str, field: Field) -> None:
    """Whatever is kept beside the events follows the same two lines."""
    line, openings = CODEC.write_value(field, counted(salt, 32))

    assert CODEC.read_value(Field, line, openings) == field
