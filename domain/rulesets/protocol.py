"""What every ruleset answers. Ten questions, all pure: chance is an argument, time is an argument."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Line, Refusal, Seat, Viewer
from oathbook.domain.kernel.limits import ShortText, WholeNumber
from oathbook.domain.rulesets.rulebook import Rulebook
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary

S = TypeVar("S")
D = TypeVar("D")
E = TypeVar("E")
V = TypeVar("V")
D_co = TypeVar("D_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


class Consequence(Struct, Generic[E_co], frozen=True, forbid_unknown_fields=True, gc=False):
    """An event of a ruleset with the clauses that made it happen, the readings it rests on, and its working."""

    event: E_co
    cites: tuple[str, ...]
    readings: tuple[str, ...] = ()
    working: tuple[Line, ...] = ()


class Options(Struct, Generic[D_co], frozen=True):
    """Decisions a seat may take now; ``complete`` says whether there are no others."""

    listed: tuple[D_co, ...]
    complete: bool


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: ``outcome`` is the ruleset's word for it."""

    outcome: ShortText
    winners: tuple[Seat, ...]
    clause: str


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat has, in the ruleset's own unit."""

    seat: Seat
    points: WholeNumber
    unit: str


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """Scores per seat, who is out, and how the game ended if it has; ``stall`` names what holds it up, or is empty."""

    scores: tuple[Score, ...]
    out: tuple[Seat, ...]
    ending: Ending | None
    stall: str = ""


class Cell(Struct, frozen=True):
    """A space of a board, at a point of the plane: x to the right, y down, in thousandths of a step.

    ``mark`` is what is written in it, and so is its name: ``label``, or ``id`` without one; an empty label writes none.
    ``colour`` is one of red, blue, green, yellow, black, white, purple and orange. ``seat`` is who controls it, if a
    player does. ``stands_for`` are the values of decisions that can be chosen by it, besides its id: a name as it
    stands in the decision, a number after the label of its place (*offer 2*).
    """

    id: str
    x: int
    y: int
    shape: Literal["hex", "square"]
    mark: str = ""
    seat: Seat | None = None
    stands_for: tuple[str, ...] | UnsetType = UNSET
    label: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET

    @property
    def name(self) -> str:
        """What a sentence calls it."""
        return self.label or self.id


class Piece(Struct, frozen=True):
    """A piece on a cell or, without a cell, beside the board; of a seat, or of nobody.

    ``mark`` is what is written on it: a letter or a number or both, the same for the whole game. ``glyph`` is drawn
    instead, if it is one of crown, coin, ship, card, person, tower, house, star, heart, shield, sword and die.
    ``colour`` is drawn where the piece is nobody's, and is as of a cell; ``stands_for`` is so too.
    """

    id: str
    cell: str | None
    label: str
    colour: str
    notes: tuple[str, ...] = ()
    seat: Seat | None = None
    mark: str = ""
    stands_for: tuple[str, ...] | UnsetType = UNSET
    glyph: str | UnsetType = UNSET


class Stack(Struct, frozen=True):
    """A number of equal things on a tray, in their order there; ``face_down`` if it is not known which.

    ``stands_for`` is as of a cell.
    """

    id: str
    label: str
    count: int = 1
    colour: str = ""
    face_down: bool = False
    stands_for: tuple[str, ...] | UnsetType = UNSET


class Tray(Struct, frozen=True):
    """Things kept together beside the board, such as a hand, a deck, a bag or a reserve; of a seat, or of nobody.

    ``kind`` says how its stacks look. ``counts`` are what a player has of each thing: the trays of all players, each
    seat's first with each other's first and so on, make a table. ``stands_for`` is as of a cell.
    """

    id: str
    label: str
    stacks: tuple[Stack, ...]
    seat: Seat | None = None
    kind: Literal["", "counts", "cards", "cubes"] = ""
    stands_for: tuple[str, ...] | UnsetType = UNSET


class Scene(Struct, frozen=True):
    """Shapes that can be drawn without knowing the game."""

    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    trays: tuple[Tray, ...] = ()


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, the name of the player in it, and the digest of the seat's key (empty where nobody posts)."""

    seat: Seat
    player: ShortText = ""
    key: ShortText = ""


class Setup(Struct, frozen=True):
    """What a game starts from: seats, components in full, settings of the switches, and a start position or none.

    The last three are values of the ruleset's own types, named in its ``WireTypes``.
    """

    seats: tuple[SeatSetup, ...]
    components: object
    switches: object
    start: object | None = None


class OlderState(Struct, frozen=True):
    """A form in which states were stored once: its number, its type, and how it becomes today's state."""

    form: int
    kind: Any
    upcast: Callable[[Any], Any]


class WireTypes(Struct, frozen=True):
    """The closed types of a ruleset: what may stand in a record, and what a viewer is shown.

    ``state_form`` is the number of the form in which ``state`` is stored. When the state changes, it is one more, and
    the form before it joins ``older_states``.
    """

    components: Any
    switches: Any
    start: Any
    decision: Any
    event: Any
    state: Any
    view: Any
    state_form: int = 1
    older_states: tuple[OlderState, ...] = ()


class Edition(Struct, frozen=True):
    """One printing of a rulebook as we play it.

    ``refusals`` are all codes a refusal can have, ``outcomes`` all words for how a game can end, ``components`` the
    installed data sets by name. ``origin`` is the distribution that it is from, with its version; ours name none.
    """

    key: str
    title: str
    status: Literal["draft", "frozen"]
    rulebook: Rulebook
    refusals: tuple[str, ...]
    outcomes: tuple[str, ...]
    components: Mapping[str, object]
    origin: ShortText = ""


class Ruleset(Protocol[S, D, E, V]):
    """A rule engine over frozen values."""

    @property
    def edition(self) -> Edition:
        """Which printing this is, with its clauses, readings and switches."""
        ...

    @property
    def wire(self) -> WireTypes:
        """The closed types of decisions, events, state and view."""
        ...

    @property
    def vocabulary(self) -> Vocabulary:
        """The kinds of fact that ``facts`` speaks of."""
        ...

    def samples(self) -> tuple[Setup, ...]:
        """Setups that together reach all of the rules; the first is the one to show a newcomer."""
        ...

    def initial(self, setup: Setup, /) -> S:
        """Set the table; ``BadRecord`` names the field of a setup that does not fit."""
        ...

    def to_act(self, state: S, /) -> tuple[Seat, ...]:
        """The seats that must decide before anything else happens; what may be done out of turn is not in it."""
        ...

    def options(self, state: S, seat: Seat, /) -> Options[D]:
        """What the seat may decide, from what that seat may see."""
        ...

    def refusal(self, state: S, decision: D, /) -> Refusal | None:
        """Why not, or nothing. May look into what is hidden for the seat that decides, and into nobody else's.

        ``Concealed`` where a reader cannot.
        """
        ...

    def decide(self, state: S, decision: D, chance: Chance, /) -> tuple[Consequence[E], ...]:
        """What follows; ``IllegalDecision`` exactly when ``refusal`` answers."""
        ...

    def evolve(self, state: S, event: E, /) -> S:
        """The state after an event. Never looks into a ``Hidden``; ``Misfit`` if the event does not fit."""
        ...

    def facts(self, event: E, /) -> tuple[Fact, ...]:
        """The event in the words of the vocabulary, for everybody's eyes."""
        ...

    def standing(self, state: S, /) -> Standing:
        """Scores, who is out, and how it ended."""
        ...

    def conserved(self, state: S, /) -> Mapping[str, int]:
        """Quantities that no event may change."""
        ...

    def view(self, state: S, viewer: Viewer, /) -> V:
        """The state as a viewer may see it, built field by field."""
        ...

    def scene(self, view: V, /) -> Scene:
        """The view as shapes."""
        ...


AnyRuleset = Ruleset[Any, Any, Any, Any]  # a ruleset whose own types are erased: for code that serves all of them


def disclosures_of(ruleset: AnyRuleset) -> Mapping[type[Struct], tuple[str, ...]]:
    """The fields, by type of event, by which a ruleset tells something hidden; most rulesets declare none."""
    return getattr(ruleset, "disclosures", {})


def order_matters(ruleset: AnyRuleset, label: str) -> bool:
    """Whether the order of the cards of a draw may change what follows; a ruleset declares the draws where it does not.

    They are declared by the first part of their labels, in ``unordered_draws``.
    """
    return label.partition("/")[0] not in getattr(ruleset, "unordered_draws", ())


def disclosure_name(event: type[Struct], field: str) -> str:
    """A disclosure as it is reported: the kind of event and its field, such as ``told.has``."""
    return f"{event.__struct_config__.tag}.{field}"
