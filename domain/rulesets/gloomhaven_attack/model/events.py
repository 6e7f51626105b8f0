"""What happens in a scenario of attacks: every event, in the order of the rulebook."""

from typing import Literal

from oathbook.domain.kernel import Cards, Seat
from oathbook.domain.kernel.limits import Count, ShortText, WholeNumber
from oathbook.domain.rulesets.gloomhaven_attack.model import components, decisions
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Mode, Step, Through
from oathbook.domain.rulesets.kit.play import EventBase


class AttackDeclared(EventBase, frozen=True, tag="attack_declared"):
    """A figure attacks, and a seat decides for it."""

    seat: Seat
    number: Count
    attacker: components.Name
    base: components.Few
    targets: decisions.Aims
    reach: components.Reach
    modifiers: decisions.Modifiers
    pierce: components.Few
    effects: decisions.Effects
    advantage: decisions.ModifierSources
    disadvantage: decisions.ModifierSources


class TargetNamed(EventBase, frozen=True, tag="target_named"):
    """One enemy more is targeted by the attack (FA-24)."""

    attacker: components.Name
    target: decisions.Aim


class TargetFaced(EventBase, frozen=True, tag="target_faced"):
    """The attack turns to an enemy; now is the time for items and for the order of the own modifiers."""

    attacker: components.Name
    target: components.Name
    number: components.Few


class ItemUsed(EventBase, frozen=True, tag="item_used"):
    """An item of the attacker was used for the attack."""

    seat: Seat
    figure: components.Name
    item: components.Item


class ModifiersOrdered(EventBase, frozen=True, tag="modifiers_ordered"):
    """The order of the modifiers in a step was chosen; ``names`` in that order."""

    seat: Seat
    step: Step
    order: decisions.Order
    names: tuple[ShortText, ...]


class ValueReached(EventBase, frozen=True, tag="value_reached"):
    """The attack value after a step; the working says how it came about."""

    attacker: components.Name
    target: components.Name
    step: Step
    value: WholeNumber


class DrawBegan(EventBase, frozen=True, tag="draw_began"):
    """Modifier cards are turned over, with Advantage, with Disadvantage or with neither."""

    attacker: components.Name
    target: components.Name
    mode: Mode


class CardDrawn(EventBase, frozen=True, tag="card_drawn"):
    """A modifier card was turned over."""

    deck: components.Name
    card: components.CardId


class CardLeft(EventBase, frozen=True, tag="card_left"):
    """A Bless or a Curse left the deck it was drawn from and lies ready again."""

    deck: components.Name
    card: components.CardId


class DeckShuffled(EventBase, frozen=True, tag="deck_shuffled"):
    """The discards were shuffled in again, because the round ended or no card was left; ``again`` says which."""

    deck: components.Name
    because: Literal["round", "empty"]
    again: Cards


class DrawStopped(EventBase, frozen=True, tag="draw_stopped"):
    """No card was left to draw or to shuffle in."""

    deck: components.Name


class OrderAsked(EventBase, frozen=True, tag="order_asked"):
    """The order of several modifiers changes the value, and a seat has to choose it."""

    seat: Seat
    step: Step
    modifiers: tuple[ShortText, ...]


class ChoiceAsked(EventBase, frozen=True, tag="choice_asked"):
    """A character with Advantage may use either of two cards."""

    seat: Seat
    first: components.CardId
    second: components.CardId


class CardsPlayed(EventBase, frozen=True, tag="cards_played"):
    """Which of the cards drawn count: ``numbers`` counts them from 0."""

    attacker: components.Name
    target: components.Name
    numbers: decisions.Order
    cards: Cards
    unused: Cards


class ShuffleDue(EventBase, frozen=True, tag="shuffle_due"):
    """A card with the shuffle symbol was drawn: the deck is shuffled when the round ends."""

    deck: components.Name


class DamageNoted(EventBase, frozen=True, tag="damage_noted"):
    """Something that is no attack deals damage to a figure; ``source`` is what the table calls it."""

    figure: components.Name
    source: components.Label
    damage: components.Few


class DamageSuffered(EventBase, frozen=True, tag="damage_suffered"):
    """A figure suffered damage; ``through`` an attack, Retaliate or another source."""

    figure: components.Name
    damage: Count
    hit_points: WholeNumber
    through: Through


class ConditionEnded(EventBase, frozen=True, tag="condition_ended"):
    """Ward or Brittle was used up."""

    figure: components.Name
    condition: components.Condition


class FigureDied(EventBase, frozen=True, tag="figure_died"):
    """A figure was brought to zero and left the board."""

    figure: components.Name


class TokenPlaced(EventBase, frozen=True, tag="token_placed"):
    """A token lies where a monster died: money, or loot in ``fh``."""

    figure: components.Name


class EffectApplied(EventBase, frozen=True, tag="effect_applied"):
    """An added effect was applied; ``figure`` is on whom, or nobody in particular."""

    attacker: components.Name
    figure: components.Name | None
    effect: components.Effect


class EffectLapsed(EventBase, frozen=True, tag="effect_lapsed"):
    """An added effect was not applied."""

    attacker: components.Name
    effect: components.Effect
    because: Literal["target dead", "null", "no card left"]


class CardAdded(EventBase, frozen=True, tag="card_added"):
    """A Bless or a Curse was shuffled into a deck."""

    deck: components.Name
    card: components.CardId


class Retaliated(EventBase, frozen=True, tag="retaliated"):
    """A figure that was attacked and lives strikes back."""

    figure: components.Name
    attacker: components.Name
    amount: components.Few


class CardsDiscarded(EventBase, frozen=True, tag="cards_discarded"):
    """The cards drawn for a target lie on the discards."""

    deck: components.Name
    cards: Cards


class NextTargetAsked(EventBase, frozen=True, tag="next_target_asked"):
    """The attack may go on against another enemy (FA-24)."""

    seat: Seat
    attacker: components.Name


class AttackEnded(EventBase, frozen=True, tag="attack_ended"):
    """The attack is over; ``left_out`` are targets that were not attacked."""

    attacker: components.Name
    left_out: tuple[components.Name, ...]


class RoundEnded(EventBase, frozen=True, tag="round_ended"):
    """A round is over."""

    round: Count


class RoundBegan(EventBase, frozen=True, tag="round_began"):
    """A round begins."""

    round: Count


class ScenarioEnded(EventBase, frozen=True, tag="scenario_ended"):
    """The scenario is over."""

    outcome: components.Outcome
    winners: tuple[Seat, ...]


_Declaration = AttackDeclared | TargetNamed | TargetFaced | ItemUsed | ModifiersOrdered | ValueReached | DrawBegan
_Draw = CardDrawn | CardLeft | DeckShuffled | DrawStopped | OrderAsked | CardsPlayed | ShuffleDue
_Damage = DamageNoted | DamageSuffered | FigureDied | TokenPlaced
_Effect = EffectApplied | EffectLapsed | CardAdded | Retaliated | CardsDiscarded | NextTargetAsked
_Clock = AttackEnded | RoundEnded | RoundBegan | ScenarioEnded
FirstEditionEvent = _Declaration | _Draw | _Damage | _Effect | _Clock
"""What happens in ``gh1``."""

Event = FirstEditionEvent | ChoiceAsked | ConditionEnded  # what happens in either edition
