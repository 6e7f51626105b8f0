"""A game at a glance: where its steps and turns are, what is worth a mark, and how the scores moved."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final, Literal

from msgspec import Struct

from oathbook.domain.games.corrections import Correction
from oathbook.domain.games.game_events import DrawMade, Entry, RulingEventBase
from oathbook.domain.games.happenings import Happening, happenings_of
from oathbook.domain.games.takeback_events import StepsTakenBack
from oathbook.domain.games.takebacks import Takeback
from oathbook.domain.promises.audit.standing import SeatScore
from oathbook.replays.frames import Replay
from oathbook.replays.promise_history import Turning

TimeUnit = Literal["phase", "turn", "round"]
UNITS: Final[tuple[TimeUnit, ...]] = ("phase", "turn", "round")
"""What a ruleset may count time by, from the shortest to the longest."""

DRAW: Final = "draw"


class MarkedPosition(Struct, frozen=True):
    """A position marked for readers to find.

    A draw, the beginning or end of something, or what a ruling in a dispute does to the game.
    """

    position: int
    kinds: tuple[str, ...]


class Scores(Struct, frozen=True):
    """The score of each seat from a position on, with what is taken off it, in one of the units that are counted."""

    position: int
    scores: tuple[SeatScore, ...]
    unit: str


class Outline(Struct, frozen=True):
    """A game behind a position, without its frames.

    ``steps`` are the last positions of the steps, ``begins`` the positions at which each unit begins that the ruleset
    counts time by, ``marks`` draws, clock markers and rulings, ``scores`` the positions at which a score changes.
    ``promises`` is what was done with promises and what became of them, ``corrections`` what was put right by rulings,
    ``takebacks`` what was taken back.
    """

    position: int
    steps: tuple[int, ...]
    begins: Mapping[TimeUnit, tuple[int, ...]]
    marks: tuple[MarkedPosition, ...]
    scores: tuple[Scores, ...]
    promises: tuple[Turning, ...] = ()
    corrections: tuple[Correction, ...] = ()
    takebacks: tuple[Takeback, ...] = ()


EMPTY_OUTLINE: Final = Outline(0, (), dict.fromkeys(UNITS, ()), (), ())
"""The outline of a game before its first event."""


def extend_outline(one: Outline, replay: Replay) -> Outline:
    """An outline of a game and of what came since, which alone is folded; without promises, corrections, takebacks."""
    cut = one.position
    if cut == len(replay):
        return one
    other = _build_outline(replay, cut)
    goes_on = cut > 0 and replay.entries[cut - 1].step == replay.entries[cut].step
    return Outline(
        position=other.position,
        steps=one.steps[:-1] + other.steps if goes_on else one.steps + other.steps,
        begins={unit: one.begins[unit] + other.begins[unit] for unit in UNITS},
        marks=one.marks + other.marks,
        scores=one.scores + other.scores,
    )


def outline_after(whole: Outline, after: int) -> Outline:
    """The part of an outline after a position."""
    return Outline(
        position=whole.position,
        steps=tuple(each for each in whole.steps if each > after),
        begins={unit: tuple(each for each in whole.begins[unit] if each > after) for unit in UNITS},
        marks=tuple(each for each in whole.marks if each.position > after),
        scores=tuple(each for each in whole.scores if each.position > after),
        promises=tuple(each for each in whole.promises if each.position > after),
        corrections=tuple(each for each in whole.corrections if each.position > after),
        takebacks=tuple(each for each in whole.takebacks if each.position > after),
    )


def _build_outline(replay: Replay, after: int) -> Outline:
    """The outline of what came after a position, folded."""
    ruleset = replay.record.ruleset
    kinds = {each.kind: each for each in ruleset.vocabulary.kinds}
    begins: dict[TimeUnit, list[int]] = {unit: [] for unit in UNITS}
    marks: list[MarkedPosition] = []
    scored: list[Scores] = []
    if 0 < after < len(replay):
        scored.extend(_scores(after, replay.standing(replay.game_at(after)).scores))
    for entry, game in replay.play(first=after + 1):
        happenings = happenings_of(ruleset, entry, replay.roster)
        said = [kinds[each.kind] for each in happenings if each.kind in kinds]
        for unit in UNITS:
            if any(kind.begins == unit for kind in said):
                begins[unit].append(entry.position)
        marked = _marks_of(entry, happenings, tuple(kind.kind for kind in said if kind.marker))
        if marked:
            marks.append(MarkedPosition(entry.position, tuple(dict.fromkeys(marked))))
        scored.extend(_scores(entry.position, replay.standing(game).scores))
    return Outline(
        position=len(replay),
        steps=tuple(_step_ends(replay, after)),
        begins={unit: tuple(positions) for unit, positions in begins.items()},
        marks=tuple(marks),
        scores=tuple(each for each in _score_changes(scored) if each.position > after),
    )


def _marks_of(entry: Entry, happenings: tuple[Happening, ...], markers: tuple[str, ...]) -> tuple[str, ...]:
    match entry.body:
        case DrawMade():
            return (DRAW,)
        case RulingEventBase() | StepsTakenBack():
            return tuple(each.kind for each in happenings)
        case _:
            return markers


def _step_ends(replay: Replay, after: int) -> Iterator[int]:
    """The last position of each step behind a position."""
    entries = replay.entries[after:]
    for entry, following in zip_longest(entries, entries[1:]):
        if following is None or following.step != entry.step:
            yield entry.position


def _scores(position: int, scores: tuple[SeatScore, ...]) -> Iterator[Scores]:
    """One entry a unit that is counted: a game may count hearts and prestige."""
    for unit in dict.fromkeys(score.unit for score in scores):
        yield Scores(position, tuple(each for each in scores if each.unit == unit), unit)


def _score_changes(scored: list[Scores]) -> Iterator[Scores]:
    last: dict[str, list[str]] = {}
    for each in scored:
        sums = [f"{one.seat} {one.says}" for one in each.scores]
        if last.get(each.unit) != sums:
            last[each.unit] = sums
            yield each
