"""What a ruling can do to a game: correct an outcome, or let it be played on from an earlier position as a fork.

A correction is open where the corrected line can be played on to the present with nothing recorded becoming illegal.
"""

from typing import Any, Final, NoReturn

import msgspec
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.materiality import Right, chance_for
from oathbook.domain.errors import GameClosed, NotFound, RemedyRefused
from oathbook.domain.games.counterfactual import Stop, TwoLines, followed, further, stopped
from oathbook.domain.games.discrepancies import outcomes_apart
from oathbook.domain.games.events import (
    ChanceSource,
    Drafted,
    GameCorrected,
    GameEnded,
    GameForked,
    GameOpened,
    GameUnsealed,
    Instead,
    Parent,
)
from oathbook.domain.games.game import Game
from oathbook.domain.games.played_record import PlayedStep
from oathbook.domain.games.recompute import answer
from oathbook.domain.games.steps import closing, seed_of
from oathbook.domain.kernel.hidden import Concealed, Hidden

CORRECT: Final = "correct"
PLAY_ON: Final = "play-on-from"
"""The remedies that change what is played."""

BY: Final = "ruling"
"""Who writes what a ruling does to a game."""


# Corrections --------------------------------------------------------------------------------------------------------


def correction(case: Case, at: int, dispute: str) -> tuple[Drafted, ...]:
    """The step that corrects the outcome of the decision in whose step an event stands, and closes a game then over.

    ``RemedyRefused`` names the event that stops it, ``NotFound`` where there is no such event.
    """
    made = corrected(case, at, dispute)
    game = case.after(len(case.entries))
    ends = () if game.closed else closing(case.ruleset, game, made.state)
    return (Drafted(BY, made), *ends)


def corrected(case: Case, at: int, dispute: str) -> GameCorrected[Any, Any]:
    """What follows in place of an outcome, and what the game comes to then, earlier corrections being taken in.

    The draws are those that were recorded, or that a correction has put right; where the event is a draw, those of its
    step are put right. A decision that was not allowed is left out. Refuses as ``correction`` does.
    """
    read = case.corrected()
    step = _step_of(read, at)
    before = read.after(step.at - 1).state
    first = _put_right(read, step, before, chance_for(read, step, at))
    instead = [first]
    line = further(case.ruleset, TwoLines(before, before, step.at - 1), step, first.consequences)
    for later in read.steps_after(step.last):
        given = followed(case.ruleset, line, later)
        if isinstance(given, Stop):
            _stop(given)
        if [each.event for each in given.consequences] != [each.event for each in later.consequences]:
            instead.append(Instead(_outcome_of(later), given.consequences, struck=given.kind == "refused"))
        line = further(case.ruleset, line, later, given.consequences)
    _must_end_alike(read, line.corrected)
    return GameCorrected(tuple(instead), line.corrected, dispute)


def _step_of(case: Case, at: int) -> PlayedStep:
    _must_be_there(case, at)
    game = case.after(len(case.entries))
    if game.fork:
        _refuse(CORRECT, f"the game is played on as {game.fork}, and can be corrected there", at)
    step = case.step_at(at)
    if not step.is_decided:
        _refuse(CORRECT, "nothing was decided there, so that no outcome could be wrong", at)
    return step


def _must_be_there(case: Case, at: int) -> None:
    if not 1 <= at <= len(case.entries):
        msg = f"at: there is no event {at} in game {case.game}, which has {len(case.entries)}"
        raise NotFound(msg)


def _put_right(case: Case, step: PlayedStep, before: Any, chance: Chance) -> Instead[Any]:
    """What should have followed from the decision of a step; refuses where that is what is recorded."""
    if step.struck:
        _refuse(CORRECT, "a correction has left that decision out", step.at)
    given = answer(case.ruleset, before, step.decision, chance)
    if given.kind not in {"follows", "refused"}:
        _stop(stopped(given, step))
    entry = next(each for each in step.entries if each.position == _outcome_of(step))
    try:
        apart = outcomes_apart(entry.position, step.consequences, given.consequences, told=entry.by == "transcript")
    except Concealed as concealed:
        _stop(Stop(entry.position, "hidden", str(concealed)))
    if apart is None:
        _refuse(CORRECT, "what is recorded there is what follows", entry.position)
    drawn_anew = isinstance(chance, Right) and given.kind == "follows" and given.draws != step.draws
    draws = given.draws if drawn_anew else None
    return Instead(entry.position, given.consequences, draws, struck=given.kind == "refused")


def _outcome_of(step: PlayedStep) -> int:
    if step.outcome_at is None:
        _refuse(CORRECT, "no outcome of it is recorded that could be replaced", step.at)
    return step.outcome_at


def _must_end_alike(case: Case, state: Any) -> None:
    """A game that is over stays over: nobody can be sent back to the table by a correction."""
    ended = [each.position for each in case.entries if isinstance(each.body, GameEnded)]
    if ended and case.ruleset.standing(state).ending is None:
        _refuse(CORRECT, "the game is closed there, and by the corrected line it is not over", ended[0])


def _stop(stop: Stop) -> NoReturn:
    raise RemedyRefused(CORRECT, stop.says, stop.position, stop.clause, hidden=stop.why == "hidden")


def _refuse(remedy: str, says: str, position: int) -> NoReturn:
    raise RemedyRefused(remedy, says, position)


# Forks --------------------------------------------------------------------------------------------------------------


def opening_of_fork(case: Case, at: int, head: str, chance: ChanceSource) -> GameOpened[Any, Any, Any]:
    """How a fork is opened that goes on from the end of a step; ``head`` is the hash of the event there.

    It is the game that was opened, with a chance of its own; everybody keeps the key that they have. ``GameClosed``
    where the game goes on elsewhere, ``NotFound``; ``RemedyRefused`` in the middle of a step, after the end of the
    game, and where something is still hidden there that is out since the game is over.
    """
    _must_be_there(case, at)
    now, then = case.after(len(case.entries)), case.after(at)
    if now.fork:
        msg = f"game {now.id} is played on already as game {now.fork}"
        raise GameClosed(msg)
    last = case.step_at(at).last
    if at != last:
        _refuse(PLAY_ON, f"that is in the middle of a step, which ends at {last}", at)
    if then.closed:
        _refuse(PLAY_ON, "the game is over there", at)
    if now.secrets_are_out and _hides(then.state):
        _refuse(PLAY_ON, "what is hidden there is out since the game is over, and nobody can be made to forget it", at)
    return replace(case.opened, chance=chance, parent=Parent(case.game, at, head))


def _hides(state: Any) -> bool:
    """Whether something in a state is hidden from anybody."""
    hidden: list[bool] = []

    def note(inner: object) -> None:
        hidden.append(isinstance(inner, Hidden))

    msgspec.to_builtins(state, enc_hook=note)
    return any(hidden)


def closed_by_fork(fork: str, at: int, dispute: str) -> tuple[Drafted, ...]:
    """The step that says of a game as which one it is played on, and closes it if it was not over."""
    return (Drafted(BY, GameForked(fork, at, dispute)),)


def unsealed(game: Game) -> tuple[Drafted, ...]:
    """The step that opens what a game kept hidden until its fork was over; nothing where it has to stay hidden."""
    if not game.sealed or game.opened.reveal != "all":
        return ()
    return (Drafted("host", GameUnsealed(game.fork, seed_of(game.opened))),)
