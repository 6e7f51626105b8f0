"""Games played at random that come out the same every time, for tests that need a record."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any, Final, Literal

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import DrawMissing
from oathbook.domain.games.game_events import Reveal
from oathbook.domain.kernel import DrawRequest, Seat
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.knights_duty.model.state import Face, Field, Knight
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup, Setup
from oathbook.domain.rulesets.registry import load_registry

ruleset_of: Final = load_registry().ruleset
RULESET: Final[AnyRuleset] = ruleset_of("knights_duty/1")
SAMPLES: Final[tuple[Setup, ...]] = RULESET.samples()
FAR: Final = 0
"""The first sample, in which two Knights start in their corners."""
CLOSE: Final = -1
"""No sample but ``close_by``: short games."""
MOST_EVENTS: Final = 4_000

Json = dict[str, Any]
ChanceName = Literal["seeded", "witnessed"]


def close_by(*, inspiration: Face = "face_up") -> Setup:
    """Two Knights with Broken Hearts and bows, next to each other."""
    components = RULESET.edition.components["knights-duty-sample-1"]
    knights = (
        Knight(Seat("ash"), "red", "1,0", heart="broken", weapon="bow", inspiration=inspiration),
        Knight(Seat("birch"), "blue", "0,1", heart="broken", weapon="bow", inspiration=inspiration),
    )
    seats = (SeatSetup(Seat("ash"), "Player 1"), SeatSetup(Seat("birch"), "Player 2"))
    return Setup(seats, components, Switches(), Field(stage="planning", turn=2, knights=knights))


def setup_of(sample: int) -> Setup:
    """A sample of the ruleset, or Knights close by."""
    return close_by() if sample == CLOSE else SAMPLES[sample]


def counted(name: str, digits: int) -> Callable[[], str]:
    """Hex texts of that many digits, never the same twice, the same in every run."""
    numbers = count()
    return lambda: sha256(f"{name}/{next(numbers)}".encode()).hexdigest()[:digits]


def clock() -> Callable[[], str]:
    """A clock that goes on a microsecond with every look."""
    ticks = count()
    return lambda: f"2026-01-01T00:00:00.{next(ticks):06}Z"


def sources(name: str) -> Sources:
    """Time, ids, salts and seeds that depend on nothing but the name."""
    return Sources(clock(), counted(f"{name}/id", 32), counted(f"{name}/salt", 32), counted(f"{name}/seed", 64))


def opened(
    sample: int = CLOSE, name: str = "game", *, chance: ChanceName = "seeded", reveal: Reveal = "all"
) -> MemoryWriter:
    """A game that has just been opened."""
    return MemoryWriter.open(RULESET, setup_of(sample), sources(name), chance=chance, reveal=reveal)


def die(name: str) -> random.Random:
    """What chooses in a random game; the name is its seed."""
    return random.Random(name)  # noqa: S311  # it picks a test's decisions, it keeps no secret


def decide(scribe: MemoryWriter, value: Json, *reports: DrawReport) -> None:
    """Record a decision as a seat writes it."""
    scribe.decide(scribe.decision_from(value), reports)


def chosen(scribe: MemoryWriter, picks: random.Random) -> Json:
    """One of the decisions that somebody may take now, as that seat writes it."""
    state = scribe.game.state
    seat: Seat = picks.choice(RULESET.to_act(state))
    value: Json = json.loads(decision_text(picks.choice(RULESET.options(state, seat).listed)))
    return value


def take_one(scribe: MemoryWriter, picks: random.Random) -> None:
    """Record one random decision; in a witnessed game whatever is asked for is drawn at random and reported."""
    value = chosen(scribe, picks)
    reports: list[DrawReport] = []
    while True:
        try:
            decide(scribe, value, *reports)
        except DrawMissing as missing:
            reports.append(DrawReport(missing.request.label, drawn(missing.request, picks)))
        else:
            return


def played_at_random(scribe: MemoryWriter, picks: random.Random, most: int) -> None:
    """Play a game of any ruleset to its end, or so many decisions of it, by what those asked are offered."""
    ruleset = scribe.record.ruleset
    for _ in range(most):
        state = scribe.game.state
        seats = ruleset.to_act(state)
        if scribe.game.closed or not seats:
            return
        value = decision_text(picks.choice(ruleset.options(state, picks.choice(seats)).listed))
        decide(scribe, json.loads(value))


def drawn(request: DrawRequest, picks: random.Random) -> tuple[str, ...]:
    """Something that the pile can give."""
    return tuple(picks.sample(request.known_pile(), request.count))


def steps(scribe: MemoryWriter, picks: random.Random) -> Iterator[int]:
    """Play on to the end, a decision at a time, and say after each how many events there are."""
    while not scribe.game.closed:
        assert len(scribe.record.events) < MOST_EVENTS, "this game does not come to an end"
        take_one(scribe, picks)
        yield len(scribe.record.events)


@cache
def whole_game(
    sample: int = CLOSE, name: str = "game", *, chance: ChanceName = "seeded", reveal: Reveal = "all"
) -> Record:
    """A game from its opening to its end."""
    scribe = opened(sample, name, chance=chance, reveal=reveal)
    for _ in steps(scribe, die(name)):
        pass
    return scribe.record


@cache
def running_game(sample: int = CLOSE, name: str = "game", *, decisions: int, chance: ChanceName = "seeded") -> Record:
    """The beginning of a game that is not over after so many decisions."""
    for number in range(20):
        scribe = opened(sample, f"{name} {number}", chance=chance)
        for _, _ in zip(range(decisions), steps(scribe, die(f"{name} {number}")), strict=False):
            pass
        if not scribe.game.closed:
            return scribe.record
    message = f"no game of this kind lasts {decisions} decisions"
    raise LookupError(message)


@cache
def small_game(*, chance: ChanceName = "seeded", reveal: Reveal = "all") -> Record:
    """The shortest of a few games; it has draws, hidden plans, reveals and an end."""
    games = (whole_game(CLOSE, f"small {number}", chance=chance, reveal=reveal) for number in range(8))
    return min(games, key=lambda record: len(record.events))


@cache
def long_game() -> Record:
    """A game of a few hundred events, so that replays of it go through snapshots."""
    games = (whole_game(FAR, f"long {number}") for number in range(40))
    return next(record for record in games if 250 < len(record.events) < 450)


def read(text: bytes) -> Record:
    """A record file, read strictly with its chain."""
    return whole_record_from(text, ruleset_of, where="test")


def read_again(record: Record) -> Record:
    """The record after it has been to a file and back."""
    return read(record_text(record))


def order_and_strike(chance: ChanceName = "seeded", *, slots: Sequence[str] = ("bow",)) -> MemoryWriter:
    """A game in which the next decision, ``BOTH_FIRST``, draws who goes first and then strikes."""
    scribe = MemoryWriter.open(RULESET, close_by(inspiration="face_down"), sources("order"), chance=chance)
    for seat in ("ash", "birch"):
        decide(scribe, {"kind": "lay_plan", "by": seat, "slots": list(slots)})
    decide(scribe, {"kind": "declare_target", "by": "ash", "target": "birch"})
    decide(scribe, {"kind": "declare_target", "by": "birch", "target": "ash"})
    decide(scribe, {"kind": "name_attacker", "by": "ash", "attacker": "ash"})
    return scribe


def half_shown() -> Record:
    """A running game: of both plans, laid at positions 2 and 4, the second slot still lies face down."""
    return order_and_strike(slots=("bow", "parry")).record


BOTH_FIRST: Final[Json] = {"kind": "name_attacker", "by": "birch", "attacker": "birch"}
