"""What happens in the turns of a Season: every event, in the order of the rulebook."""

from typing import Literal

from msgspec import Struct

from domain.kernel.limits import Count
from domain.kernel.seats import Seat
from domain.rulesets.heirless.battle_model import FigureName
from domain.rulesets.heirless.box import Amount, Faction, Name, Staff, TrackName
from domain.rulesets.heirless.decisions import Cell, Side, Terms, Workers
from domain.rulesets.heirless.editions import Outcome

Phase = Literal["player turns", "battles"]


class Happened(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower, gc=False):
    """Base of the events: each says its kind."""


# Turns (HT-1, HT-3, HT-12) ------------------------------------------------------------------------------------


class SeasonBegan(Happened, frozen=True, tag="season_began"):
    """A Season began on this track."""

    season: Count
    track: TrackName


class PhaseBegan(Happened, frozen=True, tag="phase_began"):
    """A phase of the Season began."""

    season: Count
    phase: Phase


class TurnBegan(Happened, frozen=True, tag="turn_began"):
    """A player's turn began; they act from this spot of the current track."""

    turn: Count
    seat: Seat
    spot: Count


class TurnEnded(Happened, frozen=True, tag="turn_ended"):
    """A player's turn is over."""

    turn: Count
    seat: Seat


class Idled(Happened, frozen=True, tag="idled"):
    """A player's cube went to this spot of the next track."""

    seat: Seat
    track: TrackName
    spot: Count


# Standard Actions (HT-4 to HT-9) ------------------------------------------------------------------------------


class ConsentAsked(Happened, frozen=True, tag="consent_asked"):
    """A player wants to use a Workplace, and its owner is asked."""

    seat: Seat
    owner: Seat
    workplace: Name
    workers: Workers


class ConsentGiven(Happened, frozen=True, tag="consent_given"):
    """The owner lets the player use the Workplace."""

    seat: Seat
    owner: Seat
    workplace: Name


class ConsentRefused(Happened, frozen=True, tag="consent_refused"):
    """The owner does not; the player is still to take a Standard Action, or to Idle."""

    seat: Seat
    owner: Seat
    workplace: Name


class WorkersAssigned(Happened, frozen=True, tag="workers_assigned"):
    """Workers went to work in a Workplace, and the user's cube stands on it."""

    seat: Seat
    owner: Seat
    workplace: Name
    workers: Workers


class InfluenceGained(Happened, frozen=True, tag="influence_gained"):
    """A player gained Influence for Workers."""

    seat: Seat
    influence: Count


class ResourcesRefined(Happened, frozen=True, tag="resources_refined"):
    """A Worker went to work at refining: so many of two Resources became as many of a third."""

    seat: Seat
    worker: Faction
    first: Name
    second: Name
    makes: Name
    amount: Count


class WorkplaceDiscarded(Happened, frozen=True, tag="workplace_discarded"):
    """A built Workplace made room for another one; a user's cube on it went back."""

    seat: Seat
    workplace: Name


class WorkplaceBuilt(Happened, frozen=True, tag="workplace_built"):
    """A Workplace was paid for and built."""

    seat: Seat
    workplace: Name
    cell: Cell
    paid: tuple[Amount, ...]
    sovereign: bool


class CardUsed(Happened, frozen=True, tag="card_used"):
    """A player took the Standard Action of a card."""

    seat: Seat
    card: Name
    paid: tuple[Amount, ...]
    gained: tuple[Amount, ...]
    influence: Count
    prestige: Count


class KnightDeployed(Happened, frozen=True, tag="knight_deployed"):
    """A Knight came to a tile."""

    seat: Seat
    knight: FigureName
    tile: Name


class VoteOpened(Happened, frozen=True, tag="vote_opened"):
    """A Law was put to the vote; the players are asked in this order."""

    vote: Count
    seat: Seat
    law: Name
    threshold: Count
    voters: tuple[Seat, ...]


class InfluenceSpent(Happened, frozen=True, tag="influence_spent"):
    """A player spent Influence in a vote, or none."""

    vote: Count
    seat: Seat
    law: Name
    side: Side
    influence: Count


class VoteClosed(Happened, frozen=True, tag="vote_closed"):
    """Everybody has answered; the Influence spent is discarded."""

    vote: Count
    seat: Seat
    law: Name
    in_favour: Count
    against: Count
    enacted: bool


class LawEnacted(Happened, frozen=True, tag="law_enacted"):
    """A Law is in force."""

    vote: Count
    seat: Seat
    law: Name


class LawStayed(Happened, frozen=True, tag="law_stayed"):
    """A Law stays available."""

    vote: Count
    seat: Seat
    law: Name


class KnightFled(Happened, frozen=True, tag="knight_fled"):
    """A Knight left a tile along its Flee direction."""

    seat: Seat
    knight: FigureName
    origin: Name
    tile: Name


# Free Actions (HT-11) -----------------------------------------------------------------------------------------


class OfferMade(Happened, frozen=True, tag="offer_made"):
    """A player offered a trade."""

    offer: Count
    seat: Seat
    terms: Terms


class OfferAccepted(Happened, frozen=True, tag="offer_accepted"):
    """A party of the trade agreed."""

    offer: Count
    seat: Seat


class OfferDeclined(Happened, frozen=True, tag="offer_declined"):
    """A party did not agree, or whoever offered it took it back."""

    offer: Count
    seat: Seat
    by: Seat


class GoodsTraded(Happened, frozen=True, tag="goods_traded"):
    """All agreed, and everything changed hands at once."""

    offer: Count
    seat: Seat
    terms: Terms


# The end of a Season ------------------------------------------------------------------------------------------


class Clash(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile on which a Battle arises, and whose Knights are there."""

    tile: Name
    players: tuple[Seat, ...]
    bandits: bool


class BattlesFound(Happened, frozen=True, tag="battles_found"):
    """These are the Battles of the Season."""

    battles: tuple[Clash, ...]


class SeasonEnded(Happened, frozen=True, tag="season_ended"):
    """A Season is over, and its Cleanup begins."""

    season: Count


class SovereignDiscarded(Happened, frozen=True, tag="sovereign_discarded"):
    """A Sovereign Workplace went back to its place; a user's cube on it went back."""

    owner: Seat
    workplace: Name


class CubesReturned(Happened, frozen=True, tag="cubes_returned"):
    """The users' cubes came off these Workplaces."""

    workplaces: tuple[Name, ...]


class WorkersReturned(Happened, frozen=True, tag="workers_returned"):
    """A player took Employed Workers back into the Unemployed reserve."""

    seat: Seat
    workers: tuple[Staff, ...]


class GameEnded(Happened, frozen=True, tag="game_ended"):
    """The game is over."""

    outcome: Outcome


Event = (
    SeasonBegan
    | PhaseBegan
    | TurnBegan
    | TurnEnded
    | Idled
    | ConsentAsked
    | ConsentGiven
    | ConsentRefused
    | WorkersAssigned
    | InfluenceGained
    | ResourcesRefined
    | WorkplaceDiscarded
    | WorkplaceBuilt
    | CardUsed
    | KnightDeployed
    | VoteOpened
    | InfluenceSpent
    | VoteClosed
    | LawEnacted
    | LawStayed
    | KnightFled
    | OfferMade
    | OfferAccepted
    | OfferDeclined
    | GoodsTraded
    | BattlesFound
    | SeasonEnded
    | SovereignDiscarded
    | CubesReturned
    | WorkersReturned
    | GameEnded
)
