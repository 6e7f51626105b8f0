"""Since which position each thing that is drawn is as it is: found by comparing scenes, whatever the ruleset."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from operator import is_
from threading import Lock
from typing import Final

from msgspec import Struct

from oathbook.domain.games.game import Game
from oathbook.domain.promises.audit.standing import RuledPenalty, SeatScore
from oathbook.domain.rulesets.protocol import Scene
from oathbook.replays.frames import Replay

NO_STATE: Final = object()
DrawnFact = tuple[Hashable, ...]
"""Something that is drawn, as it is drawn: whatever about it changes, it is another fact from there on."""


class PieceSince(Struct, frozen=True):
    """The event that last changed a piece's place, colour, glyph or name, and the one for each of its notes."""

    id: str
    since: int
    notes: tuple[int, ...]


class TraySince(Struct, frozen=True):
    """The event that last changed a tray's label, or whether it is empty, and the one for each of its stacks."""

    id: str
    since: int
    stacks: tuple[int, ...]


class LastChanges(Struct, frozen=True):
    """For everything drawn at a position the last one at which it changed or appeared, in the order of the scene.

    ``cells`` are what all cells show, ``scores`` those of the standing, with what is taken off them; ``rulings``
    are, for each score, the dispute whose ruling changes it, the last of several.
    """

    position: int
    cells: tuple[int, ...]
    pieces: tuple[PieceSince, ...]
    trays: tuple[TraySince, ...]
    scores: tuple[int, ...]
    rulings: tuple[str | None, ...]


class ChangeTracker:
    """At which positions each fact came true, up to a position; it may have ceased to be and come true again.

    All scenes up to there are compared, each with the one before it, once. Positions that are there never change for a
    viewer, so that a longer replay goes on where a shorter one stopped.
    """

    def __init__(self) -> None:
        self._position = 0
        self._drawn: tuple[object, ...] = (NO_STATE,)
        self._true: frozenset[DrawnFact] = frozenset()
        self._came: defaultdict[DrawnFact, list[int]] = defaultdict(list)
        self._lock = Lock()  # however many ask at once

    def at(self, replay: Replay, position: int) -> LastChanges:
        """Since when everything is so that the viewer of the replay sees at a position, from 1 to the length."""
        game = replay.game_at(position)
        scene, scores = _scene_and_scores(replay, game)
        effects = replay.effects_by(position)
        ruled = {each.seat: each.dispute for each in effects if isinstance(each, RuledPenalty)}
        with self._lock:
            self._follow(replay, position)
            came = (self._came[fact] for fact in _facts(scene, scores))
            dates = (positions[bisect_right(positions, position) - 1] for positions in came)
            return LastChanges(
                position=position,
                cells=tuple(islice(dates, len(scene.cells))),
                pieces=tuple(
                    PieceSince(each.id, next(dates), tuple(islice(dates, len(each.notes)))) for each in scene.pieces
                ),
                trays=tuple(
                    TraySince(each.id, next(dates), tuple(islice(dates, len(each.stacks)))) for each in scene.trays
                ),
                scores=tuple(dates),
                rulings=tuple(ruled[each.seat] if each.ruled else None for each in scores),
            )

    def _follow(self, replay: Replay, position: int) -> None:
        """Compare scenes up to a position."""
        for entry, game in replay.play(first=self._position + 1, last=position):
            at = entry.position
            drawn = game.state, replay.promises.at(at), len(replay.effects_by(at))
            if not all(map(is_, drawn, self._drawn)):  # decisions and draws leave it as it is
                true = frozenset(_facts(*_scene_and_scores(replay, game)))
                for fact in true - self._true:
                    self._came[fact].append(entry.position)
                self._drawn, self._true = drawn, true
            self._position = entry.position


def _scene_and_scores(replay: Replay, game: Game) -> tuple[Scene, tuple[SeatScore, ...]]:
    return replay.scene(game), replay.standing(game).scores


def _facts(scene: Scene, scores: Iterable[SeatScore]) -> Iterator[DrawnFact]:
    """What is drawn, one thing after the other; of several that are alike, the second is another fact than the first.

    A note is known by its text alone: another text is another fact, and which place it has among the notes is none.
    """
    times = Counter[DrawnFact]()
    for fact in _facts_without_rank(scene, scores):
        times[fact] += 1
        yield (*fact, times[fact])


def _facts_without_rank(scene: Scene, scores: Iterable[SeatScore]) -> Iterator[DrawnFact]:
    for cell in scene.cells:
        yield "cell", cell.id, cell.mark, cell.label, cell.colour
    for piece in scene.pieces:
        yield "piece", piece.id, piece.cell, piece.label, piece.colour, piece.glyph
        for note in piece.notes:
            yield "note", piece.id, note
    for tray in scene.trays:
        yield "tray", tray.id, tray.label, bool(tray.stacks)
        for stack in tray.stacks:
            yield "stack", tray.id, stack.id, stack.label, stack.count, stack.colour, stack.face_down
    for score in scores:
        yield "score", score
