"""Positions of a game, drawn: for pages that show it without knowing its rules."""

from collections.abc import Iterator

from msgspec import UNSET, Raw

from api.schemas.frames import decision_at
from api.schemas.replays import SceneDrawn, SceneTold
from domain.games.events import Entry
from domain.games.game import Game
from domain.games.happenings import happenings_of
from domain.rulesets.protocol import Cell, Scene
from replays.frames import Replay


def scenes(replay: Replay, *, first: int, last: int) -> Iterator[SceneTold]:
    """The scenes of these positions, in order."""
    before: tuple[Cell, ...] | None = None
    for entry, game in replay.played(first=first, last=last):
        scene = replay.scene(game)
        yield _told(replay, entry, game, _drawn(scene, before))
        before = scene.cells


def _drawn(scene: Scene, before: tuple[Cell, ...] | None) -> SceneDrawn:
    """A board of a hundred cells mostly stays as it is."""
    return SceneDrawn(scene.pieces, scene.trays, UNSET if scene.cells == before else scene.cells)


def _told(replay: Replay, entry: Entry, game: Game, scene: SceneDrawn) -> SceneTold:
    ruleset, decision = replay.record.ruleset, decision_at(entry.position, replay)
    return SceneTold(
        position=entry.position,
        step=entry.step,
        at=entry.at,
        by=entry.by,
        type=type(entry.body).__name__,
        decision=None if decision is None else Raw(decision),
        happenings=happenings_of(ruleset, entry),
        scene=scene,
        to_act=() if game.closed else ruleset.to_act(game.state),
        standing=ruleset.standing(game.state),
    )
