"""What a table did beside the rules, in sentences, promises, and games that are played on over it."""

from typing import Any

import pytest
from msgspec import Struct

from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.game_events import Entry
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.games.table_checks import check_table_act
from oathbook.domain.games.table_events import AnyTableActed, TableActed, with_position
from oathbook.domain.games.takebacks import standing_entries
from oathbook.domain.kernel import PUBLIC, Hidden, Opened, Seat
from oathbook.domain.kernel.hidden import seal
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.recording.writing.reveal_proofs import prove_reveals
from oathbook.domain.recording.writing.table_steps import record_table_act
from oathbook.domain.rulesets.heirless.model.decisions import Deploy, Idle
from oathbook.domain.rulesets.protocol import Consequence
from oathbook.replays.verification import verify
from tests.handgame.played import hand_game
from tests.support.mistakes.misplays import FAR_DUEL, HEIRLESS, MISPLAYS, TURN_OF_BRAM
from tests.support.playing import counted
from tests.support.promises.blaming import answering, decided
from tests.support.taking_back import ASH, begun
from tests.support.transcribing import EVENING, imported, read, transcript


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


class Choice(Struct, frozen=True):
    """A decision of a ruleset that only this test knows."""

    by: Seat


class Chosen(Struct, frozen=True):
    """What follows from it: a value that is hidden from others."""

    value: Hidden[int]


class _Hiding:
    """Rules by which a hidden value follows that is sealed anew each time."""

    def decide(self, _state: object, decision: Choice, _chance: object) -> tuple[Consequence[Chosen], ...]:
        return (Consequence(Chosen(Hidden((decision.by,), known=(1,))), ("X-1",)),)


def test_what_differs_in_hidden_values_alone_is_not_told_apart() -> None:
    """A reader without the value has a digest, and nothing to hold it against."""
    act: AnyTableActed = TableActed(ASH, meant=Choice(ASH), did=(Chosen(Hidden((ASH,), digest="d" * 64)),))
    ruleset: Any = _Hiding()

    found = check_table_act(ruleset, None, PlayedStep((Entry(2, 2, "", "transcript", act),)))
    assert (found.kind, found.clause) == ("table", "")
    assert "is not open to this reader" in found.says


class Tracker(Struct, frozen=True):
    """Places with hidden values in them."""

    slots: tuple[Hidden[str], ...]


class Shown(Struct, frozen=True):
    """A value that is shown, of a place that the event does not number."""

    seat: Seat
    token: Opened[str]


def test_values_that_are_hidden_twice_are_refused_with_their_places() -> None:
    """The control: a value that is hidden once is opened with its digest."""
    bow, again, spear = (seal(Hidden((ASH,), known=(each,)), counted("salt", 32)) for each in ("bow", "bow", "spear"))
    other = Hidden(again.to, known=("bow",), salt="5" * 32, digest="e" * 64)
    ruleset: Any = object()

    with pytest.raises(BadRecord, match="bow is hidden 2 times for ash; say which: slot 1, slot 3"):
        prove_reveals(ruleset, Tracker((bow, spear, other)), Shown(ASH, Opened("bow")), None, counted("new", 32))
    shown = prove_reveals(ruleset, Tracker((bow, spear)), Shown(ASH, Opened("spear")), None, counted("new", 32))
    assert shown.token.digest == spear.digest


def test_a_game_that_draws_from_its_seed_takes_no_deed_of_the_table() -> None:
    writer = begun(1)

    with pytest.raises(BadRecord, match="this game draws from its seed"):
        record_table_act(writer, TableActed(ASH, "by the way"))


def test_a_transcript_names_a_field_that_there_is_not() -> None:
    with pytest.raises(BadRecord, match="there is no oops; what there is: says, meant, did, after"):
        imported(transcript({"by": "ash", "table": {"oops": 1}}))


def test_a_turn_of_which_more_is_to_come_is_told_whole() -> None:
    """By the later draft a player acts more than once in a turn: no marker ends what Dov does."""
    record = read(f"{TURN_OF_BRAM.replace('/e1', '/e2')}! dov: deploy Thicket\n")

    act: Any = record.entries()[-1].body
    assert [type(each).__name__ for each in act.did] == ["KnightDeployed"]


def test_what_was_taken_back_is_no_deed_any_more() -> None:
    table = TURN_OF_BRAM.replace("seats", "takebacks own-last\nseats")
    record = read(f"{table}! dov: deploy Thicket\ndov: take back\n")

    acts = [
        each.body for each in standing_entries(record.ruleset, record.entries()) if isinstance(each.body, TableActed)
    ]
    assert [(each.did, each.after) for each in acts] == [((), None)]


PASSES = "! bram:\n  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n"


def test_a_line_is_played_on_over_a_deed() -> None:
    """Had Ann idled, Cleo would have been alone on Valley after Bram's turn was passed over."""
    letter = 'cleo: offer promise: cleo promises bram that cleo controls tile "Valley" by the end of season 1.'
    idle = "".join(f"{seat}: idle\n" for seat in ("cleo", "dov", "ann", "bram"))
    record = read(f"{HEIRLESS}{letter}\ncleo: sign p1\nbram: sign p1\nann: deploy Valley\n{PASSES}{idle}")

    (promise,) = audit(record.ruleset, record.entries()).promises

    (excuse,) = promise.parts[0].blame.excused
    assert (excuse.step, excuse.other, decided(excuse)) == (
        "taken",
        "ann",
        (Idle(Seat("ann")), Deploy(Seat("cleo"), "Valley")),
    )
