"""How the promises of a game stood at a position, as one viewer saw it; worked out once for all positions."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from domain.games.events import Entry, OfPromise, PromiseId
from domain.games.promise_facts import fact_of
from domain.kernel.seats import Seat
from domain.promises.audit.history import Track, Tracks, Turn, revisions, tracks
from domain.promises.logic.proof import Status
from domain.promises.monitor.monitor_state import Lean
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


def stood(replay: Replay, position: int) -> Mapping[PromiseId, tuple[Stood, ...]]:
    """Each promise that had bound anybody by then, a line for each set of obligors.

    It is what the audit of the record up to there says, and kept with the replay. ``BadRecord`` where the record cannot
    be followed.
    """
    found = _tracks(replay, position)
    told = {name: tuple(filter(None, (_at(each, position) for each in several))) for name, several in found.items()}
    return {name: lines for name, lines in told.items() if lines}


def _tracks(replay: Replay, position: int) -> Tracks:
    """Those of the record up to where something was ruled anew or corrected: what was so until then stood there."""
    end = next((each - 1 for each in revisions(replay.entries) if each > position), len(replay))
    with replay.glancing:  # however many ask at once
        kept: dict[int, Tracks] = replay.verdicts
        if end not in kept:
            kept[end] = tracks(replay.record.ruleset, replay.entries[:end])
        return kept[end]


def _at(track: Track, position: int) -> Stood | None:
    turn = track.at(position)
    return None if turn is None else Stood(track.obligors, turn.status, turn.lean, turn.position)


def turnings(replay: Replay) -> tuple[Turning, ...]:
    """All that is done with promises, and where each comes to stand otherwise, as far as was known at that position.

    A verdict that a later ruling revises, or a correction, is told where it was known, and the other one behind it.
    ``BadRecord`` where the record cannot be followed.
    """
    acts = [each for each in replay.entries if isinstance(each.body, OfPromise)]
    if not acts:
        return ()
    return tuple(sorted((*map(_done, acts), *_settled(replay)), key=lambda each: each.position))


def _done(entry: Entry) -> Turning:
    assert isinstance(entry.body, OfPromise)
    fact = fact_of(Seat(entry.by), entry.body)
    return Turning(entry.position, entry.body.promise, fact.kind.removeprefix("promise_"), fact.sentence)


def _settled(replay: Replay) -> Iterator[Turning]:
    """What promises come to; who released one has said so where they consented."""
    before: dict[tuple[PromiseId, tuple[Seat, ...]], Status] = {}
    firsts = (1, *revisions(replay.entries))
    for first, following in zip_longest(firsts, firsts[1:], fillvalue=len(replay) + 1):
        for name, several in _tracks(replay, first).items():
            for track in several:
                now = before.get((name, track.obligors), "pending")
                for turn in _turns(track, first, following):
                    if turn.status not in {now, "released"}:
                        who = f" for {', '.join(track.obligors)}" if len(several) > 1 else ""
                        yield Turning(turn.position, name, turn.status, f"promise {name} is {turn.status}{who}")
                    now = turn.status
                before[name, track.obligors] = now


def _turns(track: Track, first: int, following: int) -> Iterator[Turn]:
    """The turns from one position on to another, with how it stood at the first."""
    there = track.at(first)
    if there is not None:
        yield replace(there, position=first)
    yield from (each for each in track.turns if first < each.position < following)
