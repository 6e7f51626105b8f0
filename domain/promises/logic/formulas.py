"""The formula of a letter: twelve kinds of node, and the patterns and states that they are made of.

It is a fragment of metric first-order temporal logic over finite traces without *next* (``docs/adr``), so unrelated
moments between two others change nothing. A formula is a value: progression returns a new one.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, cast

from msgspec import Struct
from msgspec.structs import astuple

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.rulesets.vocabulary import Args


class _Part(Struct, frozen=True, array_like=True, gc=False):
    """A part of a formula: a list in JSON, to keep proofs small; without cycles, so not garbage-collected."""


# Patterns and states ---------------------------------------------------------------------------------------------


class Variable(_Part, frozen=True, tag="var"):
    """The value that the triggering fact bound to a name: ``that player``, ``that vote``."""

    name: str


class NamedBy(_Part, frozen=True, tag="named"):
    """The player that a designator names in the state just before: ``the holder of marker "Shield"``."""

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
    """What a slot of a fact must be; the slot ``by`` is the seat that did it."""

    slot: str
    op: Relation
    term: Term


class StateIs(_Part, frozen=True, tag="st"):
    """A measure of the state compares with the number ``n`` as ``op`` says."""

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
    """A window of time. It closes on the ``n``-th match of its pattern, or when the slot ``field`` adds up to ``n``.

    ``inclusive``: the moment in which it closes still counts. ``at_point``: it ends at a point of time, so a duty that
    begins at that point has no time left. ``dated``: that point comes once in a game, so a duty that begins after it
    has no time left either.
    """

    pattern: Pattern
    n: int
    inclusive: bool
    field: str = ""
    at_point: bool = False
    dated: bool = False


# The nodes -------------------------------------------------------------------------------------------------------


class Truth(_Part, frozen=True, tag="truth"):
    """A decided formula: met, or failed."""

    value: bool


TRUE: Final = Truth(value=True)
FALSE: Final = Truth(value=False)

TotalMode = Literal["ge", "le", "eq"]  # at least, at most, or exactly
StateMode = Literal["G", "F", "AT"]  # throughout the window, at some point of it, or when it closes


class Total(_Part, frozen=True, tag="tally"):
    """The number of matching facts inside the window, or the sum of their slot ``field``, compared with ``n``.

    ``lo`` and ``hi`` are the least and the most that may have been counted so far; they differ where a slot is hidden.
    ``pays``: of the instances of a *whenever*, the oldest is paid first, and what is paid counts for no other.
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
    pays: Literal["", "oldest"] = ""


class StateWithin(_Part, frozen=True, tag="stw"):
    """A state holds throughout the window (``G``), at some point of it (``F``), or when it closes (``AT``).

    ``hidden``: in some moment so far, this reader could not see whether it held.
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
    """When the condition first becomes true, the body begins, once for each binding of its variables."""

    path: NodePath
    cond: "Formula"
    body: "Formula"


class Whenever(_Part, frozen=True, tag="each"):
    """Every matching fact inside the window begins its own instance of the body.

    ``open`` are the undecided instances, the oldest first, and ``times`` how many equal ones follow each other. Where
    more than ``OPEN_INSTANCES`` would be open, those of that moment and all later ones are a ``Hole``. ``debts``: some
    duties in it pay the oldest instance first.
    """

    path: NodePath
    pattern: Pattern
    body: "Formula"
    window: Window | None = None
    open: tuple["Formula", ...] = ()
    times: tuple[int, ...] = ()
    debts: bool = False


class Unless(_Part, frozen=True, tag="unless"):
    """If the condition comes true before the body is decided, or in the same moment, the body is excused."""

    path: NodePath
    cond: "Formula"
    body: "Formula"


class OrElse(_Part, frozen=True, tag="or_else"):
    """When the body fails, the reparation begins in the same moment and takes its place."""

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
    """Something hidden from this reader, which only a ruling or its disclosure decides."""

    path: NodePath
    what: str


Atom = Total | StateWithin
LeafFormula = Total | StateWithin | Text | Hole
GuardFormula = Once | Whenever | Unless | OrElse
Formula = Truth | Total | StateWithin | And | Or | Not | Once | Whenever | Unless | OrElse | Text | Hole


class Agreement(Struct, frozen=True):
    """The meaning of a letter: what its signers are bound by.

    ``spans`` are the characters of the canonical letter that each path comes from. ``void_if`` and ``ends_if`` end it.
    ``releasers`` can release it by their consents, all together; without any, nobody can. ``strict``: it binds even if
    the game ends early. ``impossible`` is its status if it fails in the moment it is signed.
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


def parts_within(part: object) -> Iterator[object]:
    """Everything that a formula, or a tuple of them, is made of, itself first: nodes, windows, patterns, values."""
    yield part
    if isinstance(part, Struct):
        part = astuple(part)
    for inner in cast("tuple[object, ...]", part) if isinstance(part, tuple) else ():
        yield from parts_within(inner)


def conjunction(parts: Iterable[Formula]) -> Formula:
    """One formula that is met when all of these are, simplified."""
    return _join(parts, And, decisive=FALSE, neutral=TRUE)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """One formula that is met when at least one of these is, simplified."""
    return _join(parts, Or, decisive=TRUE, neutral=FALSE)


def _join(parts: Iterable[Formula], junction: type[And | Or], *, decisive: Truth, neutral: Truth) -> Formula:
    left: list[Formula] = []
    for part in parts:
        if part == decisive:
            return decisive
        inner = part.parts if isinstance(part, junction) else (part,)
        left += [each for each in inner if each != neutral and not (isinstance(each, Hole) and each in left)]
    return neutral if not left else left[0] if len(left) == 1 else junction(tuple(left))
