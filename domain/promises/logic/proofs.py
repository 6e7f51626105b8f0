"""The proof of a verdict: the value of each node of the letter, when it was decided, and by which facts.

The evaluator makes it, the checker checks it, ``explain_proof`` puts it into words, and blame starts from it. Every
line can be worked out again from the log.
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
    "not-owed",
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
"""How a node got its value; ``not-owed``: its time was over when it began; ``given``: the letter says it;
``unclaimed``: plain words without a claim when the game ended."""

TruthValue = Literal["T", "F", "L", "U"]
MET: Final[TruthValue] = "T"
FAILED: Final[TruthValue] = "F"
LAPSED: Final[TruthValue] = "L"  # its window was still open when the game ended
UNSETTLED: Final[TruthValue] = "U"  # left to a ruling

Status = Literal["pending", "kept", "broken", "void", "released", "undetermined"]
"""The status of a promise; further play changes only ``pending``, and a ruling only ``undetermined``."""


OPPOSITE: Final[dict[TruthValue, TruthValue]] = {MET: FAILED, FAILED: MET, LAPSED: LAPSED, UNSETTLED: UNSETTLED}
STATUS_OF: Final[dict[TruthValue, Status]] = {MET: "kept", FAILED: "broken", LAPSED: "void", UNSETTLED: "undetermined"}


class Ref(Struct, frozen=True, order=True):
    """The place of a fact in the log: its moment, the position of its event, and its number in that event."""

    moment: int
    position: int
    number: int


class CountedFact(Struct, frozen=True):
    """A fact that was counted, and the least and the most that it counts; they differ where a slot is hidden."""

    fact: Ref
    lo: int
    hi: int | None


class Leaf(Struct, frozen=True):
    """What a leaf was checked against: a total of matching facts, a state, or somebody's judgement.

    ``window`` is the moment in which it began, and the moment that closed it or ``None``; ``inclusive``: the closing
    moment counts. ``armed``: a trigger began it, so a duty can be met in the moment in which it began, though not by
    the facts in ``skipped``.
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
    """The value of a node of the letter.

    ``moment`` is the index of the moment that decided it, or ``None`` while it is open: then ``value`` is its value if
    the game ends with the last moment known. ``facts`` decided or triggered it. The order of ``kids``:

    - ``triggered``: the condition, then the body, once for each binding; ``never-triggered``: the condition;
    - ``whenever``: an ``instance`` for each triggering fact, whose only kid is the body;
    - ``excused``, ``not-excused``: the condition, then the body;
    - ``primary``: the body; ``reparation``: the body that failed, then the reparation;
    - ``ruled``: the node that was left to the ruling; ``hidden-trigger``: the parts that may hide something, or, for
      the terms of a promise, the letter;
    - ``and``, ``or``: all parts, in the order of the letter; ``not``: the denied part.
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
        """Whether no later event can change its value."""
        return self.moment is not None


def truth_value(*, met: bool) -> TruthValue:
    """``MET`` or ``FAILED``."""
    return MET if met else FAILED


def hidden_node(path: NodePath, kids: tuple[Node, ...] = ()) -> Node:
    """A node whose value hidden facts leave open."""
    return Node("hidden-trigger", path, UNSETTLED, None, kids=kids)


def ruled_node(path: NodePath, moment: int, open_node: Node, *, met: bool) -> Node:
    """The node after a ruling on one that was open."""
    return Node("ruled", path, truth_value(met=met), moment, kids=(open_node,))


Cause = Literal["", "letter", "release", "withdrawal", "void-clause", "ending-clause", "game-end", "ruling"]
"""What gave a promise its status; empty while it is pending."""


class Proof(Struct, frozen=True):
    """A verdict on a promise with everything that it follows from.

    ``root`` is the node of the letter; ``void`` and ``ended`` are those of its void and ending clauses, if it has any.
    ``moment`` is the index of the moment of the verdict and ``position`` its event, both ``None`` while it is pending.
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
    """Whether no duty ever arose: no guard was triggered, or an exception ended every duty."""
    match node.rule:
        case "never-triggered" | "excused" | "not-owed":
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
