"""What the owner of a duty did of it that others had to answer: an offer, a law put to the vote, an ally named."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from msgspec.structs import astuple

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.logic.formulas import Total
from oathbook.domain.promises.who_pays.answers import Substitution
from oathbook.domain.promises.who_pays.candidates import MOST_POINTS, Candidates, Substitutions
from oathbook.domain.promises.who_pays.duties import FailedLeaf
from oathbook.domain.rulesets.vocabulary import Fact

TO: Final = "to"  # the slot of who receives something
MOST_ANSWERS: Final = 48  # options of another seat


def receivers(candidates: Candidates, leaf: FailedLeaf, state: Any) -> frozenset[Seat]:
    """Who is to receive what is done; they count as addressees."""
    chances = candidates.chances
    pattern = leaf.formula.pattern if isinstance(leaf.formula, Total) else None
    to = (each for each in (pattern.constraints if pattern else ()) if each.slot == TO)
    seats = frozenset(each.seat for each in candidates.breach.game.setup.seats)
    named = (name for each in to for name in chances.ways.values(each.op, each.term, state))
    return seats.intersection(Seat(str(name)) for name in named)


class OtherAnswer(NamedTuple):
    """How other seats could have answered otherwise what the owner of a duty did of it.

    ``is_asked``: something was asked of one, as by an offer; else they had to decide the same, or what followed.
    """

    attempt: GameStep
    seats: tuple[Seat, ...]
    substitutions: Substitutions
    is_asked: bool


def answers_of_others(candidates: Candidates, leaf: FailedLeaf, seat: Seat) -> Iterator[OtherAnswer]:
    """Yields how others could have answered otherwise what a seat did of its duty.

    An answer that was asked for is put in before a later decision of another seat: nobody answers after the last. What
    the seat took back, or could no longer do, was not left to anybody.
    """
    first, last = leaf.window(candidates.breach.last)
    for command in own_decisions(candidates, leaf, seat):
        asked = answers_to(candidates, command)
        if asked and asks_no_more(candidates, leaf, command, asked) and _is_left_open(candidates, command, asked, last):
            yield from _answers_in_time(candidates, command, asked)
        elif not asked and isinstance(leaf.formula, Total) and is_part(candidates, leaf, command):
            yield from _in_their_turn(candidates, command, first)


def answers_to(candidates: Candidates, command: GameStep) -> tuple[Any, ...]:
    """What others had to decide for something to come of a decision."""
    game = candidates.breach.game
    return tuple(game.ruleset.vocabulary.answers(game.after(command), command.decision))


def own_decisions(candidates: Candidates, leaf: FailedLeaf, seat: Seat) -> Iterator[GameStep]:
    """Yields the decisions of a seat while it owed a leaf."""
    first, last = leaf.window(candidates.breach.last)
    yield from (each for each in candidates.breach.own(seat) if first <= each.moment <= last)


def is_part(candidates: Candidates, leaf: FailedLeaf, command: GameStep) -> bool:
    """Whether a decision is what a seat decides to do a leaf, or a part of it."""
    needs = dict.fromkeys((leaf.amount, leaf.missing(), 1))
    return any(command.decision in candidates.ways(leaf, command.by, command.state, need) for need in needs)


def _is_left_open(candidates: Candidates, command: GameStep, asked: Sequence[Any], last: int) -> bool:
    """Whether others could answer until one of them made an end of it, or until the window closed."""
    game, chances = candidates.breach.game, candidates.chances
    closing = game.step_at(last)
    was_open, by_the_seat = True, False
    for each in (each for each in game.commands if command.number < each.number < closing):
        after = game.after(each)
        is_open = any(chances.may(after, answer) == "legal" for answer in asked)
        if was_open and not is_open:
            by_the_seat = each.by == command.by
        was_open = is_open
        if not is_open and not any(one in asked for one in game.ruleset.vocabulary.answers(after, command.decision)):
            break  # nobody is asked any more
    return was_open or not by_the_seat


def _answers_in_time(candidates: Candidates, command: GameStep, asked: Sequence[Any]) -> Iterator[OtherAnswer]:
    for later in _later(candidates, command):
        allowed = tuple(each for each in asked if candidates.chances.may(later.state, each) == "legal")
        if allowed:
            by = allowed[0].by
            yield OtherAnswer(command, (by,), (candidates.put_in(later, by, allowed),), is_asked=True)


def _in_their_turn(candidates: Candidates, command: GameStep, first: int) -> Iterator[OtherAnswer]:
    """Yields other answers of a seat whose answer was needed, and then of all of them at once.

    It decided the same, or what followed from it. Nobody has to help: it answers with the least that it could spend.
    """
    kind = cast("type[Any]", type(command.decision))
    earlier = (each for each in reversed(candidates.breach.commands) if first <= each.moment < command.moment)
    same = [each for each in earlier if each.by != command.by and type(each.decision) is kind][:MOST_POINTS]
    of_all: dict[Seat, Substitution] = {}
    for other in (*_that_follow(candidates, command), *same):
        for each in _with_the_least(other.decision, _alike(candidates, other)):
            instead = Substitution(other.at, instead=True, decisions=(each,))
            of_all.setdefault(other.by, instead)
            yield OtherAnswer(command, (other.by,), (instead,), is_asked=False)
    if len(of_all) > 1:
        yield OtherAnswer(command, tuple(of_all), tuple(of_all.values()), is_asked=False)


def _that_follow(candidates: Candidates, command: GameStep) -> Iterator[GameStep]:
    """Yields later decisions of others, up to one of another kind at which there was nothing else to decide."""
    for other in _later(candidates, command):
        if type(other.decision) is not type(command.decision) and not _alike(candidates, other):
            return
        yield other


def _alike(candidates: Candidates, other: GameStep) -> list[Any]:
    """What else of the same kind could have been decided there."""
    listed = candidates.listed(other)[:MOST_ANSWERS]
    return [each for each in listed if type(each) is type(other.decision) and each != other.decision]


def _with_the_least(decision: Any, alike: Sequence[Any]) -> list[Any]:
    """Those of other decisions that spend the least, and no more than this one."""
    spent = [sum(each for each in astuple(one) if isinstance(each, int)) for one in (*alike, decision)]
    return [each for each, amount in zip(alike, spent, strict=False) if amount == min(spent)]


def _later(candidates: Candidates, command: GameStep) -> list[GameStep]:
    later = (each for each in candidates.breach.commands if each.number > command.number and each.by != command.by)
    return [*islice(later, MOST_POINTS)]


# Only what is owed ----------------------------------------------------------------------------------------------------


def asks_no_more(candidates: Candidates, leaf: FailedLeaf, command: GameStep, asked: Sequence[Any]) -> bool:
    """Whether others do nothing in it but what they promise, and what they would do for no more and no less."""
    need = leaf.missing(before=command.moment)
    bare = candidates.supply(leaf, command.by, command.state, need).decisions
    done = _of_others(candidates, command, (command.decision, *asked), candidates.promised)
    return done <= _of_others(candidates, command, bare)


def _of_others(
    candidates: Candidates, command: GameStep, decisions: Sequence[Any], promised: Sequence[Total] = ()
) -> Counter[tuple[str, str]]:
    """How often others do what in decisions one after another, and how much of each; not what they promise."""
    found, left = Counter[tuple[str, str]](), {each.path: each.n for each in promised}
    for fact in facts_of(candidates, command.state, decisions):
        owed = next((each for each in promised if candidates.is_of(each, fact, command.state, left[each.path])), None)
        if owed is not None:
            left[owed.path] -= cast("int", fact.slots.get(owed.field, 1))
        elif fact.by is not None and fact.by != command.by:
            amounts = {slot: count for slot, count in fact.slots.items() if isinstance(count, int)}
            found.update({(fact.kind, slot): count for slot, count in {"": 1, **amounts}.items()})
    return found


def facts_of(candidates: Candidates, state: Any, decisions: Sequence[Any]) -> Iterator[Fact]:
    """Yields what follows from decisions one after another, as far as they are allowed and nothing is drawn."""
    for each in decisions:
        after = candidates.chances.after(state, each)
        if after is None:
            return
        yield from candidates.chances.facts(state, each)
        state = after
