"""Stored bytes that somebody or something has changed: what is read strictly names the game and the position."""

import json
from collections.abc import Callable

import pytest

from oathbook.domain.errors import ClosedForWriting, CorruptRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.record import Record
from tests.support.playing import Json, ruleset_of, small_game
from tests.support.storing import Play, changed, dumped, restated, writer_on

GAME = small_game()
LAST = len(GAME.events)
ASKED = RequestKey("ash", "key", "body")


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    """A database with one game."""
    path = store
    with writer_on(path) as writer:
        writer.add([GAME])
    return path


def record_in(path: StoreAddress) -> Record:
    with Archive(path, ruleset_of) as archive:
        return archive.record(GAME.game)


def later(state: bytes) -> bytes:
    """Something that fits in every respect but the hash."""
    return state.replace(b'"at":"2026', b'"at":"2027')


BYTES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (lambda state: state[:100], "Input data was truncated"),
    "nothing": (lambda _: b"", "truncated"),
    "no text": (lambda state: state.replace(b"2026", b"20\xff6", 1), "utf-8"),
    "a space": (lambda state: state.replace(b'"by":', b'"by": ', 1), "its bytes differ"),
    "a key": (lambda state: state.replace(b'"by":', b'"bz":', 1), "bz"),
    "its position": (lambda state: state.replace(b'"n":3,', b'"n":4,'), "names another game or position"),
    "its game": (lambda state: state.replace(GAME.game.encode(), b"another"), "names another game or position"),
    "an opening": (lambda state: state.replace(b'"bow"', b'"axe"'), "fits none of the event's hidden fields"),
    "an opening twice": (lambda state: _with_openings(state, lambda each: [*each, *each]), "occurs twice"),
    "no opening": (lambda state: state.partition(b"\n")[0] + b"\n[]", "its openings differ"),
    "a line more": (lambda state: state + b"\n{}", "trailing characters"),
    "the hash before": (lambda state: state.replace(b'"prev":"', b'"prev":"0').replace(b'0"', b'"'), "prev"),
}


def _with_openings(state: bytes, change: Callable[[list[object]], list[object]]) -> bytes:
    line, _, openings = state.partition(b"\n")
    return line + b"\n" + json.dumps(change(json.loads(openings)), separators=(",", ":")).encode()


@pytest.mark.parametrize("name", BYTES)
def test_an_event_whose_bytes_are_not_an_events_is_named(name: str, path: StoreAddress) -> None:
    change, says = BYTES[name]
    restated(path, 3, change)

    with pytest.raises(CorruptRecord, match=says) as refused:
        record_in(path)

    assert (refused.value.game, refused.value.position) == (GAME.game, 3)


@pytest.mark.parametrize("position", [2, 3, LAST - 1])
def test_an_event_that_was_changed_with_care_breaks_the_chain(position: int, path: StoreAddress) -> None:
    """The event after the next one vouches for the next one, so it is this one that was changed."""
    restated(path, position, later)

    with pytest.raises(CorruptRecord, match="its hash is not the one that the next event names") as refused:
        record_in(path)

    assert (refused.value.game, refused.value.position) == (GAME.game, position)


def test_an_event_that_names_another_one_before_it_breaks_the_chain(path: StoreAddress) -> None:
    prev = GAME.events[LAST - 1].prev
    restated(path, LAST, lambda state: state.replace(prev.encode(), GAME.events[3].prev.encode()))

    with pytest.raises(CorruptRecord, match="hash") as refused:
        record_in(path)

    assert refused.value.position in {LAST - 1, LAST}


def test_a_change_of_the_last_event_is_for_others_to_find(path: StoreAddress) -> None:
    """No later event vouches for it: whoever kept the head outside the database can tell."""
    restated(path, LAST, later)

    assert record_in(path).head != GAME.head


@pytest.mark.parametrize("position", [2, 5])
def test_an_event_that_is_missing_breaks_the_chain(position: int, path: StoreAddress) -> None:
    changed(path, "DELETE FROM stored_events WHERE originator_version = ?", position)

    with pytest.raises(CorruptRecord, match=f"position {position + 1} is where {position} should be") as refused:
        record_in(path)

    assert refused.value.position == position


def test_an_event_under_the_topic_of_another_is_named(path: StoreAddress) -> None:
    """The topic beside the line is what a fold goes by; the hash does not cover it."""
    changed(path, "UPDATE stored_events SET topic = 'game.decision/1' WHERE originator_version = 3")

    with pytest.raises(CorruptRecord, match=r"stored as game\.decision/1, but is not") as refused:
        record_in(path)

    assert refused.value.position == 3


def test_a_first_event_that_names_no_edition_is_named(path: StoreAddress) -> None:
    restated(path, 1, lambda state: state.replace(b'"edition":"', b'"edit":"'))

    with Archive(path, ruleset_of) as archive, pytest.raises(CorruptRecord, match="edition") as refused:
        archive.edition(GAME.game)

    assert (refused.value.game, refused.value.position) == (GAME.game, 1)


@pytest.mark.parametrize(
    ("statement", "position"),
    [
        ("DELETE FROM stored_events WHERE originator_version = 5", 5),
        ("DELETE FROM stored_events WHERE originator_version = 4", 4),
        ("UPDATE stored_events SET state = '{}' WHERE originator_version = 4", 4),
    ],
)
def test_a_step_of_which_an_event_cannot_be_read_is_no_answer(
    statement: str, position: int, path: StoreAddress
) -> None:
    changed(path, statement)

    with Archive(path, ruleset_of) as archive, pytest.raises(CorruptRecord) as refused:
        archive.step_ending_at(GAME.codec, GAME.game, 5)

    assert (refused.value.game, refused.value.position) == (GAME.game, position)


@pytest.mark.parametrize("request_", [None, ASKED], ids=["a new decision", "a request once more"])
def test_nobody_plays_on_in_a_game_that_cannot_be_read(request_: RequestKey | None, store: StoreAddress) -> None:
    path = store
    value: Json = {"kind": "lay_plan", "by": "ash", "slots": ["bow"]}
    with writer_on(path) as writer:
        play = Play.opened(writer)
        play.decide(value, request=ASKED)
    restated(path, 3, lambda state: state.replace(b'"consequences":[', b'"consequences":[7,'))

    with writer_on(path) as writer:
        before = dumped(path)
        with pytest.raises(ClosedForWriting, match="position 3") as refused:
            writer.decide(play.game.id, value, by=Seat("ash"), expected=None, request=request_)
        with pytest.raises(ClosedForWriting, match="position 3"):
            writer.decide(play.game.id, value, by=Seat("ash"), expected=None, request=request_)
        assert dumped(path) == before
        other = Play.opened(writer)
        other.decide(value)
        faults = writer.faults

    assert refused.value.game == play.game.id
    assert [*faults] == [play.game.id]
    assert other.game.position > 1


@pytest.mark.parametrize("change", [BYTES["cut"][0], later], ids=["cut", "another"])
def test_the_sound_part_of_a_record_ends_before_what_is_damaged(
    change: Callable[[bytes], bytes], path: StoreAddress
) -> None:
    """The opening alone may be damaged: then there is none."""
    restated(path, 3, change)
    with Archive(path, ruleset_of) as archive:
        part = archive.sound_part(GAME.game)
    assert [event.line for event in part.events] == [event.line for event in GAME.events[:2]]

    restated(path, 1, lambda state: state.replace(b'"prev":""', b'"prev":"0"'))
    with Archive(path, ruleset_of) as archive, pytest.raises(CorruptRecord):
        archive.sound_part(GAME.game)
