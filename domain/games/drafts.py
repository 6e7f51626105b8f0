"""A step: a decision with its draws and what follows, and the closing it leads to."""

from collections.abc import Iterable
from typing import Any

from oathbook.domain.chance import Chance
from oathbook.domain.chance.draw_wrappers import DrawRecorder
from oathbook.domain.errors import GameClosed
from oathbook.domain.games import game_events
from oathbook.domain.games.game import Game
from oathbook.domain.kernel import Draw, Opened
from oathbook.domain.rulesets.protocol import AnyRuleset


def draft_decision(
    ruleset: AnyRuleset, game: Game, decision: Any, chance: Chance
) -> tuple[game_events.DraftEvent, ...]:
    """The events of a decision under the rules, but for the closing it may lead to.

    Refuses with ``GameClosed``, ``IllegalDecision``, ``DrawMissing``, ``ImpossibleDraw`` or ``NotCovered``.
    """
    must_be_open(game)
    noted = DrawRecorder(chance)
    consequences = ruleset.decide(game.state, decision, noted)
    return draft_step(game, decision, noted.draws, consequences, by="rules")


def must_be_open(game: Game) -> None:
    """Refuse with ``GameClosed`` once the game is over."""
    if game.closed:
        raise GameClosed(f"game {game.id} is over since position {game.position}")


def draft_step(
    game: Game, decision: Any, draws: Iterable[Draw], consequences: game_events.Consequences, *, by: str
) -> tuple[game_events.DraftEvent, ...]:
    """Decision, draws and outcome as events."""
    of = game.position + 1
    return (
        game_events.DraftEvent(decision.by, game_events.DecisionMade(decision)),
        *(game_events.DraftEvent("chance", game_events.DrawMade(of, draw)) for draw in draws),
        game_events.DraftEvent(by, game_events.OutcomeFollowed(of, consequences)),
    )


def draft_closing(ruleset: AnyRuleset, game: Game, state: Any) -> tuple[game_events.DraftEvent, ...]:
    """The end, once the rules say it is reached; before it the seed, where the reveal policy opens everything."""
    ending = ruleset.standing(state).ending
    if ending is None:
        return ()
    ended = game_events.DraftEvent("rules", game_events.GameEnded(ending))
    seed = opened_seed(game.opened) if game.opened.reveal == "all" else None
    return (ended,) if seed is None else (game_events.DraftEvent("host", game_events.SeedRevealed(seed)), ended)


def opened_seed(opened: game_events.GameOpened[Any, Any, Any]) -> Opened[game_events.Seed] | None:
    """The seed as a reveal carries it; nothing where chance comes from the table."""
    return opened.chance.seed.reveal() if isinstance(opened.chance, game_events.BySeed) else None
