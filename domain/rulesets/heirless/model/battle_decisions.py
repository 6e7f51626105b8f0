"""What a seat may decide in a Battle (HB)."""

from typing import Annotated

from msgspec import Meta

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.kit.bases import Decided

Aims = Annotated[tuple[Aim, ...], Meta(max_length=20)]


class Resolve(Decided, frozen=True, tag="resolve"):
    """Choose which of your Battles comes next (HB-1.1)."""

    tile: Name


class Ally(Decided, frozen=True, tag="ally"):
    """Say whom you want as an ally in this Battle, or nobody; two who name each other are an Alliance (HB-1.2)."""

    ally: Seat | None


class Target(Decided, frozen=True, tag="target"):
    """Give Knights their targets; they attack in the order given here (HB-3.3, HA-31)."""

    aims: Aims


class PlaceCard(Decided, frozen=True, tag="place_card"):
    """Place a Battlecard face down, as a Defender (HB-3.4)."""

    card: Hidden[Name]


class Attack(Decided, frozen=True, tag="attack"):
    """Place a Battlecard face up, as the Attacker, and discard another one face down (HB-3.5)."""

    card: Name
    discard: Hidden[Name] | None = None


class AgreeToEnd(Decided, frozen=True, tag="agree_to_end"):
    """Agree to end a Battle that has stalled, a player for themselves or the table for all of them (HA-40)."""


BattleDecision = Resolve | Ally | Target | PlaceCard | Attack | AgreeToEnd
