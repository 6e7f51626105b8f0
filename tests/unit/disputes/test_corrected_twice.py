"""What a correction has put right stays so: draws, decisions that are left out, and what is asked about them later."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.claims import DrawWrong, OutcomeWrong, StandingWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.game_events import GameCorrected, Instead
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
from tests.golden.disputing import cut
from tests.support.disputing import Mistake, mistaken_game
from tests.support.playing import ruleset_of
from tests.support.ruling import after_correction
from tests.support.tampering import Event, forged
from tests.support.twice_mistaken import Twice, twice_mistaken

ATTACKS = load_registry().ruleset("gloomhaven_attack/gh1")
Games = tuple[Twice, Record, Record]
"""Mistakes, the second of them put right, and then the first."""


def corrected(record: Record, at: int) -> Record | None:
    try:
        return after_correction(record, at).record
    except RemedyRefused:
        return None


def games(kinds: tuple[Mistake, Mistake]) -> Iterator[Games]:
    """Games in which both can be put right, the later one first."""
    for number in range(200):
        game = twice_mistaken(ATTACKS, kinds, number)
        one = None if game is None else corrected(game.record, game.places[1])
        both = None if game is None or one is None else corrected(one, game.places[0])
        if game is not None and one is not None and both is not None:
            yield game, one, both


@cache
def drawn() -> Games:
    """An outcome is wrong, and a draw behind it, which is put right first."""
    return next(each for each in games(("outcome", "draw")) if fold_record(each[1]).state != fold_record(each[2]).state)


@cache
def struck() -> Games:
    """An outcome is wrong, and a decision behind it is not allowed, which is put right first."""
    return next(games(("outcome", "decision")))


def correction(record: Record) -> GameCorrected[object, object]:
    body = record.entries()[-1].body
    assert isinstance(body, GameCorrected)
    return body


def replaced(record: Record) -> Instead[object]:
    return correction(record).instead[0]


def asked(record: Record, claim: OutcomeWrong | DrawWrong | StandingWrong) -> Finding:
    return examine(case_of(record), claim)


# Draws --------------------------------------------------------------------------------------------------------------


def test_a_correction_of_a_draw_carries_the_draws_of_its_step() -> None:
    game, one, _ = drawn()
    right = asked(game.record, DrawWrong(game.places[1])).derived

    draws = replaced(one).draws

    assert draws is not None
    assert right in draws
    assert whole_record_from(record_text(one), ruleset_of, where="one").events == one.events


def test_no_other_correction_says_a_word_about_draws() -> None:
    assert b'"draws"' not in drawn()[2].events[-1].line
    assert b'"struck"' not in drawn()[2].events[-1].line


def test_a_draw_put_right_stays_so_when_something_before_it_is_corrected() -> None:
    game, one, both = drawn()
    draws = replaced(one).draws

    steps = case_of(both).with_corrections().steps_after(1)

    assert next(each for each in steps if each.at < game.places[1] <= each.last).draws == draws
    assert verify(both).status == "sound"


def taken_back(game: Twice, at: int) -> Callable[[list[Event]], None]:
    """The last correction says that at a position what was recorded follows after all."""

    def change(events: list[Event]) -> None:
        instead = [each for each in events[-1].data["instead"] if each["at"] != at]
        recorded = next(each for each in events if each.public["n"] == at).data["consequences"]
        back = {"at": at, "consequences": recorded}
        events[-1].data["instead"] = sorted([*instead, back], key=lambda each: int(each["at"]))

    assert game.record.events[at - 1].topic == "game.outcome/1"
    return change


def test_a_correction_that_takes_another_back_is_found() -> None:
    game, one, both = drawn()

    found = verify(forged(both, taken_back(game, replaced(one).at))).discrepancies

    assert (len(both.events), "correction") in {(each.position, each.kind) for each in found}


def test_draws_that_the_seed_does_not_give_are_found() -> None:
    _, one, _ = drawn()

    def other(events: list[Event]) -> None:
        draw = events[-1].data["instead"][0]["draws"][0]
        draw["drawn"] = [next(card for card in draw["pile"] if card not in draw["drawn"])]

    assert (len(one.events), "correction") in {(x.position, x.kind) for x in verify(forged(one, other)).discrepancies}


def test_draws_in_a_step_without_any_are_found() -> None:
    """Whoever forges them has no draw that they could be in place of."""
    game, one, _ = struck()
    assert not next(case_of(game.record).steps_after(game.places[1] - 1)).positioned_draws

    def with_draws(events: list[Event]) -> None:
        events[-1].data["instead"][0]["draws"] = []

    assert (len(one.events), "correction") in {
        (each.position, each.kind) for each in verify(forged(one, with_draws)).discrepancies
    }


def test_whoever_does_not_have_the_seed_cannot_check_them() -> None:
    _, one, _ = drawn()

    found = verify(redact_record(one, PUBLIC))

    assert len(one.events) in {each.position for each in found.unchecked}
    assert "correction" not in {each.kind for each in found.discrepancies}


def test_the_standing_is_not_held_against_a_draw_that_was_put_right() -> None:
    game = next(
        game for game in _alone("draw") if asked(game.record, StandingWrong(len(game.record.events))).see is None
    )
    record = after_correction(game.record, game.places[0]).record

    finding = asked(record, StandingWrong(len(record.events)))

    assert (finding.answer, finding.see) == ("rejected", None)


def test_an_outcome_that_is_corrected_leaves_a_wrong_draw_of_its_step_wrong() -> None:
    """Nobody has claimed it; it is put right by itself, and then all is well."""
    game = next(_alone("draw"))
    at = game.places[0]
    outcome = next(each.last for each in case_of(game.record).steps_after(1) if each.at < at < each.last)

    def without_the_last(events: list[Event]) -> None:
        events[outcome - 1].data["consequences"].pop()

    record = after_correction(forged(game.record, without_the_last), outcome).record

    assert replaced(record).consequences == case_of(game.record).step_at(at).entries[-1].body.consequences  # type: ignore[union-attr]  # because an outcome stands there
    assert [(each.position, each.kind) for each in verify(record).discrepancies] == [(at, "draw")]
    assert verify(after_correction(record, at).record).status == "sound"


def _alone(kind: Mistake) -> Iterator[Twice]:
    """Games with two such mistakes cut behind the step of the first one, which can be corrected."""
    for number in range(200):
        game = twice_mistaken(ATTACKS, (kind, kind), number)
        if game is None:
            continue
        end = case_of(game.record).step_at(game.places[0]).last
        record = cut(game.record, end)
        if corrected(record, game.places[0]) is not None:
            yield Twice(record, game.places)


# Decisions ----------------------------------------------------------------------------------------------------------


def test_a_correction_says_that_a_decision_is_left_out() -> None:
    _, one, _ = struck()

    assert b'"struck":true' in one.events[-1].line
    assert (replaced(one).consequences, replaced(one).struck) == ((), True)


def test_a_decision_that_is_left_out_does_not_stop_the_line() -> None:
    game, one, both = struck()

    matters = asked(one, OutcomeWrong(game.places[0])).materiality

    assert matters is not None
    assert matters.stop is None
    assert matters.standing in {"unchanged", "changed"}
    assert game.places[1] + 1 not in {each.at for each in correction(both).instead}
    assert verify(both).status == "sound"


def test_a_decision_that_was_illegal_before_does_not_stop_the_correction_of_another() -> None:
    """It is left out with it: by the rules nothing follows."""
    game, one = first_of_two()

    matters = asked(game.record, OutcomeWrong(game.places[0])).materiality

    assert matters is not None
    assert matters.stop is None
    assert correction(one).instead[-1].struck
    assert verify(one).status == "sound"


def first_of_two() -> tuple[Twice, Record]:
    """An outcome that is put right while a decision behind it is still as it was, which is not allowed."""
    for number in range(200):
        game = twice_mistaken(ATTACKS, ("outcome", "decision"), number)
        one = None if game is None else corrected(game.record, game.places[0])
        if game is not None and one is not None and correction(one).instead[-1].struck:
            return game, one
    raise LookupError


def test_what_is_left_out_is_not_corrected_again() -> None:
    game, one, _ = struck()

    with pytest.raises(RemedyRefused, match="a correction has left that decision out"):
        after_correction(one, game.places[1])


def test_what_is_left_out_is_not_held_against_the_standing() -> None:
    _, _, both = struck()

    finding = asked(both, StandingWrong(len(both.events)))

    assert (finding.answer, finding.see) == ("rejected", None)


# Readings -----------------------------------------------------------------------------------------------------------


def test_a_standing_does_not_rest_on_the_readings_of_a_decision_that_was_left_out() -> None:
    game = mistaken_game(ATTACKS, "decision", 4)
    assert game is not None
    record = after_correction(game.record, game.at).record

    before = asked(game.record, StandingWrong(len(game.record.events))).readings.not_examined
    after = asked(record, StandingWrong(len(record.events))).readings.not_examined

    assert {each.reading for each in before} == {"FA-24", "FA-32", "FA-33"}
    assert after == ()
