"""What a viewer sees: the state built again, field by field, from what is open to that viewer."""

from typing import Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.rulesets.kit.views import view_from
from oathbook.domain.rulesets.knights_duty.model import state as model
from oathbook.domain.rulesets.knights_duty.model.components import Board, TokenSupply, Weapon
from oathbook.domain.rulesets.knights_duty.model.decisions import Token
from oathbook.domain.rulesets.knights_duty.model.queries import seats_to_act
from oathbook.domain.rulesets.knights_duty.model.state import Choice, Combat, InspirationChoice, Plan, State
from oathbook.domain.rulesets.protocol import Ending


class TrackerView(Struct, frozen=True, forbid_unknown_fields=True):
    """A tracker: a token that this viewer sees, ``face_down``, or nothing."""

    seat: Seat
    slots: tuple[Token | Literal["face_down"] | None, ...]


class ChoiceView(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a mover wants to go, or ``hidden``."""

    seat: Seat
    to: str


class InspirationView(Struct, frozen=True, forbid_unknown_fields=True):
    """What a combatant chose, or ``hidden``."""

    seat: Seat
    use: Literal["yes", "no", "hidden"]


class CombatView(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat being resolved."""

    attacker: Seat
    target: Seat
    weapon: Weapon
    choices: tuple[InspirationView, ...]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The match as a viewer may see it; ``tokens`` are what each clan has in a turn."""

    board: Board
    tokens: TokenSupply
    stage: model.Stage
    turn: int
    slot: int
    asked: tuple[Seat, ...]
    knights: tuple[model.Knight, ...]
    trackers: tuple[TrackerView, ...]
    actions: tuple[model.Action, ...]
    choices: tuple[ChoiceView, ...]
    clashes: tuple[model.Clash, ...]
    attacks: tuple[model.Attack, ...]
    words: tuple[model.Word, ...]
    combat: CombatView | None
    quiet_turns: int
    stalled: bool
    agreed: tuple[Seat, ...]
    ending: Ending | None


def view_of(state: State, viewer: Viewer) -> View:
    """The match for one viewer."""
    field, box = state.field, state.rules.components
    return view_from(
        View,
        field,
        board=box.board,
        tokens=box.tokens,
        asked=seats_to_act(state),
        trackers=tuple(tracker_of(plan, viewer) for plan in field.plans),
        choices=tuple(choice_of(choice, viewer) for choice in field.choices),
        combat=None if field.combat is None else combat_of(field.combat, viewer),
    )


def tracker_of(plan: Plan, viewer: Viewer) -> TrackerView:
    """Tokens that were revealed or are the viewer's own; the others face down."""
    slots: list[str | None] = []
    for number, token in enumerate(plan.slots):
        if token is None:
            slots.append(None)
        elif number < len(plan.shown) and plan.shown[number] is not None:
            slots.append(plan.shown[number])
        else:
            slots.append(token.look() if token.shows_to(viewer) else "face_down")
    return TrackerView(plan.seat, tuple(slots))  # type: ignore[arg-type]  # because a list of str forgets which strings


def choice_of(choice: Choice, viewer: Viewer) -> ChoiceView:
    """Where a mover goes, once shown or to the mover itself."""
    if choice.shown is not None:
        return ChoiceView(choice.seat, choice.shown)
    return ChoiceView(choice.seat, choice.to.look() if choice.to.shows_to(viewer) else "hidden")


def combat_of(combat: Combat, viewer: Viewer) -> CombatView:
    """The combat, with the choices this viewer may know."""
    return view_from(CombatView, combat, choices=tuple(inspiration_of(choice, viewer) for choice in combat.choices))


def inspiration_of(choice: InspirationChoice, viewer: Viewer) -> InspirationView:
    """Whether the token is used, once it is shown, or for the seat that chose."""
    used = choice.shown
    if used is None and choice.use.shows_to(viewer):
        used = choice.use.look()
    if used is None:
        return InspirationView(choice.seat, "hidden")
    return InspirationView(choice.seat, "yes" if used else "no")
