"""What the steps of a record look like: which events stand together, and by whom each of them is."""

from typing import Final

from oathbook.domain.games import game_events
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAnswered, TakebackEventBase


def shape_problem(step: tuple[game_events.Entry, ...]) -> str:
    """What is wrong with the kinds of events in a step, or nothing."""
    kinds = [type(entry.body) for entry in step]
    if isinstance(step[0].body, game_events.PromiseEventBase):
        return "" if len(kinds) == 1 else "an act on a promise is a step by itself"
    if isinstance(step[0].body, game_events.RulingEventBase):
        may_close = kinds[0] is game_events.GameCorrected
        return (
            ""
            if kinds[1:] in (ENDINGS if may_close else ENDINGS[:1])
            else "what a ruling does to a game is a step by itself"
        )
    if isinstance(step[0].body, TakebackEventBase):
        is_whole = kinds in ([kinds[0]], [TakebackAnswered, StepsTakenBack])
        return "" if is_whole else "what is done about taking back is a step by itself"
    draws = kinds.count(game_events.DrawMade)
    outcome = [] if kinds[0] is TableActed else [game_events.OutcomeFollowed]
    begins = TableActed if kinds[0] is TableActed else game_events.DecisionMade
    regular = [begins, *[game_events.DrawMade] * draws, *outcome]
    closing = kinds[len(regular) :]
    if kinds[: len(regular)] != regular or closing not in ENDINGS:
        return "a step is a decision, its draws, one outcome and, at the end, the closing"
    return ""


ENDINGS: Final[tuple[list[type], ...]] = (
    [],
    [game_events.GameEnded],
    [game_events.SeedRevealed, game_events.GameEnded],
)
"""With what a step may close the game."""


def allowed_writers(body: game_events.EventBody) -> tuple[str, ...]:
    """Who writes such an event; nobody in particular where seats do."""
    match body:
        case game_events.DrawMade():
            return ("chance",)
        case game_events.OutcomeFollowed():
            return ("rules", "transcript")
        case TableActed():
            return ("transcript", "ruling")
        case game_events.SeedRevealed() | game_events.GameOpened() | game_events.GameUnsealed():
            return ("host",)
        case game_events.GameEnded():
            return ("rules",)
        case game_events.GameCorrected() | game_events.GameForked():
            return ("ruling",)
        case game_events.DecisionMade() | game_events.PromiseEventBase() | TakebackEventBase():
            return ()
