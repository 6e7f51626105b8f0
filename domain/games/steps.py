"""A step: a decision with its draws and what follows, and the closing it leads to."""

from collections.abc import Iterable
from typing import Any

from oathbook.domain.chance import Chance
from oathbook.domain.chance.noted import Noted
from oathbook.domain.errors import GameClosed
from oathbook.domain.games.events import (
    BySeed,
    Consequences,
    DecisionMade,
    Drafted,
    DrawMade,
    GameEnded,
    GameOpened,
    OutcomeFollowed,
    Seed,
    SeedRevealed,
)
from oathbook.domain.games.game import Game
from oathbook.domain.kernel.draws import Draw
from oathbook.domain.kernel.hidden import Opened
from oathbook.domain.rulesets.protocol import AnyRuleset


def decided(ruleset: AnyRuleset, game: Game, decision: Any, chance: Chance) -> tuple[Drafted, ...]:
    """The events of a decision under the rules, but for the closing it may lead to.

    Refuses with ``GameClosed``, ``IllegalDecision``, ``DrawMissing``, ``ImpossibleDraw`` or ``NotCovered``.
    """
    must_be_open(game)
    noted = Noted(chance)
    consequences = ruleset.decide(game.state, decision, noted)
    return step_of(game, decision, noted.draws, consequences, by="rules")


def must_be_open(game: Game) -> None:
    """Refuse with ``GameClosed`` once the game is over."""
    if game.closed:
        msg = f"game {game.id} is over since position {game.position}"
        raise GameClosed(msg)


def step_of(
    game: Game, decision: Any, draws: Iterable[Draw], consequences: Consequences, *, by: str
) -> tuple[Drafted, ...]:
    """Decision, draws and outcome as events."""
    of = game.position + 1
    return (
        Drafted(decision.by, DecisionMade(decision)),
        *(Drafted("chance", DrawMade(of, draw)) for draw in draws),
        Drafted(by, OutcomeFollowed(of, consequences)),
    )


def closing(ruleset: AnyRuleset, game: Game, state: Any) -> tuple[Drafted, ...]:
    """The end, once the rules say it is reached; before it the seed, where the reveal policy opens everything."""
    ending = ruleset.standing(state).ending
    if ending is None:
        return ()
    ended = Drafted("rules", GameEnded(ending))
    seed = seed_of(game.opened) if game.opened.reveal == "all" else None
    return (ended,) if seed is None else (Drafted("host", SeedRevealed(seed)), ended)


def seed_of(opened: GameOpened[Any, Any, Any]) -> Opened[Seed] | None:
    """The seed as a reveal carries it; nothing where chance comes from the table."""
    return opened.chance.seed.opened() if isinstance(opened.chance, BySeed) else None
