"""What a seat did towards a duty that only counts once others agree, where they did not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame.cases import BreachCase, Culprit
from oathbook.domain.promises.chances.opportunities import AfterDecision
from oathbook.domain.promises.chances.other_line import OtherLine
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.chances.supplies import possible_supply
from oathbook.domain.promises.logic.formulas import Atom, Total
from oathbook.domain.promises.logic.matching import amount_range, holds, matches
from oathbook.domain.promises.logic.moments import Occurrence

TO: Final = "to"  # the slot of who receives something


def receivers(culprit: Culprit, state: Any) -> frozenset[Seat]:
    """Who is to receive what is done; they count as addressees."""
    case, duty = culprit.case, culprit.duty
    to = (each for each in duty.pattern.constraints if each.slot == TO) if isinstance(duty, Total) else ()
    seats = frozenset(each.seat for each in case.game.setup.seats)
    named = (name for each in to for name in case.chances.ways.values(each.op, each.term, state))
    return seats.intersection(Seat(str(name)) for name in named)


def tenders(culprit: Culprit, seat: Seat, whole: int) -> Iterator[tuple[GameStep, set[Seat]]]:
    """The decisions by which a seat did its part, for no more than is due, to which others did not agree.

    Its part is what was missing, but no more than ``whole``: all it could have done, with what it did before.
    """
    case, duty = culprit.case, culprit.duty
    gave = [(moment, count) for moment, by, count in culprit.contributions() if by == seat]
    for command in case.game.between(*culprit.window):
        answers = _asked(case, command, command) if command.by == seat else ()
        if answers:
            need = culprit.missing_before(command)
            part = max(1, min(need, whole - sum(count for moment, count in gave if moment < command.moment)))
            done = _played(case, command, (command.decision, *answers))
            comes_to = _comes_to(case, duty, done)
            if (
                comes_to >= part
                and not (isinstance(duty, Total) and duty.mode == "eq" and comes_to > need)
                and _asks_no_more(culprit, command, done, need)
                and _remained_open(culprit, command, answers)
            ):
                yield command, {each.by for each in answers}


def _asked(case: BreachCase, command: GameStep, later: GameStep) -> tuple[Any, ...]:
    """What others have to decide for it to be done, right after it or after a later decision."""
    return tuple(case.game.ruleset.vocabulary.answers(case.game.after(later), command.decision))


def _played(case: BreachCase, command: GameStep, decisions: Sequence[Any]) -> list[AfterDecision]:
    """What happens when these are decided there, one after another."""
    line, found = OtherLine(case.game, command.number), list[AfterDecision]()
    for decision in decisions:
        before = line.state
        line.decide(decision, command.at, command.draws)
        found.append(AfterDecision(before, tuple(line.facts), line.state))
    return found


def _comes_to(case: BreachCase, duty: Atom, done: Sequence[AfterDecision]) -> int:
    """How much of the duty would have been done with the answers."""
    reader = case.game.trace.reader
    if not isinstance(duty, Total):
        return int(holds(duty.state, done[-1].state, reader) is True)
    fits = (
        fact
        for each in done
        for fact in each.facts
        if fact.kind == duty.pattern.kind and matches(duty.pattern, fact, each.before, reader) is True
    )
    return sum(amount_range(duty.field, Occurrence(0, 0, fact))[0] for fact in fits)


def _asks_no_more(culprit: Culprit, command: GameStep, done: Sequence[AfterDecision], need: int) -> bool:
    """Whether others do nothing in it that they would not do if no more and no less were done than is owed."""
    bare = possible_supply(culprit.case.chances, command.state, command.by, culprit.duty, need)
    return _of_others(command, done) <= _of_others(command, _played(culprit.case, command, bare.decisions))


def _of_others(command: GameStep, done: Sequence[AfterDecision]) -> Counter[tuple[str, str]]:
    """How often others do what, and how much of each in all."""
    found = Counter[tuple[str, str]]()
    for fact in (fact for each in done for fact in each.facts):
        if fact.by is not None and fact.by != command.by:
            amounts = {slot: told for slot, told in fact.slots.items() if isinstance(told, int)}
            found.update({(fact.kind, slot): count for slot, count in {"": 1, **amounts}.items()})
    return found


def _remained_open(culprit: Culprit, command: GameStep, answers: Sequence[Any]) -> bool:
    """Whether an offer stayed open until another seat ended it, or until the window closed.

    What the seat took back, or could no longer do, has not. Nobody is asked for an answer any more once it is off the
    table: nothing after that is looked at.
    """
    case = culprit.case
    closing = case.game.step_at(culprit.window[1])
    is_open, taken_back = True, False
    meanwhile = (each for each in case.game.commands if command.number < each.number < closing)
    for each in meanwhile:
        was_open, is_open = is_open, _is_open(case, each, answers)
        taken_back = not is_open and (each.by == command.by if was_open else taken_back)
        if not is_open and not {*answers} & {*_asked(case, command, each)}:
            break
    return not taken_back


def _is_open(case: BreachCase, command: GameStep, answers: Sequence[Any]) -> bool:
    """Whether one of these can be decided after a decision."""
    return any(case.chances.may(case.game.after(command), each) == "legal" for each in answers)
