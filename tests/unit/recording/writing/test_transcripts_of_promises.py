"""What people at a table promised each other, written down between the steps of a transcript."""

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game_events import PromiseEventBase
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import fold_record, record_for
from oathbook.replays.frames import Replay
from oathbook.replays.record_comparison import compare_records
from oathbook.replays.transcript import transcript as told
from oathbook.replays.verification import verify
from tests.support.playing import Json
from tests.support.promises.promising import LETTER, Bargain, promising_game
from tests.support.transcribing import BOW, SHIELD, STRIKE, imported, lines_of, transcript

OFFER: Json = {"by": "ash", "promise": {"kind": "offer", "letter": LETTER}}
SIGN: Json = {"by": "ash", "promise": {"kind": "sign", "promise": "p1"}}


def test_a_line_may_say_what_somebody_did_with_a_promise() -> None:
    """What follows is never written down: the last signature is found to be it."""
    record = imported(transcript(BOW, OFFER, SIGN, SHIELD, {**SIGN, "by": "birch"}, STRIKE))

    assert fold_record(record).promises["p1"].stands == "binding"
    assert verify(record).status == "sound"


def test_a_record_with_promises_goes_to_a_transcript_and_back() -> None:
    record = promising_game()
    header, *steps = lines_of(record)

    again = imported(transcript(*steps, header=header))

    assert [each for each in steps if "promise" in each]
    once = lines_of(again)
    assert compare_records(again, imported(transcript(*once[1:], header=once[0]), name="twice")) is None
    promises = [entry.body for entry in record.entries() if isinstance(entry.body, PromiseEventBase)]
    assert len([each for each in once if "promise" in each]) == len(promises)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({**OFFER, "by": "oak"}, "by: there is no seat “oak”"),
        ({**OFFER, "promise": {"kind": "offer"}}, "promise: “letter” is missing"),
        (
            {**OFFER, "promise": {"kind": "answer", "promise": "p1", "claim": 3, "says": "one\ntwo"}},
            "expected a text on one line, without control characters",
        ),
        ({**OFFER, "promise": {"kind": "dance"}}, "promise: kind: “dance” cannot stand here"),
        ({**OFFER, "promise": []}, "expected fields with values, got a list"),
        ({**OFFER, "draws": []}, "“draws” has no place here"),
        ({"promise": OFFER["promise"]}, "“by” is missing"),
        ({**OFFER, "promise": {"kind": "offer", "letter": "oh"}}, "line 1, column"),
        (SIGN, "there is no promise “p1”"),
    ],
)
def test_a_line_about_a_promise_that_cannot_be_followed_is_named(line: Json, says: str) -> None:
    with pytest.raises(BadRecord, match=r"^t\.jsonl: line 3: ") as refused:
        imported(transcript(BOW, line))

    assert says in str(refused.value)


def test_people_read_what_was_promised_in_sentences() -> None:
    text = "\n".join(told(Replay(promising_game(), PUBLIC)))

    for sentence in (
        f"Player 1 offers p1: “{LETTER}”",
        "Player 1 signs p1",
        "Player 1 declines p2",
        "Player 2 withdraws p3",
        "Player 2 signs p4, which binds from here on",
        'Player 2 offers p5 in place of p4: “ash promises birch in plain words "be kind"',
        "Player 2 claims that c1 of p5 was breached at 2, 3: “He laughed.”",
        "Player 1 answers the claim at 24 about p5: “I smiled.”",
        "Player 2 consents to the release of p6, which is released",
        "the table rules that c1 of p5 has failed, blamed: Player 1: “It was heard by all.”",
        "the table rules that c1 of p5 is met: “A smile is kind.”",
    ):
        assert sentence in text


def test_everybody_is_told_the_same_of_promises() -> None:
    """Whatever else is hidden from them."""
    bargain = Bargain()
    bargain.bound()
    record = bargain.scribe.record

    public = [event.line for event in record_for(record, PUBLIC).events]

    assert public == [event.line for event in record.events]
    assert fold_record(record_for(record, PUBLIC)).promises == fold_record(record).promises
