"""What happens in attacks, combats and with Inspiration (KD-7 to KD-9), in the order of the rulebook."""

from typing import Literal

from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.kit.play import EventBase, SeatEvent
from oathbook.domain.rulesets.knights_duty.model.components import Weapon

How = Literal["alone", "agreed", "drawn", "seat_order"]  # how it came about whose attack is next


class AttackLost(SeatEvent, frozen=True, tag="attack_lost"):
    """Nobody is in range."""


class TargetDeclared(SeatEvent, frozen=True, tag="target_declared"):
    """An attacker pointed at an opponent, or at nobody."""

    target: Seat | None


class AttackerNamed(SeatEvent, frozen=True, tag="attacker_named"):
    """A waiting attacker said who goes first."""

    attacker: Seat | None


class AttackerChosen(SeatEvent, frozen=True, tag="attacker_chosen"):
    """Whose attack is resolved next, and how that came about."""

    how: How


class OrderAsked(EventBase, frozen=True, tag="order_asked"):
    """Several attacks wait; the attackers may agree on who goes first."""

    seats: tuple[Seat, ...]


class CombatBegan(EventBase, frozen=True, tag="combat_began"):
    """An attack meets its target."""

    attacker: Seat
    target: Seat
    weapon: Weapon


class InspirationChosen(SeatEvent, frozen=True, tag="inspiration_chosen"):
    """A combatant decided about the token."""

    use: Hidden[bool]


class InspirationShown(SeatEvent, frozen=True, tag="inspiration_shown"):
    """What a combatant decided."""

    use: Opened[bool]


class InspirationSpent(SeatEvent, frozen=True, tag="inspiration_spent"):
    """The token was used and lies face down."""


class PileBuilt(SeatEvent, frozen=True, tag="pile_built"):
    """The target's pile of hearts and shields."""

    hearts: Count
    shields: Count


class CardPicked(EventBase, frozen=True, tag="card_picked"):
    """The attacker picked a card of the shuffled pile."""

    attacker: Seat
    target: Seat
    card: Literal["heart", "shield"]


class AttackMissed(EventBase, frozen=True, tag="attack_missed"):
    """A shield: no harm."""

    attacker: Seat
    target: Seat


class AttackerFumbled(SeatEvent, frozen=True, tag="attacker_fumbled"):
    """The target parried: the attacker loses the weapon."""

    weapon: Weapon


class HeartBroken(SeatEvent, frozen=True, tag="heart_broken"):
    """A hit turned a Full Heart into a Broken one."""

    by: Seat


class KnightDefeated(SeatEvent, frozen=True, tag="knight_defeated"):
    """A hit on a Broken Heart."""

    by: Seat


class HitWithoutEffect(SeatEvent, frozen=True, tag="hit_without_effect"):
    """A hit on a Knight that is already defeated."""

    by: Seat


class CombatEnded(EventBase, frozen=True, tag="combat_ended"):
    """The combat is over."""

    attacker: Seat
    target: Seat


class TargetsReopened(EventBase, frozen=True, tag="targets_reopened"):
    """Those who held back may point again, at the same opponent or another."""

    seats: tuple[Seat, ...]


class InspirationRegained(SeatEvent, frozen=True, tag="inspiration_regained"):
    """A spent token is face up again."""

    through: Literal["high_ground", "defeat"]


_Attack = AttackLost | TargetDeclared | AttackerNamed | AttackerChosen | OrderAsked | CombatBegan
_BeforeCard = InspirationChosen | InspirationShown | InspirationSpent | PileBuilt | CardPicked
_AfterCard = AttackMissed | AttackerFumbled | HeartBroken | KnightDefeated | HitWithoutEffect | CombatEnded
CombatEvent = _Attack | _BeforeCard | _AfterCard | TargetsReopened | InspirationRegained
