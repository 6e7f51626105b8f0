"""The shapes of a game looked at again: states, frames, scenes, and the whole at a glance."""

from msgspec import UNSET, Raw, Struct, UnsetType

from domain.games.corrections import Correction
from domain.games.happenings import Happening
from domain.kernel.seats import Seat, Viewer
from domain.rulesets.protocol import Cell, Piece, Standing, Tray
from replays.frames import Changed
from replays.outline import Outline
from replays.since import Since


class StateTold(Struct, frozen=True, rename={"viewer": "as"}):
    """The game after a position, ``of`` so many."""

    game: str
    edition: str
    viewer: Viewer
    position: int
    step: int
    of: int
    view: Raw
    to_act: tuple[Seat, ...]
    standing: Standing


class FrameTold(Struct, frozen=True):
    """A position as somebody saw it, with the decision where it is one.

    ``corrected`` is the last correction that has taken the place of what followed there, if one has.
    """

    position: int
    step: int
    at: str
    by: str
    type: str
    decision: Raw | None
    happenings: tuple[Happening, ...]
    corrected: Correction | None
    view: Raw
    changed: tuple[Changed, ...]
    to_act: tuple[Seat, ...]
    standing: Standing


class FramesPage(Struct, frozen=True, rename={"viewer": "as"}):
    """A page of frames; ``next`` is what to ask ``from`` for more."""

    game: str
    edition: str
    viewer: Viewer
    position: int
    frames: tuple[FrameTold, ...]
    next: int | None


class SceneDrawn(Struct, frozen=True):
    """A view as shapes, in thousandths of a step; ``cells`` are left out where they are as on the scene before it."""

    pieces: tuple[Piece, ...]
    trays: tuple[Tray, ...]
    cells: tuple[Cell, ...] | UnsetType = UNSET


class SceneTold(Struct, frozen=True):
    """A position as somebody saw it, drawn, with the decision where it is one."""

    position: int
    step: int
    at: str
    by: str
    type: str
    decision: Raw | None
    happenings: tuple[Happening, ...]
    scene: SceneDrawn
    to_act: tuple[Seat, ...]
    standing: Standing


class ScenesPage(Struct, frozen=True, rename={"viewer": "as"}):
    """A page of scenes; ``next`` is what to ask ``from`` for more."""

    game: str
    edition: str
    viewer: Viewer
    position: int
    scenes: tuple[SceneTold, ...]
    next: int | None


class OutlineTold(Outline, frozen=True, kw_only=True, rename={"viewer": "as"}):
    """A game at a glance, as somebody saw it, behind a position."""

    game: str
    edition: str
    viewer: Viewer
    after: int


class SinceTold(Since, frozen=True, kw_only=True, rename={"viewer": "as"}):
    """Since when everything in a scene is as it is, as somebody saw it."""

    game: str
    edition: str
    viewer: Viewer
