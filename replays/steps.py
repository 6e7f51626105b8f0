"""What the steps of a record look like: which events stand together, and by whom each of them is."""

from collections.abc import Iterator

from domain.games.events import (
    Body,
    DecisionMade,
    DrawMade,
    Entry,
    GameEnded,
    GameOpened,
    OfPromise,
    OutcomeFollowed,
    SeedRevealed,
)
from domain.kernel.limits import EVENTS_PER_GAME


def irregular(step: tuple[Entry, ...]) -> str:
    """What is wrong with the kinds of events in a step, or nothing."""
    kinds = [type(entry.body) for entry in step]
    if isinstance(step[0].body, OfPromise):
        return "" if len(kinds) == 1 else "something in the life of a promise is a step by itself"
    draws = kinds.count(DrawMade)
    regular = [DecisionMade, *[DrawMade] * draws, OutcomeFollowed]
    closing = kinds[len(regular) :]
    if kinds[: len(regular)] != regular or closing not in ([], [GameEnded], [SeedRevealed, GameEnded]):
        return "a step is a decision, its draws, one outcome and, at the end, the closing"
    return ""


def writers_of(body: Body) -> tuple[str, ...]:
    """Who writes such an event; nobody in particular where seats do."""
    match body:
        case DrawMade():
            return ("chance",)
        case OutcomeFollowed():
            return ("rules", "transcript")
        case SeedRevealed() | GameOpened():
            return ("host",)
        case GameEnded():
            return ("rules",)
        case DecisionMade() | OfPromise():
            return ()


def steps_of(entries: tuple[Entry, ...]) -> Iterator[tuple[Entry, ...]]:
    """Entries that share a step number stand together."""
    assert len(entries) < EVENTS_PER_GAME
    step: list[Entry] = []
    for entry in entries:
        if step and entry.step != step[0].step:
            yield tuple(step)
            step = []
        step.append(entry)
    if step:
        yield tuple(step)
