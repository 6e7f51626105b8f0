"""The game of hands: the state after an event."""

from collections.abc import Mapping

from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.kit.misfits import must_fit
from tests.handgame import model as m


def evolved(state: m.State, event: m.Event) -> m.State:
    """The state after an event; ``Misfit`` where it does not fit."""
    match event:
        case m.HandDealt(seat, cards):
            return replace(_drawn(state, len(cards)), hands=_with(state, seat, cards))
        case m.CardTurned(card):
            return replace(_drawn(state, 1), turned=(*state.turned, card))
        case m.CardBurned(card):
            return replace(_drawn(state, 1), burned=(*state.burned, card))
        case m.CardTaken(seat, card):
            hands = _with(state, seat, (card,))
            takes = {**state.takes, seat: state.takes[seat] + 1}
            return replace(_drawn(state, 1), hands=hands, takes=takes, turns=state.turns + 1)
        case m.CardPlayed(seat, place, card):
            must_fit(seat in state.hands and 0 <= place < len(state.hands[seat]), f"{seat} has no card at {place}")
            hand = state.hands[seat]
            hands = {**state.hands, seat: (*hand[:place], *hand[place + 1 :])}
            played = {**state.played, seat: (*state.played[seat], card.value)}
            return replace(state, hands=hands, played=played, turns=state.turns + 1)
        case m.Ended(ending):
            return replace(state, ending=ending)


def _drawn(state: m.State, count: int) -> m.State:
    must_fit(state.left >= count, f"there are no {count} cards left")
    return replace(state, left=state.left - count)


def _with(state: m.State, seat: Seat, cards: tuple[Hidden[str], ...]) -> Mapping[Seat, tuple[Hidden[str], ...]]:
    must_fit(seat in state.hands, f"there is no seat {seat!r}")
    return {**state.hands, seat: (*state.hands[seat], *cards)}
