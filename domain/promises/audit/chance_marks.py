"""Marks that look further: what a seat can no longer do after a decision, and the last chance to do what it owes.

Only duties to do something that can be done now are looked at; who else is needed is taken to be willing. What a seat
has offered and could offer again counts as taken back. Nothing is drawn: a line of play ends at a draw.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final, Literal

from msgspec import Struct

from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.games.table_answers import quiet_decision
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.forecast import possible_results
from oathbook.domain.promises.audit.incremental_audit import IncrementalAudit
from oathbook.domain.promises.audit.marks import (
    MOST_MARKED,
    MarkedOption,
    MarkKind,
    OpenPromise,
    OptionMark,
    OptionMarker,
    Way,
)
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.supplies import possible_supply
from oathbook.domain.promises.lifecycle.letter_reader import unit_numbers
from oathbook.domain.promises.logic.formulas import And, Formula, Once, Total, Unless, Whenever, Window
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.shares import leaves_of
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.rulesets.vocabulary import Fact

MOST_SEARCHES: Final = 400  # prices that are asked for
MOST_QUIET: Final = 24  # decisions that are played as quietly as the rules allow
MOST_DRAWS: Final = 8  # results of the draws of an option that are tried

Outlook = Literal["now", "later", "never"]


class OwnDuty(Struct, frozen=True):
    """What a seat owes to do, in one of several ways; ``done`` is how much of it has been."""

    ways: tuple[Total, ...]

    @property
    def path(self) -> NodePath:
        """The clause."""
        return self.ways[0].path

    @property
    def done(self) -> int:
        """How much of it has been done."""
        return sum(each.lo for each in self.ways)


class ChanceMarker:
    """Finds all marks of the options of one seat in one position, chances among them."""

    def __init__(self, audit: IncrementalAudit, seat: Seat) -> None:
        """Take the promises of a game as ``OptionMarker`` does."""
        self._marker: Final = OptionMarker(audit, seat, MOST_SEARCHES)
        self._seat: Final = seat
        self._ruleset: Final = audit.game.ruleset
        self._chances: Final = Opportunities(audit.game)
        self._here: Final = Way((), (), audit.game.end)
        penalty = self._ruleset.vocabulary.penalty
        self._price: Final = None if penalty is None else penalty.amount

    def mark(self, options: Sequence[Any]) -> Iterator[MarkedOption]:
        """The options that do something to promises, or after which something can no longer be done."""
        for number, option in enumerate(options[:MOST_MARKED]):
            marks = tuple(self._marks(option))
            if marks:
                yield MarkedOption(number, marks)

    def _marks(self, option: Any) -> Iterator[OptionMark]:
        ways = self._marker.ways(option, MOST_DRAWS) if self._marker.is_checked_for(option) else []
        yield from self._marker.decided(option, ways)
        fates = Counter(fate for way in ways if way is not None for fate in self._fates(way))
        for (number, kind, might), times in sorted(fates.items()):
            each, duty, _ = self._possible[number]
            yield OptionMark(each.state.promise, duty.path, kind, self._price, might=might or times < len(ways))

    def _fates(self, way: Way) -> Iterator[tuple[int, MarkKind, bool]]:
        """The duties, by number, that can no longer be done after a way or have no chance any more; if they might."""
        waits: dict[int, tuple[OpenPromise, OwnDuty]] = {}
        for number, (each, duty, outlook) in enumerate(self._possible):
            after = self._after(each, duty, way)
            if after is not None and after.done <= duty.done:
                if self._outlook(after, way) == "never":
                    yield number, "makes-impossible", False
                elif outlook == "now":
                    waits[number] = (each, after)
        for number, might in self._without_chance(waits, way):
            yield number, "last-chance", might

    # What can be done ------------------------------------------------------------------------------------------------

    @cached_property
    def _possible(self) -> tuple[tuple[OpenPromise, OwnDuty, Outlook], ...]:
        """The duties of the seat that it could do now, or but for whose turn it is."""
        found: list[tuple[OpenPromise, OwnDuty, Outlook]] = [
            (each, duty, self._outlook(duty, self._here))
            for each in self._marker.own
            for duty in self._duties(each.state)
        ]
        return tuple(one for one in found if one[2] != "never")

    def _duties(self, state: MonitorState) -> Iterator[OwnDuty]:
        """What a pending promise asks the seat to do from now on; none of what only a later event would ask for."""
        for part in _parts(state.residual) if state.status == "pending" else ():
            leaves = tuple(leaves_of(part))
            totals = tuple(
                each for each in leaves if isinstance(each, Total) and each.mode != "le" and self._seat in each.owners
            )
            if totals and totals == leaves:
                yield OwnDuty(totals)

    def _outlook(self, duty: OwnDuty, way: Way) -> Outlook:
        """When the seat could do it after a way: there and then, later, or never; now where this reader cannot tell."""
        state = self._withdrawn(way.state)
        needs = [(each, max(1, each.n - each.lo)) for each in duty.ways]
        found = [(possible_supply(self._chances, state, self._seat, *each), each[1]) for each in needs]
        if any(each.amount >= need or each.untold for each, need in found):
            return "now"
        return "later" if any(each.able for each, _ in found) else "never"

    def _withdrawn(self, state: Any) -> Any:
        """The state after the seat has taken back what it has offered."""
        for decision in self._ruleset.vocabulary.withdrawals(state, self._seat):
            after = self._chances.after(state, decision)
            state = state if after is None else after
        return state

    def _after(self, each: OpenPromise, duty: OwnDuty, way: Way) -> OwnDuty | None:
        """What is left of a duty after a way, if it is still owed."""
        left = self._duties(self._marker.follow(each.state, way))
        return next((one for one in left if one.path == duty.path), None)

    # The last chance -------------------------------------------------------------------------------------------------

    def _without_chance(self, waits: dict[int, tuple[OpenPromise, OwnDuty]], way: Way) -> Iterator[tuple[int, bool]]:
        """Those of some duties that fail on the quiet line after a way before the rules allow them to be done.

        With each comes whether it only might: by what was drawn on that line, or because it ends before the season, or
        another unit, with which the duty ends.
        """
        here = way
        for here in chain((way,), self._quiet_line(way)):
            if not waits:
                return
            for number, (each, duty) in tuple(waits.items()):
                after = self._after(each, duty, here)
                outlook = None if after is None else self._outlook(after, here)
                if outlook != "later":
                    del waits[number]
                if outlook == "never" or self._marker.follow(each.state, here).status == "broken":
                    yield number, any(isinstance(entry.body, DrawMade) for entry in here.entries)
        yield from ((number, True) for number, (_, duty) in waits.items() if self._ends_soon(duty, here.state))

    def _ends_soon(self, duty: OwnDuty, state: Any) -> bool:
        """Whether every way to do it ends with the season, or another unit, that is running."""
        return all(each.window is not None and self._closes_soon(each.window, state) for each in duty.ways)

    def _closes_soon(self, window: Window, state: Any) -> bool:
        numbers = unit_numbers(self._ruleset.vocabulary, state)
        units = (each for each in self._ruleset.vocabulary.units if each.ends == window.pattern.kind)
        facts = (Fact(each.ends, None, {each.slot: numbers.get(each.word, 0)}, "") for each in units)
        reader = self._chances.ways.reader
        return window.n == 1 and any(matches(window.pattern, fact, state, reader) is True for fact in facts)

    def _quiet_line(self, way: Way) -> Iterator[Way]:
        """The game after each decision from there on, if everybody decides as little as the rules allow."""
        here: Way | None = way
        for _ in range(MOST_QUIET):
            here = here and self._quiet_step(here)
            yield from () if here is None else (here,)

    def _quiet_step(self, way: Way) -> Way | None:
        """A way with one more decision: the quiet one of who is asked, or the first listed; of draws the first."""
        state = way.state
        next_to_act = () if self._ruleset.standing(state).ending else self._ruleset.to_act(state)[:1]
        quiet = (quiet_decision(self._ruleset, state, seat) for seat in next_to_act)
        listed = chain.from_iterable(self._chances.listed(state, seat) for seat in next_to_act)
        decision = next((each for each in chain(quiet, listed) if each is not None), None)
        results = () if decision is None else tuple(possible_results(self._ruleset, state, decision, (), 1))
        return self._marker.go_on(way, decision, results[-1]) if results else None


def _parts(residual: Formula) -> Iterator[Formula]:
    """The duties that have begun; of a repeated one, those that are open."""
    match residual:
        case And(parts):
            for part in parts:
                yield from _parts(part)
        case Whenever(open=instances):
            yield from instances
        case Once():
            return
        case Unless(body=body):
            yield from _parts(body)
        case _:
            yield residual
