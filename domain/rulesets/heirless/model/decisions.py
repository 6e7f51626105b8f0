"""What a seat may decide: the Standard Actions, their votes and consents, trade, and all of it with Battles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.heirless.model.battle_state import Aim, FigureName
from oathbook.domain.rulesets.heirless.model.components import Faction, Name
from oathbook.domain.rulesets.kit.play import DecisionBase

Aims = Annotated[tuple[Aim, ...], Meta(max_length=20)]


class Resolve(DecisionBase, frozen=True, tag="resolve"):
    """Choose which of your Battles comes next (HB-1.1)."""

    tile: Name


class Ally(DecisionBase, frozen=True, tag="ally"):
    """Say whom you want as an ally in this Battle, or nobody; two who name each other are an Alliance (HB-1.2)."""

    ally: Seat | None


class Target(DecisionBase, frozen=True, tag="target"):
    """Give Knights their targets; they attack in the order given here (HB-3.3, HA-31)."""

    aims: Aims


class PlaceCard(DecisionBase, frozen=True, tag="place_card"):
    """Place a Battlecard face down, as a Defender (HB-3.4)."""

    card: Hidden[Name]


class Attack(DecisionBase, frozen=True, tag="attack"):
    """Place a Battlecard face up, as the Attacker, and discard another one face down (HB-3.5)."""

    card: Name
    discard: Hidden[Name] | None = None


class AgreeToEnd(DecisionBase, frozen=True, tag="agree_to_end"):
    """Agree to end a Battle that has stalled, a player for themselves or the table for all of them (HA-40)."""


class Report(DecisionBase, frozen=True, tag="report"):
    """Report for the table who won a Battle that these rules do not cover, and which of their figures they lost."""

    tile: Name
    winners: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=2)]
    lost: Annotated[tuple[FigureName, ...], Meta(max_length=100)] = ()


class TakeReward(DecisionBase, frozen=True, tag="take_reward"):
    """Say whether you take what a tile gives for your Knights there (HB-6.3, HA-71)."""

    tile: Name
    take: bool


BattleDecision = Resolve | Ally | Target | PlaceCard | Attack | AgreeToEnd | Report | TakeReward


Side = Literal["for", "against"]
Workers = Annotated[tuple[Faction, ...], Meta(max_length=24)]
Kind = Literal["resource", "worker", "workplace", "marker", "influence", "prestige", "crossed_out_prestige"]
GridCell = Annotated[int, Meta(ge=1, le=9)]  # a place of the 3x3 grid, row by row


class Assign(DecisionBase, frozen=True, tag="assign"):
    """Put these Workers to work in a built Workplace (HT-4.5)."""

    workplace: Name
    workers: Workers


class Permit(DecisionBase, frozen=True, tag="permit"):
    """Answer a player who wants to use your Workplace (HT-4.5)."""

    allow: bool


class Refine(DecisionBase, frozen=True, tag="refine"):
    """Employ a Worker and make an amount of a Resource from as much of two others (HT-4.9)."""

    worker: Faction
    makes: Name
    amount: Count


class Build(DecisionBase, frozen=True, tag="build"):
    """Build a Workplace on a place of the grid; with 9 built, discard one (HT-5.1, HT-5.2)."""

    workplace: Name
    cell: GridCell
    discard: Name | None = None


class UseCard(DecisionBase, frozen=True, tag="use_card"):
    """Take the Standard Action that a card unlocks (HT-6.1)."""

    card: Name


class Deploy(DecisionBase, frozen=True, tag="deploy"):
    """Put an un-deployed Knight on a tile (HT-7.1); which one makes no difference."""

    tile: Name


class Enact(DecisionBase, frozen=True, tag="enact"):
    """Put a Law to the vote (HT-8.1)."""

    law: Name


class Vote(DecisionBase, frozen=True, tag="vote"):
    """Spend Influence on one side of the vote, or none (HT-8.2)."""

    side: Side
    influence: Count


class Flee(DecisionBase, frozen=True, tag="flee"):
    """Move a Knight off a tile, the way its Flee direction points (HT-9.1)."""

    tile: Name


class Idle(DecisionBase, frozen=True, tag="idle"):
    """Take no more Standard Actions in this Season (HT-12.1)."""


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that changes hands: an amount of a Resource, Workers of a Faction, or a card or marker by name.

    A thing that the rules do not let players trade is refused by its clause. ``replaces`` is for HA-15.
    """

    kind: Kind
    item: Name
    count: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    replaces: Name | None = None


class Transfer(Struct, frozen=True, forbid_unknown_fields=True):
    """What one party of a trade gives to another."""

    giver: Seat
    taker: Seat
    things: Annotated[tuple[Thing, ...], Meta(max_length=20)]


Terms = Annotated[tuple[Transfer, ...], Meta(max_length=12)]


class Haggle(DecisionBase, frozen=True, tag="haggle"):
    """Offer a trade to everyone named in it (HT-11.1)."""

    terms: Terms


class Accept(DecisionBase, frozen=True, tag="accept"):
    """Agree to an offer; with the last agreement the trade is done (HT-11.1)."""

    offer: Count


class Decline(DecisionBase, frozen=True, tag="decline"):
    """Decline an offer, or withdraw your own: it is off the table."""

    offer: Count


TurnDecision = (
    Assign | Permit | Refine | Build | UseCard | Deploy | Enact | Vote | Flee | Idle | Haggle | Accept | Decline
)
Decision = TurnDecision | BattleDecision
