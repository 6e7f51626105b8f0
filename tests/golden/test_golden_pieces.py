"""A piece has one owner, one colour and one mark for the whole of a game, in every golden record."""

from pathlib import Path

import pytest

from oathbook.domain.kernel import PUBLIC
from oathbook.replays.frames import Replay
from tests.golden.test_golden_records import PATHS, by_name, read


@pytest.mark.parametrize("path", PATHS, ids=by_name)
def test_a_piece_keeps_its_owner_colour_and_mark(path: Path) -> None:
    """And no two of an owner that stand there at the same time have the same mark."""
    record = read(path)
    known: dict[str, tuple[str | None, str, str]] = {}
    for frame in Replay(record, PUBLIC).frames():
        pieces = record.ruleset.scene(frame.view).pieces
        for each in pieces:
            assert each.mark
            assert known.setdefault(each.id, (each.seat, each.colour, each.mark)) == (each.seat, each.colour, each.mark)
        assert len({(each.seat, each.mark) for each in pieces}) == len(pieces)
