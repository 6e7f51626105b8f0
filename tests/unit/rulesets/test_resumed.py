"""A game goes on from wherever a table says that it is (`resumed`), also where none is taken up."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game as games
from oathbook.domain.games.played_steps import steps_of
from oathbook.domain.games.table_answers import resumed_state
from oathbook.domain.games.table_events import position_of
from oathbook.domain.recording.format.record_file import record_from
from tests.support.checkout import ROOT
from tests.support.playing import ruleset_of

REFUSED = {"knights_duty": 6, "cube_bag": 2, "gloomhaven_attack": 0, "heirless": 0}
"""Positions that a start position is refused for though its stage is one in which a game is taken up: choices that were
made, and what was fought before."""


@pytest.mark.parametrize("title", REFUSED)
def test_the_position_after_each_decision_of_the_golden_records_is_taken_up(title: str) -> None:
    """And gives the same state."""
    refused = 0
    for path in sorted(Path(ROOT, "replays", "golden", title).rglob("*.jsonl")):
        record = record_from(path.read_bytes(), ruleset_of, where=path.name)
        first, *rest = record.entries()
        game = games.begin(record.ruleset, record.game, first)
        for step in steps_of(rest):
            for entry in step.entries:
                game = games.evolve(record.ruleset, game, entry)
            try:
                setup = replace(game.opened.setup(), start=position_of(record.ruleset, game.state))
                assert resumed_state(record.ruleset, setup) == game.state
            except BadRecord:
                refused += step.is_decided

    assert refused == REFUSED[title]
