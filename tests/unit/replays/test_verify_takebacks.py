"""Forged takebacks are found; what was taken back is decided again like everything else (docs/verification.md)."""

from collections.abc import Sequence

import pytest

from oathbook.domain.errors import Misfit
from oathbook.domain.games.game_events import DraftEvent, TakebackEvent
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAnswered, TakebackAsked
from oathbook.domain.kernel import PUBLIC, TABLE, Seat
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.replays.verification import verify
from tests.support.taking_back import ASH, BIRCH, begun, decided_at, withdrawn_game
from tests.support.tampering import Event, forged

Steps = Sequence[Sequence[tuple[Seat, TakebackEvent]]]

OF_ASH, OF_BIRCH, MOVE = 2, 4, 6
"""Where something is decided in the game below: two plans, after which tokens are shown, and a move that is shown."""
END = 7
BEGINNING = 3
"""Where it stands after the first plan, which goes back at once."""
ASKED = (ASH, TakebackAsked(OF_ASH, (BIRCH,)))
AGREED = (BIRCH, TakebackAnswered(END + 1, agrees=True))
DECLINED = (BIRCH, TakebackAnswered(END + 1, agrees=False))
BACK = (ASH, StepsTakenBack(OF_ASH, (BIRCH,)))


def game_with(steps: Steps, *, end: int = END) -> Record:
    """A game in which these steps come next, whether or not they may."""
    scribe = begun(3 if end == END else 1)
    assert decided_at(scribe.record) == [OF_ASH, OF_BIRCH, MOVE][: end // 2]
    assert scribe.game.position == end
    for step in steps:
        scribe.write(tuple(DraftEvent(by, event) for by, event in step))
    return scribe.record


def found_in(record: Record) -> set[tuple[int, str]]:
    """Where something is wrong in a record, and what kind of thing."""
    return {(each.position, each.kind) for each in verify(record).discrepancies}


RIGHT: dict[str, tuple[int, Steps]] = {
    "at once": (BEGINNING, [[(ASH, StepsTakenBack(OF_ASH, ()))]]),
    "with its reason": (BEGINNING, [[(ASH, StepsTakenBack(OF_ASH, (), "a slip"))]]),
    "asked": (END, [[ASKED]]),
    "declined": (END, [[ASKED], [DECLINED]]),
    "by consent": (END, [[ASKED], [AGREED, BACK]]),
}
WRONG: dict[str, tuple[int, Steps]] = {
    "another's decision": (END + 1, [[(BIRCH, StepsTakenBack(MOVE, ()))]]),
    "by the table": (END + 1, [[(TABLE, StepsTakenBack(MOVE, ()))]]),
    "without the consent that it takes": (END + 1, [[(ASH, StepsTakenBack(OF_ASH, ()))]]),
    "with a consent that nobody gave": (END + 1, [[(ASH, StepsTakenBack(OF_ASH, (BIRCH,)))]]),
    "with a consent that it does not take": (BEGINNING + 1, [[(ASH, StepsTakenBack(OF_ASH, (BIRCH,)))]]),
    "asked of the wrong seat": (END + 1, [[(ASH, TakebackAsked(OF_ASH, (ASH,)))]]),
    "asked of one more": (END + 1, [[(ASH, TakebackAsked(OF_ASH, (BIRCH, ASH)))]]),
    "asked where nobody has to be": (BEGINNING + 1, [[ASKED]]),
    "asked about nothing": (END + 1, [[(ASH, TakebackAsked(3, (BIRCH,)))]]),
    "asked twice": (END + 2, [[ASKED], [ASKED]]),
    "answered by whoever asked": (END + 2, [[ASKED], [(ASH, TakebackAnswered(END + 1, agrees=True))]]),
    "agreed, and nothing comes of it": (END + 2, [[ASKED], [AGREED]]),
    "declined, and done": (END + 2, [[ASKED], [DECLINED, BACK]]),
    "done by whoever agreed": (END + 2, [[ASKED], [AGREED, (BIRCH, BACK[1])]]),
    "further back than was asked": (END + 2, [[ASKED], [AGREED, (ASH, StepsTakenBack(MOVE, (BIRCH,)))]]),
}


@pytest.mark.parametrize(("end", "steps"), RIGHT.values(), ids=RIGHT)
def test_a_takeback_that_was_allowed_is_sound_for_whoever_reads_it(end: int, steps: Steps) -> None:
    """The control of all below; the public sees enough to tell."""
    record = game_with(steps, end=end)

    assert found_in(record) == set()
    assert found_in(redact_record(record, PUBLIC)) == set()


@pytest.mark.parametrize(("position", "steps"), WRONG.values(), ids=WRONG)
def test_a_takeback_that_was_not_allowed_or_did_not_follow_is_found(position: int, steps: Steps) -> None:
    """At the step where it stands, by the public too."""
    record = game_with(steps, end=BEGINNING if position == BEGINNING + 1 else END)

    assert (position, "takeback") in found_in(record)
    assert (position, "takeback") in found_in(redact_record(record, PUBLIC))


def test_a_takeback_by_somebody_without_a_seat_is_found() -> None:
    """As for every event of a seat."""
    assert (END + 1, "shape") in found_in(game_with([[(Seat("ghost"), StepsTakenBack(MOVE, ()))]]))


def test_what_is_kept_no_more_cannot_be_written() -> None:
    """Nor read: the fold has no state to go back to."""
    with pytest.raises(Misfit, match="no decision at 3"):
        game_with([[(ASH, StepsTakenBack(3, ()))]])


def test_what_was_taken_back_is_decided_again_too() -> None:
    """It was allowed when it was made; a lie about what followed from it is a lie."""
    record = withdrawn_game()
    assert found_in(record) == set()
    assert verify(record).decisions == len(decided_at(record))
    back = next(each for each in record.entries() if isinstance(each.body, StepsTakenBack))
    outcome = [at for at in decided_at(record) if at < back.position][-1] + 1

    def lie(events: list[Event]) -> None:
        events[outcome - 1].data["consequences"][0]["cites"].pop()

    assert found_in(forged(record, lie)) == {(outcome, "reasons")}
