"""What happens in a world, all of it by the seed; one that finds something is made smaller, a part at a time."""

import random
from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

MOST_TABLES: Final = 3
LONGEST: Final = 6.0
QUIET: Final = 5.5  # seconds after the last fault and the last request, in which everything is made good

KINDS: Final = (
    *("words dropped", "words late", "listener frozen", "process frozen", "clock back", "kill", "cut all"),
    *("cut before", "cut after", "cut doubt", "cut before", "cut after", "cut doubt"),
)


class Fault(Struct, frozen=True):
    """What goes wrong, when, in which process, and for how long."""

    at: float
    kind: str
    process: str
    span: float


class Plan(Struct, frozen=True):
    """The faults of a seed without some of them, how many tables play, and until when; and a mistake that is put in."""

    seed: int
    without: tuple[int, ...] = ()
    tables: int = MOST_TABLES
    ends: float = LONGEST
    mutation: str = ""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Those that are left, by the time at which they begin."""
        return tuple(each for number, each in enumerate(faults_of(self.seed)) if number not in self.without)

    @property
    def command(self) -> str:
        """How a person runs it again."""
        said = [f"python -m tests.support.world {self.seed}"]
        said += [f"--without {','.join(map(str, self.without))}"] if self.without else []
        said += [f"--tables {self.tables}"] if self.tables != MOST_TABLES else []
        said += [f"--ends {self.ends:g}"] if self.ends != LONGEST else []
        said += [f"--mutation {self.mutation}"] if self.mutation else []
        return " ".join(said)

    def smaller(self) -> Iterator["Plan"]:
        """Plans that each lack something of this one: first faults, then tables, then time."""
        left = [number for number in range(len(faults_of(self.seed))) if number not in self.without]
        if len(left) > 1:
            halves = (left[: len(left) // 2], left[len(left) // 2 :])
            yield from (replace(self, without=tuple(sorted({*self.without, *half}))) for half in halves)
        yield from (replace(self, without=tuple(sorted({*self.without, number}))) for number in left)
        if self.tables > 1:
            yield replace(self, tables=self.tables - 1)
        if self.ends > 1.0:
            yield replace(self, ends=max(1.0, round(self.ends * 0.7, 1)))


def faults_of(seed: int) -> tuple[Fault, ...]:
    """Every fourth seed restores an older copy as well, every eighth flips a bit, and every eighth has no faults."""
    picks = random.Random(f"{seed}/faults")  # noqa: S311  # nothing is kept secret by it
    if seed % 8 == 5:
        return ()
    times = sorted(picks.uniform(0.3, LONGEST - 0.5) for _ in range(picks.randrange(2, 7)))
    spans = (0.1, 0.5, 2.0, 4.0)
    faults = [Fault(round(at, 2), picks.choice(KINDS), picks.choice("ab"), picks.choice(spans)) for at in times]
    if seed % 4 == 2:
        at = round(picks.uniform(1.5, LONGEST - 3.0), 2)
        faults.append(Fault(at, "restore", "a", picks.choice((0.3, 1.0, 2.0))))
    if seed % 8 == 1:
        faults.append(Fault(round(picks.uniform(1.5, LONGEST - 1.5), 2), "damage", picks.choice("ab"), 0.2))
    return tuple(faults)
