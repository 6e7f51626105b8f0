"""Presents the marks on the options of a seat."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.marks import Mark, OptionMarker
from oathbook.domain.recording.notation.game_notation import GameNotation, write_decision
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.frames import Replay

MOST_PRICES: Final = 3  # that come with a list of options: a search for who pays takes as long as ten options


class MarkedLine(Struct, frozen=True):
    """An option that does something to promises: its ``number`` in the list, from 0, its line, and its marks."""

    number: int
    line: str
    marks: tuple[Mark, ...]


def present_marks(
    replay: Replay, seat: Seat, position: int, options: Options[Any], notation: GameNotation
) -> Iterator[MarkedLine]:
    """Yields the options that break or keep promises, from what the viewer of a replay sees."""
    audit = replay.promises.audit_at(position)
    if audit is not None:
        for each in OptionMarker(audit, seat, MOST_PRICES).mark(options.listed):
            line = write_decision(replay.record.ruleset, audit.state, options.listed[each.number], notation)
            yield MarkedLine(each.number, line, each.marks)
