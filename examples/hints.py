"""Hints: everybody sees all hands but their own, and together they lay each colour from 1 to 5."""

from oathbook.kit import Cards, Deck, Discard, Game, Hand, Move, Pile, Put, Score, Seat, Shown, Standing, display_seat

COLOURS = ["amber", "blue", "green"]
COPIES = {"1": 3, "2": 2, "3": 2, "4": 2, "5": 1}
HAND, HINTS, ERRORS = 4, 8, 3

g = Game(
    "hints/1",
    "Hints",
    seats=(2, 3),
    cards=[f"{colour}-{number}" for colour in COLOURS for number in COPIES for _ in range(COPIES[number])],
    names={"sign": [*COLOURS, *COPIES]},
    outcomes=["perfect", "deck used up", "three errors"],
    refusals={
        "no-hints": "is a hint left",
        "all-hints": "has a hint been used up",
        "not-another": "is it another player",
        "no-such-sign": "is it on a card of that hand",
        "no-such-place": "is there a card in that place",
    },
    clauses="""
    H-1 Dealing: Four cards are dealt to each player. Everybody may look at them but the player.
    H-2 Hints: In your turn, use up one of eight hints: name a sign, and every place where another hand has it.
    H-3 Laying: Or turn up a card of your own. It is laid if it is the next number of its colour. A 5 gives a hint back.
    H-4 Errors: A card that cannot be laid is thrown away. The third error ends the game.
    H-5 Throwing away: Or throw a card away, which gives a hint back.
    H-6 Drawing: A player who has turned up a card draws another, until the deck is used up.
    H-7 The end: Everybody has a turn after the last card is drawn. Complete colours end the game at once.""",
)

deck, hand = g.zone(Deck("deck")), g.zone(Hand("hand", eyes="others", order="kept"))
laid, away = g.zone(Pile("laid")), g.zone(Discard("away"))
g.field("hints", int, HINTS)
g.field("errors", int, 0)
g.field("last", Seat | None, None)

Dealt = g.event("Dealt", "{seat} takes {cards}", seat=Seat, cards=Cards, slots="cards", do=[Move("cards", deck, hand)])
UsedUp = g.event("UsedUp", "{seat} draws the last card", seat=Seat, do=[Put("last", "seat")])
Hinted = g.event(
    "Hinted",
    "{seat} hints {sign} to {to}, at {places}; {hints} more can be given",
    seat=Seat,
    sign=str,
    to=Seat,
    places=tuple[int, ...],
    hints=int,
    tells=("places",),
    do=[Put("hints")],
)
Laid = g.event(
    "Laid", "{seat} lays {card}", seat=Seat, card=Shown, hints=int, do=[Move("card", hand, laid), Put("hints")]
)
Missed = g.event(
    "Missed", "{seat} misses {card}", seat=Seat, card=Shown, errors=int, do=[Move("card", hand, away), Put("errors")]
)
Thrown = g.event(
    "Thrown", "{seat} throws {card} away", seat=Seat, card=Shown, hints=int, do=[Move("card", hand, away), Put("hints")]
)

g.deal(hand, deck, HAND, "H-1", Dealt)


def finish(t, by):
    was_last_turn = t.last == by
    if len(t.hand[by]) < HAND and t.deck:
        yield Dealt(by, t.draw(deck, 1, hand.seen_by(by, t.seats))), "H-6"
        if not t.deck:
            yield UsedUp(by), "H-7"
    yield g.turn_ended(by)
    if len(t.laid) == len(COLOURS) * len(COPIES):
        yield g.over("perfect", t.seats, "H-7")
    elif t.errors == ERRORS:
        yield g.over("three errors", [], "H-4")
    elif was_last_turn:
        yield g.over("deck used up", t.seats, "H-7")


def is_next(t, card):
    colour, number = card.split("-")
    return sum(each.startswith(colour) for each in t.laid) + 1 == int(number)


def must_be_there(t, by, place):
    return t.must(0 < place <= len(t.hand[by]), "no-such-place", f"{display_seat(by)} has no card in place {place}")


@g.decision("hint [sign] {sign:sign} to {to:player}", "H-2")
def hint(t, by, sign: str, to: Seat):
    yield t.must(t.hints > 0, "no-hints", "all hints are used up")
    yield t.must(to in t.seats and to != by, "not-another", "a hint is for another player")
    places = tuple(at for at, card in enumerate(t.held(hand, to), 1) if sign in card.split("-"))
    yield t.must(places, "no-such-sign", f"no card of {display_seat(to)} has {sign}")
    yield Hinted(by, sign, to, places, t.hints - 1)
    yield from finish(t, by)


@g.decision("lay [place] {place:number}", "H-3", letter="lay a card", upto=lambda state, by: len(state.hand[by]))
def lay(t, by, place: int):
    yield must_be_there(t, by, place)
    yield
    card = t.open(hand, by, place)
    if is_next(t, card.value):
        yield Laid(by, card, min(HINTS, t.hints + card.value.endswith("5")))
    else:
        yield Missed(by, card, t.errors + 1), "H-4"
    yield from finish(t, by)


@g.decision("throw [place] {place:number}", "H-5", letter="throw a card away", upto=lambda s, by: len(s.hand[by]))
def throw(t, by, place: int):
    yield must_be_there(t, by, place)
    yield t.must(t.hints < HINTS, "all-hints", "all hints are still there")
    yield
    yield Thrown(by, t.open(hand, by, place), t.hints + 1)
    yield from finish(t, by)


def likely(state, decision):
    if not isinstance(decision, lay):
        return 1
    return 20 if is_next(state, state.hand[decision.by][decision.place - 1].look()) else 0


def standing(state):
    return Standing(tuple(Score(each, len(state.laid), "cards") for each in state.seats), (), state.ending)


RULESET = g.rules(standing=standing, likely=likely)
