"""An outline is worked out once, kept with the replay, and gone on with when the game has gone on."""

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.replays.frames import SNAPSHOT_EVERY, Replay
from oathbook.replays.replay_index import ReplayIndex
from tests.support.playing import long_game
from tests.support.sampling import some
from tests.support.variants import Counted
from tests.unit.replays.test_outline import ASH, golden, outlined


def test_an_outline_is_folded_once_however_often_it_is_asked_for() -> None:
    folded = Counted("evolve")
    index = ReplayIndex(Replay(replace(golden(), ruleset=folded.rules), PUBLIC))
    index.outline()
    before = folded.times

    parts = [index.outline(after=after) for after in range(len(index.replay))]

    assert before > 0
    assert folded.times == before
    assert parts == [outlined(golden(), after=after) for after in range(len(index.replay))]


@pytest.mark.parametrize("viewer", [PUBLIC, ASH, HOLDER])
@pytest.mark.parametrize("cut", some(range(1, 82), 9))
def test_a_game_that_has_gone_on_is_outlined_as_if_read_anew(viewer: Viewer, cut: int) -> None:
    """Wherever it was cut, between two steps or within one."""
    record = golden()
    earlier = ReplayIndex(Replay(replace(record, events=record.events[:cut]), viewer))
    earlier.outline()

    longer = Replay(record, viewer, earlier=earlier.replay)
    assert ReplayIndex(longer, earlier=earlier).outline() == outlined(record, viewer)


def test_when_a_game_has_gone_on_only_what_came_since_is_folded() -> None:
    folded = Counted("evolve")
    record = replace(long_game(), ruleset=folded.rules)
    earlier = ReplayIndex(Replay(replace(record, events=record.events[:-2]), PUBLIC))
    earlier.outline()
    before = folded.times

    ReplayIndex(Replay(record, PUBLIC, earlier=earlier.replay), earlier=earlier).outline()

    assert len(record.events) > 2 * SNAPSHOT_EVERY
    assert folded.times - before < 2 * SNAPSHOT_EVERY
