"""Components, checked: every figure that another one relies on."""

from typing import Final

from oathbook.domain.rulesets.gloomhaven_attack.model.components import Card, Components, DeckPlan
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import MONSTERS, is_supply_for
from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique

MOST_CARDS: Final = 40  # in a deck as it begins, so that no attack asks for more draws than a step may have
MOST_ROLLING_DOUBLES: Final = 4  # in a deck, so that no attack goes beyond the numbers that can be written


def check_components(components: Components) -> None:
    """``BadRecord`` names the field that does not fit."""
    cards = {card.id: card for card in components.cards}
    check_unique((card.id for card in components.cards), "components.cards")
    check_unique((deck.name for deck in components.decks), "components.decks")
    check_unique((item.name for item in components.items), "components.items")
    check_unique((figure.id for figure in components.figures), "components.figures")
    for card in components.cards:
        where = f"components.cards.{card.id}"
        check_that(not (card.leaves and card.rolling), where, "a card that leaves its deck is no rolling card")
        check_that(not (card.leaves and card.shuffle), where, "a card that leaves its deck has no shuffle symbol")
        for deck in components.decks if card.leaves else ():
            ready = [each for each in components.supplies if is_supply_for(each, card.id, deck.name)]
            check_that(len(ready) <= 1, "components.supplies", f"{card.id} lies ready in one place for {deck.name}")
    for supply in components.supplies:
        known = supply.card in cards and cards[supply.card].leaves
        check_that(known, "components.supplies", f"{supply.card} is no card that leaves its deck")
    for deck in components.decks:
        _check_deck(deck, cards)
    _check_figures(components)


def _check_deck(deck: DeckPlan, cards: dict[str, Card]) -> None:
    where = f"components.decks.{deck.name}"
    check_unique((each.card for each in deck.cards), where)
    for each in deck.cards:
        check_that(each.card in cards, where, f"there is no card “{each.card}”")
        check_that(not cards[each.card].leaves, where, f"{each.card} lies ready, and comes into a deck later")
    count = sum(each.count for each in deck.cards)
    check_that(1 <= count <= MOST_CARDS, where, f"a deck begins with 1 to {MOST_CARDS} cards, not {count}")
    doubles = sum(each.count for each in deck.cards if cards[each.card].rolling and cards[each.card].op == "double")
    check_that(
        doubles <= MOST_ROLLING_DOUBLES, where, f"a deck has at most {MOST_ROLLING_DOUBLES} rolling cards that double"
    )


def _check_figures(components: Components) -> None:
    """Monsters share a deck and have no player; characters and summons have both."""
    decks = {deck.name for deck in components.decks}
    items = {item.name for item in components.items}
    for figure in components.figures:
        where = f"components.figures.{figure.id}"
        monster = figure.kind == "monster"
        check_that(figure.deck in decks, where, f"there is no deck “{figure.deck}”")
        check_that((figure.deck == MONSTERS) == monster, where, f"the deck “{MONSTERS}” is that of all monsters")
        check_that((figure.player == 0) == monster, where, "characters and summons have a player, counted from 1")
        check_that(set(figure.items) <= items, where, "there is no such item")
        check_unique(figure.items, where)
        check_unique(figure.conditions, where)
    players = [figure.player for figure in components.figures if figure.kind == "character"]
    check_that(
        players == list(range(1, len(players) + 1)), "components.figures", "players are counted from 1, in order"
    )
    check_that(any(each.kind == "monster" for each in components.figures), "components.figures", "there is no monster")
