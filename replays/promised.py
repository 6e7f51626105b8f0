"""How the promises of a game stood at a position, as one viewer saw it; worked out once for all positions."""

from collections.abc import Mapping

from msgspec import Struct

from domain.games.events import PromiseId
from domain.kernel.seats import Seat
from domain.promises.proof import Status
from domain.promises.tracks import Track, Tracks, revisions, tracks
from domain.promises.watches import Lean
from replays.frames import Replay


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
    """Those of the record up to where something was ruled anew: what was ruled until then stood at the position."""
    end = next((each - 1 for each in revisions(replay.entries) if each > position), len(replay))
    with replay.glancing:  # however many ask at once
        kept: dict[int, Tracks] = replay.verdicts
        if end not in kept:
            kept[end] = tracks(replay.record.ruleset, replay.entries[:end])
        return kept[end]


def _at(track: Track, position: int) -> Stood | None:
    turn = track.at(position)
    return None if turn is None else Stood(track.obligors, turn.status, turn.lean, turn.position)
