"""What happens in the Battles of a Season (HB)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.kernel.limits import Count, WholeNumber
from oathbook.domain.rulesets.heirless.model.battle_state import Aim, FigureName, RewardOffer
from oathbook.domain.rulesets.heirless.model.components import Amount, Figures, Improvement, Name
from oathbook.domain.rulesets.kit.play import EventBase


class ResourcesRewarded(EventBase, frozen=True, tag="resources_rewarded"):
    """A player received Resources for Knights remaining on a tile."""

    seat: Seat
    tile: Name
    gained: tuple[Amount, ...]


class AttributesImproved(EventBase, frozen=True, tag="attributes_improved"):
    """A player's Attributes became better for Knights remaining on a tile; ``figures`` are all of them now."""

    seat: Seat
    tile: Name
    better: Improvement
    figures: Figures


class RewardsOffered(EventBase, frozen=True, tag="rewards_offered"):
    """Players are asked whether they take what these tiles give (HA-71)."""

    offers: tuple[RewardOffer, ...]


class RewardAnswered(EventBase, frozen=True, tag="reward_answered"):
    """A player takes what a tile gives, or does not."""

    seat: Seat
    tile: Name
    takes: bool


RewardEvent = ResourcesRewarded | AttributesImproved | RewardsOffered | RewardAnswered


Blow = Literal["miss", "graze", "hit", "critical hit"]
Hand = Hidden[tuple[Name, ...]]


# The beginning of a Battle (HB-1) -----------------------------------------------------------------------------


class BattleBegan(EventBase, frozen=True, tag="battle_began"):
    """A player chose this Battle to be resolved; ``camp`` is that of the Bandits in it."""

    tile: Name
    seat: Seat
    players: tuple[Seat, ...]
    camp: Name | None


class AllyNamed(EventBase, frozen=True, tag="ally_named"):
    """A player said whom they want as an ally, or nobody."""

    tile: Name
    seat: Seat
    ally: Seat | None


class AlliancesFormed(EventBase, frozen=True, tag="alliances_formed"):
    """These are the Alliances of the Battle."""

    tile: Name
    alliances: tuple[tuple[Seat, ...], ...]


class CubesPlaced(EventBase, frozen=True, tag="cubes_placed"):
    """A player's, or the Bandits', cubes went to the top part of the Hourglass Board."""

    tile: Name
    seat: Seat
    cubes: Count


# A Battle Turn (HB-2, HB-3) -----------------------------------------------------------------------------------


class TimePassed(EventBase, frozen=True, tag="time_passed"):
    """Everyone moved this many cubes from the top part to the bottom part."""

    tile: Name
    cubes: Count


class BattleTurnBegan(EventBase, frozen=True, tag="battle_turn_began"):
    """A Battle Turn began with this Attacker."""

    tile: Name
    turn: Count
    attacker: Seat


class TargetsChosen(EventBase, frozen=True, tag="targets_chosen"):
    """The Attacker's figures have these targets; their owners are the Defenders."""

    tile: Name
    attacker: Seat
    aims: tuple[Aim, ...]
    defenders: tuple[Seat, ...]


class DiscardsPickedUp(EventBase, frozen=True, tag="discards_picked_up"):
    """A player with an empty hand took all discarded Battlecards back: all cards are in hand, as everyone knows."""

    seat: Seat
    cards: Count


class CardPlaced(EventBase, frozen=True, tag="card_placed"):
    """A Defender placed a Battlecard face down; ``hand`` is what is left."""

    tile: Name
    seat: Seat
    card: Hidden[Name]
    hand: Hand


class AttackCardPlaced(EventBase, frozen=True, tag="attack_card_placed"):
    """The Attacker placed a Battlecard face up; ``hand`` is what is left."""

    tile: Name
    seat: Seat
    card: Name
    hand: Hand


class CardDiscarded(EventBase, frozen=True, tag="card_discarded"):
    """The Attacker discarded another Battlecard face down; ``hand`` is what is left."""

    tile: Name
    seat: Seat
    card: Hidden[Name]
    hand: Hand


class BanditCardPlaced(EventBase, frozen=True, tag="bandit_card_placed"):
    """The Bandits' deck was shuffled, and this is its top card."""

    tile: Name
    card: Name


class CardShown(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose card was turned over, and which it is."""

    seat: Seat
    card: Opened[Name]


class CardsRevealed(EventBase, frozen=True, tag="cards_revealed"):
    """The Defenders' Battlecards were turned over."""

    tile: Name
    cards: Annotated[tuple[CardShown, ...], Meta(max_length=12)]


class WoundsByCard(EventBase, frozen=True, tag="wounds_by_card"):
    """A Defender's card added Wounds to a targeted figure, or took some away."""

    tile: Name
    owner: Seat
    figure: FigureName
    card: Name
    by: WholeNumber
    wounds: WholeNumber


# Attacks (HB-4) -----------------------------------------------------------------------------------------------


class Attacked(EventBase, frozen=True, tag="attacked"):
    """A figure attacked its target: how many Wounds were added, and how many it has now."""

    tile: Name
    attacker: Seat
    figure: FigureName
    defender: Seat
    target: FigureName
    blow: Blow
    added: Count
    wounds: WholeNumber


class AttackLapsed(EventBase, frozen=True, tag="attack_lapsed"):
    """A figure's target has left the Battle, and its attack is lost."""

    tile: Name
    attacker: Seat
    figure: FigureName
    target: FigureName


class SentBack(EventBase, frozen=True, tag="sent_back"):
    """A figure went back to its owner's play area; ``out`` says that it cannot be deployed in the next Season."""

    tile: Name
    owner: Seat
    figure: FigureName
    wounds: WholeNumber
    health: Count
    out: bool


class LeftBattle(EventBase, frozen=True, tag="left_battle"):
    """A player, or the Bandits, have no figure left in the Battle; their cubes left the Hourglass Board."""

    tile: Name
    seat: Seat


# The end of a Battle Turn, and of a Battle (HB-5, HB-6) -------------------------------------------------------


class CubesReset(EventBase, frozen=True, tag="cubes_reset"):
    """The Attacker's cubes left the bottom part, and this many went to the top part."""

    tile: Name
    seat: Seat
    cubes: Count


class CardsPutAway(EventBase, frozen=True, tag="cards_put_away"):
    """The Battlecards in use went to their owners' discards; the Bandits' into their deck."""

    tile: Name
    seats: tuple[Seat, ...]


class BattleTurnEnded(EventBase, frozen=True, tag="battle_turn_ended"):
    """A Battle Turn is over; it gives how many turns have passed without a Wound."""

    tile: Name
    turn: Count
    attacker: Seat
    quiet: Count


class StallNoticed(EventBase, frozen=True, tag="stall_noticed"):
    """There was no Wound in this many Battle Turns: the players in the Battle may agree to end it."""

    tile: Name
    turns: Count


class EndAgreed(EventBase, frozen=True, tag="end_agreed"):
    """A player agreed to end the Battle, or the table did for all of them."""

    tile: Name
    seat: Seat


class WoundsDiscarded(EventBase, frozen=True, tag="wounds_discarded"):
    """All Wounds were discarded."""

    tile: Name


class HourglassEmptied(EventBase, frozen=True, tag="hourglass_emptied"):
    """All cubes came off the Hourglass Board."""

    tile: Name


class BattleEnded(EventBase, frozen=True, tag="battle_ended"):
    """A Battle is over; ``remaining`` have Knights on the tile, and may get something in the rewards phase."""

    tile: Name
    remaining: tuple[Seat, ...]
    agreed: bool


BeginningEvent = BattleBegan | AllyNamed | AlliancesFormed | CubesPlaced
TurnStart = TimePassed | BattleTurnBegan | TargetsChosen
CardPlay = DiscardsPickedUp | CardPlaced | AttackCardPlaced | CardDiscarded | BanditCardPlaced | CardsRevealed
AttackEvent = WoundsByCard | Attacked | AttackLapsed | SentBack | LeftBattle
TurnEnd = CubesReset | CardsPutAway | BattleTurnEnded
EndEvent = StallNoticed | EndAgreed | WoundsDiscarded | HourglassEmptied | BattleEnded
BattleEvent = BeginningEvent | TurnStart | CardPlay | AttackEvent | TurnEnd | EndEvent
