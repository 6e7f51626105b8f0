"""A game that is declared once: what each declaration does, and what is wrong where declarations do not fit."""

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.errors import BadRecord, IllegalDecision, Misfit
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Concealed, Hidden, Opened, Seat
from oathbook.domain.kernel.limits import MOST_EXACT
from oathbook.domain.rulesets.kit.changes import Add, Mix, Move, Put
from oathbook.domain.rulesets.kit.game import Game
from oathbook.domain.rulesets.kit.game_play import MOST_LISTED
from oathbook.domain.rulesets.kit.schema_digests import DIGITS, schema_digest
from oathbook.domain.rulesets.kit.specs import MOST_TRIED, ValueChoices
from oathbook.domain.rulesets.kit.zones import (
    Aside,
    Cards,
    Deck,
    Discard,
    Hand,
    Hands,
    Market,
    Pile,
    SeatCards,
    Secret,
    Shown,
)
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup
from oathbook.domain.rulesets.registry import load_registry

ANN, BRAM = Seat("ann"), Seat("bram")
CLAUSES = """
    X-1 Dealing: Cards
        are dealt.
    X-2 Playing: Cards are played.
    X-3 Promises: They cost. (by the promises of a game)"""

Body = Callable[..., Iterator[Any]]


def game(**changed: Any) -> Game:  # noqa: ANN401  # as many as a game has
    """A game without zones, of which everything can be said otherwise."""
    rulebook: dict[str, Any] = {
        "seats": (2, 3),
        "clauses": CLAUSES,
        "outcomes": ["over"],
        "refusals": {"no": "is it so"},
    }
    return Game("x/1", "X", **{**rulebook, **changed})


class Chest:
    """A game with every kind of zone; ``play`` says what its one decision does."""

    def __init__(self, play: Body, *, order: Any = "kept", count: int = 2) -> None:  # noqa: ANN401  # a literal
        g = self.game = game(cards=["jade", "opal", "opal", "ruby", "ruby", "ruby"], names={"stone": ["jade", "ruby"]})
        self.deck, self.hand = g.zone(Deck("deck")), g.zone(Hand("hand", order=order))
        self.aside, self.row = g.zone(Aside("aside")), g.zone(Market("row", "the row"))
        self.away, self.own = g.zone(Discard("away")), g.zone(Pile("own", each=True))
        self.coins = g.counter("coins", 1)
        moves: dict[str, Any] = {
            "Dealt": ({"seat": Seat, "cards": Cards}, Move("cards", self.deck, self.hand)),
            "Turned": ({"cards": tuple[str, ...]}, Move("cards", self.deck, self.row)),
            "Taken": ({"seat": Seat, "card": str}, Move("card", self.row, self.own)),
            "Dropped": ({"seat": Seat, "card": Shown}, Move("card", self.hand, self.away)),
            "Given": ({"seat": Seat, "card": Secret, "to": Seat}, Move("card", self.hand, self.hand, to="to")),
            "Hid": ({"cards": Cards}, Move("cards", self.deck, self.aside)),
            "Shuffled": ({"cards": tuple[str, ...]}, Move("cards", self.away, self.deck)),
            "Mixed": ({"hands": Hands}, Mix("hands", self.hand)),
            "Won": ({"seat": Seat, "much": int}, Add(self.coins, "much")),
            "Earned": ({"seat": Seat, "much": int}, Add(self.coins, "much", sign=-1)),
        }
        if order == "none":
            del moves["Given"]
        self.events = {
            name: g.event(name, f"{name.lower()} is what happens", kind=name.lower(), do=[change], **fields)
            for name, (fields, change) in moves.items()
        }
        g.deal(self.hand, self.deck, count, "X-1", self.events["Dealt"])

        @g.decision("play", "X-2", letter="")
        def play_cards(t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # the table has all fields of the state
            yield from play(self, t, by)

        self.play = play_cards
        self.rules = g.rules()

    def played(self) -> Any:  # noqa: ANN401  # its type is made when it is declared
        """The state after the deal, and after what the first player does."""
        return after(self.rules, dealt(self.rules), self.play(ANN))


def dealt(rules: AnyRuleset, seats: int = 0) -> Any:  # noqa: ANN401  # its type is made when it is declared
    """The state after the deal."""
    state = rules.initial(rules.samples()[seats])
    return after(rules, state, rules.options(state, TABLE).listed[0])


def after(rules: AnyRuleset, state: Any, decision: Any) -> Any:  # noqa: ANN401  # as above
    """The state after a decision."""
    for each in rules.decide(state, decision, SeededChance("0" * 64, "a-game", 1)):
        state = rules.evolve(state, each.event)
    return state


def nothing(_chest: Chest, _t: object, _by: Seat) -> Iterator[Any]:
    """A turn in which nothing happens."""
    yield from ()


def test_clauses_are_read_line_by_line_with_what_applies_them() -> None:
    edition = Chest(nothing).rules.edition

    assert [(each.id, each.title, each.words, each.applied_by) for each in edition.rulebook.clauses] == [
        ("X-1", "Dealing", "Cards are dealt.", ""),
        ("X-2", "Playing", "Cards are played.", ""),
        ("X-3", "Promises", "They cost.", "the promises of a game"),
    ]
    assert edition.refusals == ("not-asked", "no")


def test_the_table_deals_before_anything_else() -> None:
    rules = Chest(nothing).rules
    state = rules.initial(rules.samples()[0])
    (deal,) = rules.options(state, TABLE).listed

    assert rules.to_act(state) == (TABLE,)
    assert rules.options(state, ANN).listed == ()
    state = after(rules, state, deal)
    assert rules.to_act(state) == (ANN,)
    assert rules.options(state, TABLE).listed == ()
    assert [len(cards) for cards in state.hand.values()] == [2, 2]
    assert state.deck == 2
    assert rules.conserved(state) == {"cards": 6}


@pytest.mark.parametrize("by", ["table", "nobody"])
def test_who_has_no_seat_has_no_options_and_is_refused(by: str) -> None:
    chest = Chest(nothing)
    state = dealt(chest.rules)
    refusal = chest.rules.refusal(state, chest.play(Seat(by)))

    assert chest.rules.options(state, Seat(by)).listed == ()
    assert refusal is not None
    assert (refusal.code, refusal.kind) == ("not-asked", "out-of-turn")


def test_a_viewer_sees_its_own_hand_and_the_backs_of_others() -> None:
    rules = Chest(nothing).rules
    state = dealt(rules)
    own, other, all_of_them = (rules.view(state, viewer) for viewer in (ANN, BRAM, HOLDER))

    assert None not in own.hand[ANN]
    assert own.hand[BRAM] == (None, None) == other.hand[ANN]
    assert rules.view(state, PUBLIC).hand == {ANN: (None, None), BRAM: (None, None)}
    assert None not in (*all_of_them.hand[ANN], *all_of_them.hand[BRAM])


def every_zone(chest: Chest, t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
    events = chest.events
    yield
    yield events["Hid"](t.draw(chest.deck, 1, ()))
    yield events["Turned"](t.turn_up(chest.deck, 1))
    yield events["Taken"](by, t.row[0])
    yield events["Dropped"](by, t.open(chest.hand, by, 1))
    yield events["Given"](by, t.give(chest.hand, by, BRAM, 1), BRAM)


def test_cards_go_from_zone_to_zone() -> None:
    state = Chest(every_zone).played()

    assert (state.deck, len(state.aside), state.row, len(state.own[ANN]), len(state.away)) == (0, 1, (), 1, 1)
    assert (len(state.hand[ANN]), len(state.hand[BRAM])) == (0, 3)
    assert {each.to for each in state.hand[BRAM]} == {(BRAM,)}


def test_a_scene_has_a_tray_of_each_zone_and_of_what_each_seat_counts() -> None:
    chest = Chest(every_zone)
    state, before = chest.played(), dealt(chest.rules)
    scene = chest.rules.scene(chest.rules.view(state, BRAM))
    trays = {each.id: [(stack.label, stack.count, stack.face_down) for stack in each.stacks] for each in scene.trays}
    hand = next(each for each in scene.trays if each.id == "hand-bram").stacks

    assert trays["deck"] == [("deck", 0, True)]
    assert trays["aside"] == [("cards", 1, True)]
    assert trays["row"] == []
    assert trays["away"] == [(state.away[0], 1, False)]
    assert trays["own-ann"] == [(state.own[ANN][0], 1, False)]
    assert trays["counts-ann"] == [("coins", 1, False)]
    assert [each.stands_for for each in hand] == [(f"place {at}", each.label) for at, each in enumerate(hand, 1)]
    assert chest.rules.scene(chest.rules.view(before, BRAM)).trays[1].stacks[0].stands_for == ("place 1",)
    assert not next(each for each in chest.game.scene(chest.rules.view(before, BRAM)).trays if each.id == "away").stacks


def test_a_deck_that_gets_cards_back_is_drawn_from_as_if_it_were_shuffled() -> None:
    def shuffle(chest: Chest, t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield
        yield chest.events["Dropped"](by, t.open(chest.hand, by, 1))
        yield chest.events["Dropped"](by, t.open(chest.hand, by, 1))
        yield chest.events["Shuffled"](t.away)
        yield chest.events["Turned"](t.turn_up(chest.deck, 4))

    state = Chest(shuffle).played()

    assert (state.deck, state.away, len(state.row)) == (0, (), 4)
    assert sorted((*state.row, *(each.look() for each in state.hand[BRAM]))) == sorted(state.box.cards)


def test_hands_without_order_are_sealed_anew() -> None:
    def hand_over(chest: Chest, t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield
        yield chest.events["Mixed"](t.mix(chest.hand, by, BRAM, t.held(chest.hand, by)[0]))

    chest = Chest(hand_over, order="none")
    before, state = dealt(chest.rules), chest.played()
    names = [[each.look() for each in state.hand[seat]] for seat in (ANN, BRAM)]

    assert [len(each) for each in names] == [1, 3]
    assert not {each.digest for each in state.hand[BRAM]} - {""}
    assert {each.look() for each in before.hand[BRAM]} <= set(names[1])


def test_no_more_cards_are_drawn_than_there_are() -> None:
    def draw(chest: Chest, t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield
        yield chest.events["Dealt"](by, t.draw(chest.deck, 3, by))

    with pytest.raises(AssertionError, match="there are no 3 cards in deck"):
        Chest(draw).played()


def test_a_card_is_shown_to_one_seat_under_a_seal_of_its_own() -> None:
    shown: list[Hidden[str]] = []

    def show(chest: Chest, t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield
        shown.append(t.show(chest.hand, by, BRAM, t.held(chest.hand, by)[1]))

    before = Chest(show).played()

    assert [(each.to, each.look(), each.digest) for each in shown] == [((BRAM,), before.hand[ANN][1].look(), "")]


LOOKS: list[tuple[Callable[[Chest, Any], Any], str]] = [
    (lambda chest, t: t.held(chest.hand, BRAM), "the hand of bram"),
    (lambda chest, t: t.open(chest.hand, BRAM, 1), "the hand of bram"),
    (lambda chest, t: t.mix(chest.hand, ANN, BRAM, "jade"), "the hand of bram"),
    (lambda chest, t: t.give(chest.hand, ANN, BRAM, 1), "what ann gives"),
    (lambda chest, t: t.draw(chest.deck, 1, ANN), "a draw from deck"),
    (lambda chest, t: t.turn_up(chest.deck, 1), "a draw from deck"),
]


@pytest.mark.parametrize(("looks", "at"), LOOKS)
def test_nothing_is_looked_at_before_the_requirements_are_over(looks: Callable[[Chest, Any], Any], at: str) -> None:
    def look(chest: Chest, t: Any, _by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield looks(chest, t)

    chest = Chest(look)
    state = dealt(chest.rules)

    with pytest.raises(AssertionError, match=f"what ann may do hangs on {at}: a bare yield ends the requirements"):
        chest.rules.options(state, ANN)


def test_a_reader_who_may_not_see_a_hand_is_content_with_one_open_card_of_the_name() -> None:
    asked: list[bool] = []

    def hold(chest: Chest, t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        asked.append(t.holds(chest.hand, by, "jade"))
        yield from ()

    chest = Chest(hold)
    state = dealt(chest.rules)
    closed, opened = Hidden[str]((ANN,), digest="d"), Hidden((ANN,), known=("jade",), digest="e")
    for cards in ((closed, opened), (opened, opened)):
        chest.rules.refusal(replace(state, hand={**state.hand, ANN: cards}), chest.play(ANN))

    with pytest.raises(Concealed):
        chest.rules.refusal(replace(state, hand={**state.hand, ANN: (closed,)}), chest.play(ANN))
    assert asked == [True, True]


def test_what_a_hand_without_places_gives_has_to_be_mixed() -> None:
    def give(chest: Chest, t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield
        t.give(chest.hand, by, BRAM, 1)

    with pytest.raises(AssertionError, match=r"the cards of hand have no places: t\.mix hands one over"):
        Chest(give, order="none").played()


def test_an_event_that_does_not_fit_is_a_misfit() -> None:
    chest = Chest(nothing)
    events, state = chest.events, dealt(chest.rules)
    other = Hidden((ANN,), known=("jade",), digest="d" * 64)
    misfits = [
        (events["Dealt"](Seat("dov"), ()), "there is no seat “dov”"),
        (events["Dealt"](ANN, (other,) * 3), "there are no 3 cards in deck"),
        (events["Dealt"](BRAM, (other,)), "these cards of bram are for other eyes"),
        (events["Taken"](ANN, "jade"), "no such card lies in the row"),
        (events["Dropped"](ANN, Opened("jade", digest="e" * 64)), "no such card lies in hand"),
        (events["Given"](ANN, other, BRAM), "no such card lies in hand"),
        (events["Earned"](ANN, 2), "ann cannot have -1 coins"),
        (events["Won"](ANN, MOST_EXACT), f"ann cannot have {MOST_EXACT + 1} coins"),
        (events["Mixed"]((SeatCards(Seat("dov"), ()),)), "these are no hands of this game"),
        (events["Mixed"]((SeatCards(ANN, ()),)), "cards came or went"),
        (events["Mixed"]((SeatCards(ANN, state.hand[BRAM]),)), "these cards of ann are for other eyes"),
    ]

    for event, says in misfits:
        with pytest.raises(Misfit, match=says):
            chest.rules.evolve(state, event)


SETUPS: list[tuple[Callable[[Setup], Setup], str]] = [
    (lambda setup: replace(setup, seats=setup.seats[:1]), "seats: 2 to 3 can play"),
    (lambda setup: replace(setup, start=1), "start: there is no other start"),
    (lambda setup: _boxed(setup, ("jade", "jade")), "components.cards: jade is not in the box, or not so often"),
    (lambda setup: _boxed(setup, ("jade", "gold")), "components.cards: gold is not in the box"),
    (lambda setup: _boxed(setup, ("jade", "ruby", "opal")), "components.cards: 4 cards are dealt, and there are 3"),
]


@pytest.mark.parametrize(("change", "says"), SETUPS)
def test_a_setup_that_does_not_fit_is_refused_by_its_field(change: Callable[[Setup], Setup], says: str) -> None:
    rules = Chest(nothing).rules

    with pytest.raises(BadRecord, match=says):
        rules.initial(change(rules.samples()[0]))


def _boxed(setup: Setup, cards: tuple[str, ...]) -> Setup:
    return replace(setup, components=replace(setup.components, cards=cards))  # type: ignore[type-var]  # it is a Struct


class Colour(Struct, frozen=True):
    """What a decision may hold."""

    name: str


def counting(most: int, choices: Mapping[str, ValueChoices] | None = None) -> tuple[AnyRuleset, Any]:
    """A game in which one says a number, whether, a stone of a sort, and a colour."""
    g = game(names={"stone": ["jade", "ruby"]})

    @g.decision(
        "say {number} {really} {stone:stone} {colour}",
        "X-2",
        letter="",
        upto=lambda _state, _by: most,
        choices=choices or {"colour": lambda _state, _by: [Colour("red")]},
    )
    def say(t: Any, _by: Seat, number: int, really: bool, stone: str, colour: Colour) -> Iterator[Any]:  # noqa: ANN401, FBT001  # as in ``Chest``
        yield t.must(number > 0 and really, "no", f"{number} {stone} {colour}", number=number)

    rules = g.rules()
    return rules, rules.initial(rules.samples()[0])


def test_options_are_all_values_for_which_the_requirements_hold() -> None:
    rules, state = counting(2)
    options = rules.options(state, ANN)

    assert options.complete
    assert [(each.number, each.stone) for each in options.listed] == [
        (1, "jade"),
        (1, "ruby"),
        (2, "jade"),
        (2, "ruby"),
    ]
    assert {each.really for each in options.listed} == {True}


@pytest.mark.parametrize(("most", "listed", "complete"), [(30, 60, True), (31, 60, False)])
def test_options_stop_at_a_bound_and_say_so(most: int, listed: int, complete: bool) -> None:  # noqa: FBT001  # it is a value
    rules, state = counting(most)
    options = rules.options(state, ANN)

    assert (len(options.listed), options.complete) == (listed, complete)
    assert listed == MOST_LISTED


@pytest.mark.parametrize(("most", "complete"), [(5000, True), (5001, False), (MOST_EXACT, False)])
def test_so_many_decisions_are_looked_at_for_options_and_no_more(most: int, complete: bool) -> None:  # noqa: FBT001  # as above
    rules, state = counting(
        most, {"really": lambda _state, _by: [False], "colour": lambda _state, _by: [Colour("red")]}
    )
    options = rules.options(state, ANN)

    assert (options.listed, options.complete) == ((), complete)
    assert most * 2 == MOST_TRIED or not complete


def test_a_requirement_that_comes_late_is_refused_whether_or_not_it_holds() -> None:
    g = game()
    Marked = g.event("Marked", "{seat} marks it", seat=Seat)  # noqa: N806  # it is a type

    @g.decision("mark", "X-2")
    def mark(t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield Marked(by)
        yield t.must(True, "no", "it is not so")  # noqa: FBT003  # it holds

    rules = g.rules()
    state = rules.initial(rules.samples()[0])

    assert rules.refusal(state, mark(ANN)) is None
    with pytest.raises(IllegalDecision, match="mark: a requirement after the bare yield, or after an event"):
        rules.decide(state, mark(ANN), SeededChance("0" * 64, "a-game", 1))


def test_a_hidden_field_is_shown_to_those_it_is_for() -> None:
    g = game(names={"bid": ["high", "low"]})
    g.field("bids", dict[Seat, Secret | None], dict.fromkeys, hidden=True)
    g.field("past", tuple[Secret, ...], (), hidden=True)
    Bidden = g.event("Bidden", "{seat} bids {bid}", seat=Seat, bid=Secret, do=[Put("bids", "bid", "seat")])  # noqa: N806  # as above

    @g.decision("bid {card:bid}", "X-2", letter="")
    def bid(_t: object, by: Seat, card: Secret) -> Iterator[Any]:
        yield Bidden(by, card)

    rules = g.rules()
    state = after(rules, rules.initial(rules.samples()[0]), bid(ANN, Hidden.of("high", ANN)))

    assert rules.view(state, ANN).bids == {ANN: "high", BRAM: None}
    assert rules.view(state, BRAM).bids == {ANN: None, BRAM: None}
    assert rules.vocabulary.deed is not None
    assert rules.vocabulary.deed(bid(ANN, Hidden.of("high", ANN))) == "bids high"
    assert rules.facts(Bidden(ANN, Hidden.of("high", ANN)))[0].sentence == "Ann bids a card"


def test_the_words_of_a_decision_follow_from_its_form() -> None:
    g = game(names={"cell": ["a1"]})
    g.counter("coins")
    g.event("Carried", "{seat} carries {count} to {to}", seat=Seat, count=int, to=Seat)

    @g.decision("carry {count:amount} [coins] to {to:player}", "X-2", anytime=True, upto=lambda _state, _by: 2)
    def carry(t: Any, _by: Seat, count: int, to: Seat) -> Iterator[Any]:  # noqa: ANN401  # as in ``Chest``
        yield t.must(count > 0 and to in t.seats, "no", "nothing is carried")

    rules = g.rules()
    verb, state = rules.vocabulary.verbs[0], rules.initial(rules.samples()[0])
    assert verb.performed is not None

    assert (verb.base, verb.third) == (
        "carry {count:amount} coins to {to:player}",
        "carries {count:amount} coins to {to:player}",
    )
    assert (verb.kind, verb.total, verb.also) == ("carries", "count", ("carry {count:amount} coin to {to:player}",))
    assert list(verb.performed(state, ANN, {"to": "bram", "count": 7})) == [carry(ANN, 7, BRAM)]
    assert rules.vocabulary.states[0].measure(state, {"who": "ann"}).lo == 0
    assert [each.by for each in rules.options(state, BRAM).listed] == [BRAM, BRAM]


@pytest.mark.parametrize(
    ("winners", "says"),
    [
        ([ANN], "the game is over, over: Ann wins"),
        ([ANN, BRAM], "the game is over, over: Ann and Bram win"),
        ([], "the game is over, over"),
    ],
)
def test_the_end_of_a_game_says_who_wins(winners: list[Seat], says: str) -> None:
    g = game()
    g.decision("wait", "X-2", letter="")(wait)
    event, clause = g.over("over", winners, "X-2")
    (fact,) = g.rules().facts(event)

    assert (fact.kind, fact.slots, fact.sentence, clause) == ("game_ends", {"outcome": "over"}, says, "X-2")


def wait(_t: object, _by: Seat) -> Iterator[Any]:
    """A decision in which nothing happens."""
    yield from ()


def test_a_fact_tells_nobody_what_is_hidden() -> None:
    g = game()
    g.decision("wait", "X-2", letter="")(wait)
    fields: dict[str, Any] = {"seat": Seat, "one": Secret, "some": Cards, "up": Shown, "to": Seat | None}
    Told = g.event("Told", "{seat} tells {one}, {some}, {up} and {to}", slots="some up", **fields)  # noqa: N806  # it is a type
    card = Hidden((ANN,), known=("jade-1",))
    (fact,) = g.rules().facts(Told(ANN, card, (card, card), Opened("ruby-2"), None))

    assert fact.sentence == "Ann tells a card, 2 cards, Ruby 2 and nobody"
    assert fact.slots == {"some": 2, "up": "ruby-2"}


def test_the_origin_is_the_distribution_with_its_version_where_it_is_installed() -> None:
    g, installed, other = (game(distribution=each) for each in ("", "msgspec", "no-such-package"))
    for each in (g, installed, other):
        each.decision("wait", "X-2", letter="")(wait)
    origins = [each.rules().edition.origin for each in (g, installed, other)]

    assert origins == ["", f"msgspec {version('msgspec')}", "no-such-package"]


def test_an_answer_can_be_given_instead_of_the_one_that_follows() -> None:
    g = game()
    wait_ = g.decision("wait", "X-2", letter="")(wait)

    def second(state: Any) -> tuple[Seat, ...]:  # noqa: ANN401  # as in ``Chest``
        return (state.seats[1],)

    def stones(_state: object) -> dict[str, int]:
        return {"stones": 1}

    rules = g.rules(to_act=second, conserved=stones)
    state = rules.initial(rules.samples()[0])

    assert rules.to_act(state) == (BRAM,)
    assert rules.options(state, BRAM).listed == (wait_(BRAM),)
    assert rules.conserved(state) == {"stones": 1}


def waits(digest: str | None = None, event: str = "Paid", **fields: Any) -> AnyRuleset:  # noqa: ANN401  # any types
    """A game with an event of these fields, frozen with that digest."""
    g = game()
    g.decision("wait", "X-2", letter="")(wait)
    g.event(event, "{seat} pays it", seat=Seat, **fields)
    if digest is not None:
        g.frozen(digest)
    return g.rules()


def test_a_frozen_edition_of_another_digest_is_not_loaded() -> None:
    digest = schema_digest(waits(count=int).wire)

    assert (waits(count=int).edition.status, waits(digest, count=int).edition.status) == ("draft", "frozen")
    with pytest.raises(ValueError, match=f"the types of x/1 have the digest {digest}, and it is frozen with 3f9c"):
        waits("3f9c", count=int)


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("Paid", {"coins": int}),
        ("Paid", {"count": str}),
        ("Paid", {"count": Secret}),
        ("Paid", {"count": Shown}),
        ("Paid", {"count": int | None}),
        ("Paid", {"count": int, "to": Seat}),
        ("Given", {"count": int}),
    ],
)
def test_whatever_records_have_changes_the_digest(event: str, fields: dict[str, Any]) -> None:
    """The control is the same game declared again, with other words."""
    one, again, other = waits(count=int), waits(count=int), waits(event=event, **fields)

    assert len(schema_digest(one.wire)) == DIGITS
    assert schema_digest(again.wire) == schema_digest(one.wire) != schema_digest(other.wire)


@pytest.mark.parametrize("edition", sorted(load_registry().by_key))
def test_the_types_of_every_edition_have_a_digest(edition: str) -> None:
    """Also those with a default that is made anew each time."""
    assert len(schema_digest(load_registry().ruleset(edition).wire)) == DIGITS


def test_a_digest_stays_the_same_in_every_version() -> None:
    """It stands in files of authors."""
    assert schema_digest(waits(count=int, cards=Cards).wire) == "1e2119be1e870b17"
