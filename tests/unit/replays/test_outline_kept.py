"""An outline is worked out once, kept with the replay, and gone on with when the game has gone on."""

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KnightsDuty
from oathbook.replays.frames import SNAPSHOT_EVERY, Replay
from oathbook.replays.replay_index import ReplayIndex
from tests.support.playing import long_game
from tests.support.sampling import some
from tests.unit.replays.test_outline import ASH, golden, outlined


class Counting(KnightsDuty):
    """The rules, counting how often something is made to follow."""

    def __init__(self) -> None:
        super().__init__()
        self.folded = 0

    def evolve(self, state: State, event: Event) -> State:
        """Count, and let it follow."""
        self.folded += 1
        return super().evolve(state, event)


def test_an_outline_is_folded_once_however_often_it_is_asked_for() -> None:
    rules = Counting()
    index = ReplayIndex(Replay(replace(golden(), ruleset=rules), PUBLIC))
    index.outline()
    before = rules.folded

    parts = [index.outline(after=after) for after in range(len(index.replay))]

    assert before > 0
    assert rules.folded == before
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
    rules = Counting()
    record = replace(long_game(), ruleset=rules)
    earlier = ReplayIndex(Replay(replace(record, events=record.events[:-2]), PUBLIC))
    earlier.outline()
    before = rules.folded

    ReplayIndex(Replay(record, PUBLIC, earlier=earlier.replay), earlier=earlier).outline()

    assert len(record.events) > 2 * SNAPSHOT_EVERY
    assert rules.folded - before < 2 * SNAPSHOT_EVERY
