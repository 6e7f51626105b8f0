"""Lookouts: the top of the deck is looked at and laid back, and players show each other cards of their hands."""

from oathbook.kit import Aside, Cards, Deck, Game, Hand, Move, Pile, Put, Seat, Secret, Shown, display_seat

VALUES = ["1", "2", "3", "4"]

g = Game(
    "lookouts/1",
    "Lookouts",
    seats=(2, 3),
    cards=VALUES * 2,
    outcomes=["all landed"],
    refusals={"no-card": "is there such a card", "not-another": "is it another player"},
    clauses="""
    L-1 Dealing: A card is dealt to each player.
    L-2 Looking: A player may look at the two top cards of the deck, and lays them back as they were.
    L-3 Taking: A player may take the top card of the deck.
    L-4 Showing: A player may show another player a card of their hand.
    L-5 Landing: A player may lay a card down. When every card lies there, the game is over.
    L-6 Shuffling: Once in a game, the card that was laid down last is shuffled into the deck.""",
)

top = g.zone(Aside("top", "top of the deck"))
deck, hand, bay = g.zone(Deck("deck", top=top)), g.zone(Hand("hand", order="kept")), g.zone(Pile("bay"))
g.field("tide", Seat | None, None)

Dealt = g.event(
    "Dealt", "{seat} takes {cards}", seat=Seat, cards=Cards, tells=("cards",), do=[Move("cards", deck, hand)]
)
Looked = g.event(
    "Looked", "{seat} scouts {cards}", seat=Seat, cards=Cards, tells=("cards",), do=[Move("cards", deck, deck)]
)
Shared = g.event("Shared", "{seat} shows {to} {card}", seat=Seat, to=Seat, card=Secret, tells=("card",))
Laid = g.event("Laid", "{seat} lands {card}", seat=Seat, card=Shown, do=[Move("card", hand, bay)])
Shuffled = g.event(
    "Shuffled",
    "{seat} shuffles {cards} in",
    seat=Seat,
    cards=tuple[str, ...],
    do=[Move("cards", bay, deck), Put("tide", "seat")],
)

g.deal(hand, deck, 1, "L-1", Dealt)


def left(t):
    return t.deck + len(t.top)


def finish(t, by):
    yield g.turn_ended(by)
    if not left(t) and not any(t.hand.values()):
        yield g.over("all landed", t.seats, "L-5")


@g.decision("scout", "L-2")
def scout(t, by):
    yield t.must(left(t), "no-card", "the deck is used up")
    yield
    yield Looked(by, t.peek(deck, min(2, left(t)), by))
    yield from finish(t, by)


@g.decision("take", "L-3", letter="take a card")
def take(t, by):
    yield t.must(left(t), "no-card", "the deck is used up")
    yield
    yield Dealt(by, t.draw(deck, 1, by))
    yield from finish(t, by)


@g.decision(
    "show {to:player} [place] {place:number}",
    "L-4",
    letter="show {to:player} a card",
    upto=lambda s, by: len(s.hand[by]),
)
def show(t, by, to: Seat, place: int):
    yield t.must(to in t.seats and to != by, "not-another", "nobody shows themselves a card")
    yield t.must(0 < place <= len(t.hand[by]), "no-card", f"{display_seat(by)} has no card there")
    yield
    yield Shared(by, to, t.show(hand, by, to, place))
    yield from finish(t, by)


@g.decision("land [place] {place:number}", "L-5", letter="land a card", upto=lambda s, by: len(s.hand[by]))
def land(t, by, place: int):
    yield t.must(0 < place <= len(t.hand[by]), "no-card", f"{display_seat(by)} has no card there")
    yield
    yield Laid(by, t.open(hand, by, place))
    yield from finish(t, by)


@g.decision("shuffle", "L-6", letter="")
def shuffle(t, by):
    yield t.must(t.bay and not t.tide, "no-card", "nothing lies there, or it was shuffled in before")
    yield Shuffled(by, t.bay[-1:])
    yield from finish(t, by)


def to_act(state):
    at = state.seats.index(state.turn)
    around = (*state.seats[at:], *state.seats[:at])
    return tuple(each for each in around if left(state) or state.hand[each])[:1]


def likely(_state, decision):
    return 1 if isinstance(decision, scout | show) else 3


RULESET = g.rules(to_act=to_act, likely=likely)
