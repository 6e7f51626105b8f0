"""Law 5 over dealt hands: two games that differ in one look the same to all who may not see it."""

from functools import cache

import pytest

from oathbook.domain.kernel import PUBLIC, TABLE, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.replays.testing.checks import visible_differences
from tests.handgame.model import Components
from tests.handgame.ruleset import ANN, BRAM, HANDGAME, setup_of
from tests.support.playing import Json, clock, counted, decide

FEW = setup_of(Components(tuple("1223345")), (ANN, BRAM))
DEAL: Json = {"kind": "deal", "by": "ann"}
TAKE: Json = {"kind": "take", "by": "bram"}
PLAY: Json = {"kind": "play", "by": "ann", "place": 0}
NAMED = "0193a000-0000-7000-8000-000000000001"


@cache
def game(seed: str, *, shown: bool = False) -> Record:
    """Ann has 2 and 4 by either seed, and a 3 lies open; bram has 5 and 3, or 1 and 2."""
    sources = Sources(clock(), lambda: NAMED, counted("salt", 32), lambda: f"{seed:>064}")
    scribe = MemoryWriter.open(HANDGAME, FEW, sources, reveal="none")
    for decision in (DEAL, PLAY, TAKE):
        decide(scribe, decision)
    if shown:
        decide(scribe, {"kind": "play", "by": "ann", "place": 0})
        decide(scribe, {"kind": "play", "by": "bram", "place": 0})
    return scribe.record


@pytest.mark.parametrize("viewer", [ANN, TABLE, PUBLIC])
def test_a_dealt_hand_is_nobody_elses(viewer: Viewer) -> None:
    assert visible_differences(game("9"), game("e"), viewer) == set()


def test_it_is_its_players_own() -> None:
    """The control."""
    assert visible_differences(game("9"), game("e"), BRAM) >= {"export", "frames", "fold"}


def test_a_card_that_is_played_is_everybodys() -> None:
    """The control: the games part there."""
    assert visible_differences(game("9", shown=True), game("e", shown=True), PUBLIC) >= {"export", "frames"}
