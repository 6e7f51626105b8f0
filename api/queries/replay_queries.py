"""Forms of queries about the replay of a game; each returns JSON, and one a sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from oathbook.api.queries.query import must_be_there, page_of, position_in
from oathbook.api.schemas import replays
from oathbook.api.schemas.mends import SheetPage, StepInLines
from oathbook.api.schemas.odds import present_odds
from oathbook.domain.games.game_events import DecisionMade, PromiseEventBase
from oathbook.domain.games.played_steps import acting_seat
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.games.takeback_events import TakebackEventBase
from oathbook.domain.games.takeback_rules import Entries
from oathbook.domain.games.takebacks import withdrawals_in
from oathbook.domain.kernel import Concealed, Seat
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.notation.game_notation import GameNotation, StepKind
from oathbook.domain.recording.notation.sheet_writer import sheet_lines, step_lines
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from oathbook.replays.sentences import steps_in_sentences

MOST_ROWS: Final = 400  # of a page of the sheet
ON_A_SHEET: Final[Mapping[type[Struct], StepKind]] = {
    DecisionMade: "decision",
    TableActed: "table",
    PromiseEventBase: "act",
    TakebackEventBase: "takeback",
}


def state(index: ReplayIndex, at: int | None) -> bytes:
    """Returns the game after a position; ``NotFound`` if the game has no such position."""
    return value_text(replays.present_state(index.replay, position_in(len(index.replay), at)))


def standing(index: ReplayIndex, at: int | None) -> bytes:
    """Returns the standing after a position; ``NotFound`` if the game has no such position."""
    replay = index.replay
    position = position_in(len(replay), at)
    found = replay.standing(replay.game_at(position))
    presented = replays.StandingTold(
        **asdict(found),
        game=replay.record.game,
        viewer=replay.viewer,
        position=position,
        judged_upto=0 if found.fault else position,
    )
    return value_text(presented)


def odds(index: ReplayIndex, at: int | None) -> bytes:
    """Returns the odds of the decision that a position belongs to; ``NotFound`` if there are none for the viewer."""
    return value_text(present_odds(index.replay, position_in(len(index.replay), at)))


def frames(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """Returns a page of frames."""
    return _page(index, first, last, replays.FramesPage, _present_frames)


def frame_lines(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """Returns the frames of a page, a line of JSON each."""
    replay = index.replay
    first, end, _ = page_of(first, last, len(replay))
    return b"".join(value_text(frame) + b"\n" for frame in _present_frames(replay, first=first, last=end))


def _present_frames(replay: Replay, *, first: int, last: int) -> Iterator[replays.FrameTold]:
    return (replays.present_frame(frame, replay) for frame in replay.frames(first=first, last=last))


def scenes_page(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """Returns a page of scenes."""
    return _page(index, first, last, replays.ScenesPage, replays.present_scenes)


def steps(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """Returns a page of steps in sentences."""
    return _page(index, first, last, replays.StepsPage, steps_in_sentences)


def _page(
    index: ReplayIndex,
    first: int,
    last: int | None,
    page: Callable[..., object],
    items: Callable[..., Iterable[object]],
) -> bytes:
    replay = index.replay
    first, end, following = page_of(first, last, len(replay))
    shown = tuple(items(replay, first=first, last=end))
    edition = replay.record.opened.edition
    return value_text(page(replay.record.game, edition, replay.viewer, len(replay), shown, following))


def since(index: ReplayIndex, position: int) -> bytes:
    """Returns the last event that changed each thing in a scene; ``NotFound`` if the game has no such position."""
    replay = index.replay
    must_be_there(position, len(replay))
    found, opened = asdict(index.last_changes(position)), replay.record.opened
    return value_text(replays.SinceTold(**found, game=replay.record.game, edition=opened.edition, viewer=replay.viewer))


def sheet(index: ReplayIndex) -> bytes:
    """Returns the game as a sheet of notation; ``BadRecord`` if the record conceals some of it, or none can say it."""
    return b"".join(f"{line}\n".encode() for line in sheet_lines(index.replay.record))


def sheet_page(index: ReplayIndex, start: int | None) -> bytes:
    """Returns steps in lines of notation: the first ``MOST_ROWS`` from a position on, or the last ones of the game."""
    replay = index.replay
    steps = [tuple(step) for _, step in groupby(replay.entries, lambda each: each.step)]
    steps = [each for each in steps if isinstance(each[0].body, tuple(ON_A_SHEET))]
    steps = steps[-MOST_ROWS:] if start is None else [each for each in steps if each[0].position >= start][:MOST_ROWS]
    withdrawn = withdrawals_in(replay.entries)
    rows = (
        StepInLines(
            step[0].position,
            acting_seat(step[0].body) or Seat(step[0].by),
            next(kind for each, kind in ON_A_SHEET.items() if isinstance(step[0].body, each)),
            lines,
            withdrawn.get(step[0].step, UNSET),
        )
        for step, lines in zip(steps, _lines(replay, steps), strict=True)
    )
    return value_text(SheetPage(replay.record.game, len(replay), tuple(rows)))


def _lines(replay: Replay, steps: Sequence[Entries]) -> Iterator[tuple[str, ...]]:
    """Yields the lines of each step; none where the viewer may not see what was decided."""
    if not steps:
        return
    ruleset, starts = replay.record.ruleset, {each[0].position: each for each in steps}
    notation = GameNotation(ruleset, replay.record.opened.setup())
    game = replay.game_at(steps[0][0].position - 1)
    for entry, after in replay.play(first=steps[0][0].position, last=steps[-1][0].position):
        if entry.position in starts:
            lines: tuple[str, ...] = ()
            with suppress(Concealed):
                lines = tuple(step_lines(ruleset, game, replay.entries, starts[entry.position], notation))
            yield lines
        game = after


def outline(index: ReplayIndex, after: int) -> bytes:
    """Returns the outline of the game after a position."""
    replay = index.replay
    found, opened = asdict(index.outline(after=after)), replay.record.opened
    presented = replays.OutlineTold(
        **found, game=replay.record.game, edition=opened.edition, viewer=replay.viewer, after=after
    )
    return value_text(presented)
