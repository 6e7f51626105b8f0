"""How the promises of a game stood at a position, as one viewer saw it; followed once for all positions."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import pairwise
from threading import Lock
from typing import Final

from msgspec import Struct

from oathbook.domain.games.events import DecisionMade, DrawMade, Entry, GameOpened, OfPromise, PromiseId, SeedRevealed
from oathbook.domain.games.played_record import PlayedStep, steps_of
from oathbook.domain.games.promise_facts import fact_of
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.kernel.spelling import called
from oathbook.domain.promises.audit.explanation import price_text
from oathbook.domain.promises.audit.following import Followed, FollowedPart, Following, followed
from oathbook.domain.promises.logic.proof import Status
from oathbook.domain.promises.monitor.monitor_state import Lean
from oathbook.domain.rulesets.protocol import AnyRuleset

SILENT: Final = (GameOpened, DecisionMade, DrawMade, SeedRevealed)
"""Events of which no letter speaks."""

MOST_SAID: Final = 500
"""Characters that are kept of what went wrong."""


class Turning(Struct, frozen=True):
    """An act on a promise, or its result: a name for it, and a sentence."""

    position: int
    promise: PromiseId
    kind: str
    says: str


class Stood(Struct, frozen=True):
    """How a promise stands for one set of obligors, and since which event."""

    obligors: tuple[Seat, ...]
    status: Status
    lean: Lean | None
    position: int


class PromisesThen(Struct, frozen=True):
    """The promises from a position on, as they were known there; ``fault`` is why they could not be judged, if so."""

    position: int
    promises: Followed
    stood: Mapping[PromiseId, tuple[Stood, ...]]
    fault: str = ""


NOTHING: Final = PromisesThen(0, {}, {})


class PromiseHistory:
    """How the promises of a record stood, followed as far as somebody asks.

    What a later ruling or correction says otherwise is so from there on: at each position it is what the audit of the
    record up to there says.
    """

    def __init__(
        self, ruleset: AnyRuleset, entries: tuple[Entry, ...], earlier: "PromiseHistory | None" = None
    ) -> None:
        """Go on from what was known of the same record when it was shorter."""
        self._ruleset = ruleset
        self._entries = entries
        self._lock = Lock()  # however many ask at once
        self._following: Following | None = None
        self._read = 0
        self._then = [NOTHING]
        if earlier is not None:
            self._following, self._read, self._then = earlier.known

    @property
    def known(self) -> tuple[Following | None, int, list[PromisesThen]]:
        """How far it was followed, and what came of it."""
        with self._lock:
            return self._following, self._read, [*self._then]

    def at(self, position: int) -> PromisesThen:
        """The promises at a position. ``BadRecord`` where the record cannot be followed."""
        with self._lock:
            self._follow(position)
            return self._then[bisect_right(self._then, position, key=lambda each: each.position) - 1]

    def turnings(self, *, after: int = 0) -> tuple[Turning, ...]:
        """All that is done with promises after a position, and each change of how one stands and what it costs."""
        acts = [_done(each) for each in self._entries[after:] if isinstance(each.body, OfPromise)]
        return tuple(sorted((*acts, *self.settled(after=after)), key=lambda each: each.position))

    def settled(self, *, after: int = 0, upto: int | None = None) -> Iterator[Turning]:
        """What promises came to between two positions, and at what price; of a release its consents have told."""
        last = len(self._entries) if upto is None else upto
        self.at(last)
        for before, now in pairwise(self._then):
            if after < now.position <= last:
                yield from _turnings(before, now)

    def _follow(self, upto: int) -> None:
        """Follow whole steps until the event of a position is among them."""
        if self._following is None and self._read < upto:
            self._begin()
        for step in steps_of(self._entries[self._read :]):
            if self._read >= upto or self._then[-1].fault:
                return
            self._take(step)

    def _begin(self) -> None:
        """Pass over what comes before the first promise: there is nothing to follow."""
        first = next((each for each in self._entries[self._read :] if isinstance(each.body, OfPromise)), None)
        self._read = len(self._entries) if first is None else first.position - 1
        if first is not None:
            self._following = followed(self._ruleset, self._entries[: self._read])

    def _take(self, step: PlayedStep) -> None:
        """Follow one step, event by event where letters may speak of it."""
        assert self._following is not None, "there is something to follow"
        try:
            found = self._following
            for number, entry in enumerate(step.entries, 1):
                if not isinstance(entry.body, SILENT):
                    found = self._following.after(step.entries[:number])
                    self._tell(entry.position, found)
            self._following = found if len(found.entries) == step.last else self._following.after(step.entries)
        except MemoryError:
            raise  # no game is to blame for it
        except Exception as problem:  # noqa: BLE001  # because a fault in judging must not keep a game from being looked at
            says = f"{type(problem).__name__}: {problem}"[:MOST_SAID]
            self._then.append(PromisesThen(step.at, {}, {}, says))
        self._read = step.last

    def _tell(self, position: int, found: Following) -> None:
        """Keep how promises stand from a position on, if it is otherwise than before."""
        last = self._then[-1]
        if all(last.promises.get(name) is each for name, each in found.promises.items()):
            return
        stood = {
            name: tuple(_stood(part, last.stood.get(name, ()), position) for part in each.parts)
            for name, each in found.promises.items()
            if each.parts
        }
        self._then.append(PromisesThen(position, found.promises, stood))


def _stood(part: FollowedPart, before: tuple[Stood, ...], position: int) -> Stood:
    now = (part.obligors, part.status, part.lean)
    since = next((each.position for each in before if (each.obligors, each.status, each.lean) == now), position)
    return Stood(*now, since)


def _done(entry: Entry) -> Turning:
    assert isinstance(entry.body, OfPromise)
    fact = fact_of(Seat(entry.by), entry.body)
    return Turning(entry.position, entry.body.promise, fact.kind.removeprefix("promise_"), fact.sentence)


def _turnings(before: PromisesThen, now: PromisesThen) -> Iterator[Turning]:
    """What has come of promises, for each set of obligors."""
    for name, promise in now.promises.items():
        known = before.promises.get(name)
        parts = () if known is None else known.parts
        was = {each.obligors: (each.status, price_text(each.penalties)) for each in parts}
        for part in promise.parts:
            status, price = part.status, price_text(part.penalties)
            if status != "released" and (status, price) != was.get(part.obligors, ("pending", "")):
                who = f" for {', '.join(map(called, part.obligors))}" if len(promise.parts) > 1 else ""
                yield Turning(now.position, name, status, f"promise {name} is {status}{who}{price and f': {price}'}")
