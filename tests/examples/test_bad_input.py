"""What is wrong with a game in one file is said when it is loaded, with what would be right."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.changes import StateChange
from oathbook.kit import Add, Aside, Cards, Deck, Game, Hand, Hands, Mix, Move, Pile, Put, Secret, Shown, Working

Declare = Callable[[Game], object]
DECK = Deck("deck")
CLAUSES = "X-1 Playing: Stones are played."


def game() -> Game:
    """A game with a deck, in which somebody plays a stone."""
    g = Game(
        "x/1",
        "X",
        seats=(2, 2),
        clauses=CLAUSES,
        outcomes=["over"],
        cards=["jade"],
        refusals={"no-stone": "is it"},
        names={"stone": ["jade"]},
    )
    g.zone(DECK)
    g.event("Played", "{seat} plays {stone}", seat=Seat, stone=str)
    return g


def play(t: Any, _by: Seat, stone: str) -> Iterator[Any]:  # noqa: ANN401  # the table has all fields of the state
    """A decision that can be declared."""
    yield t.must(stone == "jade", "no-stone", "there is no such stone")


def put(_t: object, _by: Seat, _stone: float) -> Iterator[Any]:
    """A decision that can be declared in no way."""
    yield from ()


HOARD = Hand("hoard")


def refuse(t: Any, _by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as above
    """A decision that gives a reason which is none."""
    yield t.must(True, "cold", "it is cold")  # noqa: FBT003  # it holds


def refuse_beside(t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as above
    """A decision that has another function give that reason."""
    yield from refuse(t, by)


def cite(_t: object, by: Seat) -> Iterator[Any]:
    """A decision that cites a clause which is none."""
    yield by, "X-8"


def work(_t: object, _by: Seat) -> Iterator[Any]:
    """A decision with a working by a clause which is none."""
    yield Working.start("stones", 1, clause="X-7")


def finish(_t: object, by: Seat) -> Iterator[Any]:
    """A decision that ends the game in no way that there is."""
    yield Game.over("draw", [by], "X-1")  # type: ignore[call-arg]  # it is read, and never called


def hoard(t: Any, by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as above
    """A decision that looks into a hand that nobody has."""
    yield t.must(t.held(HOARD, by), "no-stone", "there is no stone")


def misspell(t: Any, _by: Seat) -> Iterator[Any]:  # noqa: ANN401  # as above
    """A decision that asks for a part of the table by another name."""
    yield t.must(t.deckk, "no-stone", "there is no stone")


def stones(_state: object, _by: Seat) -> list[str]:
    """All stones that there are."""
    return ["jade"]


def declared(form: str, body: Callable[..., Any] = play, clause: str = "X-1", **more: Any) -> Declare:  # noqa: ANN401  # all that a decision may be given
    """A decision of the game."""
    return lambda g: g.decision(form, clause, **more)(body)


def moving(change: Callable[[Mapping[str, Any]], StateChange], **fields: Any) -> Declare:  # noqa: ANN401  # any types
    """An event of the game, whose change is made for its zones: a hand of either kind, one aside, and a pile."""

    def declare(g: Game) -> None:
        declared("play {stone:stone}")(g)
        g.field("bid", int, 0)
        zones = {
            "hand": g.zone(Hand("hand")),
            "kept": g.zone(Hand("kept", order="kept")),
            "aside": g.zone(Aside("aside")),
            "pile": g.zone(Pile("pile")),
            "deck": DECK,
            "coins": g.counter("coins"),
        }
        g.event("Moved", "{seat} moves it", seat=Seat, do=[change(zones)], **fields)

    return declare


def both(other: Declare) -> Declare:
    """A decision, and something else."""
    return lambda g: (declared("play {stone:stone}")(g), other(g))


def fault_of(declare: Declare) -> str:
    """What is said of a game that is declared so, or nothing."""
    g = game()
    try:
        declare(g)
        g.rules()
    except ValueError as fault:
        return str(fault)
    return ""


FAULTS: list[tuple[Declare, str]] = [
    (declared("play it"), "play: no place for 'stone'"),
    (declared("play {stone:stone} {to:player}"), "play: a place 'to', and no such parameter"),
    (declared("play {stone:stone}", clause="X-9"), "play: there is no clause 'X-9'; there are X-1"),
    (declared("play {stone:gem}"), "play: nothing says what 'stone' can be: a sort with names, upto or choices"),
    (
        declared("play {stone:gem}", choices={"stone": stones}),
        "play: there are no names for 'gem'; there are stone, player, amount and number",
    ),
    (
        declared("put {_stone}", put),
        "put: '_stone' is of no type a decision can have: str, int, bool, Seat, Secret or a Struct",
    ),
    (
        declared("put {stone:stone}"),
        "play: no event shows that somebody puts; events show plays, turn_ends and game_ends",
    ),
    (
        declared("play {stone:stone}", letter="play {stone:stone} on {stone2:stone}"),
        "play: a letter has a place 'stone2', and no event that shows it has",
    ),
    (declared("refuse", refuse), "refuse: there is no refusal 'cold'; there are not-asked and no-stone"),
    (declared("refuse", refuse_beside), "refuse_beside: there is no refusal 'cold'; there are not-asked and no-stone"),
    (declared("cite", cite), "cite: there is no clause 'X-8'; there are X-1"),
    (declared("work", work), "work: there is no clause 'X-7'; there are X-1"),
    (declared("finish", finish), "finish: there is no outcome 'draw'; there are over"),
    (declared("hoard", hoard), "hoard: there is no zone 'hoard'; there are deck"),
    (declared("misspell", misspell), "misspell: there is no part of the table 'deckk'; there are deck, seats, box,"),
    (both(declared("play {stone:stone}")), "two decisions are called 'play'"),
    (both(lambda g: g.event("Played", "it is played")), "two events are called 'played'"),
    (both(lambda g: g.event("Other", "{seat} plays it", seat=Seat)), "Other: another event 'plays' has other slots"),
    (both(lambda g: g.zone(Pile("deck"))), "two parts of the state are called 'deck'"),
    (both(lambda g: g.zone(Pile("turn"))), "two parts of the state are called 'turn'"),
    (both(lambda g: g.zone(Pile("held"))), "two parts of the state are called 'held'"),
    (
        both(lambda g: g.zone(Deck("rest"))),
        "all cards of the box lie in one deck: a game with cards has one, and no other game has any",
    ),
    (
        moving(lambda z: Move("card", z["deck"], z["pile"]), card=Shown),
        "Moved: a card of 'deck' is drawn before it is shown: 'card' holds hidden cards",
    ),
    (
        moving(lambda z: Move("card", z["pile"], z["hand"]), card=str),
        "Moved: no card comes to 'hand' in 'card', by its type",
    ),
    (
        moving(lambda z: Move("card", z["pile"], z["aside"]), card=Secret),
        "Moved: no card leaves 'pile' in 'card', by its type",
    ),
    (
        moving(lambda z: Move("card", z["hand"], z["aside"]), card=Secret),
        "Moved: from 'hand' to 'aside', cards go face down by a Mix: without order, all are sealed anew",
    ),
    (
        moving(lambda z: Move("cards", z["kept"], z["hand"]), cards=Cards),
        "Moved: from 'kept' to 'hand', cards go face down by a Mix: without order, all are sealed anew",
    ),
    (moving(lambda z: Move("cards", z["deck"], z["hand"], of="whom"), cards=Cards), "Moved: there is no seat 'whom'"),
    (moving(lambda z: Move("card", z["deck"], z["hand"])), "Moved: there is no 'card'"),
    (
        moving(lambda z: Move("cards", z["deck"], Hand("other")), cards=Cards),
        "Moved: 'other' is no part of this game; deck, hand, kept, aside, pile, coins and bid are",
    ),
    (moving(lambda z: Mix("hands", z["hand"]), hands=Cards), "Moved: 'hands' holds no hands"),
    (moving(lambda _: Mix("hands", Hand("other")), hands=Hands), "Moved: 'other' is no part of this game; deck"),
    (moving(lambda z: Add(z["coins"], "much")), "Moved: there is no 'much'"),
    (moving(lambda z: Add(z["coins"], 1, "much"), much=int), "Moved: there is no seat 'much'"),
    (moving(lambda _: Put("other", "seat")), "Moved: there is no field 'other'; there are turn and bid"),
    (moving(lambda _: Put("bid", "seat", "whom")), "Moved: there is no 'whom'"),
    (moving(lambda _: Put("turn", "seat"), tells=("card",)), "Moved: tells 'card', and has no such field"),
]


@pytest.mark.parametrize(("declare", "says"), FAULTS)
def test_what_does_not_fit_is_a_fault_at_load(declare: Declare, says: str) -> None:
    assert fault_of(declare).startswith(says)


def test_the_game_without_a_fault_is_loaded() -> None:
    assert fault_of(moving(lambda _: Put("turn", "seat"))) == ""


def test_clauses_that_are_none_are_a_fault_at_load() -> None:
    with pytest.raises(ValueError, match="no clause begins so: 'stones are played'"):
        Game("x/1", "X", seats=(2, 2), clauses="stones are played", outcomes=["over"])


def test_a_name_that_is_computed_is_found_when_it_is_used() -> None:
    g = game()

    @g.decision("wait", "X-1", letter="")
    def wait(t: Any, _by: Seat) -> Iterator[Any]:  # noqa: ANN401  # the table has all fields of the state
        yield t.must(True, "co" + "ld", "it is cold")  # noqa: FBT003  # it holds

    rules = g.rules()
    state = rules.initial(rules.samples()[0])

    with pytest.raises(AssertionError, match="there is no refusal 'cold'; there are not-asked and no-stone"):
        rules.refusal(state, wait(state.seats[0]))
    with pytest.raises(AssertionError, match="no game ends in 'draw'; it ends in over"):
        g.over("draw", [], "X-1")


def test_nothing_is_said_of_names_where_the_function_cannot_be_read() -> None:
    """It was made of a text that is in no file: the fault is found when it is used."""
    made: dict[str, Any] = {}
    exec("def refuse(t, by):\n    yield t.must(True, 'cold', 'it is cold')\n", made)  # noqa: S102  # no file is wanted

    assert fault_of(declared("refuse", made["refuse"], letter="")) == ""
    assert fault_of(declared("refuse", refuse, letter="")) != ""
