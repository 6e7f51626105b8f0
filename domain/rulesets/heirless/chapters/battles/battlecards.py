"""HB-2 and HB-3.4 to HB-3.6: Battle Hands, cards face down and face up, the Bandits' deck, and the reveal."""

from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Hidden, Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.heirless.model import battle_events
from oathbook.domain.rulesets.heirless.model.battle_queries import cards_of, defenders_in, hourglass_of
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.decisions import Attack, PlaceCard
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.rules import HA, HB, NoBattle


def hand_of(state: State, seat: Seat) -> tuple[Name, ...]:
    """The cards a player may place: those in hand or, with an empty hand, all of them (HB-2.2).

    ``Concealed`` to a reader who may not see the hand.
    """
    names = tuple(card.name for card in state.rules.components.battlecards)
    cards = cards_of(state.field, seat)
    if cards.hand is None or cards.held == 0:
        return names
    held = cards.hand.look()
    return tuple(name for name in names if name in held)


def _must_hold(state: State, seat: Seat, card: Name, clause: HB) -> Requirement:
    hand = hand_of(state, seat)
    return Requirement(
        NoBattle.NOT_IN_BATTLE_HAND,
        clause,
        asks="is the card in the player's Battle Hand?",
        holds=card in hand,
        says=f"“{card}” is not in the Battle Hand",
        values={"card": card, "hand": ", ".join(hand)},
    )


def may_place_card(state: State, decision: PlaceCard) -> Iterator[Requirement]:
    """A Defender who has placed none yet, a card from hand (HB-3.4)."""
    yield must_be_asked(state, decision.by, during=("defence",), clause=HB.DEFENDERS_CARDS)
    yield _must_hold(state, decision.by, decision.card.look(), HB.DEFENDERS_CARDS)


def place_card(play: Play, decision: PlaceCard) -> None:
    """The card lies face down."""
    pick_up(play, decision.by)
    left = _remaining_hand(play.state, decision.by, decision.card.look())
    play.emit(
        battle_events.CardPlaced(hourglass_of(play.field).tile, decision.by, decision.card, left),
        *(HB.DEFENDERS_CARDS, HB.BATTLE_HAND),
    )


def _remaining_hand(state: State, seat: Seat, card: Name) -> Hidden[tuple[Name, ...]]:
    return Hidden.of(tuple(name for name in hand_of(state, seat) if name != card), seat)


def pick_up(play: Play, seat: Seat) -> None:
    """With an empty hand all discards come back: that is the whole set, which everybody knows (HB-2.2, HB-2.4)."""
    cards = cards_of(play.field, seat)
    if cards.held == 0:
        play.emit(battle_events.DiscardsPickedUp(seat, cards.discarded), HB.PICK_UP, HB.CARD_SETS)


def may_attack(state: State, decision: Attack) -> Iterator[Requirement]:
    """The Attacker, a card from hand, and another one to discard if there is one (HB-3.5)."""
    yield must_be_asked(state, decision.by, during=("attack",), clause=HB.ATTACKERS_CARDS)
    yield _must_hold(state, decision.by, decision.card, HB.ATTACKERS_CARDS)
    others = [name for name in hand_of(state, decision.by) if name != decision.card]
    discard = None if decision.discard is None else decision.discard.look()
    yield Requirement(
        NoBattle.DISCARD_OWED,
        HB.ATTACKERS_CARDS,
        asks="is another card discarded, if there is one in hand?",
        holds=discard in others if others else discard is None,
        says="another card of the Battle Hand is discarded, if there is one",
        values={"discard": discard or "none", "others": ", ".join(others) or "none"},
    )


def place_face_up(play: Play, decision: Attack) -> None:
    """The Attacker's card lies face up; another one goes face down to the discards."""
    tile = hourglass_of(play.field).tile
    pick_up(play, decision.by)
    play.emit(
        battle_events.AttackCardPlaced(
            tile, decision.by, decision.card, _remaining_hand(play.state, decision.by, decision.card)
        ),
        *(HB.ATTACKERS_CARDS, HB.BATTLE_HAND),
    )
    if decision.discard is not None:
        left = _remaining_hand(play.state, decision.by, decision.discard.look())
        play.emit(
            battle_events.CardDiscarded(tile, decision.by, decision.discard, left), HB.ATTACKERS_CARDS, HB.BATTLE_HAND
        )


def place_bandit_card(play: Play, chance: Chance) -> None:
    """Where Bandits attack or defend: their deck is shuffled, and its top card placed, one for all of them (HA-29).

    It is drawn when cards are revealed: until then nobody may know it, and one shuffle is as good as another (HA-69).
    """
    hourglass = hourglass_of(play.field)
    attacks = hourglass.attacker == BANDITS
    if not attacks and BANDITS not in defenders_in(hourglass):
        return
    deck = tuple(card.name for card in play.state.rules.components.bandit_battlecards)
    (card,) = chance.draw(
        DrawRequest(f"card/{hourglass.tile}/{hourglass.turn}", deck, clause=str(HB.BANDIT_DECK))
    ).drawn
    play.emit(
        battle_events.BanditCardPlaced(hourglass.tile, card),
        *(HB.BANDIT_DECK, HB.CARD_SETS, HB.ATTACKERS_CARDS if attacks else HB.DEFENDERS_CARDS, HB.REVEAL),
        readings=(HA.ONE_BANDIT_CARD, HA.BANDIT_CARD_DRAWN, *((HA.BANDIT_DISCARD,) if attacks else ())),
    )


def reveal(play: Play) -> None:
    """The Defenders' cards are turned over (HB-3.6)."""
    shown = tuple(battle_events.CardShown(each.seat, each.card.reveal()) for each in play.field.war.face_down)
    if shown:
        play.emit(battle_events.CardsRevealed(hourglass_of(play.field).tile, shown), HB.REVEAL)
