"""Blame for what was done: a forbidden act, one act too many, a state that an act destroyed."""

from collections.abc import Callable, Iterable

from domain.games.promise_facts import BROKEN, MADE
from domain.kernel.seats import Seat
from domain.promises.blame.cases import BreachCase, leaf_of, referred
from domain.promises.blame.causes import Blame, Excuse, ExcuseReason, PossibleMove, Witness, WitnessKind
from domain.promises.blame.culprits import Culprit
from domain.promises.blame.opportunities import AfterDecision
from domain.promises.blame.plans import Goal, Search
from domain.promises.blame.played_game import GameStep
from domain.promises.blame.simultaneous import simultaneous_blame
from domain.promises.logic.formula import Pattern, StateWithin
from domain.promises.logic.matching import holds, matched
from domain.promises.logic.proof import Ref


def committed(case: BreachCase, culprit: Culprit) -> Blame:
    """Whose acts were too much: every one in the moment that decided counts alike."""
    found = Blame()
    for ref in culprit.node.facts:
        found = found.and_also(_act(case, culprit, ref))
    return found


def _act(case: BreachCase, culprit: Culprit, ref: Ref) -> Blame:
    command = case.game.command_at(ref.moment)
    moment = case.game.trace.moments[ref.moment]
    place = (ref.position, ref.number)
    fact = next(each.fact for each in moment.occurrences if (each.position, each.number) == place)
    if fact.by is None or fact.by not in case.agreement.obligors:
        return referred("R6", culprit, command=command)
    if fact.kind == MADE.kind:  # nobody has to promise anything
        move = PossibleMove(ref.position, None, instead=True)
        return Blame((Witness(fact.by, culprit.node.path, "act", (move,), (ref,)),))
    if fact.kind == BROKEN.kind:
        return referred("R8", culprit, fact.by, detail=f"who answers for {fact.slots['promise']} is found there")
    pattern = leaf_of(culprit).pattern
    assert pattern is not None, "what is counted is counted by a pattern"
    command = _decided(case, fact.by, command)
    if (
        command is not None
        and command.by != fact.by
        and (earlier := simultaneous_blame(case, culprit, fact.by, ref)) is not None
    ):
        return earlier
    return _answerable(case, culprit, fact.by, command, (ref,), _without(case, pattern, fact.by))


def _decided(case: BreachCase, seat: Seat, command: GameStep | None) -> GameStep | None:
    """The decision by which a seat did it: this one, or its own before this one, to which others only agreed."""
    if command is None or command.by == seat:
        return command
    own = (each for each in case.game.between(case.proof.signed, command.moment) if each.by == seat)
    agreed = (each for each in own if command.decision in case.chances.with_answers(each.state, each.decision)[1:])
    return next(agreed, command)


def _without(case: BreachCase, pattern: Pattern, seat: Seat) -> Callable[[AfterDecision], bool]:
    """Whether nothing of the kind follows that the seat does; others may."""

    def avoids(after: AfterDecision) -> bool:
        reader = case.chances.ways.reader
        return not any(
            fact.kind == pattern.kind and fact.by == seat and matched(pattern, fact, after.before, reader)
            for fact in after.facts
        )

    return avoids


def _answerable(
    case: BreachCase,
    culprit: Culprit,
    seat: Seat,
    command: GameStep | None,
    facts: tuple[Ref, ...],
    avoids: Callable[[AfterDecision], bool],
) -> Blame:
    """Whether a seat could have decided otherwise; one that could not, or did not decide it at all, was forced."""
    path = culprit.node.path
    forced = Blame(excuses=(Excuse(seat, path, "forced", case.loss(command) if command else None),))
    if command is None or command.by != seat:
        return forced.and_also(referred("R3", culprit, seat, command=command))
    other = case.chances.alternative(command.state, command.decision, avoids)
    if not other.found:
        forced = forced if other.complete and not other.untold else Blame()
        return forced.and_also(referred(other.referral, culprit, seat, command=command))
    move = PossibleMove(command.at, other.decision, instead=True)
    replay = case.trial.replayed((move,), seat, path, kept=True)
    kind: WitnessKind = "act" if leaf_of(culprit).pattern is not None else "state"
    return Blame((Witness(seat, path, kind, (move,), facts, replay.support, replay.parted),))


# States -----------------------------------------------------------------------------------------------------------


def lost(case: BreachCase, culprit: Culprit, formula: StateWithin) -> Blame:
    """Whose acts ended a state that was to last, or was to be there at a point and had been there before.

    Every owner who has decided a part of what ended it answers for that, and nobody where none has.
    """
    first, last = case.window(culprit)
    at = culprit.node.moment if formula.mode == "G" else _last_lost(case, formula, first, last)
    if at is None:
        return _never(case, culprit, formula)
    ended = case.game.command_at(at)
    decided = () if ended is None or _by_the_clock(case, ended, at) else _decided_by(case, formula.owners, ended)
    if not decided:
        return referred("R6", culprit, *formula.owners, command=ended)
    facts = tuple(
        Ref(at, each.position, each.number) for each in case.game.trace.moments[at].occurrences if each.fact.by
    )

    def still(after: AfterDecision) -> bool:
        return holds(formula.state, after.state, case.chances.ways.reader) is True

    found = Blame()
    for command in decided:
        found = found.and_also(_answerable(case, culprit, command.by, command, facts, still))
    return found


def _by_the_clock(case: BreachCase, command: GameStep, at: int) -> bool:
    """Whether it came with or after the end or the beginning of a season, a turn or the like: that is nobody's act."""
    vocabulary = case.game.ruleset.vocabulary
    clock = {kind for unit in vocabulary.units for kind in (unit.begins, unit.ends)}
    clock |= {phase.kind for phase in vocabulary.phases}
    return any(clock & moment.by_kind.keys() for moment in case.game.trace.moments[command.moment : at + 1])


def _decided_by(case: BreachCase, owners: Iterable[Seat], command: GameStep) -> tuple[GameStep, ...]:
    """The decisions of owners that came out with this one, each with its owner's part in it."""
    decided = ((seat, _decided(case, seat, command)) for seat in owners)
    return tuple(own for seat, own in decided if own is not None and own.by == seat)


def _last_lost(case: BreachCase, formula: StateWithin, first: int, last: int) -> int | None:
    """The last moment of the window after which a state no longer held that had held before."""
    moments, reader = case.game.trace.moments, case.chances.ways.reader
    for index in range(last, first, -1):
        if holds(formula.state, moments[index].before, reader) is True:
            return index if holds(formula.state, moments[index].after, reader) is not True else None
    return None


def _never(case: BreachCase, culprit: Culprit, formula: StateWithin) -> Blame:
    """A state that never came about: whether a plan of an owner would have brought it."""
    found = Blame()
    for seat in formula.owners:
        goal = Goal(seat, culprit.node.path, case.window(culprit), state=formula.state)
        found = found.and_also(planned(culprit, Search(case.trial, case.chances, goal, case.budget), seat))
    return found


def planned(culprit: Culprit, search: Search, seat: Seat, why: ExcuseReason = "never-able") -> Blame:
    """What a search for an own plan says: blame, an excuse and ``why``, or that it cannot tell."""
    plan = search.plan()
    path = culprit.node.path
    match plan.ended:
        case "found":
            assert plan.replay is not None, "a plan is found by its replay"
            return Blame((Witness(seat, path, "plan", plan.moves, (), plan.replay.support, plan.replay.parted),))
        case "none":
            return Blame(excuses=(Excuse(seat, path, why),))
        case "untold":
            return referred("R2", culprit, seat, detail="whether there was a plan")
        case "limit" | "diverging":
            detail = "the budget" if plan.ended == "limit" else "plans after which others could not go on as they did"
            return referred("R8", culprit, seat, detail=detail)
