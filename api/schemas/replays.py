"""The shapes of a game looked at again: states, frames, scenes, the whole at a glance; and what makes them."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from oathbook.domain.games.corrections import Correction
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import DecisionMade, Entry
from oathbook.domain.games.happenings import Happening, happenings_of
from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.promises.audit.standing import GameStanding
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.rulesets.protocol import Cell, Piece, Tray
from oathbook.replays.frames import Changed, Frame, Replay
from oathbook.replays.last_changes import LastChanges
from oathbook.replays.outline import Outline
from oathbook.replays.promise_history import Turning
from oathbook.replays.sentences import StepSaid


class ReplayPage(Struct, frozen=True, rename={"viewer": "as"}):
    """The game, the viewer, and the position of the answer; in a list, the last position."""

    game: str
    edition: str
    viewer: Viewer
    position: int


class StateTold(ReplayPage, frozen=True):
    """The game after a position; ``of`` is the number of positions."""

    step: int
    of: int
    view: Raw
    to_act: tuple[Seat, ...]
    standing: GameStanding


class PositionTold(Struct, frozen=True):
    """The events at a position as a viewer may see them, and the decision if there is one."""

    position: int
    step: int
    at: str
    by: str
    type: str
    decision: Raw | None
    happenings: tuple[Happening, ...]
    became: tuple[Turning, ...]


class FrameTold(PositionTold, frozen=True):
    """A position as one viewer saw it, with the decision if it is one.

    ``became`` is what it changed for promises, and at what price; ``corrected`` the last correction that replaces the
    outcome there, if there is one.
    """

    corrected: Correction | None
    view: Raw
    changed: tuple[Changed, ...]
    to_act: tuple[Seat, ...]
    standing: GameStanding


class FramesPage(ReplayPage, frozen=True):
    """A page of frames; ``next`` is the ``from`` of the next page."""

    frames: tuple[FrameTold, ...]
    next: int | None


class SceneDrawn(Struct, frozen=True):
    """A view as shapes, in thousandths of a step; ``cells`` are left out if they are those of the scene before."""

    pieces: tuple[Piece, ...]
    trays: tuple[Tray, ...]
    cells: tuple[Cell, ...] | UnsetType = UNSET


class SceneTold(PositionTold, frozen=True):
    """A position as one viewer saw it, drawn, with the decision if it is one."""

    scene: SceneDrawn
    to_act: tuple[Seat, ...]
    standing: GameStanding


class ScenesPage(ReplayPage, frozen=True):
    """A page of scenes; ``next`` is the ``from`` of the next page."""

    scenes: tuple[SceneTold, ...]
    next: int | None


class StepsPage(ReplayPage, frozen=True):
    """A page of steps in sentences; ``next`` is the ``from`` of the next page."""

    steps: tuple[StepSaid, ...]
    next: int | None


class OutlineTold(Outline, frozen=True, kw_only=True, rename={"viewer": "as"}):
    """A game at a glance, as one viewer saw it, after a position."""

    game: str
    edition: str
    viewer: Viewer
    after: int


class StandingTold(GameStanding, frozen=True, kw_only=True, rename={"viewer": "as"}):
    """The standing of a game after a position, as one viewer may know it.

    ``judged_upto`` is the position up to which promises are judged: 0 if they could not be.
    """

    game: str
    viewer: Viewer
    position: int
    judged_upto: int


class SinceTold(LastChanges, frozen=True, kw_only=True, rename={"viewer": "as"}):
    """For everything in a scene, the event that last changed it, as one viewer saw it."""

    game: str
    edition: str
    viewer: Viewer


def situation(replay: Replay, game: Game) -> dict[str, Any]:
    """Returns the view, who must act, and the standing of a game."""
    return {
        "view": Raw(value_text(replay.view(game))),
        "to_act": replay.to_act(game),
        "standing": replay.standing(game),
    }


def present_state(replay: Replay, position: int) -> StateTold:
    """Returns the game after a position."""
    game = replay.game_at(position)
    return StateTold(
        game=replay.record.game,
        edition=replay.record.opened.edition,
        viewer=replay.viewer,
        position=position,
        step=game.step,
        of=len(replay),
        **situation(replay, game),
    )


def present_frame(frame: Frame, replay: Replay) -> FrameTold:
    """Returns a frame as JSON fields, with its decision if it has one."""
    decision = decision_at(frame.position, replay)
    fields: dict[str, Any] = {**msgspec.structs.asdict(frame), "view": Raw(value_text(frame.view))}
    return FrameTold(**fields, decision=None if decision is None else Raw(decision))


def decision_at(position: int, replay: Replay) -> bytes | None:
    """Returns the decision at a position, as far as the viewer may see it, or None."""
    body = replay.entries[position - 1].body
    return decision_text(body.decision) if isinstance(body, DecisionMade) else None


def present_scenes(replay: Replay, *, first: int, last: int) -> Iterator[SceneTold]:
    """Yields the scenes of these positions, in order."""
    before: tuple[Cell, ...] | None = None
    for entry, game in replay.play(first=first, last=last):
        scene = replay.scene(game)
        cells = UNSET if scene.cells == before else scene.cells  # a board of a hundred cells mostly stays as it is
        yield _present_scene(replay, entry, game, SceneDrawn(scene.pieces, scene.trays, cells))
        before = scene.cells


def _present_scene(replay: Replay, entry: Entry, game: Game, scene: SceneDrawn) -> SceneTold:
    ruleset, decision = replay.record.ruleset, decision_at(entry.position, replay)
    return SceneTold(
        position=entry.position,
        step=entry.step,
        at=entry.at,
        by=entry.by,
        type=type(entry.body).__name__,
        decision=None if decision is None else Raw(decision),
        happenings=happenings_of(ruleset, entry, replay.roster),
        became=tuple(replay.promises.results(after=entry.position - 1, upto=entry.position)),
        scene=scene,
        to_act=replay.to_act(game),
        standing=replay.standing(game),
    )
