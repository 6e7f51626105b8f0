"""What a seat may decide: the Standard Actions, their votes and consents, trade, and all of it with Battles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.kernel.limits import Count
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.model.battle_decisions import BattleDecision
from oathbook.domain.rulesets.heirless.model.components import Faction, Name
from oathbook.domain.rulesets.kit.bases import Decided

Side = Literal["for", "against"]
Workers = Annotated[tuple[Faction, ...], Meta(max_length=24)]
Kind = Literal["resource", "worker", "workplace", "marker", "influence", "prestige", "crossed_out_prestige"]
GridCell = Annotated[int, Meta(ge=1, le=9)]
"""A place of the 3x3 grid, row by row."""


class Assign(Decided, frozen=True, tag="assign"):
    """Put these Workers to work in a built Workplace (HT-4.5)."""

    workplace: Name
    workers: Workers


class Permit(Decided, frozen=True, tag="permit"):
    """Answer a player who wants to use your Workplace (HT-4.5)."""

    allow: bool


class Refine(Decided, frozen=True, tag="refine"):
    """Employ a Worker and make an amount of a Resource from as much of two others (HT-4.9)."""

    worker: Faction
    makes: Name
    amount: Count


class Build(Decided, frozen=True, tag="build"):
    """Build a Workplace on a place of the grid; with 9 built, discard one (HT-5.1, HT-5.2)."""

    workplace: Name
    cell: GridCell
    discard: Name | None = None


class UseCard(Decided, frozen=True, tag="use_card"):
    """Take the Standard Action that a card unlocks (HT-6.1)."""

    card: Name


class Deploy(Decided, frozen=True, tag="deploy"):
    """Put an un-deployed Knight on a tile (HT-7.1); which one makes no difference."""

    tile: Name


class Enact(Decided, frozen=True, tag="enact"):
    """Put a Law to the vote (HT-8.1)."""

    law: Name


class Vote(Decided, frozen=True, tag="vote"):
    """Spend Influence on one side of the vote, or none (HT-8.2)."""

    side: Side
    influence: Count


class Flee(Decided, frozen=True, tag="flee"):
    """Move a Knight off a tile, the way its Flee direction points (HT-9.1)."""

    tile: Name


class Idle(Decided, frozen=True, tag="idle"):
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


class Haggle(Decided, frozen=True, tag="haggle"):
    """Offer a trade to everyone named in it (HT-11.1)."""

    terms: Terms


class Accept(Decided, frozen=True, tag="accept"):
    """Agree to an offer; with the last agreement the trade is done (HT-11.1)."""

    offer: Count


class Decline(Decided, frozen=True, tag="decline"):
    """Decline an offer, or withdraw your own: it is off the table."""

    offer: Count


TurnDecision = (
    Assign | Permit | Refine | Build | UseCard | Deploy | Enact | Vote | Flee | Idle | Haggle | Accept | Decline
)
Decision = TurnDecision | BattleDecision
