"""Forms of queries about the replay of a game; each returns JSON, and one a sheet."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import asdict

from oathbook.api.queries.query import must_be_there, page_of, position_in
from oathbook.api.schemas import replays
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from oathbook.replays.sentences import steps_in_sentences


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


def outline(index: ReplayIndex, after: int) -> bytes:
    """Returns the outline of the game after a position."""
    replay = index.replay
    found, opened = asdict(index.outline(after=after)), replay.record.opened
    presented = replays.OutlineTold(
        **found, game=replay.record.game, edition=opened.edition, viewer=replay.viewer, after=after
    )
    return value_text(presented)
