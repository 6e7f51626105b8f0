"""Passing: everybody passes a card to the left unseen, and then nobody wants to take hearts."""

from oathbook.kit import Add, Cards, Deck, Game, Hand, Hands, Mix, Move, Pile, Put, Seat, Secret, Shown, display_seat

CARDS = [f"{suit}-{rank}" for suit in ("clubs", "hearts", "spades") for rank in range(1, 7)]

g = Game(
    "passing/1",
    "Passing",
    seats=(3, 3),
    cards=CARDS,
    names={"card": CARDS},
    outcomes=["fewest hearts"],
    refusals={
        "no-such-card": "is this card in the hand",
        "passed": "are cards still to be passed",
        "not-passed": "have all cards been passed",
        "suit": "does it follow suit",
    },
    clauses="""
    P-1 Dealing: All cards are dealt, six to each player, who alone looks at them.
    P-2 Passing: Everybody chooses a card and lays it face down. When all have chosen, each goes to the next player.
    P-3 Playing: In turn, everybody plays a card, of the suit that was led if there is one in the hand.
    P-4 Taking: The highest card of the suit that was led takes all three, and that player leads.
    P-5 The end: When all cards are played, whoever has taken the fewest hearts wins.""",
)

deck, hand = g.zone(Deck("deck")), g.zone(Hand("hand"))
table, taken = g.zone(Pile("table")), g.zone(Pile("taken", each=True))
hearts = g.counter("hearts")
g.field("chosen", dict[Seat, Secret | None], dict.fromkeys, hidden=True)
g.field("leader", Seat, lambda seats: seats[0])

Dealt = g.event("Dealt", "{seat} gets {cards}", seat=Seat, cards=Cards, slots="cards", do=[Move("cards", deck, hand)])
Chosen = g.event("Chosen", "{seat} chooses {card}", seat=Seat, card=Secret, do=[Put("chosen", "card", "seat")])
Passed = g.event(
    "Passed", "{seat} passes a card to {to}", seat=Seat, to=Seat, hands=Hands, tells=("hands",), do=[Mix("hands", hand)]
)
Played = g.event("Played", "{seat} plays {card}", seat=Seat, card=Shown, do=[Move("card", hand, table)])
Taken = g.event(
    "Taken",
    "{seat} takes {cards}",
    seat=Seat,
    cards=tuple[str, ...],
    hearts=int,
    do=[Move("cards", table, taken), Add(hearts, "hearts"), Put("leader", "seat"), Put("turn", "seat")],
)

g.deal(hand, deck, 6, "P-1", Dealt)


@g.decision("choose {card:card}", "P-2", letter="choose a card")
def choose(t, by, card: Secret):
    yield t.must(t.chosen[by] is None, "passed", "cards have been passed")
    yield t.must(t.holds(hand, by, card.look()), "no-such-card", f"{display_seat(by)} holds no such card")
    yield Chosen(by, card)
    if None not in t.chosen.values():
        for seat, to in zip(t.seats, t.seats[1:] + t.seats[:1], strict=True):
            yield Passed(seat, to, t.mix(hand, seat, to, t.chosen[seat].look()))


@g.decision("play {card:card}", "P-3", letter="play card {card:card}")
def play(t, by, card: str):
    yield t.must(None not in t.chosen.values(), "not-passed", "cards are passed first")
    yield t.must(t.holds(hand, by, card), "no-such-card", f"{display_seat(by)} does not hold {card}")
    led = t.table[0].split("-")[0] if t.table else ""
    can_follow = any(each.startswith(led) for each in t.held(hand, by))
    yield t.must(card.startswith(led) or not can_follow, "suit", f"{display_seat(by)} can play {led}", led=led)
    yield Played(by, t.open(hand, by, card))
    yield g.turn_ended(by)
    if len(t.table) == len(t.seats):
        yield from take(t)


def take(t):
    suit, at = t.table[0].split("-")[0], t.seats.index(t.leader)
    highest = max(each for each in t.table if each.startswith(suit))
    winner = (t.seats[at:] + t.seats[:at])[t.table.index(highest)]
    yield Taken(winner, t.table, sum(each.startswith("hearts") for each in t.table)), "P-4"
    if not any(t.hand.values()):
        fewest = min(t.hearts.values())
        yield g.over("fewest hearts", [each for each in t.seats if t.hearts[each] == fewest], "P-5")


def to_act(state):
    return tuple(each for each in state.seats if state.chosen[each] is None) or (state.turn,)


RULESET = g.rules(to_act=to_act)
