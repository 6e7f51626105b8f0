"""Every type of event that a game's stream may hold, and an entry of the stream.

What a record has many of is left out of garbage collection (``gc=False``): no circle goes through frozen values.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from domain.kernel.draws import Draw
from domain.kernel.hidden import Hidden, Opened
from domain.kernel.limits import CONSEQUENCES_PER_STEP, Count, Short
from domain.rulesets.protocol import Consequence, Ending, SeatSetup, Setup

C = TypeVar("C")
W = TypeVar("W")
F = TypeVar("F")
D = TypeVar("D")
E = TypeVar("E")

Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""32 bytes as hex."""

Reveal = Literal["all", "none"]
"""What is opened when a game is over: everything, or nothing that is still hidden."""


class BySeed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="seeded"):
    """Chance comes from a seed (32 bytes as hex) that nobody sees before the end; its digest is the commitment."""

    seed: Hidden[Seed]


class ByWitness(Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="witnessed"):
    """Chance comes from the table: draws are reported."""


ChanceSource = BySeed | ByWitness


class GameOpened(Struct, Generic[C, W, F], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``game.opened/1``: what is played, by whom, with what, and how chance and reveal work.

    ``host_key`` is the digest of the key of whoever speaks for the table; it is left out where there is none.
    """

    edition: str
    seats: tuple[SeatSetup, ...]
    components: C
    switches: W
    start: F | None
    chance: ChanceSource
    reveal: Reveal
    host_key: Short = ""

    def setup(self) -> Setup:
        """The part of it that a ruleset starts from."""
        return Setup(self.seats, self.components, self.switches, self.start)


class DecisionMade(Struct, Generic[D], frozen=True, forbid_unknown_fields=True, gc=False):
    """``game.decision/1``: what a seat decided."""

    decision: D


class DrawMade(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """``game.draw/1``: what chance answered to the decision at position ``of``."""

    of: Count
    draw: Draw


class OutcomeFollowed(Struct, Generic[E], frozen=True, forbid_unknown_fields=True, gc=False):
    """``game.outcome/1``: what followed from the decision at position ``of``."""

    of: Count
    consequences: Annotated[tuple[Consequence[E], ...], Meta(max_length=CONSEQUENCES_PER_STEP)]


class SeedRevealed(Struct, frozen=True, forbid_unknown_fields=True):
    """``game.seed-revealed/1``: the seed, so that anybody can recompute every draw."""

    seed: Opened[Seed]


class GameEnded(Struct, frozen=True, forbid_unknown_fields=True):
    """``game.closed/1``: the end and its reason; nothing comes after it."""

    ending: Ending


Body = GameOpened[Any, Any, Any] | DecisionMade[Any] | DrawMade | OutcomeFollowed[Any] | SeedRevealed | GameEnded
"""The data of an event; the ruleset's own types are erased."""


class Drafted(Struct, frozen=True):
    """An event about to be recorded: who it is by, and what it says."""

    by: str
    body: Body


class Entry(Struct, frozen=True, gc=False):
    """An event of a stream: position and step counted from 1, when, by whom, and what it says."""

    position: int
    step: int
    at: str
    by: str
    body: Body
