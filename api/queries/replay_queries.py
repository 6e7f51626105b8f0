"""What is told of a game that is looked at again, as JSON: each is the form of a question."""

from msgspec.structs import asdict

from oathbook.api.queries.query import must_be_there, page_of, position_in
from oathbook.api.schemas import replays
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.replays.replay_index import ReplayIndex
from oathbook.replays.sentences import steps_in_sentences


def state(index: ReplayIndex, at: int | None) -> bytes:
    """The game after a position; ``NotFound`` where it has none such."""
    return value_text(replays.present_state(index.replay, position_in(len(index.replay), at)))


def standing(index: ReplayIndex, at: int | None) -> bytes:
    """The standing after a position; ``NotFound`` where there is none such."""
    replay = index.replay
    position = position_in(len(replay), at)
    found = replay.standing(replay.game_at(position))
    told = replays.StandingTold(
        **asdict(found),
        game=replay.record.game,
        viewer=replay.viewer,
        position=position,
        judged_upto=0 if found.fault else position,
    )
    return value_text(told)


def frames(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """A page of frames."""
    replay = index.replay
    first, end, following = page_of(first, last, len(replay))
    shown = tuple(replays.present_frame(frame, replay) for frame in replay.frames(first=first, last=end))
    opened = replay.record.opened
    return value_text(
        replays.FramesPage(replay.record.game, opened.edition, replay.viewer, len(replay), shown, following)
    )


def frame_lines(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """The same, a line each."""
    replay = index.replay
    first, end, _ = page_of(first, last, len(replay))
    shown = (replays.present_frame(frame, replay) for frame in replay.frames(first=first, last=end))
    return b"".join(value_text(frame) + b"\n" for frame in shown)


def scenes_page(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """A page of scenes."""
    replay = index.replay
    first, end, following = page_of(first, last, len(replay))
    shown, opened = tuple(replays.present_scenes(replay, first=first, last=end)), replay.record.opened
    return value_text(
        replays.ScenesPage(replay.record.game, opened.edition, replay.viewer, len(replay), shown, following)
    )


def steps(index: ReplayIndex, first: int, last: int | None) -> bytes:
    """A page of steps in sentences."""
    replay = index.replay
    first, end, following = page_of(first, last, len(replay))
    shown, opened = tuple(steps_in_sentences(replay, first=first, last=end)), replay.record.opened
    return value_text(
        replays.StepsPage(replay.record.game, opened.edition, replay.viewer, len(replay), shown, following)
    )


def since(index: ReplayIndex, position: int) -> bytes:
    """The last event that changed each thing in a scene; ``NotFound`` where there is no such position."""
    replay = index.replay
    must_be_there(position, len(replay))
    found, opened = asdict(index.last_changes(position)), replay.record.opened
    return value_text(replays.SinceTold(**found, game=replay.record.game, edition=opened.edition, viewer=replay.viewer))


def outline(index: ReplayIndex, after: int) -> bytes:
    """The game at a glance, after a position."""
    replay = index.replay
    found, opened = asdict(index.outline(after=after)), replay.record.opened
    told = replays.OutlineTold(
        **found, game=replay.record.game, edition=opened.edition, viewer=replay.viewer, after=after
    )
    return value_text(told)
