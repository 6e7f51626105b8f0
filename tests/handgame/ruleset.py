"""The game of hands as a ruleset."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Final

from msgspec import UNSET, UnsetType

from oathbook.domain.chance import Chance
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Audience, Draw, DrawRequest, Hidden, Seat, Viewer
from oathbook.domain.rulesets.kit.play import PlayBase
from oathbook.domain.rulesets.kit.requirements import is_allowed
from oathbook.domain.rulesets.kit.rows import Row, facts_by, kinds_of
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.protocol import (
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
from oathbook.domain.rulesets.vocabulary import Vocabulary
from tests.handgame import model as m
from tests.handgame.evolve import evolved
from tests.handgame.rules import HG, RULEBOOK, No, requirements

ANN, BRAM, CLEO = Seat("ann"), Seat("bram"), Seat("cleo")
DECK: Final = m.Components(tuple(map(str, range(1, 13))))
FACE_DOWN: Final = "?"


def setup_of(components: m.Components = DECK, seats: tuple[Seat, ...] = (ANN, BRAM, CLEO)) -> Setup:
    """A game of these seats."""
    return Setup(tuple(SeatSetup(each) for each in seats), components, m.Switches())


OUTCOME: Final = {"ending": attrgetter("outcome")}
ROWS: Final = (
    Row(
        m.HandDealt,
        "handdealt",
        "{seat} handdealt {cards}",
        "count=cards",
        words={"cards": lambda cards: str(len(cards))},
    ),
    Row(m.CardTurned, "cardturned", "the table cardturned {card}", "card", by=""),
    Row(m.CardBurned, "cardburned", "the table cardburned", by=""),
    Row(m.CardTaken, "cardtaken", "{seat} cardtaken"),
    Row(m.CardPlayed, "cardplayed", "{seat} cardplayed {place} {card}", "place card"),
    Row(m.Ended, "ended", "the table ended {ending}", "ending", by="", marker=True, words=OUTCOME, slot_values=OUTCOME),
)


def _initial(setup: Setup) -> m.State:
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


def _to_act(state: m.State) -> tuple[Seat, ...]:
    """Whose turn it is."""
    return () if state.ending is not None else (state.turn,)


def _options(state: m.State, seat: Seat) -> Options[m.Decision]:
    """All of them."""
    plays = (m.Play(seat, place) for place in range(len(state.hands.get(seat, ()))))
    every: tuple[m.Decision, ...] = (m.Deal(seat), m.Take(seat), *plays)
    return Options(tuple(each for each in every if is_allowed(requirements(state, each))), complete=True)


def _standing(state: m.State) -> Standing:
    """The points on the cards that were played."""
    return Standing(tuple(Score(seat, _points(state, seat), "points") for seat in state.seats), (), state.ending)


def _conserved(state: m.State) -> Mapping[str, int]:
    """Cards."""
    out = (*state.hands.values(), *state.played.values(), state.turned, state.burned)
    return {"cards": state.left + sum(map(len, out))}


def _view(state: m.State, viewer: Viewer) -> m.View:
    """Own cards, and the backs of the others'."""
    hands = tuple(
        m.Hand(seat, tuple(each.look() if each.shows_to(viewer) else FACE_DOWN for each in hand), state.played[seat])
        for seat, hand in state.hands.items()
    )
    return m.View(hands, state.turned, len(state.burned), state.left)


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


HANDGAME: Final[Rules[m.State, m.Decision, m.Event, m.View]] = Rules(
    edition=Edition(
        "handgame/1", "The game of hands", "draft", RULEBOOK, tuple(map(str, No)), ("most points",), {"twelve": DECK}
    ),
    wire=WireTypes(m.Components, m.Switches, m.Start, m.Decision, m.Event, m.State, m.View),
    vocabulary=Vocabulary(kinds_of(ROWS)),
    samples=lambda: (setup_of(), setup_of(m.Components(tuple("1223345")), (ANN, BRAM))),
    initial=_initial,
    to_act=_to_act,
    options=_options,
    needs=requirements,
    take=_Play.take,
    evolve=evolved,
    facts=facts_by(ROWS),
    standing=_standing,
    conserved=_conserved,
    view=_view,
    scene=lambda view: Scene((), (), tuple(map(_tray, view.hands))),
    play=_Play,
)
"""One sample with three players, and one with two and a deck that they use up."""
