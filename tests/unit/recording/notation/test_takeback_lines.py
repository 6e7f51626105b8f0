"""What is taken back on a sheet: by whom, from where, why, and who agreed (docs/transcripts.md)."""

import re

import pytest

from oathbook.domain.errors import Refused
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAnswered, TakebackAsked
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack
from oathbook.domain.kernel import TABLE
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.replays.verification import verify
from tests.support.taking_back import ASH, BIRCH, begun, decided_at, withdrawn_game
from tests.support.transcribing import DUEL, read, told

BY_CONSENT = f"{DUEL}takebacks by-consent\n"
PLANS = ("ash: plan bow", "birch: plan shield")


def exported(record: Record) -> str:
    return "".join(f"{each}\n" for each in sheet_lines(record))


def lines_about_it(record: Record) -> list[str]:
    """The lines of a sheet that speak of taking back."""
    return [each for each in sheet_lines(record) if "take" in each]


def test_a_game_in_which_something_was_taken_back_is_the_same_again_byte_for_byte() -> None:
    """With its stamps; each step is one line, and the last consent says all of its step."""
    record = withdrawn_game()

    assert lines_about_it(record) == [
        "takebacks by-consent",
        "ash: take back because a slip",
        "birch: take back",
        "ash: refuse to take back",
        "ash: take back",
        "birch: agree to take back",
    ]
    assert record_text(read(exported(record))) == record_text(record)


def test_a_game_in_which_nothing_was_taken_back_keeps_that_it_could_have_been() -> None:
    """What goes back is said where the game is set up."""
    record = begun(1, takebacks="own-last", entry="scribe").record

    assert [each for each in sheet_lines(record) if each.startswith(("entry", "takebacks"))] == [
        "entry scribe",
        "takebacks own-last",
    ]
    assert record_text(read(exported(record))) == record_text(record)


def test_what_is_not_the_last_of_its_seat_is_named_by_its_position_and_any_reason_is_kept() -> None:
    """A sign that begins a comment is part of the reason."""
    scribe = begun(4, sample=0, name="long")
    first, *_ = decided_at(scribe.record)
    by = scribe.record.entries()[first - 1].by
    scribe.take_back(ASH if by == ASH else BIRCH, TakeBack(first, "a #slip"))

    assert lines_about_it(scribe.record)[1:] == [f'{by}: take back from {first} because "a #slip"']
    assert record_text(read(exported(scribe.record))) == record_text(scribe.record)


def test_a_sheet_by_hand_takes_back_and_goes_on_as_before() -> None:
    """Here nobody has to be asked for the first, and Birch has planned since the second."""
    record = told(
        PLANS[0],
        "ash: take back because a slip",
        *PLANS,
        "ash: Take back",
        "birch: agree to take back",
        "ash: plan shield",
        table=BY_CONSENT,
    )

    bodies = [each.body for each in record.entries()]
    assert [each for each in bodies if isinstance(each, StepsTakenBack | TakebackAsked | TakebackAnswered)] == [
        StepsTakenBack(2, (), "a slip"),
        TakebackAsked(5, (BIRCH,)),
        TakebackAnswered(9, agrees=True),
        StepsTakenBack(5, (BIRCH,)),
    ]
    assert verify(record).discrepancies == ()


def test_who_does_not_agree_says_so() -> None:
    """And the game goes on as it stands."""
    record = told(*PLANS, "ash: take back", "birch: refuse to take back", table=BY_CONSENT)

    assert record.entries()[-1].body == TakebackAnswered(record.entries()[-1].position - 1, agrees=False)


def test_the_table_takes_back_the_last_decision_where_one_writes_for_all() -> None:
    """Whoever made it; on a sheet nobody has a key, so that nobody is asked."""
    record = told(*PLANS, "table: take back", table=f"{BY_CONSENT}entry scribe\n")

    assert (record.entries()[-1].by, record.entries()[-1].body) == (TABLE, StepsTakenBack(4, ()))


def test_whoever_took_the_step_above_undoes_it() -> None:
    """Ash alone the first plan; the last one, with which both were shown, by asking Ash."""
    record = told(PLANS[0], "undo because a slip", *PLANS, "undo", table=BY_CONSENT)

    assert [
        (each.by, each.body) for each in record.entries() if isinstance(each.body, StepsTakenBack | TakebackAsked)
    ] == [(ASH, StepsTakenBack(2, (), "a slip")), (BIRCH, TakebackAsked(7, (ASH,)))]
    assert lines_about_it(record)[1:] == ["ash: take back because a slip", "birch: take back"]


def test_a_seat_may_be_called_undo() -> None:
    record = told("undo: plan bow", "birch: plan shield", table=re.sub(r"\bash\b", "undo", DUEL))

    assert lines_about_it(record) == []
    assert record.entries()[1].by == "undo"


LONG = "x" * 201


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("birch: take back",), "line 8, column 8: Birch has decided nothing that can be taken back"),
        (("ash: take back from 3",), "line 8, column 6: from: nothing was decided at position 3"),
        (("birch: take back from 2",), "line 8, column 8: from: Ann decided that, and only Ann takes it back"),
        (("ash: take back from 0",), "line 8, column 21: a position is a number from 1 to 100,000"),
        ((f"ash: take back because {LONG}",), "line 8, column 24: reason: up to 200 characters"),
        (("birch: agree to take back",), "line 8, column 8: nobody has asked to take anything back, or something"),
        (("ash: take it back",), "line 8, column 11: “it” cannot stand here; what can: back"),
        (("ash: take back", "  draw shield"), "line 8, column 6: nothing is drawn for taking back, and what follows"),
        (("ash: take back", "ash: take back"), "line 9, column 6: Ann has decided nothing that can be taken back"),
    ],
)
def test_a_line_that_cannot_be_followed_says_why_and_where(lines: tuple[str, ...], says: str) -> None:
    """Behind one plan of Ash."""
    with pytest.raises(Refused) as refused:
        told(PLANS[0], *lines, table=BY_CONSENT)

    assert str(refused.value).removeprefix("t.txt: ").startswith(says)


def test_without_a_line_about_it_in_the_setup_nothing_is_taken_back() -> None:
    """A sheet of before reads as it did, and is told what could stand there as it was; the line has few choices."""
    with pytest.raises(Refused, match="“take” cannot stand here"):
        told(PLANS[0], "ash: take back", table=DUEL)
    with pytest.raises(Refused, match="line 6, column 11: takebacks is one of by-consent, own-last, never"):
        told(PLANS[0], table=f"{DUEL}takebacks always\n")


def test_an_answer_is_read_while_a_request_is_open_and_no_longer() -> None:
    """A second one finds it answered."""
    scribe = begun(2)
    (asked,) = scribe.take_back(ASH, TakeBack(decided_at(scribe.record)[0]))
    scribe.take_back(BIRCH, AnswerTakeback(asked.entry.position, agrees=False))
    lines = exported(scribe.record).partition("\nrecord")[0].rpartition("\n#")[0]

    with pytest.raises(Refused, match="is open: it has lapsed, or is answered"):
        read(f"{lines}\nbirch: agree to take back\n")
