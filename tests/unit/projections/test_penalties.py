"""Penalties in the standing of a game: what counts, and what is only proposed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import PromiseRefused
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.promises.audit.standing import GameStanding
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.projections.promise_ledger_rows import game_ledger
from oathbook.replays.frames import Replay
from tests.golden.scripting import sources
from tests.support.projecting import projected, stored
from tests.support.promises.promising import Bargain
from tests.unit.projections.test_promise_ledger import RESERVE, golden


def test_penalties_stand_beside_the_score_and_after_it() -> None:
    """Ash and birch have the Prestige that they had; 20 are crossed out for ash, who broke it."""
    record = golden("promise-broken-by-an-act")

    found = standing(record)

    assert found.reserve == RESERVE
    assert {each.seat: (each.penalty, each.proposed, each.after - each.points) for each in found.scores} == {
        "ash": (20, 0, -20),
        "birch": (0, 0, 0),
        "cedar": (0, 0, 0),
    }
    assert found.fault == ""


def test_what_is_left_to_a_judge_is_proposed_and_counts_once_it_is_ruled(tmp_path: Path) -> None:
    """Ash says of the very act that broke the promise that it fulfils it: how it is read is for the table to say."""
    scribe = MemoryWriter.resume(golden("promise-broken-by-an-act"), sources("", 902))
    does = Bargain(scribe).does
    does("ash", "claim", promise="p1", path="c1", claims="fulfilled", about=(6,))
    db, views = stored(tmp_path / "db", scribe.record), tmp_path / "views"
    before = len(scribe.record.events)

    proposed = ash_in(db, views, scribe.record)
    does("table", "rule", promise="p1", path="c1", value="failed", blamed=("ash",), reason="The Meadow is the Meadow.")
    stored(db, replace(scribe.record, events=scribe.record.events[before:]))
    ruled = ash_in(db, views, scribe.record)
    with pytest.raises(PromiseRefused, match="by the letter and the record c1 of p1 has failed"):
        does("table", "rule", promise="p1", path="c1", value="met", reason="It was a marsh.")

    assert proposed == ((0, 20, 0), ("broken", True, ("R12",)))
    assert ruled == ((20, 0, -20), ("broken", True, ()))


def standing(record: Record) -> GameStanding:
    """Where a game stands at its end, as everybody knows it."""
    replay = Replay(record, PUBLIC)
    return replay.standing(replay.game_at(len(replay)))


def ash_in(db: Path, folder: Path, record: Record) -> tuple[tuple[int, int, int], tuple[str, bool, tuple[str, ...]]]:
    """What ash pays, what is proposed, what that does to the score; and how ash's pledge stands."""
    with projected(db, folder) as (projector, views):
        projector.catch_up()
        (entry,) = game_ledger(views, record.game).promises
    (pledge,) = entry.pledges
    score = standing(record).scores[0]
    return (score.penalty, score.proposed, score.after - score.points), (pledge.status, pledge.blamed, pledge.referrals)
