"""How the promises of a game stood at a position, as one viewer saw it; worked out once for all positions."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import zip_longest
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from domain.games.events import Entry, OfPromise, PromiseId
from domain.games.promise_facts import fact_of
from domain.kernel.seats import Seat
from domain.promises.audit.history import Histories, ObligorHistory, StatusChange, histories
from domain.promises.logic.proof import Status
from domain.promises.monitor.monitor_state import Lean
from domain.promises.trace.revisions import revisions
from replays.frames import Replay


class Turning(Struct, frozen=True):
    """Something done with a promise, or what it comes to: what it is called, and a sentence."""

    position: int
    promise: PromiseId
    kind: str
    says: str


class Stood(Struct, frozen=True):
    """How one set of obligors stands by a promise, and the event since which it is so."""

    obligors: tuple[Seat, ...]
    status: Status
    lean: Lean | None
    position: int


class PromiseHistory:
    """How the promises of a replay stood; audited once up to its end and up to each position that revised a verdict."""

    def __init__(self, replay: Replay) -> None:
        """Nothing is audited before somebody asks."""
        self._ruleset = replay.record.ruleset
        self._entries = replay.entries
        self._audited: dict[int, Histories] = {}
        self._lock = Lock()  # however many ask at once

    def stood(self, position: int) -> Mapping[PromiseId, tuple[Stood, ...]]:
        """Each promise that had bound anybody by then, a line for each set of obligors.

        It is what the audit of the record up to there says. ``BadRecord`` where the record cannot be followed.
        """
        found = self._tracks(position)
        told = {name: tuple(filter(None, (_at(each, position) for each in several))) for name, several in found.items()}
        return {name: lines for name, lines in told.items() if lines}

    def turnings(self) -> tuple[Turning, ...]:
        """All that is done with promises, and each change of how one stands, as far as was known at that position.

        A verdict that a later ruling or correction revises is told where it was known, and the new one after it.
        ``BadRecord`` where the record cannot be followed.
        """
        acts = [each for each in self._entries if isinstance(each.body, OfPromise)]
        if not acts:
            return ()
        return tuple(sorted((*map(_done, acts), *self._settled()), key=lambda each: each.position))

    @cached_property
    def _revisions(self) -> tuple[int, ...]:
        return revisions(self._entries)

    def _tracks(self, position: int) -> Histories:
        """Those of the record up to where something was ruled anew or corrected: what was so until then stood there."""
        end = next((each - 1 for each in self._revisions if each > position), len(self._entries))
        with self._lock:
            if end not in self._audited:
                self._audited[end] = histories(self._ruleset, self._entries[:end])
            return self._audited[end]

    def _settled(self) -> Iterator[Turning]:
        """What promises come to; who released one has said so where they consented."""
        before: dict[tuple[PromiseId, tuple[Seat, ...]], Status] = {}
        firsts = (1, *self._revisions)
        for first, following in zip_longest(firsts, firsts[1:], fillvalue=len(self._entries) + 1):
            for name, several in self._tracks(first).items():
                for track in several:
                    now = before.get((name, track.obligors), "pending")
                    for turn in _turns(track, first, following):
                        if turn.status not in {now, "released"}:
                            who = f" for {', '.join(track.obligors)}" if len(several) > 1 else ""
                            yield Turning(turn.position, name, turn.status, f"promise {name} is {turn.status}{who}")
                        now = turn.status
                    before[name, track.obligors] = now


def _at(track: ObligorHistory, position: int) -> Stood | None:
    turn = track.at(position)
    return None if turn is None else Stood(track.obligors, turn.status, turn.lean, turn.position)


def _done(entry: Entry) -> Turning:
    assert isinstance(entry.body, OfPromise)
    fact = fact_of(Seat(entry.by), entry.body)
    return Turning(entry.position, entry.body.promise, fact.kind.removeprefix("promise_"), fact.sentence)


def _turns(track: ObligorHistory, first: int, following: int) -> Iterator[StatusChange]:
    """The turns from one position on to another, with how it stood at the first."""
    there = track.at(first)
    if there is not None:
        yield replace(there, position=first)
    yield from (each for each in track.changes if first < each.position < following)
