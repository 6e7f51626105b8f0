"""What happens in a battle: every event, in the order of the rulebook."""

from msgspec import Struct

from oathbook.domain.kernel.hidden import Hidden, Opened
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    BagFilled,
    CardOffered,
    CheckBegan,
    CheckFailed,
    CheckPassed,
    ClashReturned,
    CourageMeasured,
    CubesDrawn,
    CubesPrepared,
    CubesRedrawn,
    CubesWithdrawn,
    ExtraDrawForgone,
    ExtraDrawMeasured,
    PreparedDiscarded,
    UseForgone,
)
from oathbook.domain.rulesets.cube_bag.model.components import CardName, Cubes, Few, Hex, Id, Outcome, Word
from oathbook.domain.rulesets.cube_bag.model.decisions import Losses, Spent
from oathbook.domain.rulesets.cube_bag.model.state import Stage
from oathbook.domain.rulesets.kit.bases import Happened


class AttackDeclared(Happened, frozen=True, tag="attack_declared"):
    """An army or a corps attacks what another player has on a hex."""

    seat: Seat
    armies: tuple[Id, ...]
    defender: Seat
    target: Hex
    siege: bool


class AttackForgone(Happened, frozen=True, tag="attack_forgone"):
    """A maneuver ended without an attack."""

    seat: Seat


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is asked in a stage, and with which armies or by which cards there is something to do."""

    seat: Seat
    armies: tuple[Id, ...] = ()
    cards: tuple[CardName, ...] = ()


class StageBegan(Happened, frozen=True, tag="stage_began", omit_defaults=True):
    """A stage of the battle began; reactions, conversions and recoveries say who is asked, in their order."""

    stage: Stage
    asked: tuple[Asked, ...] = ()


class ArmyReacted(Happened, frozen=True, tag="army_reacted"):
    """A defending army maneuvered, is depleted now, and fights."""

    seat: Seat
    army: Id
    origin: Hex
    to: Hex


class UnitConverted(Happened, frozen=True, tag="unit_converted"):
    """An enemy unit left its army, and a unit of the type came to a hex as an army of its own, depleted."""

    seat: Seat
    owner: Seat
    army: Id
    unit: Word
    hex: Hex
    as_army: Id
    fights: bool


class DamageMeasured(Happened, frozen=True, tag="damage_measured"):
    """How much damage a fighter deals."""

    seat: Seat
    damage: Few


class LossesChosen(Happened, frozen=True, tag="losses_chosen"):
    """A fighter decided what the other loses, for nobody else to see yet."""

    seat: Seat
    losses: Hidden[Losses]


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """What one of the fighters decided."""

    seat: Seat
    losses: Opened[Losses]


class LossesShown(Happened, frozen=True, tag="losses_shown"):
    """All choices are in, and are open."""

    choices: tuple[Shown, ...]


class UnitsLost(Struct, frozen=True, forbid_unknown_fields=True):
    """This many units of a type left an army."""

    seat: Seat
    army: Id
    unit: Word
    count: Few


class StructureHit(Struct, frozen=True, forbid_unknown_fields=True):
    """Black cubes came on a structure, or it fell."""

    seat: Seat
    structure: Id
    black: Few
    falls: bool


class LossesTaken(Happened, frozen=True, tag="losses_taken"):
    """What both fighters lost left the map together; ``in_vain`` is damage that nothing took, by who dealt it."""

    units: tuple[UnitsLost, ...]
    structures: tuple[StructureHit, ...]
    in_vain: Cubes


class StructureReturned(Happened, frozen=True, tag="structure_returned"):
    """A fallen structure is on its owner's mat, a building in that area; action cubes and consumption went with it."""

    seat: Seat
    structure: Id
    area: Word
    actions: Few
    consumption: Few


class StructureRebuilt(Happened, frozen=True, tag="structure_rebuilt"):
    """A structure lost in this round stands again; action cubes and consumption came back with it."""

    seat: Seat
    structure: Id
    hex: Hex
    actions: Few
    consumption: Few


class AchievementEarned(Happened, frozen=True, tag="achievement_earned"):
    """The player who destroyed a structure earned an achievement."""

    seat: Seat
    achievement: str
    structure: Id


class UnitRecovered(Happened, frozen=True, tag="unit_recovered"):
    """A lost unit came back as an army of its own."""

    seat: Seat
    unit: Word
    origin: Hex
    hex: Hex
    as_army: Id
    depleted: bool


class BattleDecided(Happened, frozen=True, tag="battle_decided"):
    """How the battle came out."""

    outcome: Outcome
    winners: tuple[Seat, ...]


class ExperienceEarned(Happened, frozen=True, tag="experience_earned"):
    """Experience cubes came from the supply on a card."""

    seat: Seat
    card: CardName
    cubes: Few


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """Added cubes that went back to where a fighter had them (CA-23)."""

    seat: Seat
    actions: Few
    experience: tuple[Spent, ...]


class BattleEnded(Happened, frozen=True, tag="battle_ended"):
    """The bag is empty: all cubes are back in the supplies but those kept."""

    kept: tuple[Kept, ...]


class GameEnded(Happened, frozen=True, tag="game_ended"):
    """The last maneuver is over."""

    outcome: Outcome
    winners: tuple[Seat, ...]


Event = (
    AttackDeclared
    | AttackForgone
    | StageBegan
    | ArmyReacted
    | CubesPrepared
    | CardOffered
    | UseForgone
    | PreparedDiscarded
    | BagFilled
    | CheckBegan
    | CheckPassed
    | CheckFailed
    | UnitConverted
    | CubesWithdrawn
    | CourageMeasured
    | CubesDrawn
    | ExtraDrawMeasured
    | ExtraDrawForgone
    | CubesRedrawn
    | DamageMeasured
    | LossesChosen
    | LossesShown
    | LossesTaken
    | StructureReturned
    | StructureRebuilt
    | AchievementEarned
    | ClashReturned
    | UnitRecovered
    | BattleDecided
    | ExperienceEarned
    | BattleEnded
    | GameEnded
)
