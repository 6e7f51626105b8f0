"""Steps in the life of promises that are not as they should be, with the chain computed again."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.recording.format.record_file import record_text
from oathbook.replays.verification import verify
from tests.support.playing import Json, read_again
from tests.support.promises.promising import BACK, Bargain, promising_game
from tests.support.tampering import Event, events_in, forged, renumbered

RECORD = promising_game()
EVENTS = events_in(record_text(RECORD))
Change = Callable[[Event], object]


def place(kind: str, number: int = 0) -> int:
    """The position of an event of that kind."""
    return [int(each.public["n"]) for each in EVENTS if each.topic == f"promise.{kind}/1"][number]


def found_at(position: int, change: Change) -> list[Discrepancy]:
    """What is found after a change to the event at a position."""
    return list(verify(forged(RECORD, lambda events: change(events[position - 1]))).discrepancies)


def test_a_record_with_promises_before_and_behind_its_end_is_sound() -> None:
    """The control; also what a seat or the public may have of it while it runs."""
    running = Bargain()
    running.bound()

    assert verify(RECORD).status == verify(read_again(RECORD)).status == "sound"
    for viewer in (Seat("ash"), PUBLIC):
        assert verify(record_for(running.scribe.record, viewer)).status == "sound"


WRONG: dict[str, tuple[int, Json, str]] = {
    "another text": (
        place("offered"),
        {"letter": 'ash promises birch in plain words "be  friendly".'},
        "not what follows",
    ),
    "no letter": (place("offered"), {"letter": "be friendly"}, "there is no player “be”"),
    "a signer more": (place("offered"), {"signers": ["ash", "birch", "cedar"]}, "not what follows"),
    "a releaser less": (place("offered", 3), {"releasers": ["ash"]}, "not what follows"),
    "an amendment of what does not bind": (place("offered", 1), {"replaces": "p1"}, "replaces: p1 is offered"),
    "a last signature that was not": (place("signed"), {"binds": True}, "not what follows"),
    "a signature on a declined offer": (place("signed", 1), {"promise": "p2"}, "p2 is declined"),
    "a consent that released too early": (place("consented"), {"releases": True}, "not what follows"),
    "a claim about no clause": (place("claimed"), {"path": "c7"}, "p5 has no “c7”"),
    "a claim about what is to come": (place("claimed"), {"about": [99]}, "position 99"),
    "an answer to nothing": (place("answered"), {"claim": 3}, "nothing was claimed about p5 at position 3"),
    "a ruling that blames somebody else": (place("ruled"), {"blamed": ["birch"]}, "birch has promised nothing"),
    "a ruling without a reason": (place("ruled"), {"reason": " "}, "reason: say something"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_was_not_allowed_or_did_not_follow_is_found_where_it_stands(name: str) -> None:
    position, changes, says = WRONG[name]

    found = found_at(position, lambda event: event.data.update(changes))

    assert (found[0].position, found[0].kind) == (position, "promise")
    assert says in found[0].says
    assert found[0].recorded is not None


WRITERS = [
    (place("offered"), "table"),
    (place("signed"), "table"),
    (place("declined"), "table"),
    (place("withdrawn"), "ash"),
    (place("consented"), "table"),
    (place("claimed"), "table"),
    (place("answered"), "birch"),
    (place("ruled"), "birch"),
]


@pytest.mark.parametrize(("position", "by"), WRITERS)
def test_an_act_of_somebody_to_whom_it_was_not_allowed_is_found(position: int, by: str) -> None:
    found = found_at(position, lambda event: event.public.update(by=by))

    assert (found[0].position, found[0].kind) == (position, "promise")


@pytest.mark.parametrize("by", ["rules", "host", "oak"])
def test_an_act_of_somebody_without_a_seat_is_found(by: str) -> None:
    found = found_at(place("signed"), lambda event: event.public.update(by=by))

    assert (place("signed"), "shape") in {(each.position, each.kind) for each in found}


def test_a_promise_that_is_not_there_is_found_and_goes_no_further() -> None:
    found = found_at(place("signed"), lambda event: event.data.update(promise="p9"))

    assert [(each.position, each.kind) for each in found[:2]] == [
        (place("signed"), "promise"),
        (place("signed"), "misfit"),
    ]


def test_an_offer_that_counts_otherwise_is_found() -> None:
    """The first is p1; what is done with it afterwards is done with nothing."""
    found = found_at(place("offered"), lambda event: event.data.update(promise="p7"))

    assert (found[0].position, found[0].kind) == (place("offered"), "promise")


@pytest.mark.parametrize("kind", ["offered", "signed", "claimed"])
def test_two_acts_in_one_step_are_found(kind: str) -> None:
    """Each is a step of its own."""

    def change(events: list[Event]) -> None:
        for event in events[place(kind) :]:
            event.public["step"] -= 1

    found = verify(forged(RECORD, change)).discrepancies

    assert ("shape", "an act on a promise is a step by itself") in {(x.kind, x.says) for x in found}


def test_an_offer_behind_the_end_is_found() -> None:
    def change(events: list[Event]) -> None:
        late = deepcopy(events[place("offered") - 1])
        late.public["step"] = events[-1].public["step"] + 1
        late.data["promise"] = "p7"
        events.append(late)
        renumbered(events)

    found = verify(forged(RECORD, change)).discrepancies

    assert [each.kind for each in found] == ["promise", "misfit"]
    assert "and the end" in found[1].says


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"promise": "q1"}, "regex"),
        ({"promise": "p0"}, "regex"),
        ({"promise": "p1\n"}, "regex"),
        ({"letter": ""}, "length >= 1"),
        ({"letter": "x" * 4_097}, "length <= 4096"),
        ({"signers": ["ash"] * 13}, "length <= 12"),
        ({"more": 1}, "unknown field `more`"),
        ({"replaces": 7}, "Expected `str | null`"),
    ],
)
def test_what_no_event_can_say_is_not_read(changes: Json, says: str) -> None:
    """Strict reading comes before any checking."""
    with pytest.raises(CorruptRecord) as refused:
        found_at(place("offered"), lambda event: event.data.update(changes))

    assert says in str(refused.value)
    assert refused.value.position == place("offered")


def test_an_amendment_that_counted_although_the_other_had_is_found() -> None:
    """Both are signed by all in the record; only the first could be."""
    bargain = Bargain()
    old = bargain.bound()
    one, other = bargain.offered(BACK, replaces=old), bargain.offered(BACK, replaces=old)
    bargain.does("ash", "sign", promise=one)
    bargain.does("ash", "sign", promise=other)
    bargain.does("birch", "sign", promise=one)
    bargain.does("birch", "consent", promise=one)

    def change(events: list[Event]) -> None:
        last = events[-1]
        last.public["type"] = "promise.signed/1"
        last.public["data"] = {"promise": other, "binds": True}

    (found,) = verify(forged(bargain.scribe.record, change)).discrepancies

    assert (found.kind, found.says) == ("promise", "p3 replaces: p1 is superseded, and not binding")
