"""What a table did beside the rules, in sentences, promises, and games that are played on over it."""

from typing import Any

import pytest

from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.games.table_events import with_position
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import record_for
from oathbook.replays.verification import verify
from tests.handgame.played import hand_game
from tests.support.mistakes.misplays import FAR_DUEL, HEIRLESS, MISPLAYS, TURN_OF_BRAM
from tests.support.promises.blaming import answering
from tests.support.transcribing import EVENING, read


def said(sheet: str, position: int) -> list[str]:
    """The sentences of an event."""
    record = read(sheet)
    return [
        each.sentence for each in happenings_of(record.ruleset, record.entries()[position - 1], record.opened.roster)
    ]


def test_a_deed_is_told_with_the_words_of_whoever_wrote_it_down() -> None:
    """What was meant comes first, then what happened."""
    (deed, moved) = said(MISPLAYS["out of turn"].sheet, 4)

    assert deed == "beside the rules: Dov deploys a Knight to Thicket (“nobody noticed”)"
    assert moved == "Dov deploys Dov 1 to Thicket"


def test_what_nobody_decided_is_told_by_whose_deed_it_was() -> None:
    assert said(MISPLAYS["passes"].sheet, 4)[0] == "beside the rules, by Bram (“Bram passes”)"


@pytest.mark.parametrize(
    ("steps", "status"),
    [
        ("ann: deploy Valley\n! dov: deploy Thicket\n", "broken"),
        ("ann: deploy Valley\n! bram:\n  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n", "pending"),
    ],
)
def test_letters_speak_of_what_the_table_did(steps: str, status: str) -> None:
    """With a position of its own or by its events."""
    letter = 'dov: offer promise: dov promises ann not to deploy a knight to tile "Thicket" until the end of season 1.'
    record = read(f"{HEIRLESS}{letter}\ndov: sign p1\nann: sign p1\n{steps}")

    (promise,) = audit(record.ruleset, record.entries()).promises
    assert promise.status == status


def test_a_promise_that_could_have_been_kept_after_it_is_broken_by_its_maker() -> None:
    """Blame plays the game on over Bram's pass: Cleo could have idled, and deployed on Meadow all the same."""
    letter = 'cleo: offer promise: cleo promises ann not to deploy a knight to tile "Meadow" until the end of season 1.'
    passes = "! bram:\n  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n"
    record = read(f"{HEIRLESS}{letter}\ncleo: sign p1\nann: sign p1\nann: deploy Valley\n{passes}cleo: deploy Meadow\n")

    (promise,) = audit(record.ruleset, record.entries()).promises
    assert promise.status == "broken"
    assert answering(promise) == ("cleo",)


def test_a_position_is_of_no_game_that_is_never_taken_up() -> None:
    record = hand_game(1)
    with pytest.raises(Misfit, match="is never taken up in the middle of a game"):
        with_position(record.ruleset, object(), None)


def test_whoever_may_not_see_what_was_meant_is_told_that_it_is_hidden() -> None:
    """A plan that was laid a second time: the public copy names the deed, whatever it hides."""
    record = read(f"{FAR_DUEL}\nash: plan spear\n! ash: plan bow\n  then nothing\n")

    (found,) = verify(record_for(record, PUBLIC)).discrepancies
    assert (found.position, found.kind) == (4, "table")


def test_the_turn_is_granted_in_turns_alone() -> None:
    """In a vote nobody has a turn that could be another's; what came of it has to be said."""
    in_vote = EVENING.partition("cleo: vote")[0]

    with pytest.raises(BadRecord, match="write below it what came of it"):
        read(f"{in_vote}! dov: deploy Thicket\n")


def test_what_is_drawn_for_a_deed_out_of_turn_comes_from_the_pile_that_would_be_asked_for() -> None:
    """A draw that nobody would ask for is what came; the control is the label that a decision asks for."""
    record = read(f"{TURN_OF_BRAM}! dov: deploy Thicket\n  draw coin: heads seen by ann\n  then nothing\n")

    draw: Any = record.entries()[4].body
    assert (draw.draw.label, draw.draw.drawn, draw.draw.pile, draw.draw.witnesses) == (
        "coin",
        ("heads",),
        ("heads",),
        ("ann",),
    )
