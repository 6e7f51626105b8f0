"""A broken promise on trial: its game, its proof, what was done and what was missing, and the rules to be asked."""

from msgspec import Struct

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.promises.blame import causes
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.played_game import GameStep, PlayedGame
from oathbook.domain.promises.logic.formulas import Agreement, Atom, Formula, Total
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.proofs import Leaf, Node, Proof
from oathbook.domain.rulesets.vocabulary import BlameReadings


class BreachCase(Struct, frozen=True):
    """A promise in its game, the proof that it is broken, and the rules, which are asked what could have been."""

    game: PlayedGame
    agreement: Agreement
    proof: Proof
    chances: Opportunities

    @property
    def reads(self) -> BlameReadings:
        """How the game reads who answers."""
        return self.game.ruleset.vocabulary.answering(self.game.setup)

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


class Culprit(Struct, frozen=True):
    """A leaf that failed in a case, with its variables bound, and what the proof says of it."""

    case: BreachCase
    formula: Formula
    node: Node

    @property
    def path(self) -> NodePath:
        """The path of the leaf."""
        return self.node.path

    @property
    def duty(self) -> Atom:
        """The leaf as what was to be done, or to be so."""
        assert isinstance(self.formula, Atom), "anything else fails by a ruling alone"
        return self.formula

    @property
    def leaf(self) -> Leaf:
        """What a failed total or state was held against."""
        assert self.node.leaf is not None, "totals and states are leaves"
        return self.node.leaf

    @property
    def window(self) -> tuple[int, int]:
        """The moments from which and up to which a duty could be done; up to the last one, where nothing closed it."""
        first, last = self.leaf.window
        return first, self.case.proof.last if last is None else last

    @property
    def owed(self) -> int:
        """How much is owed; a state is one thing."""
        return self.duty.n if isinstance(self.duty, Total) else 1

    def contributions(self) -> tuple[tuple[int, Seat | None, int], ...]:
        """What was counted: the moment, whose doing it was, and how much."""
        trace = self.case.game.trace
        return tuple((each.fact.moment, trace.fact(each.fact).by, each.lo) for each in self.leaf.counted)

    def missing_before(self, command: GameStep) -> int:
        """How much of a duty was still missing before a decision."""
        return self.owed - sum(amount for moment, _, amount in self.contributions() if moment < command.moment)


def loss(command: GameStep) -> causes.LostChance:
    """A decision as what took a chance away."""
    return causes.LostChance(command.at, command.by, command.decision)


def by_chance(command: GameStep) -> bool:
    """Whether what came of a decision was drawn, or nobody at the table took it."""
    return bool(command.draws) or command.by == TABLE


def excuse(culprit: Culprit, why: causes.ExcuseReason, *seats: Seat, command: GameStep | None = None) -> causes.Blame:
    """Nothing but an excuse of these seats; the command is what took their chance away."""
    lost = None if command is None else loss(command)
    return causes.Blame(excuses=tuple(causes.Excuse(seat, culprit.path, why, lost) for seat in seats))


def referred(
    code: causes.Code, culprit: Culprit, *seats: Seat, command: GameStep | None = None, detail: str = ""
) -> causes.Blame:
    """Nothing but a referral."""
    position = None if command is None else command.at
    return causes.Blame(referrals=(causes.Referral(code, culprit.path, seats, position, detail),))


def never_in_power(culprit: Culprit, *seats: Seat) -> causes.Blame:
    """What follows for those who promised more than they had, as the game reads it."""
    reads = culprit.case.reads
    match reads.beyond_power:
        case "maker":
            reading = reads.beyond_power_id
            return causes.Blame(tuple(causes.Witness(each, culprit.path, "beyond", reading=reading) for each in seats))
        case "judge":
            return referred("R9", culprit, *seats)
        case "nobody":
            return excuse(culprit, "beyond-power", *seats)
