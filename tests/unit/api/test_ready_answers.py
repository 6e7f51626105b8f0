"""Answers that are kept: the same ones as those that are made, for the same question about the same game alone."""

from collections.abc import Iterator

import pytest

from api import replay_cache
from api.replay_cache import ReadyAnswers
from domain.kernel.seats import HOLDER, PUBLIC, Seat, Viewer
from domain.promises.audit.standing import RuledPenalty
from domain.recording.format.record import Record
from replays.frames import Replay
from tests.support.playing import small_game

GAME: Record = small_game()
ASH = Seat("ash")


@pytest.fixture
def numbers() -> Iterator[bytes]:
    return (str(number).encode() for number in range(100))


def shorter(record: Record) -> Record:
    """The same game an event before."""
    events = record.events[:-1]
    return Record(record.game, record.ruleset, record.codec, events, events[-1].hash)


def test_a_question_that_was_asked_is_answered_without_work(numbers: Iterator[bytes]) -> None:
    answers, replay = ReadyAnswers(), Replay(GAME, PUBLIC)

    assert [answers.bytes_of(replay, "frames", numbers.__next__) for _ in range(3)] == [b"0"] * 3
    assert answers.bytes_of(Replay(GAME, PUBLIC), "frames", numbers.__next__) == b"0"


def test_whatever_may_change_the_answer_is_another_question(numbers: Iterator[bytes]) -> None:
    answers = ReadyAnswers()
    viewers: tuple[Viewer, ...] = (PUBLIC, ASH, HOLDER)
    replays = [
        *(Replay(GAME, viewer) for viewer in viewers),
        Replay(shorter(GAME), PUBLIC),
        Replay(GAME, PUBLIC, ruled=(RuledPenalty(1, ASH, 20),)),
    ]
    asked = [(replay, what) for replay in replays for what in (("frames", 1), ("frames", 2), ("scenes", 1))]

    made = [answers.bytes_of(replay, what, numbers.__next__) for replay, what in asked]

    assert len(set(made)) == len(asked)
    assert [answers.bytes_of(replay, what, numbers.__next__) for replay, what in asked] == made


def test_only_so_many_bytes_are_kept_and_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_cache, "MOST_BYTES_ANSWERED", 10)
    answers, replay = ReadyAnswers(), Replay(GAME, PUBLIC)
    made: list[str] = []

    def ask(what: str) -> None:
        def make() -> bytes:
            made.append(what)
            return b"four"

        answers.bytes_of(replay, what, make)

    for what in ("a", "b", "a", "c", "a", "b"):
        ask(what)

    assert made == ["a", "b", "c", "b"], "b was asked least recently when c came"
