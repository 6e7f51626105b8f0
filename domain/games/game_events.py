"""Every type of event that a game's stream may hold, and an entry of the stream.

What a record has many of is left out of garbage collection (``gc=False``): no circle goes through frozen values.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from oathbook.domain.games.table_events import TableActed
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAnswered, TakebackAsked
from oathbook.domain.kernel import TABLE, Draw, Hidden, Opened, Roster, Seat, limits
from oathbook.domain.rulesets.protocol import Consequence, Ending, SeatSetup, Setup

C = TypeVar("C")
W = TypeVar("W")
F = TypeVar("F")
D = TypeVar("D")
E = TypeVar("E")
S = TypeVar("S")

Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]  # 32 bytes as hex
Reveal = Literal["all", "none"]  # what is opened when a game is over: everything, or nothing that is still hidden
EntryMode = Literal["seats", "scribe"]  # who writes decisions down: each seat its own, or one person for the table
TakebackPolicy = Literal["by-consent", "own-last", "never"]  # what may be taken back: more if others agree, or less


class BySeed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="seeded"):
    """Chance comes from a seed (32 bytes as hex) that nobody sees before the end; its digest is the commitment."""

    seed: Hidden[Seed]


class ByWitness(Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="witnessed"):
    """Chance comes from the table: draws are reported."""


ChanceSource = BySeed | ByWitness
Position = limits.Position
StreamId = Annotated[str, Meta(min_length=1, max_length=64)]  # the id of another game, or of a dispute


class Parent(Struct, frozen=True, forbid_unknown_fields=True):
    """The game whose first events a fork carries over: its id, the last position carried over, and the hash there."""

    game: StreamId
    position: Position
    head: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class GameOpened(Struct, Generic[C, W, F], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``game.opened/1``: what is played, by whom, with what, and how chance and reveal work.

    ``host_key`` is the digest of the host's key, ``parent`` the game that a fork goes on from, ``origin`` the origin of
    its edition; each is left out where there is none. ``entry`` is left out where seats enter their own decisions, and
    ``takebacks`` where nothing may be taken back.
    """

    edition: str
    seats: tuple[SeatSetup, ...]
    components: C
    switches: W
    start: F | None
    chance: ChanceSource
    reveal: Reveal
    host_key: limits.ShortText = ""
    parent: Parent | None = None
    origin: limits.ShortText = ""
    entry: EntryMode = "seats"
    takebacks: TakebackPolicy = "never"

    def setup(self) -> Setup:
        """The part of it that a ruleset starts from."""
        return Setup(self.seats, self.components, self.switches, self.start)

    @property
    def roster(self) -> Roster:
        """The names of the players by their seats."""
        return Roster.of((each.seat, each.player) for each in self.seats)

    @property
    def seats_without_keys(self) -> tuple[Seat, ...]:
        """The seats for which a scribe writes; none where the seats enter their own decisions."""
        return tuple(each.seat for each in self.seats if not each.key) if self.entry == "scribe" else ()

    def reporter(self, by: Seat) -> Seat:
        """Returns the default witness of a seat's draws: the seat, or the table for a seat without a key."""
        return TABLE if by in self.seats_without_keys else by

    @property
    def parent_position(self) -> int:
        """The last position whose event it has from the game that it goes on from; 0 where it is no fork."""
        return 0 if self.parent is None else self.parent.position

    @property
    def open_seed(self) -> str:
        """The seed; empty where there is none, or this reader does not have it."""
        return self.chance.seed.look() if isinstance(self.chance, BySeed) and self.chance.seed.is_open else ""


class DecisionMade(Struct, Generic[D], frozen=True, forbid_unknown_fields=True, gc=False):
    """``game.decision/1``: what a seat decided."""

    decision: D


class DrawMade(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What chance answered to the decision at position ``of``: ``game.draw/1``, or ``game.draw/2`` if it hides it."""

    of: limits.Count
    draw: Draw


class OutcomeFollowed(Struct, Generic[E], frozen=True, forbid_unknown_fields=True, gc=False):
    """``game.outcome/1``: what followed from the decision at position ``of``."""

    of: limits.Count
    consequences: Annotated[tuple[Consequence[E], ...], Meta(max_length=limits.CONSEQUENCES_PER_STEP)]


Consequences = tuple[Consequence[Any], ...]  # what follows from a decision, in order


class Instead(Struct, Generic[E], frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What follows on a corrected line in place of the outcome at a position.

    ``draws`` are those that it follows from where they are others than were recorded; ``struck`` says that the decision
    was not allowed, and that it is left out. Each is left out where it is not so.
    """

    at: Position
    consequences: Annotated[tuple[Consequence[E], ...], Meta(max_length=limits.CONSEQUENCES_PER_STEP)]
    draws: Annotated[tuple[Draw, ...], Meta(max_length=limits.DRAWS_PER_STEP)] | None = None
    struck: bool = False


class RulingEventBase(Struct, frozen=True, forbid_unknown_fields=True):
    """What the ruling in a dispute does to a game, and what comes of that."""


class GameCorrected(RulingEventBase, Generic[E, S], frozen=True, omit_defaults=True, gc=False):
    """``game.corrected/1``: what should have followed in place of an outcome, and what the game comes to then.

    ``instead`` has every outcome that is another on the corrected line, in order, the wrong one first, whose draws were
    made again if ``redrawn``. ``state`` is the whole state at the end of that line, ``dispute`` that of the ruling.
    """

    instead: Annotated[tuple[Instead[E], ...], Meta(min_length=1)]
    state: S
    dispute: StreamId
    redrawn: bool = False


class GameForked(RulingEventBase, frozen=True, forbid_unknown_fields=True):
    """``game.forked/1``: a ruling closes this game, if it is not over; from ``position`` on it is game ``fork``."""

    fork: StreamId
    position: Position
    dispute: StreamId


class GameUnsealed(RulingEventBase, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``game.unsealed/1``: the fork is over, and what this game kept hidden till then is open; so is its seed."""

    fork: StreamId
    seed: Opened[Seed] | None = None


class SeedRevealed(Struct, frozen=True, forbid_unknown_fields=True):
    """``game.seed-revealed/1``: the seed, so that anybody can recompute every draw."""

    seed: Opened[Seed]


class GameEnded(Struct, frozen=True, forbid_unknown_fields=True):
    """``game.closed/1``: the end and its reason; nothing comes after it."""

    ending: Ending


# The life of a promise --------------------------------------------------------------------------------------------

PromiseId = Annotated[str, Meta(pattern=r"^p[1-9][0-9]{0,5}$(?!\n)")]
"""``p1`` is the first promise that is offered in a game, and so on."""

Letter = Annotated[str, Meta(min_length=1, max_length=limits.LETTER_BYTES)]
"""The canonical text of a promise: what is read back, signed and judged."""

ClausePath = Annotated[str, Meta(min_length=1, max_length=200)]
"""A place in a letter, such as ``c2.otherwise``; longer than the deepest that a letter can have."""

Positions = Annotated[tuple[Position, ...], Meta(max_length=limits.POSITIONS_PER_CLAIM)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)]
ClaimedStatus = Literal["breached", "fulfilled"]
Ruling = Literal["met", "failed", "not-applicable"]


class PromiseEventBase(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something in the life of a promise; each is a step of its own."""

    promise: PromiseId


class PromiseOffered(PromiseEventBase, frozen=True):
    """``promise.offered/1``: a letter is there to be signed by all of its ``signers``.

    ``language`` is the version of the language it was read in, ``life`` that of the rules of its life, ``blame`` that
    of the reading of who pays. What follows from the letter stands beside it, so that the record folds without reading
    letters: ``releasers`` are those whose consents, all of them, release it; ``replaces`` is what it amends.
    """

    letter: Letter
    language: limits.ShortText
    life: limits.ShortText
    blame: limits.ShortText
    obligors: Seats
    addressees: Seats
    signers: Seats
    releasers: Seats
    replaces: PromiseId | None


class PromiseSigned(PromiseEventBase, frozen=True):
    """``promise.signed/1``: a signature; ``binds`` says that it is the last one, and the promise binds from here on."""

    binds: bool


class PromiseDeclined(PromiseEventBase, frozen=True):
    """``promise.declined/1``: one of its signers will not sign, and so it never binds."""


class PromiseWithdrawn(PromiseEventBase, frozen=True):
    """``promise.withdrawn/1``: who offered it takes the offer back."""


class PromiseConsented(PromiseEventBase, frozen=True):
    """``promise.consented/1``: a consent to release it; ``releases`` says that it is the last one needed.

    ``broken`` says that the promise was broken by then, as everybody could see: it stays so, and so does its price,
    and what the consents end are the duties that still run.
    """

    releases: bool
    broken: bool


class PromiseClaimed(PromiseEventBase, frozen=True):
    """``promise.claimed/1``: a seat says that a clause was breached or fulfilled, at these positions of the game."""

    path: ClausePath
    claims: ClaimedStatus
    about: Positions
    says: limits.OneLineText


class PromiseAnswered(PromiseEventBase, frozen=True):
    """``promise.answered/1``: what another party says to the claim at the position ``claim``."""

    claim: Position
    says: limits.OneLineText


class PromiseRuled(PromiseEventBase, frozen=True):
    """``promise.ruled/1``: a clause is met, has failed or does not apply, and why; a later one revises it."""

    path: ClausePath
    value: Ruling
    blamed: Seats
    excused: Seats
    reason: limits.OneLineText


SigningEvent = PromiseOffered | PromiseSigned | PromiseDeclined | PromiseWithdrawn | PromiseConsented
JudgingEvent = PromiseClaimed | PromiseAnswered | PromiseRuled
PromiseEvent = SigningEvent | JudgingEvent  # all that may happen in the life of a promise

PlayedEvent = DecisionMade[Any] | TableActed[Any, Any, Any] | DrawMade | OutcomeFollowed[Any]
GameEvent = GameOpened[Any, Any, Any] | PlayedEvent | SeedRevealed | GameEnded
RulingEvent = GameCorrected[Any, Any] | GameForked | GameUnsealed
TakebackEvent = TakebackAsked | TakebackAnswered | StepsTakenBack
EventBody = GameEvent | RulingEvent | TakebackEvent | PromiseEvent  # the data of an event; a ruleset's types are erased


class DraftEvent(Struct, frozen=True):
    """An event about to be recorded: who it is by, and what it says."""

    by: str
    body: EventBody


class Entry(Struct, frozen=True, gc=False):
    """An event of a stream: position and step counted from 1, when, by whom, and what it says."""

    position: int
    step: int
    at: str
    by: str
    body: EventBody
