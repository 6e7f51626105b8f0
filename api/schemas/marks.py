"""Presents the marks on the options of a seat."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct, UnsetType

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.chance_marks import ChanceMarker
from oathbook.domain.promises.audit.incremental_audit import IncrementalAudit
from oathbook.domain.promises.audit.marks import MarkedOption, OptionMark, OptionMarker
from oathbook.domain.recording.notation.game_notation import GameNotation, write_decision
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.frames import Replay

MOST_PRICES: Final = 3  # that come with a list of options: a search for who pays takes as long as ten options


class MarkedLine(Struct, frozen=True):
    """An option that does something to promises: its ``number`` in the list, from 0, its line, and its marks.

    A decision that was asked about by its line has no number.
    """

    number: int | UnsetType
    line: str
    marks: tuple[OptionMark, ...]


class MarksTold(Struct, frozen=True):
    """The marks of the options of a seat at a position, all of them."""

    game: str
    position: int
    seat: Seat
    marks: tuple[MarkedLine, ...]


def present_marks(
    replay: Replay, seat: Seat, position: int, options: Options[Any], notation: GameNotation
) -> Iterator[MarkedLine]:
    """Yields the options that break or keep promises, from what the viewer of a replay sees."""
    audit = replay.promises.audit_at(position)
    if audit is not None:
        yield from _lines(audit, options, notation, OptionMarker(audit, seat, MOST_PRICES).mark(options.listed))


def present_all_marks(
    replay: Replay, seat: Seat, position: int, options: Options[Any], notation: GameNotation
) -> Iterator[MarkedLine]:
    """Yields the options that do something to promises, with all marks and prices."""
    audit = replay.promises.audit_at(position)
    if audit is not None:
        yield from _lines(audit, options, notation, ChanceMarker(audit, seat).mark(options.listed))


def _lines(
    audit: IncrementalAudit, options: Options[Any], notation: GameNotation, marked: Iterable[MarkedOption]
) -> Iterator[MarkedLine]:
    for each in marked:
        line = write_decision(audit.game.ruleset, audit.state, options.listed[each.number], notation)
        yield MarkedLine(each.number, line, each.marks)
