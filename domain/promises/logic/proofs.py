"""The proof of a verdict: what each node of the letter came to, when, and by which facts.

The evaluator makes it, the checker checks it, ``explain`` puts it into words, and blame starts from it. Nothing in it
has to be believed: every line can be worked out again from the log.
"""

from typing import Final, Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.formulas import Pattern, StateFormula
from oathbook.domain.promises.logic.paths import NodePath

Inference = Literal[
    "enough",
    "too-little",
    "too-much",
    "stayed-within",
    "exact",
    "state-lost",
    "state-kept",
    "state-reached",
    "state-never",
    "state-at",
    "triggered",
    "never-triggered",
    "whenever",
    "instance",
    "excused",
    "not-excused",
    "primary",
    "reparation",
    "and",
    "or",
    "not",
    "given",
    "ruled",
    "needs-ruling",
    "unclaimed",
    "hidden-trigger",
    "open-at-end",
]
"""How a node got its value; ``given``: the letter itself says it; ``unclaimed``: plain words about which nothing had
been claimed when the game ended."""

TruthValue = Literal["T", "F", "L", "U"]
"""Met, failed, lapsed (its window was still open when the game ended), or left to a ruling."""

MET: Final[TruthValue] = "T"
FAILED: Final[TruthValue] = "F"
LAPSED: Final[TruthValue] = "L"
UNSETTLED: Final[TruthValue] = "U"


Status = Literal["pending", "kept", "broken", "void", "released", "undetermined"]
"""How a promise stands; only ``pending`` changes by further play, and ``undetermined`` by a ruling."""


class Ref(Struct, frozen=True, order=True):
    """A fact of the log: the moment it belongs to, the position of its event, and its number there."""

    moment: int
    position: int
    number: int


class CountedFact(Struct, frozen=True):
    """A fact that was counted, and as how much: ``lo`` and ``hi`` differ where this reader cannot tell."""

    fact: Ref
    lo: int
    hi: int | None


class Leaf(Struct, frozen=True):
    """What a leaf was held against: a total of matching facts, a state, or somebody's judgement.

    ``window`` is the moment in which it began and the one that closed it, if any did; ``inclusive`` whether what
    happened in the closing moment counts; ``armed`` whether it began with a trigger, so that a duty may be answered in
    the moment it began in, though not by the facts in ``skipped``.
    """

    owners: tuple[Seat, ...]
    mode: Literal["ge", "le", "eq", "G", "F", "AT", "text", "hole"]
    n: int = 0
    pattern: Pattern | None = None
    field: str = ""
    state: StateFormula | None = None
    text: str = ""
    window: tuple[int, int | None] = (0, None)
    inclusive: bool = True
    armed: bool = False
    closed_by: Ref | None = None
    counted: tuple[CountedFact, ...] = ()
    skipped: tuple[Ref, ...] = ()


class Node(Struct, frozen=True):
    """What a node of the letter came to.

    ``moment`` is the index of the moment that decided it, nothing while it is open: then ``value`` is what it comes to
    if the game ends with the last moment known. ``facts`` are those that decided it or armed it. The order of ``kids``:

    - ``triggered``: the condition, then the body, once for each binding; ``never-triggered``: the condition;
    - ``whenever``: an ``instance`` for each triggering fact, whose only kid is the body;
    - ``excused``: the condition, then what was excused; ``not-excused``: the condition, then the body;
    - ``primary``: the body; ``reparation``: the body that failed, then the reparation;
    - ``ruled``: what was left to the ruling; ``hidden-trigger``: what it does not tell, and for the terms of a promise
      the letter;
    - ``and``, ``or``: all parts, in the order of the letter; ``not``: what is denied.
    """

    rule: Inference
    path: NodePath
    value: TruthValue
    moment: int | None
    facts: tuple[Ref, ...] = ()
    kids: tuple["Node", ...] = ()
    bound: tuple[tuple[str, str | int], ...] = ()
    leaf: Leaf | None = None

    @property
    def is_decided(self) -> bool:
        """Whether no later event can change it."""
        return self.moment is not None


Cause = Literal["", "letter", "release", "withdrawal", "void-clause", "ending-clause", "game-end", "ruling"]
"""What gave a promise its status; empty while it is pending."""


class Proof(Struct, frozen=True):
    """A verdict with all that it follows from.

    ``root`` is the letter's own node; ``void`` and ``ended`` are those of its terms, where it has such. ``moment`` is
    the index of the moment of the verdict and ``position`` its event; nothing while it is pending.
    """

    promise: str
    status: Status
    cause: Cause
    root: Node
    signed: int
    last: int
    moment: int | None = None
    position: int | None = None
    void: Node | None = None
    ended: Node | None = None
    consents: tuple[Seat, ...] = ()


def is_vacuous(node: Node) -> bool:
    """Whether no duty ever arose: no guard was triggered, or an exception ended the duties there were."""
    match node.rule:
        case "never-triggered" | "excused":
            return True
        case "triggered":
            return all(is_vacuous(body) for body in node.kids[1:])
        case "whenever" | "instance" | "and" | "primary":
            return all(is_vacuous(kid) for kid in node.kids)
        case "or":
            return all(is_vacuous(kid) for kid in node.kids if kid.value == MET)
        case "not-excused":
            return is_vacuous(node.kids[1])
        case _:
            return False
