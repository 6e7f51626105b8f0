"""A broken promise on trial: its game, its proof, what was done and what was missing, and the rules to be asked."""

from msgspec import Struct

from domain.kernel.seats import Seat
from domain.promises.blame.causes import Blame, Code, LostChance, Referral
from domain.promises.blame.culprits import Culprit
from domain.promises.blame.opportunities import Opportunities
from domain.promises.blame.plans import Budget
from domain.promises.blame.played_game import GameStep, PlayedGame
from domain.promises.blame.replaying import Trial
from domain.promises.logic.formula import Agreement, Total
from domain.promises.logic.proof import Leaf, Proof


class BreachCase(Struct, frozen=True):
    """A promise, the proof that it is broken, and what it takes to ask what could have been."""

    trial: Trial
    proof: Proof
    chances: Opportunities
    budget: Budget

    @property
    def game(self) -> PlayedGame:
        """The game as it was played."""
        return self.trial.game

    @property
    def agreement(self) -> Agreement:
        """What its signers were bound by."""
        return self.trial.agreement

    def window(self, culprit: Culprit) -> tuple[int, int]:
        """The moments from which and up to which a duty could be done; up to the last one, where nothing closed it."""
        leaf = leaf_of(culprit)
        last = leaf.window[1]
        return leaf.window[0], self.proof.last if last is None else last

    def commands(self, culprit: Culprit) -> tuple[GameStep, ...]:
        """The decisions before each of which the duty could still have been done."""
        return self.game.between(*self.window(culprit))

    def loss(self, command: GameStep) -> LostChance:
        """A decision as what took a chance away."""
        return LostChance(command.at, command.by, command.decision)


def leaf_of(culprit: Culprit) -> Leaf:
    """What a failed total or state was held against."""
    assert culprit.node.leaf is not None, "totals and states are leaves"
    return culprit.node.leaf


def referred(code: Code, culprit: Culprit, *seats: Seat, command: GameStep | None = None, detail: str = "") -> Blame:
    """Nothing but a referral."""
    position = None if command is None else command.at
    return Blame(referrals=(Referral(code, culprit.node.path, seats, position, detail),))


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


def missing_before(case: BreachCase, culprit: Culprit, tally: Total, command: GameStep) -> int:
    """How much of a total was still missing before a decision."""
    return tally.n - sum(amount for moment, _, amount in contributions(case, culprit) if moment < command.moment)
