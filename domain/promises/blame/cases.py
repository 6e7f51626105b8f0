"""A broken promise on trial: its game, its proof, what was done and what was missing, and the rules to be asked."""

from msgspec import Struct

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.promises.blame import causes
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.played_game import GameStep, PlayedGame
from oathbook.domain.promises.logic.formulas import Agreement, Formula, StateWithin, Total
from oathbook.domain.promises.logic.proofs import Leaf, Node, Proof


class Culprit(Struct, frozen=True):
    """A leaf that failed, with its variables bound, and what the proof says of it."""

    formula: Formula
    node: Node


class BreachCase(Struct, frozen=True):
    """A promise in its game, the proof that it is broken, and the rules, which are asked what could have been."""

    game: PlayedGame
    agreement: Agreement
    proof: Proof
    chances: Opportunities

    def window(self, culprit: Culprit) -> tuple[int, int]:
        """The moments from which and up to which a duty could be done; up to the last one, where nothing closed it."""
        leaf = leaf_of(culprit)
        last = leaf.window[1]
        return leaf.window[0], self.proof.last if last is None else last

    def clock(self, command: GameStep, last: int | None = None, *, turns: bool = True) -> int | None:
        """The moment with which a season, a turn or a phase ended or began after a decision: that is nobody's act."""
        vocabulary = self.game.ruleset.vocabulary
        units = (each for each in vocabulary.units if turns or not each.whose)
        kinds = {kind for unit in units for kind in (unit.begins, unit.ends)}
        kinds |= {phase.kind for phase in vocabulary.phases}
        moments = self.game.moments_of(command) if last is None else self.game.trace.moments[command.moment : last + 1]
        return next((each.index for each in moments if kinds & each.by_kind.keys()), None)

    def decided_by(self, seat: Seat, command: GameStep) -> GameStep:
        """The decision of a seat to which others only agreed by this one; this one, where there is none."""
        if command.by == seat:
            return command
        own = (each for each in self.game.between(self.proof.signed, command.moment) if each.by == seat)
        agreed = (each for each in own if command.decision in self.chances.with_answers(each.state, each.decision)[1:])
        return next(agreed, command)


def loss(command: GameStep) -> causes.LostChance:
    """A decision as what took a chance away."""
    return causes.LostChance(command.at, command.by, command.decision)


def by_chance(command: GameStep) -> bool:
    """Whether what came of a decision was drawn, or nobody at the table took it."""
    return bool(command.draws) or command.by == TABLE


def leaf_of(culprit: Culprit) -> Leaf:
    """What a failed total or state was held against."""
    assert culprit.node.leaf is not None, "totals and states are leaves"
    return culprit.node.leaf


def referred(
    code: causes.Code, culprit: Culprit, *seats: Seat, command: GameStep | None = None, detail: str = ""
) -> causes.Blame:
    """Nothing but a referral."""
    position = None if command is None else command.at
    return causes.Blame(referrals=(causes.Referral(code, culprit.node.path, seats, position, detail),))


def never_in_power(case: BreachCase, culprit: Culprit, *seats: Seat) -> causes.Blame:
    """What follows for those who promised more than they had, as the game reads it."""
    path, reads = culprit.node.path, case.game.ruleset.vocabulary.answering(case.game.setup)
    match reads.beyond_power:
        case "maker":
            return causes.Blame(
                tuple(causes.Witness(seat, path, "beyond", reading=reads.beyond_power_id) for seat in seats)
            )
        case "judge":
            return referred("R9", culprit, *seats)
        case "nobody":
            return causes.Blame(excuses=tuple(causes.Excuse(seat, path, "beyond-power") for seat in seats))


def contributions(case: BreachCase, culprit: Culprit) -> tuple[tuple[int, Seat | None, int], ...]:
    """What was counted: the moment, whose doing it was, and how much."""
    moments = case.game.trace.moments
    found: list[tuple[int, Seat | None, int]] = []
    for each in leaf_of(culprit).counted:
        facts = moments[each.fact.moment].occurrences
        place = (each.fact.position, each.fact.number)
        by = next(one.fact.by for one in facts if (one.position, one.number) == place)
        found.append((each.fact.moment, by, each.lo))
    return tuple(found)


def missing_before(case: BreachCase, culprit: Culprit, duty: Total | StateWithin, command: GameStep) -> int:
    """How much of a duty was still missing before a decision; a state is one thing."""
    return (duty.n if isinstance(duty, Total) else 1) - sum(
        amount for moment, _, amount in contributions(case, culprit) if moment < command.moment
    )
