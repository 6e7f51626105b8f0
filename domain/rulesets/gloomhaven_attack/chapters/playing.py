"""GH-2, GH-3, FH-2, FH-3: which of the cards drawn count."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from oathbook.domain.kernel import Line, Requirement
from oathbook.domain.rulesets.gloomhaven_attack.chapters.comparing import FIRST, SECOND, Verdict, compare_cards
from oathbook.domain.rulesets.gloomhaven_attack.chapters.drawing import PAIR, rolling_so_far
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Card, CardId
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import ChooseCard
from oathbook.domain.rulesets.gloomhaven_attack.model.events import CardsPlayed, ChoiceAsked, ShuffleDue
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import attack_of, card_of, deck_of, edition_differences
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH


class CountedCards(Struct, frozen=True):
    """The cards that count, by their numbers from 0, and why."""

    numbers: tuple[int, ...]
    clauses: tuple[GH, ...]
    readings: tuple[FA, ...] = ()
    working: tuple[Line, ...] = ()


NOBODY: Final = CountedCards((), (GH.EMPTY,), (FA.NOTHING_LEFT,))
"""What counts of a draw that could not be completed, by one reading of FA-26."""


def play_cards(play: Play) -> bool:
    """Say which cards count; false where a character has to choose first (FH-2.2)."""
    if play.attack.stopped and play.switches.nothing_left == "no_card":
        count_cards(play, NOBODY)
        return True
    if play.attack.mode == "neither":
        every = tuple(range(len(play.attack.drawn)))
        count_cards(play, CountedCards(every, (GH.CARD, GH.ROLLING) if len(every) > 1 else (GH.CARD,)))
        return True
    if edition_differences(play.state).rolling == "all count":
        count_cards(play, _by_first_edition(play.state))
        return True
    return _by_frosthaven(play)


def count_cards(play: Play, counted: CountedCards) -> None:
    """The cards that count, those that do not, and whether the deck will be shuffled (GH-6.2)."""
    attack, deck, cards = play.attack, deck_of(play.battle, play.attacker.deck), _cards(play.state)
    used = tuple(cards[number] for number in counted.numbers)
    unused = tuple(card for number, card in enumerate(cards) if number not in counted.numbers)
    by_used, by_unused = (any(card.shuffle for card in part) for part in (used, unused))
    of_symbol = (FA.UNUSED_SYMBOL,) if by_unused and not by_used and not deck.shuffle_due else ()
    of_draw = (FA.NOTHING_LEFT,) if attack.stopped else ()
    of_null = (FA.ROLLING_NULL,) if any(card.op == "null" and card.rolling for card in cards) else ()
    play.emit(
        CardsPlayed(attack.attacker, play.target.id, counted.numbers, _ids(used), _ids(unused)),
        *counted.clauses,
        readings=(*counted.readings, *of_draw, *of_null, *of_symbol),
        working=counted.working,
    )
    if not deck.shuffle_due and (by_used or (by_unused and play.switches.symbol == "drawn")):
        play.emit(ShuffleDue(deck.name), GH.SHUFFLE, readings=of_symbol)


def _ids(cards: tuple[Card, ...]) -> tuple[CardId, ...]:
    return tuple(card.id for card in cards)


def _cards(state: State) -> tuple[Card, ...]:
    return tuple(card_of(state, each.card) for each in attack_of(state.battle).drawn)


def _verdict_on(state: State, first: tuple[int, ...], second: tuple[int, ...]) -> Verdict:
    """Compare some of the cards drawn with others, on the value reached in the first step (GH-7.1)."""
    cards, attack = _cards(state), attack_of(state.battle)
    ones, others = (tuple(cards[number] for number in numbers) for numbers in (first, second))
    return compare_cards(ones, others, value=attack.values[-1].value, switches=state.rules.switches)


# The first edition --------------------------------------------------------------------------------------------


def _by_first_edition(state: State) -> CountedCards:
    rolling, advantage = rolling_so_far(state), attack_of(state.battle).mode == "advantage"
    if len(rolling) < PAIR or all(rolling[:PAIR]):
        return _rolled_on(rolling, advantage=advantage)
    if advantage:
        return _with_advantage(state, rolling)
    if any(rolling):
        return CountedCards((rolling.index(False),), (GH.ROLLING_DISREGARDED, GH.DISADVANTAGE), (FA.THIRD_CARD,))
    return _used_of_two(state, 0, (GH.DISADVANTAGE,), better=False)


def _rolled_on(rolling: tuple[bool, ...], *, advantage: bool) -> CountedCards:
    """Two rolling cards, then on to one that is not, or as far as there were cards."""
    clauses = (GH.TWO_ROLLING, GH.ADVANTAGE) if advantage else (GH.LAST_CARD_ONLY, GH.DISADVANTAGE)
    counted = tuple(number for number, each in enumerate(rolling) if advantage or not each)
    return CountedCards(counted, clauses if len(rolling) >= PAIR else clauses[1:])


def _with_advantage(state: State, rolling: tuple[bool, ...]) -> CountedCards:
    """Two cards, at most one of them rolling."""
    second_rolls, switches = rolling[1], state.rules.switches
    place = (FA.EITHER_PLACE,) if second_rolls else ()
    if not any(rolling) or (second_rolls and switches.rolling_place == "first"):
        found = _used_of_two(state, 0, (GH.ADVANTAGE,), better=True)
        return CountedCards(found.numbers, found.clauses, (*found.readings, *place), found.working)
    clauses, readings = (GH.ONE_ROLLING, GH.ADVANTAGE), (FA.ONE_ROLLING, *place)
    if switches.one_rolling == "compared":
        plain = rolling.index(False)
        verdict = _verdict_on(state, (0, 1), (plain,))
        numbers = (plain,) if verdict.better == SECOND else (0, 1)
        return CountedCards(numbers, clauses, (*readings, *verdict.readings), verdict.working)
    return CountedCards((0, 1), clauses, readings)


def _used_of_two(
    state: State, number: int, clauses: tuple[GH, ...], *, better: bool, before: tuple[int, ...] = ()
) -> CountedCards:
    """Of the card with that number and the next one the better or the worse, else the first; with those ``before``."""
    verdict = _verdict_on(state, (number,), (number + 1,))
    chosen = number + (SECOND if verdict.better == (SECOND if better else FIRST) else FIRST)
    return CountedCards((*before, chosen), (*clauses, *verdict.clauses), verdict.readings, verdict.working)


# Frosthaven ---------------------------------------------------------------------------------------------------


def _by_frosthaven(play: Play) -> bool:
    state, attack = play.state, play.attack
    rolling, advantage = rolling_so_far(state), attack.mode == "advantage"
    leading = rolling.index(False) if False in rolling else len(rolling)
    own, shared = (GH.FH_ADVANTAGE, GH.ADVANTAGE) if advantage else (GH.FH_DISADVANTAGE, GH.DISADVANTAGE)
    clauses = (own, shared) if any(rolling) else (shared,)
    before = tuple(range(leading)) if advantage else ()
    if len(rolling) < leading + PAIR:
        count_cards(play, CountedCards((*before, *range(leading, len(rolling))), clauses))
        return True
    first, second = (each.card for each in attack.drawn[leading : leading + PAIR])
    if advantage and play.attacker.kind != "monster" and first != second:
        play.emit(ChoiceAsked(play.attacker.seat, first, second), GH.FH_CHOICE, *clauses, readings=(FA.SUMMONS,))
        return False
    count_cards(play, _used_of_two(state, leading, clauses, better=advantage, before=before))
    return True


def may_choose_card(state: State, decision: ChooseCard) -> Iterator[Requirement]:
    """The player who has Advantage, between the two cards that are compared."""
    yield must_be_asked(state, decision.by, during=("choosing",), clause=GH.ADVANTAGE)


def choose_card(play: Play, decision: ChooseCard) -> None:
    """The rolling cards before them, and the one chosen."""
    rolling = rolling_so_far(play.state)
    leading = rolling.index(False)
    chosen = leading + (FIRST if decision.card == "first" else SECOND)
    clauses = (GH.FH_ADVANTAGE, GH.ADVANTAGE) if any(rolling) else (GH.ADVANTAGE,)
    count_cards(play, CountedCards((*range(leading), chosen), (GH.FH_CHOICE, *clauses), (FA.SUMMONS,)))
