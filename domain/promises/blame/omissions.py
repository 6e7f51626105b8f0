"""Blame for what was not done by the time it was due, of a duty that one seat had."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.kernel.seats import TABLE, Seat
from domain.promises.blame.cases import BreachCase, contributions, missing_before, referred
from domain.promises.blame.causes import Blame, Excuse, LostChance, PossibleMove, Witness
from domain.promises.blame.commissions import planned
from domain.promises.blame.culprits import Culprit
from domain.promises.blame.opportunities import AfterDecision
from domain.promises.blame.pending_offers import pending_offer_blame
from domain.promises.blame.plans import Goal, Search
from domain.promises.blame.played_game import GameStep
from domain.promises.blame.replaying import Replayed
from domain.promises.blame.supplies import PossibleSupply, supplied
from domain.promises.logic.formula import Total


class OpenChance(Struct, frozen=True):
    """A point at which a duty could perhaps have been done: before a decision, with so much still missing."""

    command: GameStep
    need: int
    supply: PossibleSupply

    @property
    def taken_would_do(self) -> bool:
        """Whether all that was missing could have been done there."""
        return self.supply.amount >= self.need


def omitted(case: BreachCase, culprit: Culprit, tally: Total, seat: Seat) -> Blame:
    """Whether a seat that owed it caused that it was not done."""
    if not case.chances.ways.verbs(tally.pattern):
        return referred("R8", culprit, seat, detail="the rules cannot be asked how it is done")
    omission = _Omission(case, culprit, tally, seat)
    found = omission.prevented()
    return omission.by_chances() if found is None else found


class _Omission:
    """One duty that one seat has not done."""

    def __init__(self, case: BreachCase, culprit: Culprit, tally: Total, seat: Seat) -> None:
        self._case = case
        self._culprit = culprit
        self._path = culprit.node.path
        self._tally = tally
        self._seat = seat
        self._counted = contributions(case, culprit)
        self._chances = tuple(self._chance(each) for each in case.commands(culprit))

    def _chance(self, command: GameStep) -> OpenChance:
        need = missing_before(self._case, self._culprit, self._tally, command)
        state = command.state
        return OpenChance(command, need, supplied(self._case.chances, state, self._seat, self._tally, need))

    # Prevented by another seat --------------------------------------------------------------------------------------

    def prevented(self) -> Blame | None:
        """What follows where another seat ended the last chance; nothing where none did."""
        ended = self._ended_by()
        if ended is None or ended.command.by == self._seat:
            return None
        command, by = ended.command, ended.command.by
        if command.draws or by == TABLE:
            return self._blocked(ended).and_also(referred("R10", self._culprit, self._seat, command=command))
        agreement = self._case.agreement
        if by in {*agreement.obligors, *agreement.addressees}:
            return self._by_a_party(ended, by)
        return self._blocked(ended)

    def _ended_by(self) -> OpenChance | None:
        """The last point at which the seat was able to, if it was not the last of all."""
        able = [number for number, each in enumerate(self._chances) if each.supply.able]
        if not able or able[-1] == len(self._chances) - 1:
            return None
        return self._chances[able[-1]]

    def _by_a_party(self, ended: OpenChance, by: Seat) -> Blame:
        command, path = ended.command, self._path
        loss = self._case.loss(command)

        def able(after: AfterDecision) -> bool:
            return supplied(self._case.chances, after.state, self._seat, self._tally, ended.need).able

        other = self._case.chances.alternative(command.state, command.decision, able)
        if not other.found:
            return self._blocked(ended).and_also(referred(other.referral, self._culprit, by, command=command))
        if by in self._case.agreement.obligors:
            move = PossibleMove(command.at, other.decision, instead=True)
            witness = Witness(by, path, "prevention", (move,), lost=loss, prevented=self._seat)
            return Blame((witness,), (Excuse(self._seat, path, "prevented-by-co-obligor", loss),))
        excuse = Excuse(self._seat, path, "prevented-by-addressee", loss)
        return Blame(excuses=(excuse,)).and_also(referred("R4", self._culprit, by, command=command))

    def _blocked(self, ended: OpenChance) -> Blame:
        """By a seat that owed nothing, or by nobody: who waited bears the risk of waiting."""
        loss = self._case.loss(ended.command)
        by_chance = bool(ended.command.draws) or ended.command.by == TABLE
        excuse = Blame(excuses=(Excuse(self._seat, self._path, "blocked-by-chance" if by_chance else "blocked", loss),))
        witness = self._witness(loss)
        if witness is None:
            return excuse
        late = referred("R5", self._culprit, self._seat, ended.command.by, command=ended.command)
        late = Blame() if by_chance else late
        risk = self._case.game.ruleset.vocabulary.delay_risk
        return (excuse if risk == "excused" else Blame((witness,))).and_also(late)

    # Chances of one's own --------------------------------------------------------------------------------------------

    def by_chances(self) -> Blame:
        """A chance that was not taken, or none: then whether an own plan would have made one."""
        offered = pending_offer_blame(self._case, self._culprit, self._tally, self._seat)
        if offered is not None:
            return offered
        ended = self._ended_by()
        witness = self._witness(None if ended is None else self._case.loss(ended.command))
        if witness is not None:
            return Blame((witness,))
        if any(each.supply.untold for each in self._chances):
            return referred("R2", self._culprit, self._seat, detail="whether there was a chance")
        first, last = self._case.window(self._culprit)
        counted = tuple((moment, amount) for moment, _, amount in self._counted)
        goal = Goal(self._seat, self._path, (first, last), self._tally, counted=counted)
        search = Search(self._case.trial, self._case.chances, goal, self._case.budget)
        able = any(each.supply.able for each in self._chances)
        return planned(self._culprit, search, self._seat, "no-turn" if able else "never-able")

    def _witness(self, loss: LostChance | None) -> Witness | None:
        """The last chance that no replay refutes, or the last few together that a replay confirms."""
        for moves in self._ways():
            replay = self._case.trial.replayed(moves, self._seat, self._path)
            if replay.says != "refuted":
                return self._told(moves, replay, loss)
        for moves in self._in_parts():
            replay = self._case.trial.replayed(moves, self._seat, self._path)
            if replay.says in {"confirmed", "diverged"}:
                return self._told(moves, replay, loss)
        return None

    def _told(self, moves: Sequence[PossibleMove], replay: Replayed, loss: LostChance | None) -> Witness:
        seat, path = self._seat, self._path
        return Witness(seat, path, "chance", tuple(moves), (), replay.support, replay.parted, loss)

    def _ways(self) -> Iterator[tuple[PossibleMove, ...]]:
        """All at one point, the latest first."""
        for chance in reversed(self._chances):
            if chance.taken_would_do:
                yield moves_at(self._case, chance.command, self._seat, chance.supply)

    def _in_parts(self) -> Iterator[tuple[PossibleMove, ...]]:
        """A part at each of the last few turns: what was counted twice in it, only a replay can tell."""
        parts: list[PossibleMove] = []
        left = self._tally.n - sum(amount for _, _, amount in self._counted)
        for chance in reversed(self._chances):
            own = chance.command.by == self._seat
            counted = any(moment >= chance.command.moment for moment, _, _ in self._counted)
            if own and not counted and 0 < chance.supply.amount < chance.need:
                parts = [*moves_at(self._case, chance.command, self._seat, chance.supply), *parts]
                left -= chance.supply.amount
                if left <= 0:
                    yield tuple(parts)
                    return


def moves_at(case: BreachCase, command: GameStep, seat: Seat, supply: PossibleSupply) -> tuple[PossibleMove, ...]:
    """What could have been decided at a point: besides what was decided there, or in its place if it takes the turn."""
    state = command.state
    turn = command.by == seat and any(case.chances.takes_turn(state, each) for each in supply.decisions)
    *besides, last = supply.decisions
    return (
        *(PossibleMove(command.at, each, instead=False) for each in besides),
        PossibleMove(command.at, last, instead=turn),
    )
