"""What happens in a battle: every event, in the order of the rulebook."""

from msgspec import Struct

from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.rulesets.cube_bag.model import bag_events, components
from oathbook.domain.rulesets.cube_bag.model.decisions import Losses, Spent
from oathbook.domain.rulesets.cube_bag.model.state import Stage
from oathbook.domain.rulesets.kit.play import EventBase, SeatEvent


class AttackDeclared(SeatEvent, frozen=True, tag="attack_declared"):
    """An army or a corps attacks what another player has on a hex."""

    armies: tuple[components.Id, ...]
    defender: Seat
    target: components.Hex
    siege: bool


class AttackForgone(SeatEvent, frozen=True, tag="attack_forgone"):
    """A maneuver ended without an attack."""


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is asked in a stage, and with which armies or by which cards there is something to do."""

    seat: Seat
    armies: tuple[components.Id, ...] = ()
    cards: tuple[components.CardName, ...] = ()


class StageBegan(EventBase, frozen=True, tag="stage_began", omit_defaults=True):
    """A stage of the battle began; reactions, conversions and recoveries say who is asked, in their order."""

    stage: Stage
    asked: tuple[Asked, ...] = ()


class ArmyReacted(SeatEvent, frozen=True, tag="army_reacted"):
    """A defending army maneuvered, is depleted now, and fights."""

    army: components.Id
    origin: components.Hex
    to: components.Hex


class UnitConverted(SeatEvent, frozen=True, tag="unit_converted"):
    """An enemy unit left its army, and a unit of the type came to a hex as an army of its own, depleted."""

    owner: Seat
    army: components.Id
    unit: components.Word
    hex: components.Hex
    as_army: components.Id
    fights: bool


class DamageMeasured(SeatEvent, frozen=True, tag="damage_measured"):
    """How much damage a fighter deals."""

    damage: components.Few


class LossesChosen(SeatEvent, frozen=True, tag="losses_chosen"):
    """A fighter decided what the other loses, for nobody else to see yet."""

    losses: Hidden[Losses]


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """What one of the fighters decided."""

    seat: Seat
    losses: Opened[Losses]


class LossesShown(EventBase, frozen=True, tag="losses_shown"):
    """All choices are in, and are open."""

    choices: tuple[Shown, ...]


class UnitsLost(Struct, frozen=True, forbid_unknown_fields=True):
    """This many units of a type left an army."""

    seat: Seat
    army: components.Id
    unit: components.Word
    count: components.Few


class StructureHit(Struct, frozen=True, forbid_unknown_fields=True):
    """Black cubes came on a structure, or it fell."""

    seat: Seat
    structure: components.Id
    black: components.Few
    falls: bool


class LossesTaken(EventBase, frozen=True, tag="losses_taken"):
    """What both fighters lost left the map together; ``in_vain`` is damage that nothing took, by who dealt it."""

    units: tuple[UnitsLost, ...]
    structures: tuple[StructureHit, ...]
    in_vain: components.Cubes


class StructureReturned(SeatEvent, frozen=True, tag="structure_returned"):
    """A fallen structure is on its owner's mat, a building in that area; action cubes and consumption went with it."""

    structure: components.Id
    area: components.Word
    actions: components.Few
    consumption: components.Few


class StructureRebuilt(SeatEvent, frozen=True, tag="structure_rebuilt"):
    """A structure lost in this round stands again; action cubes and consumption came back with it."""

    structure: components.Id
    hex: components.Hex
    actions: components.Few
    consumption: components.Few


class AchievementEarned(SeatEvent, frozen=True, tag="achievement_earned"):
    """The player who destroyed a structure earned an achievement."""

    achievement: str
    structure: components.Id


class UnitRecovered(SeatEvent, frozen=True, tag="unit_recovered"):
    """A lost unit came back as an army of its own."""

    unit: components.Word
    origin: components.Hex
    hex: components.Hex
    as_army: components.Id
    depleted: bool


class BattleDecided(EventBase, frozen=True, tag="battle_decided"):
    """How the battle came out."""

    outcome: components.Outcome
    winners: tuple[Seat, ...]


class ExperienceEarned(SeatEvent, frozen=True, tag="experience_earned"):
    """Experience cubes came from the supply on a card."""

    card: components.CardName
    cubes: components.Few


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """Added cubes that went back to where a fighter had them (CA-23)."""

    seat: Seat
    actions: components.Few
    experience: tuple[Spent, ...]


class BattleEnded(EventBase, frozen=True, tag="battle_ended"):
    """The bag is empty: all cubes are back in the supplies but those kept."""

    kept: tuple[Kept, ...]


class GameEnded(EventBase, frozen=True, tag="game_ended"):
    """The last maneuver is over."""

    outcome: components.Outcome
    winners: tuple[Seat, ...]


_Opening = AttackDeclared | AttackForgone | StageBegan | ArmyReacted
_Losses = DamageMeasured | LossesChosen | LossesShown | LossesTaken | StructureReturned | StructureRebuilt
_Outcome = BattleDecided | ExperienceEarned | BattleEnded | GameEnded
_BeforeRecovery = _Opening | bag_events.BeforeClash | UnitConverted | bag_events.InClash | _Losses
Event = _BeforeRecovery | AchievementEarned | bag_events.ClashReturned | UnitRecovered | _Outcome
