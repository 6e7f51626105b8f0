"""What a viewer sees: the state built again, field by field. Nothing is hidden but the order of the decks."""

from collections import Counter

from msgspec import Struct

from oathbook.domain.kernel import Cards, Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.gloomhaven_attack.model.alike import make_alike
from oathbook.domain.rulesets.gloomhaven_attack.model.components import CardId, Name, Supply
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import in_order, seats_to_act
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Deck, Figure, Stage, State
from oathbook.domain.rulesets.protocol import Ending


class CardCount(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of equal cards."""

    card: CardId
    count: Count


class DeckView(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck: how many cards of each kind can still come, and the discards in the order they lie."""

    name: Name
    pile: tuple[CardCount, ...]
    discards: Cards
    shuffle_due: bool


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The scenario as everyone may see it: only the order of the decks is hidden, and nobody knows it."""

    stage: Stage
    round: int
    rounds: int
    asked: tuple[Seat, ...]
    figures: tuple[Figure, ...]
    decks: tuple[DeckView, ...]
    supplies: tuple[Supply, ...]
    tokens: tuple[Name, ...]
    attack: Attack | None
    ending: Ending | None


def view_of(state: State) -> View:
    """The scenario for everybody."""
    battle = state.battle
    decks = tuple(_deck(state, deck) for deck in battle.decks)
    rounds = state.rules.components.rounds
    return make_alike(View, battle, "decks", decks=decks, rounds=rounds, asked=seats_to_act(state))


def _deck(state: State, deck: Deck) -> DeckView:
    return DeckView(deck.name, count_cards(in_order(state, deck.pile)), deck.discards, deck.shuffle_due)


def count_cards(pile: Cards) -> tuple[CardCount, ...]:
    """So many of each card, in the order of the box: a pile has no order that anybody knows."""
    return tuple(CardCount(card, count) for card, count in Counter(pile).items())
