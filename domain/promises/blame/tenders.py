"""What a seat did towards a total that only counts once others agree, where they did not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.kernel.seats import Seat
from domain.promises.blame.cases import BreachCase, Culprit, missing_before
from domain.promises.chances.other_line import OtherLine
from domain.promises.chances.played_game import GameStep
from domain.promises.chances.supplies import supplied
from domain.promises.logic.formula import Total
from domain.promises.logic.matching import amount, matched
from domain.promises.logic.moments import Occurrence
from domain.rulesets.vocabulary import Fact

TO: Final = "to"
"""The slot of who receives something."""


def receivers(case: BreachCase, tally: Total, state: Any) -> frozenset[Seat]:
    """Who is to receive what is done; they count as addressees."""
    to = (each for each in tally.pattern.constraints if each.slot == TO)
    seats = {each.seat for each in case.game.setup.seats}
    return (
        frozenset(Seat(str(name)) for each in to for name in case.chances.ways.values(each.op, each.term, state))
        & seats
    )


def full_tenders(case: BreachCase, culprit: Culprit, tally: Total, seat: Seat) -> Iterator[tuple[GameStep, set[Seat]]]:
    """The decisions by which a seat did all that was missing, for no more than is due, and who did not agree to it."""
    for command in case.game.between(*case.window(culprit)):
        answers = _asked(case, command, command) if command.by == seat else ()
        if answers:
            need = missing_before(case, culprit, tally, command)
            done = _facts(case, command, (command.decision, *answers))
            if (
                _comes_to(case, tally, need, done)
                and _asks_no_more(case, command, done, tally, need)
                and _stood(case, culprit, command, answers)
            ):
                yield command, {each.by for each in answers}


def _asked(case: BreachCase, command: GameStep, later: GameStep) -> tuple[Any, ...]:
    """What others have to decide for it to be done, right after it or after a later decision."""
    return tuple(case.game.ruleset.vocabulary.answers(case.game.after(later), command.decision))


def _facts(case: BreachCase, command: GameStep, decisions: Sequence[Any]) -> list[tuple[Any, Fact]]:
    """What happens when these are decided there, one after another, each fact with the state before it."""
    line, found = OtherLine(case.game, command.number), list[tuple[Any, Fact]]()
    for decision in decisions:
        before = line.state
        line.decide(decision, command.at, command.draws)
        found += ((before, fact) for fact in line.facts)
    return found


def _comes_to(case: BreachCase, tally: Total, need: int, done: Sequence[tuple[Any, Fact]]) -> bool:
    """Whether with the answers the duty would have been done."""
    reader = case.game.trace.reader
    fits = (
        fact
        for before, fact in done
        if fact.kind == tally.pattern.kind and matched(tally.pattern, fact, before, reader) is True
    )
    total = sum(amount(tally.field, Occurrence(0, 0, fact))[0] for fact in fits)
    return total == need if tally.mode == "eq" else total >= need


def _asks_no_more(
    case: BreachCase, command: GameStep, done: Sequence[tuple[Any, Fact]], tally: Total, need: int
) -> bool:
    """Whether others do nothing in it that they would not do if no more and no less were done than is owed."""
    bare = supplied(case.chances, command.state, command.by, tally, need)
    return _of_others(command, done) <= _of_others(command, _facts(case, command, bare.decisions))


def _of_others(command: GameStep, done: Sequence[tuple[Any, Fact]]) -> Counter[tuple[Seat, str, str]]:
    """How often who else does what, and how much of each in all."""
    found = Counter[tuple[Seat, str, str]]()
    for _, fact in done:
        if fact.by is not None and fact.by != command.by:
            amounts = {slot: told for slot, told in fact.slots.items() if isinstance(told, int)}
            found.update({(fact.by, fact.kind, slot): count for slot, count in {"": 1, **amounts}.items()})
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
