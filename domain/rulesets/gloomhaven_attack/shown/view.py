"""What a viewer sees: the state built again, field by field. Nothing is hidden but the order of the decks."""

from collections import Counter

from domain.kernel.draws import Cards
from domain.rulesets.gloomhaven_attack.model.field import asked, in_order
from domain.rulesets.gloomhaven_attack.model.state import CardCount, Deck, DeckView, State, View


def view_of(state: State) -> View:
    """The scenario for everybody."""
    battle = state.battle
    return View(
        stage=battle.stage,
        round=battle.round,
        rounds=state.rules.components.rounds,
        asked=asked(state),
        figures=battle.figures,
        decks=tuple(_deck(state, deck) for deck in battle.decks),
        supplies=battle.supplies,
        tokens=battle.tokens,
        attack=battle.attack,
        ending=battle.ending,
    )


def _deck(state: State, deck: Deck) -> DeckView:
    return DeckView(deck.name, counted(in_order(state, deck.pile)), deck.discards, deck.shuffle_due)


def counted(pile: Cards) -> tuple[CardCount, ...]:
    """So many of each card, in the order of the box: a pile has no order that anybody knows."""
    return tuple(CardCount(card, count) for card, count in Counter(pile).items())
