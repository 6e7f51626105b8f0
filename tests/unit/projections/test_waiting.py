"""Waiting for a projection to have taken in what somebody has just written."""

from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Final

from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import Roster
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import PerEvent, ViewRow, ViewTable
from tests.support.playing import CLOSE, opened, small_game
from tests.support.projecting import projected, stored

LONG: Final = 20.0
"""Seconds that nobody waits in here."""


def test_waiting_ends_with_what_there_is(tmp_path: Path) -> None:
    """Nobody takes anything in here: the answer is how far it is."""
    record = small_game()
    db = stored(tmp_path / "db", opened(CLOSE, "another").record, record)

    with projected(db, tmp_path / "views", page=8) as (projector, _):
        nothing = projector.wait_for(record.game, 3, "timeline", 0.01)
        projector.advance("timeline")
        some = projector.wait_for(record.game, 99, "timeline", 0.01)
        elsewhere = projector.wait_for("nobody", 1, "timeline", 0.01)

    assert (nothing, some, elsewhere) == (0, 7, 0)


def test_waiting_for_what_is_there_takes_no_time(tmp_path: Path) -> None:
    db = stored(tmp_path / "db", small_game())

    with projected(db, tmp_path / "views") as (projector, _):
        projector.catch_up()
        before = monotonic()
        reached = projector.wait_for(small_game().game, 3, "timeline", LONG)

    assert reached == len(small_game().events)
    assert monotonic() - before < LONG / 2


def test_nobody_waits_for_a_parked_projection(tmp_path: Path) -> None:
    def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, _: int, __: Roster) -> tuple[ViewRow, ...]:
        raise ValueError(ruleset, game, entry)

    broken = PerEvent("broken", 1, (ViewTable("broken", "CREATE TABLE broken (a TEXT)"),), rows_of)
    db = stored(tmp_path / "db", small_game())

    with projected(db, tmp_path / "views", (broken,)) as (projector, _):
        projector.catch_up()
        before = monotonic()
        reached = projector.wait_for(small_game().game, 3, "broken", LONG)

    assert reached == 0
    assert monotonic() - before < LONG / 2


def test_nobody_waits_while_all_is_being_closed(tmp_path: Path) -> None:
    db = stored(tmp_path / "db", small_game())
    reached: list[int] = []

    with projected(db, tmp_path / "views") as (projector, _):
        waiting = Thread(target=lambda: reached.append(projector.wait_for(small_game().game, 3, "games", LONG)))
        waiting.start()
        projector.close()
        before = monotonic()
        waiting.join()

    assert reached == [0]
    assert monotonic() - before < LONG / 2
