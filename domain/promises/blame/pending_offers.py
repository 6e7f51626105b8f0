"""What a seat did towards a total that only counts once others agree, where they did not."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain.kernel.seats import Seat
from domain.promises.blame.cases import BreachCase, missing_before, referred
from domain.promises.blame.causes import Blame, Code, Excuse, PossibleMove
from domain.promises.blame.culprits import Culprit
from domain.promises.blame.played_game import GameStep
from domain.promises.blame.replaying import OtherLine
from domain.promises.blame.supplies import supplied
from domain.promises.logic.formula import Total


def pending_offer_blame(case: BreachCase, culprit: Culprit, tally: Total, seat: Seat) -> Blame | None:
    """What follows from it that a seat did all that was missing, and others did not agree to it."""
    for command in case.commands(culprit):
        answers = _asked(case, command, command) if command.by == seat else ()
        if (
            answers
            and _asks_no_more(case, command, answers, tally, missing_before(case, culprit, tally, command))
            and _stood(case, culprit, command, answers)
            and _would_count(case, culprit, command, answers)
        ):
            others = tuple(dict.fromkeys(Seat(each.by) for each in answers))
            parties = {*case.agreement.obligors, *case.agreement.addressees}
            excuse = Blame(excuses=(Excuse(seat, culprit.node.path, "not-answered"),))
            code: Code = "R4" if parties & {*others} else "R6"
            return excuse.and_also(referred(code, culprit, *others, command=command))
    return None


def _asked(case: BreachCase, command: GameStep, later: GameStep) -> tuple[Any, ...]:
    """What others have to decide for it to be done, right after it or after a later decision."""
    return tuple(case.game.ruleset.vocabulary.answers(case.game.after(later), command.decision))


def _asks_no_more(case: BreachCase, command: GameStep, answers: Sequence[Any], tally: Total, need: int) -> bool:
    """Whether others do nothing in it that they would not do if no more and no less were done than is owed."""
    bare = supplied(case.chances, command.state, command.by, tally, need)
    return _others(case, command, (command.decision, *answers)) <= _others(case, command, bare.decisions)


def _others(case: BreachCase, command: GameStep, decisions: Sequence[Any]) -> Counter[tuple[Seat, str, str]]:
    """How often who else does what when these are decided there, one after another, and how much of each in all."""
    line, found = OtherLine(case.game, command.number), Counter[tuple[Seat, str, str]]()
    for decision in decisions:
        line.decide(decision, command.at, command.draws)
        for fact in line.facts:
            if fact.by is not None and fact.by != command.by:
                amounts = {slot: told for slot, told in fact.slots.items() if isinstance(told, int)}
                found.update({(fact.by, fact.kind, slot): amount for slot, amount in {"": 1, **amounts}.items()})
    return found


def _stood(case: BreachCase, culprit: Culprit, command: GameStep, answers: Sequence[Any]) -> bool:
    """Whether it stood until another seat ended it, and who was to answer decided something meanwhile.

    What ends with the window itself has stood to its end; what the seat took back, or could no longer do, has not.
    Nobody is asked for an answer any more once it is off the table: nothing after that is looked at.
    """
    others = {each.by for each in answers}
    closing = case.game.step_at(case.window(culprit)[1])
    closer = case.game.decided.get(closing)
    is_open, heard, taken_back = True, False, False
    meanwhile = (each for each in case.game.commands if command.number < each.number < closing)
    for each in meanwhile:
        heard = heard or (is_open and each.by in others)
        was_open, is_open = is_open, _is_open(case, each, answers)
        taken_back = not is_open and (each.by == command.by if was_open else taken_back)
        if not is_open and not {*answers} & {*_asked(case, command, each)}:
            break
    heard = heard or (is_open and closer is not None and closer.by in others)
    return heard and not taken_back


def _is_open(case: BreachCase, command: GameStep, answers: Sequence[Any]) -> bool:
    """Whether one of these can be decided after a decision."""
    return any(case.chances.may(case.game.after(command), each) == "legal" for each in answers)


def _would_count(case: BreachCase, culprit: Culprit, command: GameStep, answers: Sequence[Any]) -> bool:
    """Whether with the answers the duty would have been done."""
    moves = (
        PossibleMove(command.at, command.decision, instead=True),
        *(PossibleMove(command.at, each, instead=False) for each in answers),
    )
    return case.trial.replayed(moves, command.by, culprit.node.path).says in {"confirmed", "diverged"}
