"""How the promises of a game stood at a position, as one viewer saw it; followed once for all positions."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import pairwise
from threading import Lock
from typing import Final

from msgspec import Struct

from oathbook.domain.games import game_events
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.games.promise_facts import promise_fact
from oathbook.domain.kernel import Roster, Seat
from oathbook.domain.promises.audit import incremental_audit
from oathbook.domain.promises.audit.explanation import price_text
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.monitor.monitor_state import Lean
from oathbook.domain.rulesets.protocol import AnyRuleset

IRRELEVANT_EVENTS: Final = (
    game_events.GameOpened,
    game_events.DecisionMade,
    game_events.DrawMade,
    game_events.SeedRevealed,
)
"""Events of which no letter speaks."""

MAX_FAULT_LENGTH: Final = 500  # characters that are kept of what went wrong


class Turning(Struct, frozen=True):
    """An act on a promise, or its result: a name for it, and a sentence."""

    position: int
    promise: game_events.PromiseId
    kind: str
    says: str


class Stood(Struct, frozen=True):
    """How a promise stands for one set of obligors, and since which event."""

    obligors: tuple[Seat, ...]
    status: Status
    lean: Lean | None
    position: int


class PromiseSnapshot(Struct, frozen=True):
    """The promises from a position on, as they were known there; ``fault`` is why they could not be judged, if so."""

    position: int
    promises: incremental_audit.PromiseResults
    stood: Mapping[game_events.PromiseId, tuple[Stood, ...]]
    fault: str = ""


NO_PROMISES: Final = PromiseSnapshot(0, {}, {})


class PromiseHistory:
    """How the promises of a record stood, followed as far as somebody asks.

    What a later ruling or correction says otherwise is so from there on: at each position it is what the audit of the
    record up to there says.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        entries: tuple[game_events.Entry, ...],
        roster: Roster,
        earlier: "PromiseHistory | None" = None,
    ) -> None:
        self._ruleset = ruleset
        self._entries = entries
        self._roster = roster
        self._lock = Lock()  # however many ask at once
        self._following: incremental_audit.IncrementalAudit | None = None
        self._read = 0
        self._then = [NO_PROMISES]
        if earlier is not None:
            self._following, self._read, self._then = earlier.known

    @property
    def known(self) -> tuple[incremental_audit.IncrementalAudit | None, int, list[PromiseSnapshot]]:
        """How far it was followed, and what came of it."""
        with self._lock:
            return self._following, self._read, [*self._then]

    def at(self, position: int) -> PromiseSnapshot:
        """The promises at a position. ``BadRecord`` where the record cannot be followed."""
        with self._lock:
            self._follow(position)
            return self._then[bisect_right(self._then, position, key=lambda each: each.position) - 1]

    def audit_at(self, position: int) -> incremental_audit.IncrementalAudit | None:
        """The audit of the record up to a position; nothing where nothing was promised by then, or none can be judged.

        It is at hand at the end of what was followed, and elsewhere made anew.
        """
        if not self.at(position).promises:
            return None
        following = self._following
        if following is not None and len(following.entries) == position:
            return following
        return incremental_audit.start_incremental_audit(self._ruleset, self._entries[:position])

    def turnings(self, *, after: int = 0) -> tuple[Turning, ...]:
        """All that is done with promises after a position, and each change of how one stands and what it costs."""
        acts = [
            _act_turning(each, self._roster)
            for each in self._entries[after:]
            if isinstance(each.body, game_events.PromiseEventBase)
        ]
        return tuple(sorted((*acts, *self.results(after=after)), key=lambda each: each.position))

    def results(self, *, after: int = 0, upto: int | None = None) -> Iterator[Turning]:
        """What promises came to between two positions, and at what price; of a release its consents have told."""
        last = len(self._entries) if upto is None else upto
        self.at(last)
        for before, now in pairwise(self._then):
            if after < now.position <= last:
                yield from _result_turnings(before, now, self._roster)

    def _follow(self, upto: int) -> None:
        """Follow whole steps until the event of a position is among them."""
        if self._following is None and self._read < upto:
            self._begin()
        for step in steps_of(self._entries[self._read :]):
            if self._read >= upto or self._then[-1].fault:
                return
            self._follow_step(step)

    def _begin(self) -> None:
        """Pass over what comes before the first promise: there is nothing to follow."""
        first = next(
            (each for each in self._entries[self._read :] if isinstance(each.body, game_events.PromiseEventBase)), None
        )
        self._read = len(self._entries) if first is None else first.position - 1
        if first is not None:
            self._following = incremental_audit.start_incremental_audit(self._ruleset, self._entries[: self._read])

    def _follow_step(self, step: PlayedStep) -> None:
        """Follow one step, event by event where letters may speak of it."""
        assert self._following is not None, "there is something to follow"
        try:
            found = self._following
            for number, entry in enumerate(step.entries, 1):
                if not isinstance(entry.body, IRRELEVANT_EVENTS):
                    found = self._following.extend(step.entries[:number])
                    self._add_snapshot(entry.position, found)
            self._following = found if len(found.entries) == step.last else self._following.extend(step.entries)
        except MemoryError:
            raise  # no game is to blame for it
        except Exception as problem:  # noqa: BLE001  # because a fault in judging must not keep a game from being looked at
            says = f"{type(problem).__name__}: {problem}"[:MAX_FAULT_LENGTH]
            self._then.append(PromiseSnapshot(step.at, {}, {}, says))
        self._read = step.last

    def _add_snapshot(self, position: int, found: incremental_audit.IncrementalAudit) -> None:
        """Keep how promises stand from a position on, if it is otherwise than before."""
        last = self._then[-1]
        if all(last.promises.get(name) is each for name, each in found.promises.items()):
            return
        stood = {
            name: tuple(_part_standing(part, last.stood.get(name, ()), position) for part in each.parts)
            for name, each in found.promises.items()
            if each.parts
        }
        self._then.append(PromiseSnapshot(position, found.promises, stood))


def _part_standing(part: incremental_audit.PartResult, before: tuple[Stood, ...], position: int) -> Stood:
    now = (part.obligors, part.status, part.lean)
    since = next((each.position for each in before if (each.obligors, each.status, each.lean) == now), position)
    return Stood(*now, since)


def _act_turning(entry: game_events.Entry, roster: Roster) -> Turning:
    assert isinstance(entry.body, game_events.PromiseEventBase)
    fact = promise_fact(Seat(entry.by), entry.body, roster)
    return Turning(entry.position, entry.body.promise, fact.kind.removeprefix("promise_"), fact.sentence)


def _result_turnings(before: PromiseSnapshot, now: PromiseSnapshot, roster: Roster) -> Iterator[Turning]:
    """What has come of promises, for each set of obligors."""
    for name, promise in now.promises.items():
        known = before.promises.get(name)
        parts = () if known is None else known.parts
        was = {each.obligors: (each.status, price_text(each.penalties, roster)) for each in parts}
        for part in promise.parts:
            status, price = part.status, price_text(part.penalties, roster)
            if status != "released" and (status, price) != was.get(part.obligors, ("pending", "")):
                who = f" for {', '.join(map(roster.call, part.obligors))}" if len(promise.parts) > 1 else ""
                yield Turning(now.position, name, status, f"promise {name} is {status}{who}{price and f': {price}'}")
