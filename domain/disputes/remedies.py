"""What a ruling can do to a game: correct an outcome, make its draws again, or let it be played on as a fork.

A correction is open where the corrected line can be played on to the present with nothing recorded becoming illegal.
"""

from typing import Any, Final, NoReturn

from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.materiality import CorrectedChance, chance_for
from oathbook.domain.errors import GameClosed, NotFound, RemedyRefused
from oathbook.domain.games import counterfactual, game_events
from oathbook.domain.games.decision_results import label_reports, try_decision
from oathbook.domain.games.discrepancies import compare_outcomes
from oathbook.domain.games.drafts import draft_closing, opened_seed
from oathbook.domain.games.game import Game
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.kernel import TABLE, Concealed, Hidden
from oathbook.domain.kernel.hidden import hidden_values_in

CORRECT: Final = "correct"
REDRAW: Final = "redraw"
PLAY_ON: Final = "play-on-from"  # the remedies that change what is played
STOP_IS_HIDDEN: Final = "it cannot be corrected; what stops it is hidden from you"
BY_RULING: Final = "ruling"  # who writes what a ruling does to a game


# Corrections --------------------------------------------------------------------------------------------------------


def draft_correction(
    case: Case, at: int, dispute: str, redraw: Chance | None = None
) -> tuple[game_events.DraftEvent, ...]:
    """The step that corrects the outcome of the decision in whose step an event stands, and closes a game then over.

    With ``redraw`` the draws of that decision are made again by it. ``RemedyRefused`` names the event that stops it,
    ``NotFound`` where there is no such event.
    """
    made = correction_event(case, at, dispute, redraw)
    game = case.game_after(len(case.entries))
    ends = () if game.closed else draft_closing(case.ruleset, game, made.state)
    return (game_events.DraftEvent(BY_RULING, made), *ends)


def correction_event(
    case: Case, at: int, dispute: str, redraw: Chance | None = None
) -> game_events.GameCorrected[Any, Any]:
    """What follows in place of an outcome, and what the game comes to then, earlier corrections being taken in.

    The draws are those that were recorded, or that a correction has put right; where the event is a draw, those of its
    step are put right. A decision that was not allowed is left out. With ``redraw`` that answers the draws of the step
    instead. Refuses as ``draft_correction`` does.
    """
    read = case.with_corrections()
    step = _step_of(read, at)
    before = read.game_after(step.at - 1).state
    if redraw is None:
        first = _correct_outcome(read, step, before, chance_for(read, step, at))
    else:
        first = _redraw(read, step, before, redraw)
    instead = [first]
    line = counterfactual.advance_lines(
        case.ruleset, counterfactual.LineComparison(before, before, step.at - 1), step, first.consequences
    )
    for later in read.steps_after(step.last):
        given = counterfactual.replay_on_corrected_line(case.ruleset, line, later)
        if isinstance(given, counterfactual.Stop):
            _stop(given)
        if [each.event for each in given.consequences] != [each.event for each in later.consequences]:
            instead.append(game_events.Instead(_outcome_of(later), given.consequences, struck=given.kind == "refused"))
        line = counterfactual.advance_lines(case.ruleset, line, later, given.consequences)
    _must_end_alike(read, line.corrected)
    return game_events.GameCorrected(tuple(instead), line.corrected, dispute, redraw is not None)


def redraw_chance(case: Case, at: int, reports: tuple[DrawReport, ...]) -> Chance:
    """The chance by which the draws of a decision are made again: by the seed, or as reported at a real table.

    A seed answers as for the position of the correction. ``BadRecord`` where a report answers no draw;
    ``RemedyRefused`` where the seed is not open to this reader, and as ``draft_correction`` does.
    """
    if isinstance(case.opened.chance, game_events.BySeed):
        if reports:
            _refuse(REDRAW, "this game draws from its seed: leave out what came", at)
        seeded = case.seeded_chance_at(len(case.entries) + 1)
        if seeded is None:
            raise RemedyRefused(REDRAW, STOP_IS_HIDDEN, at)
        return seeded
    read = case.with_corrections()
    step = _step_of(read, at)
    if any(each.hidden_cards for each in step.draws):
        _refuse(REDRAW, "what is drawn there is hidden, and everyone reads a ruling: play on from before it", at)
    before = read.game_after(step.at - 1).state
    return WitnessedChance(label_reports(case.ruleset, before, step.decision, reports), TABLE)


def _step_of(case: Case, at: int) -> PlayedStep:
    _must_be_there(case, at)
    game = case.game_after(len(case.entries))
    if game.fork:
        _refuse(CORRECT, f"the game is played on as {game.fork}, and can be corrected there", at)
    step = case.step_at(at)
    if not step.is_decided:
        _refuse(CORRECT, "nothing was decided there, so that no outcome could be wrong", at)
    return step


def _must_be_there(case: Case, at: int) -> None:
    if not 1 <= at <= len(case.entries):
        raise NotFound(f"at: there is no event {at} in game {case.game}, which has {len(case.entries)}")


def _correct_outcome(case: Case, step: PlayedStep, before: Any, chance: Chance) -> game_events.Instead[Any]:
    """What should have followed from the decision of a step; refuses where that is what is recorded."""
    if step.is_struck:
        _refuse(CORRECT, "a correction has left that decision out, or it was taken back", step.at)
    given = try_decision(case.ruleset, before, step.decision, chance)
    if given.kind not in {"follows", "refused"}:
        _stop(counterfactual.stop_from(given, step))
    entry = next(each for each in step.entries if each.position == _outcome_of(step))
    try:
        apart = compare_outcomes(
            entry.position, step.consequences, given.consequences, is_transcript=entry.by == "transcript"
        )
    except Concealed as concealed:
        _stop(counterfactual.Stop(entry.position, "hidden", str(concealed)))
    if apart is None:
        _refuse(CORRECT, "what is recorded there is what follows", entry.position)
    drawn_anew = isinstance(chance, CorrectedChance) and given.kind == "follows" and given.draws != step.draws
    draws = given.draws if drawn_anew else None
    return game_events.Instead(entry.position, given.consequences, draws, struck=given.kind == "refused")


def _redraw(case: Case, step: PlayedStep, before: Any, chance: Chance) -> game_events.Instead[Any]:
    """What follows from the decision of a step with other draws; refuses where nothing was drawn, or none follows."""
    if step.is_struck or not step.draws:
        _refuse(REDRAW, "nothing was drawn there", step.at)
    given = try_decision(case.ruleset, before, step.decision, chance)
    if given.kind != "follows":
        _stop(counterfactual.stop_from(given, step))
    return game_events.Instead(_outcome_of(step), given.consequences, given.draws)


def _outcome_of(step: PlayedStep) -> int:
    if step.outcome_at is None:
        _refuse(CORRECT, "no outcome of it is recorded that could be replaced", step.at)
    return step.outcome_at


def _must_end_alike(case: Case, state: Any) -> None:
    """A game that is over stays over: nobody can be sent back to the table by a correction."""
    ended = [each.position for each in case.entries if isinstance(each.body, game_events.GameEnded)]
    if ended and case.ruleset.standing(state).ending is None:
        _refuse(CORRECT, "the game is closed there, and by the corrected line it is not over", ended[0])


def _stop(stop: counterfactual.Stop) -> NoReturn:
    raise RemedyRefused(CORRECT, stop.says, stop.position, stop.clause, hidden=stop.why == "hidden")


def _refuse(remedy: str, says: str, position: int) -> NoReturn:
    raise RemedyRefused(remedy, says, position)


# Forks --------------------------------------------------------------------------------------------------------------


def fork_opening(
    case: Case, at: int, head: str, chance: game_events.ChanceSource
) -> game_events.GameOpened[Any, Any, Any]:
    """How a fork is opened that goes on from the end of a step; ``head`` is the hash of the event there.

    It is the game that was opened, with a chance of its own; everybody keeps the key that they have. ``GameClosed``
    where the game goes on elsewhere, ``NotFound``; ``RemedyRefused`` in the middle of a step, after the end of the
    game, and where something is still hidden there that is out since the game is over.
    """
    _must_be_there(case, at)
    now, then = case.game_after(len(case.entries)), case.game_after(at)
    if now.fork:
        raise GameClosed(f"game {now.id} is played on already as game {now.fork}")
    last = case.step_at(at).last
    if at != last:
        _refuse(PLAY_ON, f"that is in the middle of a step, which ends at {last}", at)
    if then.closed:
        _refuse(PLAY_ON, "the game is over there", at)
    if now.secrets_are_out and any(isinstance(each, Hidden) for each in hidden_values_in(then.state)):
        _refuse(PLAY_ON, "what is hidden there is out since the game is over, and nobody can be made to forget it", at)
    return replace(case.opened, chance=chance, parent=game_events.Parent(case.game, at, head))


def draft_fork_closing(fork: str, at: int, dispute: str) -> tuple[game_events.DraftEvent, ...]:
    """The step that says of a game as which one it is played on, and closes it if it was not over."""
    return (game_events.DraftEvent(BY_RULING, game_events.GameForked(fork, at, dispute)),)


def draft_unsealing(game: Game) -> tuple[game_events.DraftEvent, ...]:
    """The step that opens what a game kept hidden until its fork was over; nothing where it has to stay hidden."""
    if not game.sealed or game.opened.reveal != "all":
        return ()
    return (game_events.DraftEvent("host", game_events.GameUnsealed(game.fork, opened_seed(game.opened))),)
