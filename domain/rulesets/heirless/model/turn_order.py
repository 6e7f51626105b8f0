"""HT-3: the tracker, which tells who acts next and who wins a tie."""

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.components import TrackName
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Field, State, Track
from oathbook.domain.rulesets.kit.misfits import must_find


def track_of(field: Field, name: TrackName) -> Track:
    """A track by its name."""
    return must_find((track for track in field.tracks if track.name == name), f"track “{name}”")


def other_track(name: TrackName) -> TrackName:
    """The track that is not this one."""
    return "t2" if name == "t1" else "t1"


def cubes_on(field: Field, name: TrackName) -> tuple[Seat, ...]:
    """Whose cubes stand on a track, top to bottom."""
    return tuple(seat for seat in track_of(field, name).spots if seat is not None)


def active_players(field: Field) -> tuple[Seat, ...]:
    """The players who are not Idle, in Player Turn Order (HT-3.2)."""
    return cubes_on(field, field.current)


def idle_order(field: Field) -> tuple[Seat, ...]:
    """The Idle players, in the order in which they Idled (HT-3.3)."""
    return cubes_on(field, other_track(field.current))


def next_from(field: Field, spot: int) -> tuple[int, Seat] | None:
    """Whose cube is the next below a spot, or from the top again, and where; nothing if everybody is Idle."""
    spots = track_of(field, field.current).spots
    below = [(number, seat) for number, seat in enumerate(spots, start=1) if seat is not None]
    return next((found for found in below if found[0] > spot), below[0] if below else None)


def bandit_spot(state: State, name: TrackName) -> int | None:
    """The number of the Bandit spot of a track; on a ring only the half with the Bandit Cube has one."""
    if state.rules.printing.tracker == "ring" and name != state.rules.components.first_track:
        return None
    (track,) = (each for each in state.rules.components.tracks if each.name == name)
    return 1 if track.bandit_spot == "top" else len(state.seats) + 1


def bandit_cube(state: State) -> TrackName:
    """The track on which the Bandit Cube stands: the current one, or on a ring always the same (HT-3.1)."""
    ring = state.rules.printing.tracker == "ring"
    return state.rules.components.first_track if ring else state.field.current


def free_spot(state: State, name: TrackName) -> int:
    """The highest free spot of a track, the Bandit spot excluded (HT-12.1)."""
    spots = track_of(state.field, name).spots
    bandits = bandit_spot(state, name)
    return next(number for number, seat in enumerate(spots, start=1) if seat is None and number != bandits)


def priority(state: State) -> tuple[Seat, ...]:
    """All players and the Bandits, the winner of ties first (HT-3.3, HT-3.4), as the tracks are now (HA-64)."""
    field = state.field
    if state.rules.printing.tie_order == "turn_order":
        return (*_with_bandits(state, field.current), *_with_bandits(state, other_track(field.current)))
    if state.rules.switches.bandit_ties == "merged":
        return (*idle_order(field), *_with_bandits(state, field.current))
    players = (*idle_order(field), *active_players(field))
    by_next = state.rules.switches.bandit_ties == "by_next_spot"
    first = bandit_spot(state, other_track(field.current) if by_next else field.current) == 1
    return (BANDITS, *players) if first else (*players, BANDITS)


def _with_bandits(state: State, name: TrackName) -> tuple[Seat, ...]:
    """A track top to bottom, the Bandits in their place if their cube stands there."""
    spots = list(track_of(state.field, name).spots)
    bandits = bandit_spot(state, name)
    if bandits is not None and bandit_cube(state) == name:
        spots[bandits - 1] = BANDITS
    return tuple(seat for seat in spots if seat is not None)


def tie_winner(state: State, tied: tuple[Seat, ...]) -> Seat:
    """Who of those tied wins (HT-3.5)."""
    return next(seat for seat in priority(state) if seat in tied)
