"""Blame for what was done: a forbidden act, or one act too many."""

from collections.abc import Callable

from oathbook.domain.games.promise_facts import PROMISE_BROKEN, PROMISE_MADE
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame import cases
from oathbook.domain.promises.blame.causes import Blame, Witness, WitnessKind
from oathbook.domain.promises.blame.simultaneous import simultaneous_blame
from oathbook.domain.promises.chances.opportunities import AfterDecision
from oathbook.domain.promises.chances.other_line import PossibleMove
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.logic.formulas import Pattern
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.proofs import Ref


def committed(culprit: cases.Culprit) -> Blame:
    """Whose acts were too much: every one in the moment that decided counts alike.

    Of what several were not to do more than so often together, everybody answers whose act counted, or only who acted
    last, as the game reads it. What several were to do exactly so often was their duty as far as it went.
    """
    reads, leaf = culprit.case.reads, culprit.leaf
    pooled = leaf.mode == "le" and len(leaf.owners) > 1 and leaf.n > 0
    refs = tuple(each.fact for each in leaf.counted) if pooled and reads.pooled_limit == "each" else culprit.node.facts
    reading = reads.pooled_limit_id if pooled else ""
    return Blame().and_also(*(_act(culprit, ref, reading) for ref in refs))


def _act(culprit: cases.Culprit, ref: Ref, reading: str) -> Blame:
    case = culprit.case
    command, fact = case.game.command_at(ref.moment), case.game.trace.fact(ref)
    if fact.by is None or fact.by not in case.agreement.obligors:
        return cases.referred("R6", culprit, command=command)
    if fact.kind == PROMISE_MADE.kind:  # nobody has to promise anything
        move = PossibleMove(ref.position, None, instead=True)
        return Blame((Witness(fact.by, culprit.path, "act", (move,), (ref,), reading=reading),))
    if fact.kind == PROMISE_BROKEN.kind:
        return cases.referred("R8", culprit, fact.by, detail=f"who answers for {fact.slots['promise']} is found there")
    pattern = culprit.leaf.pattern
    assert pattern is not None, "what is counted is counted by a pattern"
    command = command and case.decided_by(fact.by, command)
    is_answer = command is not None and command.by != fact.by
    earlier = simultaneous_blame(culprit, fact.by, ref) if is_answer else None
    if earlier is not None:
        return earlier
    return answerable(culprit, (fact.by, command, (ref,)), _without(case, pattern, fact.by), reading)


def _without(case: cases.BreachCase, pattern: Pattern, seat: Seat) -> Callable[[AfterDecision], bool]:
    """Whether nothing of the kind follows that the seat does; others may."""

    def avoids(after: AfterDecision) -> bool:
        reader = case.chances.ways.reader
        return not any(
            fact.kind == pattern.kind and fact.by == seat and matches(pattern, fact, after.before, reader)
            for fact in after.facts
        )

    return avoids


def answerable(
    culprit: cases.Culprit,
    done: tuple[Seat, GameStep | None, tuple[Ref, ...]],
    avoids: Callable[[AfterDecision], bool],
    reading: str = "",
) -> Blame:
    """Blame for who did it, unless nothing else was allowed, or the seat did not decide it at all: that was forced."""
    seat, command, facts = done
    forced = cases.excuse(culprit, "forced", seat, command=command)
    if command is None or command.by != seat:
        return forced.and_also(cases.referred("R3", culprit, seat, command=command))
    other = culprit.case.chances.alternative(command.state, command.decision, avoids)
    if other.untold:
        return cases.referred("R2", culprit, seat, command=command, detail="whether there was another way")
    if not other.found:
        detail = "" if other.complete else "more was allowed than can be listed"
        excuse = forced if other.complete else Blame()
        return excuse.and_also(cases.referred("R3", culprit, seat, command=command, detail=detail))
    kind: WitnessKind = "act" if culprit.leaf.pattern is not None else "state"
    move = PossibleMove(command.at, other.decision, instead=True)
    return Blame((Witness(seat, culprit.path, kind, (move,), facts, reading=reading),))
