"""The formula of a letter: eleven kinds of node, with the patterns and states that they are made of.

A fragment of metric first-order temporal logic over finite traces without *next* (``docs/adr``), so that unrelated
moments between two others change nothing. A formula is a value: progression returns a new one.
"""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.rulesets.vocabulary import Args


class _Part(Struct, frozen=True, array_like=True, gc=False):
    """What a formula is made of: a list in JSON, for a proof has many; never a part of itself, so no garbage."""


# What stands in the places of patterns and states ----------------------------------------------------------------


class Variable(_Part, frozen=True, tag="var"):
    """What the event that armed this node put there: ``that player``, ``that vote``."""

    name: str


class NamedBy(_Part, frozen=True, tag="named"):
    """Whoever the designator names in the state just before: ``the holder of marker "Shield"``."""

    designator: str
    args: Args = {}


class AnyOf(_Part, frozen=True, tag="any_of"):
    """One of these."""

    values: tuple[str, ...]


class Exactly(_Part, frozen=True, tag="exactly"):
    """This name, or this number."""

    value: str | int


Term = Exactly | Variable | NamedBy | AnyOf
Relation = Literal["==", "!=", ">=", "<=", ">", "<"]


class Constraint(_Part, frozen=True):
    """What a slot of a fact must be; the slot ``by`` is whose doing it is."""

    slot: str
    op: Relation
    term: Term


class StateIs(_Part, frozen=True, tag="st"):
    """A measure of the state, compared with a number."""

    measure: str
    args: tuple[tuple[str, Term], ...]
    op: Relation
    n: int


class NotState(_Part, frozen=True, tag="not_st"):
    """The state formula does not hold."""

    part: "StateFormula"


class AllStates(_Part, frozen=True, tag="all_st"):
    """All of these hold."""

    parts: tuple["StateFormula", ...]


class AnyState(_Part, frozen=True, tag="any_st"):
    """At least one of these holds."""

    parts: tuple["StateFormula", ...]


StateFormula = StateIs | NotState | AllStates | AnyState


class Pattern(_Part, frozen=True):
    """A pattern of facts: kind, constraints, and states that must hold just before the moment.

    ``binds`` are variables, each with the slot it takes its value from.
    """

    kind: str
    constraints: tuple[Constraint, ...] = ()
    guards: tuple[StateFormula, ...] = ()
    binds: tuple[tuple[str, str], ...] = ()


class Window(_Part, frozen=True):
    """A window closes on the n-th match, or when the sum of the slot ``field`` is ``n``.

    ``inclusive``: the moment in which it closes still counts. ``at_point``: it lasts up to a point of time and not for
    a while, so what begins at that point has no time left. ``dated``: the point comes once in a game, so what begins
    after it has none left either.
    """

    pattern: Pattern
    n: int
    inclusive: bool
    field: str = ""
    at_point: bool = False
    dated: bool = False


# The nodes -------------------------------------------------------------------------------------------------------


class Truth(_Part, frozen=True, tag="truth"):
    """Decided: met, or failed."""

    value: bool


TRUE: Final = Truth(value=True)
FALSE: Final = Truth(value=False)

TotalMode = Literal["ge", "le", "eq"]  # at least, at most, or exactly
StateMode = Literal["G", "F", "AT"]  # throughout the window, at some point of it, or when it closes


class Total(_Part, frozen=True, tag="tally"):
    """Matching facts inside the window: their number, or the sum of their slot ``field``, against ``n``.

    ``lo`` and ``hi`` are what has been counted so far: they differ where a slot is hidden from this reader.
    """

    path: NodePath
    owners: tuple[Seat, ...]
    mode: TotalMode
    n: int
    pattern: Pattern
    field: str = ""
    window: Window | None = None
    lo: int = 0
    hi: int | None = 0


class StateWithin(_Part, frozen=True, tag="stw"):
    """A state holds throughout the window (``G``), at some point of it (``F``), or when it closes (``AT``).

    ``untold``: at some moment so far this reader could not tell whether it held.
    """

    path: NodePath
    owners: tuple[Seat, ...]
    mode: StateMode
    state: StateFormula
    window: Window | None = None
    hidden: bool = False


class And(_Part, frozen=True, tag="and"):
    """All of these."""

    parts: tuple["Formula", ...]


class Or(_Part, frozen=True, tag="or"):
    """One of these."""

    parts: tuple["Formula", ...]


class Not(_Part, frozen=True, tag="neg"):
    """Not this; in conditions only."""

    part: "Formula"


class Once(_Part, frozen=True, tag="first"):
    """When the condition first becomes true, the body is armed, once for each way its variables are bound there."""

    path: NodePath
    cond: "Formula"
    body: "Formula"


class Whenever(_Part, frozen=True, tag="each"):
    """Every matching fact inside the window arms its own copy of the body.

    Where more instances would be open than ``OPEN_INSTANCES``, those of that moment and all later ones are a ``Hole``.
    """

    path: NodePath
    pattern: Pattern
    body: "Formula"
    window: Window | None = None
    open: tuple["Formula", ...] = ()
    """Instances that are not decided yet; equal ones stand there once."""
    times: tuple[int, ...] = ()
    """How many each of them is."""


class Unless(_Part, frozen=True, tag="unless"):
    """If the condition comes true first, or in the same moment, the rest is excused."""

    path: NodePath
    cond: "Formula"
    body: "Formula"


class OrElse(_Part, frozen=True, tag="or_else"):
    """When the body fails, the reparation is armed in that very moment and takes its place."""

    path: NodePath
    body: "Formula"
    reparation: "Formula"


class Text(_Part, frozen=True, tag="text"):
    """Plain words, which only a ruling decides."""

    path: NodePath
    owners: tuple[Seat, ...]
    text: str
    judge: str


class Hole(_Part, frozen=True, tag="hole"):
    """A fact that is hidden from this reader, which only a ruling or its disclosure decides."""

    path: NodePath
    what: str


Formula = Truth | Total | StateWithin | And | Or | Not | Once | Whenever | Unless | OrElse | Text | Hole


class Agreement(Struct, frozen=True):
    """A letter brought down to the kernel: what its signers are bound by.

    ``spans`` are the characters of the canonical letter that each path comes from. ``void_if`` and ``ends_if`` end it;
    ``releasers`` are those whose consents release it (all of them), if anybody can; ``strict``: it binds though the
    game ends early. ``impossible`` is what it is if it fails in the moment it is signed.
    """

    obligors: tuple[Seat, ...]
    addressees: tuple[Seat, ...]
    jointly: bool
    formula: Formula
    spans: tuple[tuple[NodePath, tuple[int, int]], ...]
    void_if: Formula | None = None
    ends_if: Formula | None = None
    releasers: tuple[Seat, ...] = ()
    strict: bool = False
    impossible: Literal["broken", "void"] = "broken"


def conjunction(parts: Iterable[Formula]) -> Formula:
    """All of these formulas as one, simplified."""
    left: list[Formula] = []
    for part in parts:
        if part == FALSE:
            return FALSE
        inner = part.parts if isinstance(part, And) else (part,)
        left += [each for each in inner if each != TRUE and not (isinstance(each, Hole) and each in left)]
    return TRUE if not left else left[0] if len(left) == 1 else And(tuple(left))


def disjunction(parts: Iterable[Formula]) -> Formula:
    """At least one of these formulas as one, simplified."""
    left: list[Formula] = []
    for part in parts:
        if part == TRUE:
            return TRUE
        inner = part.parts if isinstance(part, Or) else (part,)
        left += [each for each in inner if each != FALSE and not (isinstance(each, Hole) and each in left)]
    return FALSE if not left else left[0] if len(left) == 1 else Or(tuple(left))
