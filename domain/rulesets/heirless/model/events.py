"""What happens in a Season: its turns, trades and end, and the lists of all events."""

from typing import Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.heirless.model.action_events import ActionEvent
from oathbook.domain.rulesets.heirless.model.battle_events import BattleEvent, RewardEvent
from oathbook.domain.rulesets.heirless.model.battle_state import FigureName
from oathbook.domain.rulesets.heirless.model.components import Name, Outcome, Staff, TrackName
from oathbook.domain.rulesets.heirless.model.decisions import Terms
from oathbook.domain.rulesets.kit.play import EventBase

SeasonPhase = Literal["player turns", "battles", "rewards"]


# Turns (HT-1, HT-3, HT-12) ------------------------------------------------------------------------------------


class SeasonBegan(EventBase, frozen=True, tag="season_began"):
    """A Season began on this track."""

    season: Count
    track: TrackName


class PhaseBegan(EventBase, frozen=True, tag="phase_began"):
    """A phase of the Season began."""

    season: Count
    phase: SeasonPhase


class TurnBegan(EventBase, frozen=True, tag="turn_began"):
    """A player's turn began; they act from this spot of the current track."""

    turn: Count
    seat: Seat
    spot: Count


class TurnEnded(EventBase, frozen=True, tag="turn_ended"):
    """A player's turn is over."""

    turn: Count
    seat: Seat


class Idled(EventBase, frozen=True, tag="idled"):
    """A player's cube went to this spot of the next track."""

    seat: Seat
    track: TrackName
    spot: Count


# Free Actions (HT-11) -----------------------------------------------------------------------------------------


class OfferMade(EventBase, frozen=True, tag="offer_made"):
    """A player offered a trade."""

    offer: Count
    seat: Seat
    terms: Terms


class OfferAccepted(EventBase, frozen=True, tag="offer_accepted"):
    """A party of the trade agreed."""

    offer: Count
    seat: Seat


class OfferDeclined(EventBase, frozen=True, tag="offer_declined"):
    """A party declined, or the player who offered it withdrew it."""

    offer: Count
    seat: Seat
    by: Seat


class GoodsTraded(EventBase, frozen=True, tag="goods_traded"):
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


class BattlesFound(EventBase, frozen=True, tag="battles_found"):
    """These are the Battles of the Season."""

    battles: tuple[Clash, ...]


class Loss(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure that is sent back, and its owner."""

    figure: FigureName
    owner: Seat


class BattleReported(EventBase, frozen=True, tag="battle_reported"):
    """The table reported who won a Battle that these rules do not cover, and which figures were sent back (HA-76)."""

    tile: Name
    winners: tuple[Seat, ...]
    sent_back: tuple[Loss, ...]


class SeasonEnded(EventBase, frozen=True, tag="season_ended"):
    """A Season is over, and its Cleanup begins."""

    season: Count


class SovereignDiscarded(EventBase, frozen=True, tag="sovereign_discarded"):
    """A Sovereign Workplace went back to its place; a user's cube on it went back."""

    owner: Seat
    workplace: Name


class CubesReturned(EventBase, frozen=True, tag="cubes_returned"):
    """The users' cubes came off these Workplaces."""

    workplaces: tuple[Name, ...]


class WorkersReturned(EventBase, frozen=True, tag="workers_returned"):
    """A player took Employed Workers back into the Unemployed reserve."""

    seat: Seat
    workers: tuple[Staff, ...]


class GameEnded(EventBase, frozen=True, tag="game_ended"):
    """The game is over, and nobody is named its winner."""

    outcome: Outcome


class GameWon(EventBase, frozen=True, tag="game_won"):
    """The game is over, and a player has won it, as its components say (HA-65)."""

    outcome: Outcome
    winner: Seat


_Turn = SeasonBegan | PhaseBegan | TurnBegan | TurnEnded | Idled
TradeEvent = OfferMade | OfferAccepted | OfferDeclined | GoodsTraded
_Cleanup = SovereignDiscarded | CubesReturned | WorkersReturned
_SeasonEnd = BattlesFound | BattleReported | SeasonEnded | _Cleanup | GameEnded | GameWon
TurnEvent = _Turn | ActionEvent | TradeEvent | _SeasonEnd
"""All but what happens in Battles, and their rewards: what happens in an edition that does not cover those."""

Event = TurnEvent | BattleEvent | RewardEvent
