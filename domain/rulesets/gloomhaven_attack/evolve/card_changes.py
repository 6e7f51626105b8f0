"""The decks after events about cards: drawn, discarded, shuffled, gone to the supply or come from it."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model import queries
from oathbook.domain.rulesets.gloomhaven_attack.model.components import CardId, Name
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Drawn, State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit


def _draw_began(state: State, event: e.DrawBegan) -> Battle:
    attack = queries.attack_of(state.battle)
    must_fit(not attack.drawn, "cards have been drawn already")
    return replace(state.battle, stage="resolving", attack=replace(attack, mode=event.mode))


def _card_drawn(state: State, event: e.CardDrawn) -> Battle:
    battle, deck, attack = state.battle, queries.deck_of(state.battle, event.deck), _attack_with(state, event.deck)
    must_fit(event.card in deck.pile, f"there is no {event.card} in the deck “{deck.name}”")
    must_fit(attack.played is None, "the cards have been played")
    must_fit(len(attack.drawn) < MOST_DRAWN, f"nobody draws more than {MOST_DRAWN} cards")
    battle = queries.with_deck(battle, replace(deck, pile=_without(deck.pile, (event.card,))))
    return replace(battle, attack=replace(attack, drawn=(*attack.drawn, Drawn(event.card))))


MOST_DRAWN: Final = 200


def _card_left(state: State, event: e.CardLeft) -> Battle:
    """A Bless or a Curse goes from the table to the cards that lie ready."""
    attack = _attack_with(state, event.deck)
    must_fit(queries.card_of(state, event.card).leaves, f"{event.card} does not leave its deck")
    battle = replace(state.battle, attack=_without_cards_on_table(attack, (event.card,)))
    return _with_supply(battle, event.card, event.deck, 1)


def _with_supply(battle: Battle, card: CardId, deck: Name, more: int) -> Battle:
    """A supply with one card more or fewer."""
    found = [each for each in battle.supplies if queries.is_supply_for(each, card, deck)]
    must_fit(len(found) == 1 and 0 <= found[0].left + more <= MOST_SUPPLIED, f"no supply of {card} for “{deck}”")
    supplies = (replace(each, left=each.left + more) if each is found[0] else each for each in battle.supplies)
    return replace(battle, supplies=tuple(supplies))


MOST_SUPPLIED: Final = 99


def _card_added(state: State, event: e.CardAdded) -> Battle:
    deck = queries.deck_of(state.battle, event.deck)
    must_fit(queries.card_of(state, event.card).leaves, f"{event.card} is no card of a supply")
    battle = _with_supply(state.battle, event.card, event.deck, -1)
    return queries.with_deck(battle, replace(deck, pile=queries.in_order(state, (*deck.pile, event.card))))


def _deck_shuffled(state: State, event: e.DeckShuffled) -> Battle:
    """The discards go into the pile again, and by FA-10 what lay on the table with them."""
    battle, deck = state.battle, queries.deck_of(state.battle, event.deck)
    from_table = tuple((Counter(event.again) - Counter(deck.discards)).elements())
    whole = Counter(deck.discards) <= Counter(event.again)
    must_fit(whole, "other cards would be shuffled in than those on the discards")
    if from_table:
        battle = replace(battle, attack=_without_cards_on_table(_attack_with(state, event.deck), from_table))
    due = deck.shuffle_due and event.because == "empty"
    pile = queries.in_order(state, (*deck.pile, *event.again))
    return queries.with_deck(battle, replace(deck, pile=pile, discards=(), shuffle_due=due))


def _draw_stopped(state: State, event: e.DrawStopped) -> Battle:
    return replace(state.battle, attack=replace(_attack_with(state, event.deck), stopped=True))


def _choice_asked(state: State, event: e.ChoiceAsked) -> Battle:
    attack = queries.attack_of(state.battle)
    last = tuple(each.card for each in attack.drawn[-2:])
    must_fit(last == (event.first, event.second), "these are not the last two cards drawn")
    must_fit(_ends_in_a_pair(state, attack), "nobody has to choose between these cards")
    must_fit(len(attack.values) == 1 and attack.played is None, "it is not the time to choose a card")
    return replace(state.battle, stage="choosing", attack=replace(attack, asked=event.seat))


def _ends_in_a_pair(state: State, attack: Attack) -> bool:
    """Whether the first card that is not rolling is the last but one."""
    rolling = [queries.card_of(state, each.card).rolling for each in attack.drawn]
    return all(rolling[:-2]) and not rolling[-2]


def _cards_played(state: State, event: e.CardsPlayed) -> Battle:
    attack = queries.attack_of(state.battle)
    must_fit(attack.played is None, "the cards have been played")
    must_fit(len(attack.values) == 1, "the value they are applied to is not reached")
    must_fit(len(set(event.numbers)) == len(event.numbers), "a card counts once")
    must_fit(all(number < len(attack.drawn) for number in event.numbers), "a card counts that was not drawn")
    named = tuple(attack.drawn[number].card for number in event.numbers)
    must_fit(named == event.cards, "the numbers are those of other cards")
    return replace(state.battle, stage="resolving", attack=replace(attack, played=event.numbers, asked=None))


def _shuffle_due(state: State, event: e.ShuffleDue) -> Battle:
    return queries.with_deck(state.battle, replace(queries.deck_of(state.battle, event.deck), shuffle_due=True))


def _cards_discarded(state: State, event: e.CardsDiscarded) -> Battle:
    deck, attack = queries.deck_of(state.battle, event.deck), _attack_with(state, event.deck)
    battle = replace(state.battle, attack=_without_cards_on_table(attack, event.cards))
    return queries.with_deck(battle, replace(deck, discards=(*deck.discards, *event.cards)))


def _attack_with(state: State, deck: Name) -> Attack:
    """The attack at hand, which draws from that deck."""
    attack = queries.attack_of(state.battle)
    must_fit(queries.figure_of(state.battle, attack.attacker).deck == deck, f"{attack.attacker} has another deck")
    return attack


def _without_cards_on_table(attack: Attack, cards: Iterable[CardId]) -> Attack:
    """These cards do not lie there any more, the last drawn of a kind first."""
    drawn = list(attack.drawn)
    for card in cards:
        there = [number for number, each in enumerate(drawn) if each == Drawn(card)]
        must_fit(bool(there), f"no {card} lies on the table")
        drawn[there[-1]] = Drawn(card, on_table=False)
    return replace(attack, drawn=tuple(drawn))


def _without(pile: tuple[CardId, ...], cards: Iterable[CardId]) -> tuple[CardId, ...]:
    left = list(pile)
    for card in cards:
        left.remove(card)
    return tuple(left)


CARD_CHANGES: Final = functions_by_type(
    *(_draw_began, _card_drawn, _card_left, _card_added, _deck_shuffled, _draw_stopped, _choice_asked, _cards_played),
    *(_shuffle_due, _cards_discarded),
)
"""What each event about cards changes, with a look at what is on them."""
