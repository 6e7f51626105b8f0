"""What the steps of a record look like: which events stand together, and by whom each of them is."""

from typing import Final

from oathbook.domain.games.events import (
    Body,
    DecisionMade,
    DrawMade,
    Entry,
    GameCorrected,
    GameEnded,
    GameForked,
    GameOpened,
    GameUnsealed,
    OfPromise,
    OfRuling,
    OutcomeFollowed,
    SeedRevealed,
)


def irregular(step: tuple[Entry, ...]) -> str:
    """What is wrong with the kinds of events in a step, or nothing."""
    kinds = [type(entry.body) for entry in step]
    if isinstance(step[0].body, OfPromise):
        return "" if len(kinds) == 1 else "an act on a promise is a step by itself"
    if isinstance(step[0].body, OfRuling):
        return "" if kinds[1:] in _ends(kinds[0]) else "what a ruling does to a game is a step by itself"
    draws = kinds.count(DrawMade)
    regular = [DecisionMade, *[DrawMade] * draws, OutcomeFollowed]
    closing = kinds[len(regular) :]
    if kinds[: len(regular)] != regular or closing not in ENDS:
        return "a step is a decision, its draws, one outcome and, at the end, the closing"
    return ""


ENDS: Final[tuple[list[type], ...]] = ([], [GameEnded], [SeedRevealed, GameEnded])
"""With what a step may close the game."""


def _ends(kind: type) -> tuple[list[type], ...]:
    return ENDS if kind is GameCorrected else ([],)


def writers_of(body: Body) -> tuple[str, ...]:
    """Who writes such an event; nobody in particular where seats do."""
    match body:
        case DrawMade():
            return ("chance",)
        case OutcomeFollowed():
            return ("rules", "transcript")
        case SeedRevealed() | GameOpened() | GameUnsealed():
            return ("host",)
        case GameEnded():
            return ("rules",)
        case GameCorrected() | GameForked():
            return ("ruling",)
        case DecisionMade() | OfPromise():
            return ()
