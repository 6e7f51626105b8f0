"""What a viewer sees: the state built again, field by field, from what is open to that viewer."""

from collections.abc import Mapping

from msgspec import Struct

from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.rulesets.cube_bag.model import components
from oathbook.domain.rulesets.cube_bag.model import state as model
from oathbook.domain.rulesets.cube_bag.model.decisions import Losses
from oathbook.domain.rulesets.cube_bag.model.queries import seats_to_act
from oathbook.domain.rulesets.cube_bag.model.state import Battle, Choice, State
from oathbook.domain.rulesets.kit.views import view_from
from oathbook.domain.rulesets.protocol import Ending


class ChoiceView(Struct, frozen=True, forbid_unknown_fields=True):
    """What a fighter makes the other lose, or nothing where it is hidden."""

    seat: Seat
    losses: Losses | None


class BattleView(Struct, frozen=True, forbid_unknown_fields=True):
    """The battle being fought: all of it but the hidden choices."""

    target: components.Hex
    siege: bool
    attacker: model.Fighter
    defender: model.Fighter
    bag: components.Cubes
    drawn: components.Cubes
    discarded: components.Cubes
    extra: components.Many | None
    offered: model.Done | None
    choices: tuple[ChoiceView, ...]
    fallen: tuple[model.Structure, ...]
    lost: tuple[model.Lost, ...]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The game as a viewer may see it."""

    map: components.Land
    stage: model.Stage
    asked: tuple[Seat, ...]
    maneuvers: tuple[Seat, ...]
    players: tuple[model.Player, ...]
    armies: tuple[model.Army, ...]
    structures: tuple[model.Structure, ...]
    religions: Mapping[components.Word, components.Word]
    neutral: components.Few
    black: components.Few
    battle: BattleView | None
    fought: tuple[model.Fought, ...]
    razed: tuple[model.Razed, ...]
    ending: Ending | None


def view_of(state: State, viewer: Viewer) -> View:
    """The game for one viewer."""
    battle = state.field.battle
    seen = None if battle is None else battle_of(battle, viewer)
    return view_from(View, state.field, map=state.rules.components.map, asked=seats_to_act(state), battle=seen)


def battle_of(battle: Battle, viewer: Viewer) -> BattleView:
    """The battle, with the choices this viewer may know."""
    return view_from(BattleView, battle, choices=tuple(choice_of(choice, viewer) for choice in battle.choices))


def choice_of(choice: Choice, viewer: Viewer) -> ChoiceView:
    """What the other side is to lose, once it is shown, or for the seat that chose it."""
    if choice.shown is None and choice.losses.shows_to(viewer):
        return ChoiceView(choice.seat, choice.losses.look())
    return ChoiceView(choice.seat, choice.shown)
