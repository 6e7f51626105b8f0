"""What a ruling does to a game, and what it says where it cannot be carried out."""

import pytest

from oathbook.domain.application.rulings import ExecutedRuling, carry_out_ruling
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import Correct, DisputeFiled, LetStand, PlayOnFrom, Remedy, RulingEntered
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.game_events import GameCorrected, OutcomeFollowed
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import half_shown, small_game, sources
from tests.support.ruling import corrected_game


def outcome_in(record: Record) -> int:
    return next(each.position for each in record.entries() if isinstance(each.body, OutcomeFollowed))


def ruled(record: Record, at: int, remedy: Remedy) -> ExecutedRuling:
    """What comes of a dispute about an outcome that is ruled so."""
    filed = DisputeFiled(
        record.game, record.ruleset.edition.key, at, record.head, {"claim": "outcome-wrong", "at": at}, ""
    )
    dispute = Dispute("dispute-1", Seat("ash"), "2026-01-01T00:00:00.000000Z", filed)
    ruling = RulingEntered(2, "upheld", "So it is.", "", remedy)
    head = MemoryWriter.resume(record, sources("ruled")).head
    return carry_out_ruling(lambda _: record, dispute, ruling, lambda _: head)


def test_what_is_let_stand_does_nothing_to_the_game() -> None:
    found = ruled(small_game(), 1, LetStand())

    assert (found.ruling.remedy, found.games, found.opened) == (LetStand(), (), "")


def test_a_correction_is_one_step_and_the_ruling_names_its_position() -> None:
    mistaken, corrected = corrected_game()
    made = corrected.entries()[len(mistaken.events)]
    assert isinstance(made.body, GameCorrected)

    found = ruled(mistaken, made.body.instead[0].at, Correct())

    ((_, events),) = found.games
    assert found.ruling.remedy == Correct(made.position)
    assert [each.entry.body for each in events] == [each.body for each in corrected.entries()[len(mistaken.events) :]]


def test_a_game_is_played_on_as_another_one_that_the_ruling_names() -> None:
    record = small_game()

    found = ruled(record, 3, PlayOnFrom(1))

    (_, closing), (fork, opening) = found.games
    assert found.opened == fork.game.id
    assert found.ruling.remedy == PlayOnFrom(1, fork.game.id)
    assert [each.entry.position for each in closing] == [len(record.events) + 1]
    assert [each.entry.position for each in opening] == [1]


def test_where_nothing_is_secret_any_more_a_correction_is_refused_with_the_reason() -> None:
    record = small_game()
    at = outcome_in(record)

    with pytest.raises(RemedyRefused) as refused:
        ruled(record, at, Correct())

    assert (refused.value.says, refused.value.position) == ("what is recorded there is what follows", at)


def test_while_the_game_has_secrets_a_correction_is_refused_with_what_an_arbiter_may_see() -> None:
    """The plan laid at position 2 is face down: by it the outcome at position 3 is what follows."""
    record = half_shown()
    assert outcome_in(record) == 3

    with pytest.raises(RemedyRefused) as refused:
        ruled(record, 3, Correct())

    assert refused.value.position == 2
    assert refused.value.says.endswith("is not open to this reader")
