"""The game of hands as a ruleset."""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, UnsetType

from oathbook.domain.chance import Chance
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Audience, Draw, DrawRequest, Hidden, Refusal, Seat, Viewer, first_refusal
from oathbook.domain.rulesets.kit.play import PlayBase
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.protocol import (
    Consequence,
    Edition,
    Ending,
    Options,
    Scene,
    Score,
    SeatSetup,
    Setup,
    Stack,
    Standing,
    Tray,
    WireTypes,
)
from oathbook.domain.rulesets.vocabulary import Fact, FactKind, Vocabulary
from tests.handgame import model as m
from tests.handgame.evolve import evolved
from tests.handgame.rules import HG, RULEBOOK, No, requirements

ANN, BRAM, CLEO = Seat("ann"), Seat("bram"), Seat("cleo")
DECK: Final = m.Components(tuple(map(str, range(1, 13))))
FACE_DOWN: Final = "?"


def setup_of(components: m.Components = DECK, seats: tuple[Seat, ...] = (ANN, BRAM, CLEO)) -> Setup:
    """A game of these seats."""
    return Setup(tuple(SeatSetup(each) for each in seats), components, m.Switches())


class HandGame:
    """The game of hands."""

    edition: Edition = Edition(
        "handgame/1", "The game of hands", "draft", RULEBOOK, tuple(map(str, No)), ("most points",), {"twelve": DECK}
    )
    wire: WireTypes = WireTypes(m.Components, m.Switches, m.Start, m.Decision, m.Event, m.State, m.View)
    vocabulary: Vocabulary = Vocabulary(
        kinds=(
            FactKind("handdealt", ("count",)),
            FactKind("cardturned", ("card",)),
            FactKind("cardburned"),
            FactKind("cardtaken"),
            FactKind("cardplayed", ("place", "card")),
            FactKind("ended", ("ending",), marker=True),
        )
    )

    def samples(self) -> tuple[Setup, ...]:
        """Three players, and two with a deck that they use up."""
        return setup_of(), setup_of(m.Components(tuple("1223345")), (ANN, BRAM))

    def initial(self, setup: Setup) -> m.State:
        """Nothing is dealt yet."""
        parts, seats = setup.components, tuple(each.seat for each in setup.seats)
        assert isinstance(parts, m.Components)
        if setup.start is not None or len(parts.deck) < len(seats) * parts.hand + 2:
            msg = "components: there are cards enough to deal, and there is no other start"
            raise BadRecord(msg)
        if not all(card.isdecimal() for card in parts.deck):
            msg = "components: a card has points"
            raise BadRecord(msg)
        nothing: dict[Seat, tuple[Hidden[str], ...]] = dict.fromkeys(seats, ())
        return m.State(seats, parts, len(parts.deck), nothing, dict.fromkeys(seats, ()), dict.fromkeys(seats, 0))

    def to_act(self, state: m.State) -> tuple[Seat, ...]:
        """Whose turn it is."""
        return () if state.ending is not None else (state.turn,)

    def options(self, state: m.State, seat: Seat) -> Options[m.Decision]:
        """All of them."""
        plays = (m.Play(seat, place) for place in range(len(state.hands.get(seat, ()))))
        every: tuple[m.Decision, ...] = (m.Deal(seat), m.Take(seat), *plays)
        return Options(tuple(each for each in every if self.refusal(state, each) is None), complete=True)

    def refusal(self, state: m.State, decision: m.Decision) -> Refusal | None:
        """The first requirement that is not met."""
        return first_refusal(requirements(state, decision))

    def decide(self, state: m.State, decision: m.Decision, chance: Chance) -> tuple[Consequence[m.Event], ...]:
        """The deal, or a card."""
        must_be_allowed(requirements(state, decision))
        play = _Play(state, evolved)
        play.take(decision, chance)
        return tuple(play.consequences)

    def evolve(self, state: m.State, event: m.Event) -> m.State:
        """The state after an event."""
        return evolved(state, event)

    def facts(self, event: m.Event) -> tuple[Fact, ...]:
        """The event in words, without what is hidden."""
        by: Seat | None = getattr(event, "seat", None)
        kind = str(event.__struct_config__.tag)
        slots: dict[str, str | int] = {}
        match event:
            case m.HandDealt(cards=cards):
                slots = {"count": len(cards)}
            case m.CardTurned(card):
                slots = {"card": card}
            case m.CardPlayed(place=place, card=shown):
                slots = {"place": place, "card": shown.value}
            case m.Ended(ending):
                slots = {"ending": ending.outcome}
            case m.CardBurned() | m.CardTaken():
                pass
        return (Fact(kind, by, slots, " ".join(map(str, (by or "the table", kind, *slots.values())))),)

    def standing(self, state: m.State) -> Standing:
        """The points on the cards that were played."""
        return Standing(tuple(Score(seat, _points(state, seat), "points") for seat in state.seats), (), state.ending)

    def conserved(self, state: m.State) -> Mapping[str, int]:
        """Cards."""
        out = (*state.hands.values(), *state.played.values(), state.turned, state.burned)
        return {"cards": state.left + sum(map(len, out))}

    def view(self, state: m.State, viewer: Viewer) -> m.View:
        """Own cards, and the backs of the others'."""
        hands = tuple(
            m.Hand(
                seat, tuple(each.look() if each.shows_to(viewer) else FACE_DOWN for each in hand), state.played[seat]
            )
            for seat, hand in state.hands.items()
        )
        return m.View(hands, state.turned, len(state.burned), state.left)

    def scene(self, view: m.View) -> Scene:
        """A tray of each player."""
        return Scene((), (), tuple(_tray(each) for each in view.hands))


def _tray(hand: m.Hand) -> Tray:
    cards = enumerate(hand.cards)
    down = (
        Stack(f"{hand.seat}-{at}", card, face_down=card == FACE_DOWN, stands_for=(f"place {at}",)) for at, card in cards
    )
    return Tray(f"hand-{hand.seat}", f"Hand of {hand.seat}", tuple(down), hand.seat, "cards")


def _points(state: m.State, seat: Seat) -> int:
    return sum(map(int, state.played[seat]))


class _Play(PlayBase[m.State, m.Event, HG, HG]):
    """The play under way."""

    def take(self, decision: m.Decision, chance: Chance) -> None:
        match decision:
            case m.Deal():
                self._deal(chance)
            case m.Take(by):
                taken = self._drawn(chance, f"take/{by}", 1, HG.TAKE, (by,))
                self.emit(m.CardTaken(by, *taken.hidden_cards), HG.TAKE)
            case m.Play(by, place):
                self.emit(m.CardPlayed(by, place, self.state.hands[by][place].reveal()), HG.PLAY)
                self._end()

    def _deal(self, chance: Chance) -> None:
        for seat in self.state.seats:
            dealt = self._drawn(chance, f"deal/{seat}", self.state.components.hand, HG.DEAL, (seat,))
            self.emit(m.HandDealt(seat, dealt.hidden_cards), HG.DEAL)
        self.emit(m.CardTurned(*self._drawn(chance, "turn", 1, HG.DEAL).drawn), HG.DEAL)
        self.emit(m.CardBurned(*self._drawn(chance, "burn", 1, HG.DEAL, ()).hidden_cards), HG.DEAL)

    def _drawn(self, chance: Chance, label: str, count: int, clause: HG, to: Audience | UnsetType = UNSET) -> Draw:
        """The first pile is the whole deck, which everybody knows; what is left of it would tell the hands."""
        deck = self.state.deck()
        pile_to: Audience | UnsetType = UNSET if len(deck) == len(self.state.components.deck) else ()
        return chance.draw(DrawRequest(label, deck, count, str(clause), to, pile_to))

    def _end(self) -> None:
        if any(self.state.hands.values()):
            return
        points = {seat: _points(self.state, seat) for seat in self.state.seats}
        winners = tuple(seat for seat, each in points.items() if each == max(points.values()))
        self.emit(m.Ended(Ending("most points", winners, str(HG.END))), HG.END)
