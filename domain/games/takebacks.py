"""What a game keeps for taking back, the states before its last decisions and what was asked; and how it was played."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.games import game_events, takeback_events
from oathbook.domain.games.corrections import CorrectedOutcome, apply_corrections
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import SCRIBE_TAKEBACK_DECISIONS
from oathbook.domain.rulesets.protocol import AnyRuleset


class KeptState(Struct, frozen=True, gc=False):
    """The state of a game before the decision at a position."""

    position: int
    state: Any


class TakebackRequest(Struct, frozen=True):
    """A request to take back the decision at ``start``: where and by whom it was made, who has to agree and who has.

    ``declined`` is set once one of them has not agreed.
    """

    position: int
    by: Seat
    start: int
    needs: tuple[Seat, ...]
    why: str = ""
    agreed: tuple[Seat, ...] = ()
    declined: bool = False

    @property
    def is_open(self) -> bool:
        """Whether an answer is still awaited."""
        return not self.declined and len(self.agreed) < len(self.needs)


class TakebackMemory(Struct, frozen=True):
    """The states before the last decisions that stand, and the last request, if nothing has lapsed it.

    Nothing is kept in a game in which nothing may be taken back.
    """

    kept: tuple[KeptState, ...] = ()
    request: TakebackRequest | None = None

    def after_decision(self, position: int, state: Any) -> "TakebackMemory":
        """The same after a decision at a position, before which the game stood so."""
        return TakebackMemory((*self.kept, KeptState(position, state))[-SCRIBE_TAKEBACK_DECISIONS:])

    def with_states(self, states: Iterable[Any]) -> "TakebackMemory":
        """The same with these states in the place of those it keeps."""
        kept = (KeptState(each.position, state) for each, state in zip(self.kept, states, strict=True))
        return replace(self, kept=tuple(kept))

    def without_request(self) -> "TakebackMemory":
        """The same after something that lapses what was asked."""
        return self if self.request is None else TakebackMemory(self.kept)

    def restored(self, position: int, start: int) -> tuple[Any, "TakebackMemory"]:
        """The state before the decision at ``start``, and the memory then; ``Misfit`` where it is not kept."""
        for number, each in enumerate(self.kept):
            if each.position == start:
                return each.state, TakebackMemory(self.kept[:number])
        raise Misfit(f"position {position}: no decision at {start} can be taken back")

    def after_request(self, position: int, by: Seat, event: takeback_events.TakebackAsked) -> "TakebackMemory":
        """Return the memory with this request in place of any earlier one."""
        return replace(self, request=TakebackRequest(position, by, event.start, event.needs, event.why))

    def after_answer(self, position: int, by: Seat, event: takeback_events.TakebackAnswered) -> "TakebackMemory":
        """Return the memory after an answer; ``Misfit`` if no such request is open."""
        request = self.request
        if request is None or not request.is_open or request.position != event.asked:
            raise Misfit(f"position {position}: nothing that was asked at {event.asked} is open")
        if event.agrees:
            return replace(self, request=replace(request, agreed=(*request.agreed, by)))
        return replace(self, request=replace(request, declined=True))


NOTHING_KEPT = TakebackMemory()


def evolve_takebacks(  # a game is not known here: it keeps this
    opened: game_events.GameOpened[Any, Any, Any],
    state: Any,
    memory: TakebackMemory,
    position: int,
    by: Seat,
    event: game_events.TakebackEvent,
) -> tuple[Any, TakebackMemory]:
    """State and memory after an event about taking back; ``Misfit`` where it does not fit."""
    if opened.takebacks == "never":
        raise Misfit(f"position {position}: nothing is taken back in this game")
    match event:
        case takeback_events.TakebackAsked():
            return state, memory.after_request(position, by, event)
        case takeback_events.TakebackAnswered():
            return state, memory.after_answer(position, by, event)
        case takeback_events.StepsTakenBack(start):
            return memory.restored(position, start)


# The record as it was played ------------------------------------------------------------------------------------------


class WithdrawnOutcome(CorrectedOutcome, frozen=True, gc=False):
    """The outcome of a decision that was taken back: nothing follows from it."""


def withdrawals_in(entries: Iterable[game_events.Entry]) -> dict[int, int]:
    """The steps in which a decision was taken back, each with the position at which that was done."""
    standing: list[tuple[int, int]] = []
    withdrawn: dict[int, int] = {}
    for entry in entries:
        match entry.body:
            case game_events.DecisionMade() | TableActed():
                standing.append((entry.position, entry.step))
            case takeback_events.StepsTakenBack(start):
                withdrawn |= {step: entry.position for position, step in standing if position >= start}
                standing = [each for each in standing if each[0] < start]
            case _:
                pass
    return withdrawn


class Takeback(Struct, frozen=True):
    """Where a game went back, and where the decisions stand that count no longer since."""

    position: int
    at: tuple[int, ...]


def takebacks_in(entries: Sequence[game_events.Entry]) -> tuple[Takeback, ...]:
    """Every time that a game went back, in order."""
    found: dict[int, list[int]] = {}
    withdrawn = withdrawals_in(entries)
    for entry in entries:
        if isinstance(entry.body, game_events.DecisionMade | TableActed) and entry.step in withdrawn:
            found.setdefault(withdrawn[entry.step], []).append(entry.position)
    return tuple(Takeback(position, tuple(at)) for position, at in sorted(found.items()))


def standing_entries(
    ruleset: AnyRuleset, entries: Iterable[game_events.Entry], *, by: int | None = None
) -> tuple[game_events.Entry, ...]:
    """The same events with nothing following from decisions that were taken back, and with corrections applied.

    With ``by`` only takebacks and corrections that stand no further than there count.
    """
    known = apply_corrections(ruleset, tuple(entries), by=by)
    withdrawn = withdrawals_in(known[:by])
    if not withdrawn:
        return known
    return tuple(_withdrawn_entry(each) if each.step in withdrawn else each for each in known)


def _withdrawn_entry(entry: game_events.Entry) -> game_events.Entry:
    match entry.body:
        case game_events.OutcomeFollowed(of):
            return replace(entry, body=WithdrawnOutcome(of, (), struck=True))
        case TableActed():
            return replace(entry, body=replace(entry.body, did=(), after=None))
        case _:
            return entry
