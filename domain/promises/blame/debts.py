"""One duty of one seat: the chances there were to do it, those let go, and what the record shows of the others."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame import cases, causes
from oathbook.domain.promises.blame.attempts import Attempt, attempted
from oathbook.domain.promises.blame.tenders import receivers, tenders
from oathbook.domain.promises.chances.opportunities import AfterDecision
from oathbook.domain.promises.chances.other_line import OtherLine, PossibleMove, replay_line
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.chances.supplies import PossibleSupply, possible_supply
from oathbook.domain.promises.logic.formulas import Total

_Outdone = tuple[GameStep, Any]  # a decision of another player, and the least that they could have decided


class _Point(Struct, frozen=True):
    """A point at which a duty could perhaps have been done: before a decision, with ``need`` still missing.

    ``did`` is what the seat did of it from there on; of what takes a turn, until its next one. ``attempt`` is there
    where the seat did decide it, and something was still to come of that.
    """

    command: GameStep
    need: int
    supply: PossibleSupply
    takes_turn: bool
    did: int
    attempt: Attempt | None = None

    @property
    def let_go(self) -> int:
        """How much more could have been done there than was."""
        return 0 if self.attempt and self.attempt.own is None else max(self.supply.amount - self.did, 0)


class Debt:
    """One duty of one seat."""

    def __init__(self, culprit: cases.Culprit, seat: Seat) -> None:
        self.seat = seat
        self._case = culprit.case
        self._culprit = culprit
        self._duty = culprit.duty
        self._first, self._last = culprit.window
        self._closing = culprit.case.game.command_at(self._last)
        self._added = culprit.contributions()
        self._points = tuple(self._point(each) for each in culprit.case.game.between(self._first, self._last))

    # Chances ----------------------------------------------------------------------------------------------------------

    def _supply(self, state: object, need: int) -> PossibleSupply:
        return possible_supply(self._case.chances, state, self.seat, self._duty, need)

    def _point(self, command: GameStep) -> _Point:
        need = self._culprit.missing_before(command)
        if isinstance(self._duty, Total) and self._duty.mode == "eq":  # what others add later counts against it
            need -= sum(count for at, by, count in self._added if by != self.seat and at >= command.moment)
        supply = self._supply(command.state, need)
        turn = any(self._case.chances.takes_turn(command.state, each) for each in supply.decisions[:1])
        until = self._next_turn(command) if turn else self._last + 1
        did = sum(count for at, by, count in self._added if by == self.seat and command.moment <= at < until)
        attempt = self._attempt(command) if turn and not did and command.by == self.seat else None
        return _Point(command, need, supply, turn, did, attempt)

    def _attempt(self, command: GameStep) -> Attempt | None:
        """What the seat could have done there, if it did just that."""
        case, duty = self._case, self._duty
        if not isinstance(duty, Total):
            return None
        is_it = command.decision in case.chances.ways.decisions_for(command.state, self.seat, duty, 1)
        if not is_it or len(case.chances.with_answers(command.state, command.decision)) > 1:  # it is a tender
            return None
        return attempted(case, duty.pattern, command, self._last)

    def _next_turn(self, command: GameStep) -> int:
        later = self._case.game.between(command.moment, self._last)
        return next((each.moment for each in later if each.by == self.seat), self._last + 1)

    @property
    def gave(self) -> int:
        """How much the seat did of it."""
        return sum(count for _, by, count in self._added if by == self.seat)

    @property
    def most(self) -> int:
        """All that the seat had at its best moment, with what it had given before."""
        own = tuple((at, count) for at, by, count in self._added if by == self.seat)
        return max(
            (each.supply.amount + sum(count for at, count in own if at < each.command.moment) for each in self._points),
            default=0,
        )

    @property
    def missing(self) -> int:
        """How much was missing in the end."""
        return self._culprit.owed - sum(count for _, _, count in self._added)

    @property
    def room(self) -> int:
        """How much more the seat could have done: at the best point, or in one turn after another."""
        in_turns = sum(each.let_go for each in self._points if each.takes_turn)
        return max(in_turns, *(each.let_go for each in self._points), 0)

    def _chance(self, *, whole: bool) -> causes.Witness | None:
        """The first chance that was let go: to do it, or at least to bring it nearer."""
        point = next((each for each in self._points if each.let_go), None)
        if point is None:
            return None
        *besides, last = point.supply.decisions
        at = point.command.at
        moves = (
            *(PossibleMove(at, each, instead=False) for each in besides),
            PossibleMove(at, last, instead=point.takes_turn),
        )
        if point.attempt and point.attempt.own:
            moves = (point.attempt.own,)
        kind: causes.WitnessKind = "chance" if whole else "nearer"
        room = point.supply.amount
        return causes.Witness(self.seat, self._culprit.path, kind, moves, missing=point.need, room=room)

    # What the record shows --------------------------------------------------------------------------------------------

    def tendered(self, whole: int) -> causes.Blame | None:
        """What follows from it that the seat did all that was missing, or ``whole``, and others did not agree to it.

        Once is enough where the receiver was to answer. Otherwise it excuses only a seat that let no chance go before.
        """
        for command, others in tenders(self._culprit, self.seat, whole):
            friends = others & self._addressees(command)
            if friends or not any(each.let_go for each in self._points if each.command.number < command.number):
                code: causes.Code = "R4" if friends else "R6"
                referral = cases.referred(code, self._culprit, *sorted(others), command=command)
                return self._excused("not-answered", None).and_also(referral)
        return None

    def _addressees(self, command: GameStep) -> frozenset[Seat]:
        parties = frozenset((*self._case.agreement.obligors, *self._case.agreement.addressees))
        return parties | receivers(self._culprit, command.state)

    def answer(self, *, whole: bool) -> causes.Blame:
        """What the seat answers for, by what it is excused, or nothing: then it had no more than it gave."""
        outdone = self._outdone()
        taken = self._taken() or next((command for command, _ in outdone), None)
        if (by_party := self._by_parties(outdone, taken)) is not None:
            return by_party
        chance = self._chance(whole=whole)
        if chance is not None:
            return causes.Blame((chance,)).and_also(causes.Blame() if taken is None else self._too_late(taken))
        if taken is None:
            return self._without_a_chance()
        if cases.by_chance(taken):
            return self._excused("blocked-by-chance", taken).and_also(self._too_late(taken))
        return self._excused("blocked", taken)

    def _without_a_chance(self) -> causes.Blame:
        if self._has_lost_the_turn():
            return self._excused("no-turn", self._closing)
        if self._is_forced():
            return self._excused("forced", None).and_also(cases.referred("R3", self._culprit, self.seat))
        if any(each.supply.untold for each in self._points):
            return cases.referred("R2", self._culprit, self.seat, detail="whether there was a chance")
        return causes.Blame()

    def _excused(self, why: causes.ExcuseReason, by: GameStep | None) -> causes.Blame:
        return cases.excuse(self._culprit, why, self.seat, command=by)

    def _too_late(self, taken: GameStep) -> causes.Blame:
        """A referral where a chance that had been let go before was taken away in the end."""
        if cases.by_chance(taken):
            return cases.referred("R10", self._culprit, self.seat, command=taken)
        return cases.referred("R5", self._culprit, self.seat, taken.by, command=taken)

    def _by_parties(self, outdone: tuple[_Outdone, ...], taken: GameStep | None) -> causes.Blame | None:
        """Blame for a co-obligor, or an excuse by an addressee, who took the last chance away and need not have."""
        for command, least in outdone:
            if command.by in self._addressees(command):
                return self._prevented(command, least)
        if taken is None or taken.by not in self._addressees(taken):
            return None
        other = self._case.chances.alternative(taken.state, taken.decision, self._is_able_after)
        return self._prevented(taken, other.decision) if other.found else None

    def _prevented(self, taken: GameStep, other: Any) -> causes.Blame:
        """Blame for a co-obligor, or an excuse by an addressee, who could have decided something else."""
        if taken.by in self._case.agreement.obligors:
            move, lost = PossibleMove(taken.at, other, instead=True), cases.loss(taken)
            path = self._culprit.path
            witness = causes.Witness(taken.by, path, "prevention", (move,), lost=lost, prevented=self.seat)
            return causes.Blame((witness,)).and_also(self._excused("prevented-by-co-obligor", taken))
        excused = self._excused("prevented-by-addressee", taken)
        return excused.and_also(cases.referred("R4", self._culprit, taken.by, command=taken))

    def _is_able_after(self, after: AfterDecision) -> bool:
        return self._supply(after.state, self.missing).able

    def _outdone(self) -> tuple[_Outdone, ...]:
        """What others decided so that nothing came of what the seat had set going, and the least they could have.

        Of those who are no party, only if the seat could not set it going again later.
        """
        again = max((each.command.number for each in self._points if each.let_go), default=-1)
        return tuple(
            (command, least)
            for point in self._points
            for command, least in (point.attempt.others if point.attempt else ())
            if command.by in self._addressees(command) or again < point.command.number
        )

    # Without an event of others ---------------------------------------------------------------------------------------

    def _taken(self) -> GameStep | None:
        """The decision of another player, or of chance, that took away what the seat could have done in its next turn.

        What the clock takes away at the end of a season was known to everybody, and is nobody's doing.
        """
        if not isinstance(self._duty, Total):
            return next(self._stood_in_the_way(), None)
        points = self._points
        if not any(each.supply.able for each in points):
            points = (*map(self._point, self._case.game.between(self._case.proof.signed, self._first)), *points)
        able = [number for number, each in enumerate(points) if each.supply.able]
        if not able or able[-1] + 1 == len(points):
            return None
        point, later = points[able[-1]], points[able[-1] + 1 :]
        had_a_turn = (point.let_go and point in self._points) or any(each.command.by == self.seat for each in later)
        return None if not had_a_turn or self._by_the_clock(point) else self._whose(points[: able[-1] + 1])

    def _by_the_clock(self, point: _Point) -> bool:
        """Whether it could still have been done when the clock went on."""
        clock = self._case.clock(point.command)
        return clock is not None and self._supply(self._case.game.trace.moments[clock].before, point.need).able

    def _whose(self, points: tuple[_Point, ...]) -> GameStep | None:
        """Whose doing the last of some decisions was: of others who had agreed before, where the seat had no choice."""
        command = points[-1].command
        if command.by != self.seat:
            return None if self._case.decided_by(self.seat, command).by == self.seat else command
        other = self._case.chances.alternative(command.state, command.decision, self._is_able_after)
        if points[-1].supply.amount or other.found:  # the seat could have done it there, or kept it for later
            return None
        return next((each.command for each in reversed(points) if each.command.by != self.seat), None)

    def _stood_in_the_way(self) -> Iterator[GameStep]:
        """The decisions of others without which the seat could have brought a state about by its next decision.

        Only since it last could: until then nobody had taken anything away.
        """
        since = takewhile(lambda each: not each.supply.able, reversed(self._points))
        for turn in (each.command for each in since if each.command.by == self.seat):
            earlier = reversed(self._case.game.between(self._case.proof.signed, turn.moment - 1))
            for command in takewhile(lambda each: each.by != self.seat, earlier):
                if self._case.clock(command, turns=False) is None and any(self._remained_possible(command, turn)):
                    yield command

    def _remained_possible(self, command: GameStep, turn: GameStep) -> Iterator[bool]:
        """Whether the seat could have fulfilled the duty at a turn if this decision had been omitted or another one."""
        game, chances = self._case.game, self._case.chances
        others = (
            each
            for each in chances.option_of_each_kind(command.state, command.by)
            if chances.takes_turn(command.state, each)
        )
        for other in others if chances.takes_turn(command.state, command.decision) else (None,):
            line, move = OtherLine(game, command.number), PossibleMove(command.at, other, instead=True)
            parted = replay_line(game, line, range(command.number, turn.number), self.seat, (move,))
            yield parted is None and self._supply(line.state, 1).able

    # Turns ------------------------------------------------------------------------------------------------------------

    def _has_lost_the_turn(self) -> bool:
        """Whether the seat only lacked the turn when another player, and not the clock, closed the window."""
        closing = self._closing
        if closing is None or closing.by == self.seat or not self._points or not self._points[-1].supply.able:
            return False
        return self._case.clock(closing, self._last) is None

    def _is_forced(self) -> bool:
        """Whether each decision of the seat since it promised was the only one allowed."""
        own = [each for each in self._case.game.between(self._case.proof.signed, self._last) if each.by == self.seat]
        return any(each.moment > self._first for each in own) and all(
            self._case.chances.is_only_one(each.state, each.decision) for each in own
        )
