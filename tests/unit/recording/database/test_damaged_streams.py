"""Whether a stream is as its leaves in the log say."""

from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.log_verifier import is_stream_damaged
from tests.support.playing import ruleset_of, small_game
from tests.support.projecting import stored
from tests.support.storing import changed

GAME: Final = small_game()
DAMAGES: Final = {
    "": False,
    "UPDATE stored_events SET state = x'ff' || substr(state, 2) WHERE originator_version = 3": True,
    "UPDATE stored_events SET state = x'ff' || substr(state, 2) WHERE originator_version = 6": False,
    "DELETE FROM stored_events WHERE originator_version = 5": True,
    "DELETE FROM leaves WHERE number = 4": True,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_first_five_events_of_a_stream_are_those_of_their_leaves(tmp_path: Path, damage: str) -> None:
    """What is wrong behind them is not."""
    db = stored(tmp_path / "db", GAME)
    if damage:
        changed(db, damage)

    with Archive(db, ruleset_of) as archive:
        rows = {each.position: each.state for each in archive.rows(GAME.game, upto=5)}
        found = is_stream_damaged(archive.tree, GAME.game, rows, 5)

    assert found == DAMAGES[damage]
