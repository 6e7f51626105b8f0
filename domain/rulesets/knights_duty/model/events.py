"""What happens in a match: every event, in the order of the rulebook."""

from typing import Literal

from msgspec import Struct

from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.kit.play import EventBase, SeatEvent
from oathbook.domain.rulesets.knights_duty.model.combat_events import CombatEvent
from oathbook.domain.rulesets.knights_duty.model.components import Clan, Outcome, Space, Weapon
from oathbook.domain.rulesets.knights_duty.model.decisions import Token, Tracker
from oathbook.domain.rulesets.knights_duty.model.state import ActionKind, Face, Step


class ClanChosen(SeatEvent, frozen=True, tag="clan_chosen"):
    """A seat took a clan."""

    clan: Clan


class KnightPlaced(SeatEvent, frozen=True, tag="knight_placed"):
    """Knight and Inspiration token came to the clan's corner, with a Full Heart and no weapon."""

    clan: Clan
    space: Space
    inspiration: Face


class TurnBegan(EventBase, frozen=True, tag="turn_began"):
    """A turn began; everyone plans."""

    turn: Count


class PlanLaid(SeatEvent, frozen=True, tag="plan_laid"):
    """A seat laid its tokens face down."""

    slots: Tracker


class SlotBegan(EventBase, frozen=True, tag="slot_began"):
    """The tokens of a slot are turned over."""

    slot: Count


class TokenRevealed(SeatEvent, frozen=True, tag="token_revealed"):
    """A token was turned over, and what it is against the weapon then equipped."""

    slot: Count
    token: Opened[Token]
    action: ActionKind


class SatOut(SeatEvent, frozen=True, tag="sat_out"):
    """A Broken Heart does nothing in this slot."""

    slot: Count


class StepBegan(EventBase, frozen=True, tag="step_began"):
    """A kind of action is resolved for all who chose it, and they have to decide."""

    step: Step
    seats: tuple[Seat, ...]


class MoveChosen(SeatEvent, frozen=True, tag="move_chosen"):
    """A mover chose a space, for nobody else to see yet."""

    to: Hidden[Space]


class MoveShown(Struct, frozen=True, forbid_unknown_fields=True):
    """Where one of the movers wants to go."""

    seat: Seat
    to: Opened[Space]


class MovesShown(EventBase, frozen=True, tag="moves_shown"):
    """All movers have chosen, and show it."""

    moves: tuple[MoveShown, ...]


class ClashFound(EventBase, frozen=True, tag="clash_found"):
    """Several movers want the same space."""

    space: Space
    seats: tuple[Seat, ...]


class MoverNamed(SeatEvent, frozen=True, tag="mover_named"):
    """A claimant said who gets the space."""

    mover: Seat | None


class ClashSettled(EventBase, frozen=True, tag="clash_settled"):
    """The claimants agreed on one of them, or did not agree."""

    space: Space
    mover: Seat | None


class Moved(Struct, frozen=True, forbid_unknown_fields=True):
    """One Knight's way."""

    seat: Seat
    origin: Space
    to: Space


class KnightsMoved(EventBase, frozen=True, tag="knights_moved"):
    """All who could move did, at the same time."""

    moves: tuple[Moved, ...]


class KnightStayed(SeatEvent, frozen=True, tag="knight_stayed"):
    """A mover stayed: by choice, because others wanted the space, too, or because it is not free."""

    wanted: Space
    because: Literal["choice", "clash", "occupied"]


class EquipmentChanged(SeatEvent, frozen=True, tag="equipment_changed"):
    """A Knight has another weapon."""

    old: Weapon | None
    new: Weapon


class StanceTaken(SeatEvent, frozen=True, tag="stance_taken"):
    """For the rest of this slot the player counts as Defending or Parrying."""

    stance: Literal["defending", "parrying"]


class KnightRemoved(SeatEvent, frozen=True, tag="knight_removed"):
    """A defeated Knight left the board."""

    space: Space


class SlotEnded(EventBase, frozen=True, tag="slot_ended"):
    """Everything in a slot is resolved."""

    slot: Count


class TurnEnded(EventBase, frozen=True, tag="turn_ended"):
    """All slots are resolved; tokens come back."""

    turn: Count
    combats: Count


class StallNoticed(EventBase, frozen=True, tag="stall_noticed"):
    """Too many turns in a row went by without a combat."""

    turns: Count


class EndAgreed(SeatEvent, frozen=True, tag="end_agreed"):
    """A seat agreed to end the match without a winner."""


class MatchEnded(EventBase, frozen=True, tag="match_ended"):
    """The match is over."""

    outcome: Outcome
    winners: tuple[Seat, ...]


_Planning = ClanChosen | KnightPlaced | TurnBegan | PlanLaid | SlotBegan | TokenRevealed | SatOut | StepBegan
_Movement = MoveChosen | MovesShown | ClashFound | MoverNamed | ClashSettled | KnightsMoved | KnightStayed
_End = KnightRemoved | SlotEnded | TurnEnded | StallNoticed | EndAgreed | MatchEnded
Event = _Planning | _Movement | EquipmentChanged | StanceTaken | CombatEvent | _End
