"""The table after the events of Battlecards (HB-2, HB-3.4 to HB-3.6, HB-5.2), and the list of all of Battles."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.evolve.battle_changes import hourglass_on, with_hourglass
from oathbook.domain.rulesets.heirless.model import battle_events as b
from oathbook.domain.rulesets.heirless.model.battle_queries import defenders_in
from oathbook.domain.rulesets.heirless.model.battle_state import BattleCards, Placed, Shown
from oathbook.domain.rulesets.heirless.model.queries import must_be_countable
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Field, State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit


def _discards_picked_up(state: State, event: b.DiscardsPickedUp) -> Field:
    cards = _cards(state.field, event.seat)
    must_fit(cards.held == 0 and cards.discarded == event.cards, f"{event.seat} has other cards")
    return _with_cards(state.field, BattleCards(event.seat, event.cards))


def _card_placed(state: State, event: b.CardPlaced) -> Field:
    """After the last Defender's card the Attacker places one."""
    hourglass, war = hourglass_on(state.field, event.tile), state.field.war
    left = [seat for seat in defenders_in(hourglass) if seat not in {BANDITS, *(each.seat for each in war.face_down)}]
    must_fit(event.seat in left, f"{event.seat} has no card to place")
    field = _with_hand(state.field, event.seat, event.hand)
    face_down = (*war.face_down, Placed(event.seat, event.card))
    field = replace(field, war=replace(field.war, face_down=face_down))
    return replace(field, stage="attack") if left == [event.seat] else field


def _attack_card_placed(state: State, event: b.AttackCardPlaced) -> Field:
    return _with_hand(_face_up(state.field, event.tile, Shown(event.seat, event.card)), event.seat, event.hand)


def _card_discarded(state: State, event: b.CardDiscarded) -> Field:
    hourglass_on(state.field, event.tile)
    field = _with_hand(state.field, event.seat, event.hand)
    return _with_discard(field, event.seat)


def _bandit_card_placed(state: State, event: b.BanditCardPlaced) -> Field:
    return _face_up(state.field, event.tile, Shown(BANDITS, event.card))


def _cards_revealed(state: State, event: b.CardsRevealed) -> Field:
    field = state.field
    seats = [each.seat for each in event.cards]
    must_fit(seats == [each.seat for each in field.war.face_down], "others have placed cards")
    for each in event.cards:
        field = _face_up(field, event.tile, Shown(each.seat, each.card.value))
    return replace(field, war=replace(field.war, face_down=()))


def _cards_put_away(state: State, event: b.CardsPutAway) -> Field:
    """All cards in use are discarded; the Bandits' goes back into their deck."""
    field, hourglass = state.field, hourglass_on(state.field, event.tile)
    in_use = [*(each.seat for each in hourglass.face_up), *(each.seat for each in field.war.face_down)]
    must_fit(sorted(event.seats) == sorted(in_use), "others have cards in use")
    for seat in in_use:
        if seat != BANDITS:
            field = _with_discard(field, seat)
    field = with_hourglass(field, replace(hourglass, face_up=()))
    return replace(field, war=replace(field.war, face_down=()))


def _face_up(field: Field, tile: str, shown: Shown) -> Field:
    hourglass = hourglass_on(field, tile)
    must_fit(all(each.seat != shown.seat for each in hourglass.face_up), f"{shown.seat} has a card in use")
    return with_hourglass(field, replace(hourglass, face_up=(*hourglass.face_up, shown)))


def _cards(field: Field, seat: Seat) -> BattleCards:
    found = [each for each in field.war.cards if each.seat == seat]
    must_fit(len(found) == 1, f"{seat} has no Battlecards")
    return found[0]


def _with_hand(field: Field, seat: Seat, hand: b.Hand) -> Field:
    """One card fewer in hand; what is left, its owner knows."""
    cards = _cards(field, seat)
    return _with_cards(field, replace(cards, held=must_be_countable(cards.held - 1, "Battlecards in hand"), hand=hand))


def _with_discard(field: Field, seat: Seat) -> Field:
    cards = _cards(field, seat)
    return _with_cards(field, replace(cards, discarded=cards.discarded + 1))


def _with_cards(field: Field, cards: BattleCards) -> Field:
    changed = tuple(cards if each.seat == cards.seat else each for each in field.war.cards)
    return replace(field, war=replace(field.war, cards=changed))


CARD_CHANGES: Final = functions_by_type(
    *(_discards_picked_up, _card_placed, _attack_card_placed, _card_discarded, _bandit_card_placed, _cards_revealed),
    _cards_put_away,
)
"""What each event of Battles changes on the table."""

_FIGHTING: Final = frozenset({"battles", "alliances", "targets", "defence", "attack"})
_IN_ATTACK: Final = frozenset({"attack"})

BATTLE_STAGES: Final[Mapping[type, frozenset[str]]] = {
    **dict.fromkeys((b.BattleBegan, b.StallNoticed), frozenset({"battles"})),
    **dict.fromkeys((b.AllyNamed, b.AlliancesFormed, b.CubesPlaced), frozenset({"alliances"})),
    **dict.fromkeys((b.TimePassed, b.BattleTurnBegan), frozenset({"alliances", "battles"})),
    b.TargetsChosen: frozenset({"targets"}),
    b.CardPlaced: frozenset({"defence"}),
    b.DiscardsPickedUp: frozenset({"defence", "attack"}),
    **dict.fromkeys((b.AttackCardPlaced, b.CardDiscarded, b.BanditCardPlaced, b.CardsRevealed), _IN_ATTACK),
    **dict.fromkeys((b.WoundsByCard, b.Attacked, b.AttackLapsed, b.SentBack, b.LeftBattle), _IN_ATTACK),
    **dict.fromkeys((b.CubesReset, b.BattleTurnEnded), _IN_ATTACK),
    **dict.fromkeys((b.CardsPutAway, b.EndAgreed), _FIGHTING),
    **dict.fromkeys((b.WoundsDiscarded, b.HourglassEmptied, b.BattleEnded), _FIGHTING),
}
"""The stages in which an event of Battles can happen."""
