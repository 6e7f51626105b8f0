"""Taking back in the fold: what was decided goes, its events stay (docs/record-format.md)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.remedies import correction_event
from oathbook.domain.errors import CorruptRecord, Misfit, RemedyRefused
from oathbook.domain.games import game as games
from oathbook.domain.games.game_events import DecisionMade, Entry, GameOpened, TakebackEvent
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAnswered, TakebackAsked
from oathbook.domain.games.takebacks import Takeback, standing_entries
from oathbook.domain.kernel import EMPTY_ROSTER
from oathbook.domain.promises.lifecycle.acts import OfferLetter
from oathbook.domain.recording.database.fast_fold import FastFold
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import Replay
from oathbook.replays.playouts import play_out
from oathbook.replays.regression import regress
from oathbook.replays.replay_index import ReplayIndex
from oathbook.replays.step_shapes import shape_problem
from tests.support.checkout import ROOT
from tests.support.playing import RULESET, die, take_one
from tests.support.sampling import some
from tests.support.storing import rows_of
from tests.support.taking_back import ASH, BIRCH, begun, decided_at, record_event, withdrawn_game

GOLDEN = sorted((ROOT / "replays" / "golden").rglob("*.jsonl"))


def test_a_decision_that_is_taken_back_leaves_the_game_as_it_stood_before_it() -> None:
    """The state goes back, the positions go on; and what was taken back cannot be taken back again."""
    scribe = begun(2)
    before, (_, last) = fold_record(begun(1).record), decided_at(scribe.record)
    assert scribe.game.state != before.state

    record_event(scribe, ASH, StepsTakenBack(last, ()))

    assert scribe.game.state == before.state
    assert scribe.game.position == len(scribe.record.events) > last
    with pytest.raises(Misfit, match=f"no decision at {last} can be taken back"):
        record_event(scribe, ASH, StepsTakenBack(last, ()))


def kept_states_of(record: Record) -> Iterator[tuple[Any, Any]]:
    """Each state that taking back leads to, and the same folded without; every decision that can go is tried."""
    entries = _with_takebacks(record)
    states: list[Any] = []
    game = games.begin(record.ruleset, record.game, entries[0])
    for entry in entries[1:]:
        states.append(game.state)
        game = games.evolve(record.ruleset, game, entry)
        for kept in game.takebacks.kept:
            back = Entry(game.position + 1, game.step + 1, "", "ash", StepsTakenBack(kept.position, ()))
            yield games.evolve(record.ruleset, game, back).state, states[kept.position - 2]


def _with_takebacks(record: Record) -> tuple[Entry, ...]:
    first, *rest = record.entries()
    assert isinstance(first.body, GameOpened)
    opened: GameOpened[Any, Any, Any] = replace(first.body, takebacks="by-consent")
    return (replace(first, body=opened), *rest)


@pytest.mark.parametrize("path", some(GOLDEN, 8), ids=lambda path: path.stem)
def test_the_state_that_is_kept_is_the_one_folded_anew_in_golden_games(path: Path) -> None:
    """Every position of the game, and each decision that could go back there."""
    record = whole_record_from(path.read_bytes(), load_registry().ruleset, where=path.name)

    found = list(kept_states_of(record))

    assert found
    assert all(kept == anew for kept, anew in found)


@pytest.mark.parametrize("seed", [0, 4, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10, 30))])
def test_the_state_that_is_kept_is_the_one_folded_anew_in_play_outs(seed: int) -> None:
    """The same in games played at random."""
    found = list(kept_states_of(play_out(RULESET, seed).record))

    assert found
    assert all(kept == anew for kept, anew in found)


def test_the_last_forty_decisions_can_go_back_and_none_before() -> None:
    """However long the game is; a scribe may mend that many."""
    scribe = begun(45, sample=0)
    decided = decided_at(scribe.record)

    assert [each.position for each in scribe.game.takebacks.kept] == decided[-40:]
    with pytest.raises(Misfit, match=f"no decision at {decided[-41]} can be taken back"):
        record_event(scribe, ASH, StepsTakenBack(decided[-41], ()))
    record_event(scribe, ASH, StepsTakenBack(decided[-40], ()))


@pytest.mark.parametrize("event", [StepsTakenBack(2, ()), TakebackAsked(2, (BIRCH,)), TakebackAnswered(2, agrees=True)])
def test_a_game_that_takes_nothing_back_holds_no_event_of_it(event: TakebackEvent) -> None:
    """So a game that was opened before there was taking back folds as it did, and nothing is kept of it."""
    scribe = begun(1, takebacks="never")
    assert scribe.game.takebacks.kept == ()

    with pytest.raises(Misfit, match="nothing is taken back in this game"):
        record_event(scribe, ASH, event)


def asked() -> MemoryWriter:
    """A game in which Ash has asked Birch."""
    scribe = begun(2)
    record_event(scribe, ASH, TakebackAsked(decided_at(scribe.record)[-1], (BIRCH,), "a slip"))
    return scribe


def test_a_request_is_open_until_it_is_answered_and_keeps_who_agreed() -> None:
    """With its reason; a second answer finds nothing open."""
    scribe = asked()
    request = scribe.game.takebacks.request
    assert request is not None
    assert (request.by, request.needs, request.why, request.is_open) == (ASH, (BIRCH,), "a slip", True)

    record_event(scribe, BIRCH, TakebackAnswered(request.position, agrees=True))

    answered = scribe.game.takebacks.request
    assert answered is not None
    assert (answered.agreed, answered.is_open) == ((BIRCH,), False)
    with pytest.raises(Misfit, match=f"nothing that was asked at {request.position} is open"):
        record_event(scribe, BIRCH, TakebackAnswered(request.position, agrees=True))


def test_a_decision_lapses_what_was_asked() -> None:
    """Whoever answers then is told that nothing is open."""
    scribe = asked()
    at = scribe.game.position

    take_one(scribe, die("meanwhile"))

    assert scribe.game.takebacks.request is None
    with pytest.raises(Misfit, match=f"nothing that was asked at {at} is open"):
        record_event(scribe, BIRCH, TakebackAnswered(at, agrees=True))


def test_an_answer_to_another_position_answers_nothing() -> None:
    """A request is known by the position at which it was made."""
    scribe = asked()

    with pytest.raises(Misfit, match="nothing that was asked at 1 is open"):
        record_event(scribe, BIRCH, TakebackAnswered(1, agrees=True))


def test_the_end_leaves_nothing_to_take_back() -> None:
    """Nobody goes back behind it."""
    record = withdrawn_game()

    assert fold_record(record).closed
    assert fold_record(record).takebacks.kept == ()


@pytest.mark.parametrize("cut", [1, 3, 6, 9, 12])
def test_the_fold_that_serves_requests_keeps_the_same(cut: int) -> None:
    """At every position, in one pass and gone on with from another position."""
    record = withdrawn_game()
    rows, folder, entries = rows_of(record), FastFold(RULESET), record.entries()
    first = folder.fold(record.game, rows[:cut])

    for length in range(cut, len(rows) + 1):
        strict = games.fold(RULESET, record.game, entries[:length])
        assert folder.continue_fold(first, rows[cut:length]) == folder.fold(record.game, rows[:length]) == strict


def test_the_fold_that_serves_requests_names_a_takeback_that_does_not_fit() -> None:
    """Here the events before it are missing."""
    record = withdrawn_game()
    at = next(each.position for each in record.entries() if isinstance(each.body, StepsTakenBack))
    rows = rows_of(record)
    moved = (rows[0], rows[at - 1]._replace(position=2))

    with pytest.raises(CorruptRecord, match="position 2: no decision at"):
        FastFold(RULESET).fold(record.game, moved)


def test_nothing_follows_from_what_was_taken_back_in_the_entries_that_stand() -> None:
    """All other events are the same objects; with ``by``, what comes later does not count yet."""
    record = withdrawn_game()
    entries = record.entries()
    first, last = (each for each in entries if isinstance(each.body, StepsTakenBack))

    standing = standing_entries(RULESET, entries)

    changed = [one.position for one, other in zip(entries, standing, strict=True) if one is not other]
    one, _, _, four, five, *_ = decided_at(record)
    assert changed == [one + 1, four + 1, five + 1]
    assert standing_entries(RULESET, entries, by=first.position - 1) == entries
    assert standing_entries(RULESET, entries, by=last.position - 1)[four] is entries[four]
    assert games.fold(RULESET, record.game, standing) == fold_record(record)


def test_what_is_asked_answered_and_done_is_said_in_sentences() -> None:
    """Each event of it."""
    record = withdrawn_game()
    said = [
        each.sentence
        for entry in record.entries()
        for each in happenings_of(RULESET, entry, EMPTY_ROSTER)
        if each.kind in {"takeback-asked", "takeback-answered", "taken-back"}
    ]
    first, _, birch, ash, *_ = decided_at(record)

    assert said == [
        f"Ash takes back what was decided at {first} and since",
        f"Birch asks Ash to agree that the game goes back to before position {birch}",
        "Ash does not agree to go back",
        f"Ash asks Birch to agree that the game goes back to before position {ash}",
        "Birch agrees to go back",
        f"Ash takes back what was decided at {ash} and since; Birch agreed",
    ]


def test_the_outline_says_where_the_game_went_back_and_what_counts_no_longer() -> None:
    """By a mark, and by the positions of the decisions; of what came before a position nothing is said."""
    record = withdrawn_game()
    one, _, _, four, five, *_ = decided_at(record)
    first, last = (each.position for each in record.entries() if isinstance(each.body, StepsTakenBack))
    index = ReplayIndex(Replay(record, ASH))

    whole, rest = index.outline(), index.outline(after=first)

    assert [each.position for each in whole.marks if "taken-back" in each.kinds] == [first, last]
    assert whole.takebacks == (Takeback(first, (one,)), Takeback(last, (four, five)))
    assert rest.takebacks == whole.takebacks[1:]


def test_the_last_consent_and_the_taking_back_are_one_step_and_nothing_else_is_with_them() -> None:
    """A step of another shape is found by verifying."""
    entries = {type(each.body): each for each in withdrawn_game().entries()}
    back, answer, asks = entries[StepsTakenBack], entries[TakebackAnswered], entries[TakebackAsked]

    assert [shape_problem(step) for step in ((back,), (answer, back), (asks,), (answer,))] == [""] * 4
    wrong = "what is done about taking back is a step by itself"
    assert [shape_problem(step) for step in ((asks, back), (back, answer), (back, entries[DecisionMade]))] == [
        wrong
    ] * 3


def test_an_act_on_a_promise_lapses_what_was_asked() -> None:
    """Whoever agreed to go back did so as things stood."""
    scribe = asked()

    scribe.promise(BIRCH, OfferLetter('birch promises ash never to take weapon "spear".'))

    assert scribe.game.takebacks.request is None
    assert [each.position for each in scribe.game.takebacks.kept] == decided_at(scribe.record)


def test_what_was_taken_back_is_not_corrected_and_does_not_count_when_rules_are_compared() -> None:
    """There is nothing wrong with what does not stand."""
    record = withdrawn_game()
    start = decided_at(record)[0]

    with pytest.raises(RemedyRefused, match="has left that decision out, or it was taken back"):
        correction_event(Case(record.game, record.head, RULESET, record.entries()), start, "d1")
    found = regress(record, RULESET, {})
    assert (found.decisions, found.same) == (len(decided_at(record)) - 3, len(decided_at(record)) - 3)
