"""What a viewer sees: the state built again, field by field, from what is open to that viewer."""

from collections.abc import Mapping

from msgspec import Struct

from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.rulesets.cube_bag.model import components
from oathbook.domain.rulesets.cube_bag.model.decisions import Losses
from oathbook.domain.rulesets.cube_bag.model.queries import seats_to_act
from oathbook.domain.rulesets.cube_bag.model.state import (
    Army,
    Battle,
    Choice,
    Done,
    Fighter,
    Fought,
    Lost,
    Player,
    Razed,
    Stage,
    State,
    Structure,
)
from oathbook.domain.rulesets.protocol import Ending


class ChoiceView(Struct, frozen=True, forbid_unknown_fields=True):
    """What a fighter makes the other lose, or nothing where it is hidden."""

    seat: Seat
    losses: Losses | None


class BattleView(Struct, frozen=True, forbid_unknown_fields=True):
    """The battle being fought: all of it but the hidden choices."""

    target: components.Hex
    siege: bool
    attacker: Fighter
    defender: Fighter
    bag: components.Cubes
    drawn: components.Cubes
    discarded: components.Cubes
    extra: components.Many | None
    offered: Done | None
    choices: tuple[ChoiceView, ...]
    fallen: tuple[Structure, ...]
    lost: tuple[Lost, ...]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The game as a viewer may see it."""

    map: components.Land
    stage: Stage
    asked: tuple[Seat, ...]
    maneuvers: tuple[Seat, ...]
    players: tuple[Player, ...]
    armies: tuple[Army, ...]
    structures: tuple[Structure, ...]
    religions: Mapping[components.Word, components.Word]
    neutral: components.Few
    black: components.Few
    battle: BattleView | None
    fought: tuple[Fought, ...]
    razed: tuple[Razed, ...]
    ending: Ending | None


def view_of(state: State, viewer: Viewer) -> View:
    """The game for one viewer."""
    field = state.field
    return View(
        map=state.rules.components.map,
        stage=field.stage,
        asked=seats_to_act(state),
        maneuvers=field.maneuvers,
        players=field.players,
        armies=field.armies,
        structures=field.structures,
        religions=field.religions,
        neutral=field.neutral,
        black=field.black,
        battle=None if field.battle is None else battle_of(field.battle, viewer),
        fought=field.fought,
        razed=field.razed,
        ending=field.ending,
    )


def battle_of(battle: Battle, viewer: Viewer) -> BattleView:
    """The battle, with the choices this viewer may know."""
    return BattleView(
        target=battle.target,
        siege=battle.siege,
        attacker=battle.attacker,
        defender=battle.defender,
        bag=battle.bag,
        drawn=battle.drawn,
        discarded=battle.discarded,
        extra=battle.extra,
        offered=battle.offered,
        choices=tuple(choice_of(choice, viewer) for choice in battle.choices),
        fallen=battle.fallen,
        lost=battle.lost,
    )


def choice_of(choice: Choice, viewer: Viewer) -> ChoiceView:
    """What the other side is to lose, once it is shown, or for the seat that chose it."""
    if choice.shown is None and choice.losses.shows_to(viewer):
        return ChoiceView(choice.seat, choice.losses.look())
    return ChoiceView(choice.seat, choice.shown)
