"""What happens in a Standard Action (HT-4 to HT-9)."""

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.heirless.model.battle_state import FigureName
from oathbook.domain.rulesets.heirless.model.components import Amount, Faction, Name
from oathbook.domain.rulesets.heirless.model.decisions import GridCell, Side, Workers
from oathbook.domain.rulesets.kit.play import EventBase


class ConsentAsked(EventBase, frozen=True, tag="consent_asked"):
    """A player wants to use a Workplace, and its owner is asked."""

    seat: Seat
    owner: Seat
    workplace: Name
    workers: Workers


class ConsentGiven(EventBase, frozen=True, tag="consent_given"):
    """The owner lets the player use the Workplace."""

    seat: Seat
    owner: Seat
    workplace: Name


class ConsentRefused(EventBase, frozen=True, tag="consent_refused"):
    """The owner does not; the player is still to take a Standard Action, or to Idle."""

    seat: Seat
    owner: Seat
    workplace: Name


class WorkersAssigned(EventBase, frozen=True, tag="workers_assigned"):
    """Workers went to work in a Workplace, and the user's cube stands on it."""

    seat: Seat
    owner: Seat
    workplace: Name
    workers: Workers


class EffectReceived(EventBase, frozen=True, tag="effect_received"):
    """A player received what a Workplace gives when Workers are assigned to it (HA-53)."""

    seat: Seat
    workplace: Name
    gained: tuple[Amount, ...]
    influence: Count
    prestige: Count


class Crowned(EventBase, frozen=True, tag="crowned"):
    """A player was crowned in a Sovereign Workplace, and wins when the Season is over (HA-65)."""

    seat: Seat
    workplace: Name


class InfluenceGained(EventBase, frozen=True, tag="influence_gained"):
    """A player gained Influence for Workers."""

    seat: Seat
    influence: Count


class ResourcesRefined(EventBase, frozen=True, tag="resources_refined"):
    """A Worker was employed to refine: an amount of two Resources became as much of a third."""

    seat: Seat
    worker: Faction
    first: Name
    second: Name
    makes: Name
    amount: Count


class WorkplaceDiscarded(EventBase, frozen=True, tag="workplace_discarded"):
    """A built Workplace made room for another one; a user's cube on it went back."""

    seat: Seat
    workplace: Name


class WorkplaceBuilt(EventBase, frozen=True, tag="workplace_built"):
    """A Workplace was paid for and built."""

    seat: Seat
    workplace: Name
    cell: GridCell
    paid: tuple[Amount, ...]
    sovereign: bool


class CardUsed(EventBase, frozen=True, tag="card_used"):
    """A player took the Standard Action of a card."""

    seat: Seat
    card: Name
    paid: tuple[Amount, ...]
    gained: tuple[Amount, ...]
    influence: Count
    prestige: Count


class KnightDeployed(EventBase, frozen=True, tag="knight_deployed"):
    """A Knight came to a tile."""

    seat: Seat
    knight: FigureName
    tile: Name


class VoteOpened(EventBase, frozen=True, tag="vote_opened"):
    """A Law was put to the vote; the players are asked in this order."""

    vote: Count
    seat: Seat
    law: Name
    threshold: Count
    voters: tuple[Seat, ...]


class InfluenceSpent(EventBase, frozen=True, tag="influence_spent"):
    """A player spent Influence in a vote, or none."""

    vote: Count
    seat: Seat
    law: Name
    side: Side
    influence: Count


class VoteClosed(EventBase, frozen=True, tag="vote_closed"):
    """Everyone has answered; the Influence spent is discarded."""

    vote: Count
    seat: Seat
    law: Name
    in_favour: Count
    against: Count
    enacted: bool


class LawEnacted(EventBase, frozen=True, tag="law_enacted"):
    """A Law is in force."""

    vote: Count
    seat: Seat
    law: Name


class LawStayed(EventBase, frozen=True, tag="law_stayed"):
    """A Law stays available."""

    vote: Count
    seat: Seat
    law: Name


class KnightFled(EventBase, frozen=True, tag="knight_fled"):
    """A Knight left a tile along its Flee direction."""

    seat: Seat
    knight: FigureName
    origin: Name
    tile: Name


_Consent = ConsentAsked | ConsentGiven | ConsentRefused
_Assigned = WorkersAssigned | InfluenceGained | EffectReceived | Crowned
WorkEvent = _Consent | _Assigned | ResourcesRefined | WorkplaceDiscarded | WorkplaceBuilt | CardUsed
VoteEvent = VoteOpened | InfluenceSpent | VoteClosed | LawEnacted | LawStayed
ActionEvent = WorkEvent | KnightDeployed | VoteEvent | KnightFled
