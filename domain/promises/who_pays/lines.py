"""Plays alternative lines: the record with substitutions, everything else as recorded as far as the rules allow."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.promises.chances.played_game import GameStep
from oathbook.domain.promises.logic.formulas import Agreement, Formula
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.monitor import follow, lean_of, start
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.who_pays.answers import AlternativeLine, Substitution
from oathbook.domain.promises.who_pays.duties import BrokenPromise, ClockCount, FailedLeaf
from oathbook.domain.promises.who_pays.line_replay import AFTER_THE_ACT, HIDDEN, LineReplay

MOST_LINES: Final = 160  # for one duty and seat
MOST_DECISIONS: Final = 6_000  # played on them
MOST_BEHIND_THE_FIRST: Final = 24  # lines looked at for one that leaves no decision of others out

Acts = frozenset[type[Any]]
"""The decisions that are all of an act that is owed, whatever is drawn then."""

_Juncture = tuple[tuple[Any, ...], MonitorState]
"""Where two lines are alike: what can still happen on them, and what the duty has come to."""

DutyHistory = dict[int, MonitorState]
"""What the monitor has of a duty on the recorded line before each step since the signing, by its number."""


def duty_history(breach: BrokenPromise, agreement: Agreement, formula: Formula) -> DutyHistory:
    """Follow a duty by itself, without the terms of the letter."""
    game, proof = breach.game, breach.proof
    alone = replace(agreement, formula=formula, void_if=None, ends_if=None)
    state, before = start(proof.promise, alone, game.trace.moments[proof.signed], game.trace.reader), DutyHistory()
    for number in range(max(0, game.step_at(proof.signed)), breach.end + 1):
        before[number] = state
        since = (each for each in game.moments_of(game.steps[number]) if each.index > proof.signed)
        state = follow(state, since, game.trace.reader)
    return before


def line_key(substitutions: Sequence[Substitution]) -> str:
    """What tells one line from another; decisions may differ only in hidden values that are not sealed yet."""
    said = repr(substitutions)
    if "Hidden(" not in said:
        return said
    hidden = (each for each in hidden_values_in(substitutions) if isinstance(each, Hidden))
    return f"{said} {[each.look() for each in hidden if each.is_open]}"


class LinePlayer:
    """Plays lines for one duty and one seat, within bounds; ``cut`` once one was reached.

    ``untold``: a line needed what is hidden from this reader. ``chancy``: one needed a draw that was never made.
    """

    def __init__(self, breach: BrokenPromise, history: DutyHistory, seat: Seat, leaf: FailedLeaf, acts: Acts) -> None:
        closed = leaf.leaf.closed_by
        by_clock = closed is not None and breach.game.trace.fact(closed).kind in breach.clocks
        self.breach, self.seat, self.to_do, self._acts = breach, seat, leaf.to_do, acts
        self.cut = self.untold = self.chancy = False
        self._history, self._by_clock, self._window = history, by_clock, leaf.window(breach.last)
        self._known: dict[str, AlternativeLine | None] = {}
        self._states: dict[tuple[int, str], Any] = {}
        self._begun: dict[str, tuple[LineReplay, int]] = {}
        self._failing: dict[int, list[tuple[_Juncture, int]]] = {}  # with the decisions that follow on the line
        self._played = 0
        self._most = MOST_LINES

    def find_line(self, substitutions: Sequence[Substitution]) -> AlternativeLine | None:
        """The line with these substitutions, if the duty does not fail on it."""
        key = line_key(substitutions)
        if key not in self._known:
            if len(self._known) >= self._most or self._played >= MOST_DECISIONS:
                self.cut = True
                return None
            self._known[key] = self._play(tuple(substitutions))
        return self._known[key]

    def search_further(self) -> None:
        """Allow as many lines again: for two decisions, before it is said that one did not do."""
        self._most = max(self._most, len(self._known) + MOST_LINES)

    def first_kept(self, lines: Iterable[Sequence[Substitution]]) -> AlternativeLine | None:
        """The first line on which the duty does not fail; rather one that leaves no decision of others out."""
        second, after = None, 0
        for each in lines:
            found = self.find_line(each)
            if found is not None and not self.leaves_out_others(found):
                return found
            second = second or found
            after += second is not None
            if self.cut or after > MOST_BEHIND_THE_FIRST:
                break
        return second

    def state_before(self, command: GameStep, substitution: Substitution) -> Any | None:
        """The state before a decision on the line with a substitution; nothing where that cannot be played.

        Nothing, too, where another seat decides otherwise and time comes less far than it did: that is no help.
        """
        named = line_key((substitution,))
        if (command.number, named) not in self._states:
            self._states[command.number, named] = self._state_before(command, substitution, named)
        return self._states[command.number, named]

    def _state_before(self, command: GameStep, substitution: Substitution, named: str) -> Any | None:
        steps = self.breach.game.steps
        first = self.breach.number_at(substitution.position)
        begun = self._begun.get(named)
        line, since = begun if begun and begun[1] <= command.number else (LineReplay(self.breach, first), first)
        for number in range(since, command.number):
            line.play_step(steps[number], (substitution,) if number == first else ())
        self._begun[named] = line, command.number
        self._played += line.decided
        is_own = steps[first].by == self.seat
        on_time = is_own or self._recorded_clock(steps[first].moment, command.moment) <= line.clock
        return line.state if on_time and not line.parted else None

    def leaves_out_others(self, line: AlternativeLine) -> bool:
        """Whether decisions of other seats have become impossible on a line."""
        decided = self.breach.game.decided
        return any(decided[self.breach.number_at(at)].by != self.seat for at in line.left_out)

    def _play(self, substitutions: tuple[Substitution, ...]) -> AlternativeLine | None:
        found, is_behind = self._run(substitutions, again=False)
        return self._run(substitutions, again=True)[0] if is_behind else found

    def _run(self, substitutions: tuple[Substitution, ...], *, again: bool) -> tuple[AlternativeLine | None, bool]:
        """The line, if the duty does not fail on it, and whether it is none only because time comes less far."""
        at: dict[int, list[Substitution]] = {}
        for each in substitutions:
            at.setdefault(self.breach.number_at(each.position), []).append(each)
        first = min(at)
        line = LineReplay(self.breach, first, self.seat if again else None)
        duty, ended = self._follow(line, first, at)
        if duty is None:
            return None, False
        found = AlternativeLine(substitutions, line.left_out, self.breach.game.steps[ended].at, again=again)
        if line.parted:
            return replace(found, by_chance=True) if self._counts_by_chance(line, first) else None, False
        if not self._holds(duty, line.last_moment):
            return None, False
        is_kept = (self.to_do and duty.status == "kept") or self._comes_as_far(line.clock, first)
        if is_kept and line.repeated:
            self.untold = True
            return None, False
        return found if is_kept else None, not is_kept

    def _follow(
        self, line: LineReplay, first: int, at: Mapping[int, Sequence[Substitution]]
    ) -> tuple[MonitorState | None, int]:
        """What the duty comes to on a line from a step on, and the step with which the line ends; nothing if it fails.

        Where all that can still happen is as on an earlier line on which it failed, that line tells the rest.
        """
        duty, number, left = self._history[first], first, None
        passed: list[tuple[int, _Juncture, int]] = []
        for number in range(first, self.breach.end + 1):
            if number > max(at):
                juncture = line.situation, duty
                left = next((left for each, left in self._failing.get(number, ()) if each == juncture), None)
                if left is not None:
                    break
                passed.append((number, juncture, line.decided))
            line.play_step(self.breach.game.steps[number], at.get(number, ()))
            duty = follow(duty, line.take_moments(), self.breach.game.trace.reader)
            if line.parted or duty.status == "broken" or (self.to_do and duty.status == "kept"):
                break
        played = line.decided + (left or 0)
        self._played += played
        if left is None and (line.parted or duty.status != "broken"):
            return duty, number
        for each, juncture, decided in passed:
            self._failing.setdefault(each, []).append((juncture, played - decided))
        return None, number

    def _counts_by_chance(self, line: LineReplay, first: int) -> bool:
        """Whether a line counts that parted: for what was not to be, or was done whatever follows.

        What was not to be counts up to a draw, for nobody can tell what follows from that.
        """
        if not self.to_do and line.parted in {"depends", "hidden-pile"}:
            return True
        is_drawn = line.parted in AFTER_THE_ACT and type(line.decision) in self._acts and self._is_in_time(first)
        if self.to_do and is_drawn:
            return True
        self.untold = self.untold or line.parted in HIDDEN
        self.chancy = self.chancy or line.parted == "depends"
        return False

    def _is_in_time(self, first: int) -> bool:
        """Whether what is put in before a step lies in the window of what was owed."""
        since, until = self._window
        return since <= self.breach.game.steps[first].moment <= until

    def _holds(self, duty: MonitorState, last: Moment) -> bool:
        """Whether the duty has not failed: what is to be done is done, or its time has passed by the clock."""
        if duty.status != "pending":
            return duty.status not in {"broken", "undetermined"}
        if self.to_do and self._by_clock:
            return True
        leans = lean_of(duty, last, self.breach.game.trace.reader)
        return leans == "+" or (leans == "~" and not self.to_do)

    def _comes_as_far(self, clock: ClockCount, first: int) -> bool:
        """Whether time comes as far as in the record when the duty failed: else the line shows nothing.

        If the seat's own decision broke it, and not the clock after it, the moment before it is far enough.
        """
        breach = self.breach
        closing = breach.game.command_at(breach.last)
        own = closing is not None and not self.to_do and closing.by == self.seat and not breach.is_by_the_clock(closing)
        until = closing.moment if own and closing is not None else breach.last + 1
        return self._recorded_clock(breach.game.steps[first].moment, until) <= clock

    def _recorded_clock(self, since: int, until: int) -> ClockCount:
        """How often which season, turn and phase began and ended in moments of the record."""
        return self.breach.clock_of(self.breach.game.trace.moments[since:until])
