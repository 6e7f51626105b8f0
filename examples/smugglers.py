"""Smugglers: goods are landed for coins or passed on unseen, and a coin buys a true answer about a hand."""

from oathbook.kit import (
    Add,
    Cards,
    Cell,
    Deck,
    Game,
    Hand,
    Hands,
    Mix,
    Move,
    Penalty,
    Piece,
    Pile,
    Scene,
    Seat,
    Secret,
    Shown,
    Working,
    display_seat,
)

PRICES = {"silk": 3, "tea": 2, "salt": 1}
COLOURS = {"silk": "purple", "tea": "green", "salt": "white"}
HAND = 3

g = Game(
    "smugglers/1",
    "Smugglers",
    seats=(2, 4),
    names={"goods": PRICES},
    cards=["silk"] * 4 + ["tea"] * 6 + ["salt"] * 8,
    outcomes=["most coins"],
    penalty=Penalty(2, "coins", ("S-10",)),
    refusals={
        "no-such-card": "is such a card in the hand",
        "no-coins": "are there coins enough",
        "not-another": "is it another player",
        "empty-hand": "does that player hold a card",
    },
    clauses="""
    S-1 Dealing: Three cards are dealt to each player, who alone looks at them. Each player begins with three coins.
    S-2 Landing: In your turn, turn a card up, lay it in the bay, and take its price in coins.
    S-3 In a row: Goods that follow the same goods into the bay bring one coin more.
    S-4 Glut: Once five cards of some goods lie in the bay, others like them bring half, rounded down.
    S-5 Slipping: In place of landing, hand another player a card face down. No third player learns which it was.
    S-6 Asking: In place of landing, give another player a coin for a true answer, aloud: do you hold these goods?
    S-7 Drawing: A player left with fewer than three cards takes the next of the deck, until it is used up.
    S-8 The end: The game is over when nobody holds a card. Whoever has the most coins wins.
    S-9 Paying: Coins may be given to another player in anybody's turn.
    S-10 Promises: Breaking a promise costs two coins. (by the promises of a game)""",
)

deck, hand, bay = g.zone(Deck("deck")), g.zone(Hand("hand")), g.zone(Pile("bay"))
coins = g.counter("coins", 3)

Dealt = g.event("Dealt", "{seat} takes {cards}", seat=Seat, cards=Cards, slots="cards", do=[Move("cards", deck, hand)])
Landed = g.event(
    "Landed",
    "{seat} lands {card}, worth {earns}",
    seat=Seat,
    card=Shown,
    earns=int,
    do=[Move("card", hand, bay), Add(coins, "earns")],
)
Slipped = g.event(
    "Slipped", "{seat} slips a card to {to}", seat=Seat, to=Seat, hands=Hands, tells=("hands",), do=[Mix("hands", hand)]
)
Answered = g.event(
    "Answered",
    "{seat} asks {to} for {goods}: {has}",
    seat=Seat,
    to=Seat,
    goods=str,
    has=bool,
    tells=("has",),
    do=[Add(coins, -1), Add(coins, 1, "to")],
)
Paid = g.event(
    "Paid",
    "{seat} pays {count} to {to}",
    seat=Seat,
    count=int,
    to=Seat,
    do=[Add(coins, "count", sign=-1), Add(coins, "count", "to")],
)

g.deal(hand, deck, HAND, "S-1", Dealt)


def value_of(t, card):
    price = Working.start(card, PRICES[card], clause="S-2")
    value = price.add(1, clause="S-3", when=t.bay[-1:] == (card,), named="in a row")
    return value.halved_down(clause="S-4", when=t.bay.count(card) >= 5, named="glut")


def finish(t, by):
    if len(t.hand[by]) < HAND and t.deck:
        yield Dealt(by, t.draw(deck, 1, by)), "S-7"
    yield g.turn_ended(by)
    if not any(t.hand.values()):
        yield g.over("most coins", [each for each in t.seats if t.coins[each] == max(t.coins.values())], "S-8")


@g.decision("land {card:goods}", "S-2")
def land(t, by, card: str):
    yield t.must(t.holds(hand, by, card), "no-such-card", f"{display_seat(by)} has no {card} to land")
    value = value_of(t, card)
    yield Landed(by, t.open(hand, by, card), value.total), value
    yield from finish(t, by)


@g.decision("slip {card:goods} to {to:player}", "S-5", letter="slip a card to {to:player}")
def slip(t, by, card: Secret, to: Seat):
    yield t.must(to in t.seats and to != by, "not-another", "nobody slips a card to themselves")
    yield t.must(t.holds(hand, by, card.look()), "no-such-card", f"{display_seat(by)} has no such card to slip")
    yield
    yield Slipped(by, to, t.mix(hand, by, to, card.look()))
    yield from finish(t, by)


@g.decision("ask {to:player} about {goods:goods}", "S-6", letter="ask {to:player} about goods {goods:goods}")
def ask(t, by, to: Seat, goods: str):
    yield t.must(to in t.seats and to != by, "not-another", "nobody asks themselves")
    yield t.must(t.hand[to], "empty-hand", f"{display_seat(to)} holds no card")
    yield t.must(t.coins[by] > 0, "no-coins", f"{display_seat(by)} has no coin", coins=t.coins[by])
    yield
    yield Answered(by, to, goods, goods in t.held(hand, to))
    yield from finish(t, by)


@g.decision("pay {count:amount} [coins] to {to:player}", "S-9", anytime=True, upto=lambda state, by: state.coins[by])
def pay(t, by, count: int, to: Seat):
    yield t.must(to in t.seats and to != by, "not-another", "nobody pays themselves")
    yield t.must(0 < count <= t.coins[by], "no-coins", f"{display_seat(by)} has {t.coins[by]} coins", coins=t.coins[by])
    yield Paid(by, count, to)


def scene(view):
    cells = tuple(Cell(f"bay-{at}", at % 6 * 1000, at // 6 * 1000, "square", label="") for at in range(18))
    landed = tuple(
        Piece(f"landed-{at}", f"bay-{at}", card, COLOURS[card], mark=card[:2].upper())
        for at, card in enumerate(view.bay)
    )
    return Scene(cells, landed, tuple(each for each in g.scene(view).trays if each.id != "bay"))


RULESET = g.rules(scene=scene)
