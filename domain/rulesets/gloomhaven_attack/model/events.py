"""What happens in a scenario of attacks: every event, in the order of the rulebook."""

from typing import Literal

from oathbook.domain.kernel.draws import Cards
from oathbook.domain.kernel.limits import Count, Short, Whole
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.components import (
    CardId,
    Condition,
    Effect,
    Few,
    Item,
    Label,
    Name,
    Outcome,
    Reach,
)
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Aim,
    Aims,
    Effects,
    Modifiers,
    ModifierSources,
    Order,
)
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Mode, Step, Through
from oathbook.domain.rulesets.kit.bases import Happened


class AttackDeclared(Happened, frozen=True, tag="attack_declared"):
    """A figure attacks, and a seat decides for it."""

    seat: Seat
    number: Count
    attacker: Name
    base: Few
    targets: Aims
    reach: Reach
    modifiers: Modifiers
    pierce: Few
    effects: Effects
    advantage: ModifierSources
    disadvantage: ModifierSources


class TargetNamed(Happened, frozen=True, tag="target_named"):
    """One enemy more is targeted by the attack (FA-24)."""

    attacker: Name
    target: Aim


class TargetFaced(Happened, frozen=True, tag="target_faced"):
    """The attack turns to an enemy; now is the time for items and for the order of the own modifiers."""

    attacker: Name
    target: Name
    number: Few


class ItemUsed(Happened, frozen=True, tag="item_used"):
    """An item of the attacker was used for the attack."""

    seat: Seat
    figure: Name
    item: Item


class ModifiersOrdered(Happened, frozen=True, tag="modifiers_ordered"):
    """The order of the modifiers in a step was chosen; ``names`` in that order."""

    seat: Seat
    step: Step
    order: Order
    names: tuple[Short, ...]


class ValueReached(Happened, frozen=True, tag="value_reached"):
    """The attack value after a step; the working says how it came about."""

    attacker: Name
    target: Name
    step: Step
    value: Whole


class DrawBegan(Happened, frozen=True, tag="draw_began"):
    """Modifier cards are turned over, with Advantage, with Disadvantage or with neither."""

    attacker: Name
    target: Name
    mode: Mode


class CardDrawn(Happened, frozen=True, tag="card_drawn"):
    """A modifier card was turned over."""

    deck: Name
    card: CardId


class CardLeft(Happened, frozen=True, tag="card_left"):
    """A Bless or a Curse left the deck it was drawn from and lies ready again."""

    deck: Name
    card: CardId


class DeckShuffled(Happened, frozen=True, tag="deck_shuffled"):
    """The discards were shuffled in again, because the round ended or no card was left; ``again`` says which."""

    deck: Name
    because: Literal["round", "empty"]
    again: Cards


class DrawStopped(Happened, frozen=True, tag="draw_stopped"):
    """No card was left to draw or to shuffle in."""

    deck: Name


class OrderAsked(Happened, frozen=True, tag="order_asked"):
    """The order of several modifiers changes the value, and a seat has to choose it."""

    seat: Seat
    step: Step
    modifiers: tuple[Short, ...]


class ChoiceAsked(Happened, frozen=True, tag="choice_asked"):
    """A character with Advantage may use either of two cards."""

    seat: Seat
    first: CardId
    second: CardId


class CardsPlayed(Happened, frozen=True, tag="cards_played"):
    """Which of the cards drawn count: ``numbers`` counts them from 0."""

    attacker: Name
    target: Name
    numbers: Order
    cards: Cards
    unused: Cards


class ShuffleDue(Happened, frozen=True, tag="shuffle_due"):
    """A card with the shuffle symbol was drawn: the deck is shuffled when the round ends."""

    deck: Name


class DamageNoted(Happened, frozen=True, tag="damage_noted"):
    """Something that is no attack deals damage to a figure; ``source`` is what the table calls it."""

    figure: Name
    source: Label
    damage: Few


class DamageSuffered(Happened, frozen=True, tag="damage_suffered"):
    """A figure suffered damage; ``through`` an attack, Retaliate or another source."""

    figure: Name
    damage: Count
    hit_points: Whole
    through: Through


class ConditionEnded(Happened, frozen=True, tag="condition_ended"):
    """Ward or Brittle was used up."""

    figure: Name
    condition: Condition


class FigureDied(Happened, frozen=True, tag="figure_died"):
    """A figure was brought to zero and left the board."""

    figure: Name


class TokenPlaced(Happened, frozen=True, tag="token_placed"):
    """A token lies where a monster died: money, or loot in ``fh``."""

    figure: Name


class EffectApplied(Happened, frozen=True, tag="effect_applied"):
    """An added effect was applied; ``figure`` is on whom, or nobody in particular."""

    attacker: Name
    figure: Name | None
    effect: Effect


class EffectLapsed(Happened, frozen=True, tag="effect_lapsed"):
    """An added effect was not applied."""

    attacker: Name
    effect: Effect
    because: Literal["target dead", "null", "no card left"]


class CardAdded(Happened, frozen=True, tag="card_added"):
    """A Bless or a Curse was shuffled into a deck."""

    deck: Name
    card: CardId


class Retaliated(Happened, frozen=True, tag="retaliated"):
    """A figure that was attacked and lives strikes back."""

    figure: Name
    attacker: Name
    amount: Few


class CardsDiscarded(Happened, frozen=True, tag="cards_discarded"):
    """The cards drawn for a target lie on the discards."""

    deck: Name
    cards: Cards


class NextTargetAsked(Happened, frozen=True, tag="next_target_asked"):
    """The attack may go on against another enemy (FA-24)."""

    seat: Seat
    attacker: Name


class AttackEnded(Happened, frozen=True, tag="attack_ended"):
    """The attack is over; ``left_out`` are targets that were not attacked."""

    attacker: Name
    left_out: tuple[Name, ...]


class RoundEnded(Happened, frozen=True, tag="round_ended"):
    """A round is over."""

    round: Count


class RoundBegan(Happened, frozen=True, tag="round_began"):
    """A round begins."""

    round: Count


class ScenarioEnded(Happened, frozen=True, tag="scenario_ended"):
    """The scenario is over."""

    outcome: Outcome
    winners: tuple[Seat, ...]


FirstEditionEvent = (
    AttackDeclared
    | TargetNamed
    | TargetFaced
    | ItemUsed
    | ModifiersOrdered
    | ValueReached
    | DrawBegan
    | CardDrawn
    | CardLeft
    | DeckShuffled
    | DrawStopped
    | OrderAsked
    | CardsPlayed
    | ShuffleDue
    | DamageNoted
    | DamageSuffered
    | FigureDied
    | TokenPlaced
    | EffectApplied
    | EffectLapsed
    | CardAdded
    | Retaliated
    | CardsDiscarded
    | NextTargetAsked
    | AttackEnded
    | RoundEnded
    | RoundBegan
    | ScenarioEnded
)
"""What happens in ``gh1``."""

Event = FirstEditionEvent | ChoiceAsked | ConditionEnded
"""What happens in either edition."""
