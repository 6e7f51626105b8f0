"""The vectors of who pays: where the letter breaks, who pays and who does not, by which step and line.

Moments are counted from the signing, and so are decisions, from 0.
"""

from typing import Final

import pytest
from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.who_pays.answers import Step
from tests.minigame.model import Assign, Components, Decision, Deploy, Give, Goods, Idle, Permit
from tests.minigame.ruleset import BLUE, GREEN, RED
from tests.support.promises.blaming import SEATS, Table

TWO_WOOD: Final = "red promises blue to give 2 wood to blue by the end of season 1."
FORGE: Final = 'red promises blue to assign workers to workplace "Forge" by the end of season 1.'
SIX_WOOD: Final = "red and blue jointly promise green to give 6 wood to green by the end of season 1."
KNIGHT: Final = 'red promises blue to deploy a knight to tile "Mill" by the end of season 1.'
INFLUENCE: Final = (
    'red promises blue to spend at least 3 influence in favour of law "CornTax" in the next vote on law "CornTax".'
)
ALL_IDLE: Final = ("red idle", "blue idle", "green idle")


def goods(**of: Goods) -> Components:
    """A game in which somebody has something, and laws can be voted on."""
    return Components(goods={Seat(seat): each for seat, each in of.items()}, laws=("CornTax", "Other"))


def forge(*users: Seat) -> Components:
    """A game with a workplace of Green's that others may use."""
    return Components(owners={"Forge": GREEN}, permits=tuple(Permit(each, "Forge") for each in users))


Shown = tuple[Seat, Step, Seat | None, tuple[tuple[int, Decision | None], ...]]
"""A seat, the step that decided, another seat, and what is put in, by the number of the decision there."""


class Vector(Struct, frozen=True):
    """A letter, a start, moves, and what follows: who pays and who does not, each with what shows it."""

    letter: str
    start: Components
    moves: tuple[str, ...]
    broken_at: int
    pays: tuple[Shown, ...] = ()
    excused: tuple[Shown, ...] = ()
    seats: tuple[Seat, ...] = SEATS


INFLUENTIAL: Final[Goods] = {"influence": 3}
VECTORS: Final = {
    "W01 plain default with a chance": Vector(
        TWO_WOOD, goods(red={"wood": 2}), ALL_IDLE, 7, ((RED, "could", None, ((0, Give(RED, "wood", 2, BLUE)),)),)
    ),
    "W02 never had a legal chance": Vector(TWO_WOOD, goods(), ALL_IDLE, 7, ((RED, "beyond", None, ()),)),
    "W03 self-inflicted impossibility": Vector(
        TWO_WOOD,
        goods(red={"wood": 2}),
        ("red give wood 2 green", *ALL_IDLE),
        8,
        ((RED, "could", None, ((0, Give(RED, "wood", 2, BLUE)),)),),
    ),
    "W04 addressee refuses performance": Vector(
        TWO_WOOD,
        goods(red={"wood": 2}),
        ("blue refuse red", *ALL_IDLE),
        8,
        (),
        ((RED, "prevented", BLUE, ((0, None), (1, Give(RED, "wood", 2, BLUE)))),),
    ),
    "W05 outsider blocks late; the obligor had waited": Vector(
        FORGE,
        forge(RED),
        ("red deploy Mill", "blue idle", "green assign Forge", "red idle", "green idle"),
        11,
        ((RED, "could", None, ((0, Assign(RED, "Forge")),)),),
    ),
    "W06 outsider blocks before any chance": Vector(
        FORGE,
        forge(RED),
        ("green assign Forge", *ALL_IDLE),
        9,
        (),
        ((RED, "taken", GREEN, ((0, Idle(GREEN)), (1, Assign(RED, "Forge")))),),
        seats=(GREEN, RED, BLUE),
    ),
    "W07 co-obligor prevents while time remained": Vector(
        'red and blue jointly promise green: (1) red to assign workers to workplace "Forge" by the end of season 1; '
        "(2) blue not to attack green;",
        forge(RED, BLUE),
        ("red deploy Mill", "blue assign Forge", "green idle", "red idle", "blue idle"),
        11,
        ((BLUE, "prevented", RED, ((1, Idle(BLUE)), (3, Assign(RED, "Forge")))),),
        ((RED, "prevented", BLUE, ((1, Idle(BLUE)), (3, Assign(RED, "Forge")))),),
    ),
    "W08 pooled: one gave all he had, the other nothing": Vector(
        SIX_WOOD,
        goods(red={"wood": 5}, blue={"wood": 3}),
        ("red give wood 5 green", *ALL_IDLE),
        8,
        ((BLUE, "could", None, ((2, Give(BLUE, "wood", 3, GREEN)),)),),
        ((RED, "part", None, ()),),
    ),
    "W09 pooled: only together possible": Vector(
        SIX_WOOD,
        goods(red={"wood": 3}, blue={"wood": 3}),
        ALL_IDLE,
        7,
        tuple(
            (seat, "could", None, ((0, Give(RED, "wood", 3, GREEN)), (0, Give(BLUE, "wood", 3, GREEN))))
            for seat in (RED, BLUE)
        ),
    ),
    "W10 pooled: both could have, unequal parts": Vector(
        SIX_WOOD,
        goods(red={"wood": 6}, blue={"wood": 6}),
        ("red give wood 4 green", *ALL_IDLE),
        8,
        (
            (RED, "could", None, ((1, Give(RED, "wood", 2, GREEN)),)),
            (BLUE, "could", None, ((2, Give(BLUE, "wood", 6, GREEN)),)),
        ),
    ),
    "W11 forced move": Vector(
        "red promises blue never to idle.", Components(knights=0), ALL_IDLE, 1, ((RED, "beyond", None, ()),)
    ),
    "W12 gave up its turns by idling": Vector(
        KNIGHT, Components(), ALL_IDLE, 7, ((RED, "could", None, ((0, Deploy(RED, "Mill")),)),)
    ),
    "W13 had spent the needed influence elsewhere": Vector(
        INFLUENCE,
        goods(red=INFLUENTIAL, blue=INFLUENTIAL, green=INFLUENTIAL),
        (
            "red vote_open Other",
            *("green vote Other con 0", "blue vote Other con 0", "red vote Other pro 3"),
            "blue vote_open CornTax",
            *("green vote CornTax con 0", "blue vote CornTax pro 1", "red vote CornTax pro 0"),
        ),
        12,
        ((RED, "beyond", None, ()),),
    ),
    "W14 never had the influence": Vector(
        INFLUENCE,
        goods(red={"influence": 1}, blue=INFLUENTIAL, green=INFLUENTIAL),
        (
            "red idle",
            "blue vote_open CornTax",
            *("green vote CornTax con 0", "blue vote CornTax pro 1", "red vote CornTax pro 1"),
        ),
        7,
        ((RED, "beyond", None, ()),),
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_of_blame_comes_out_as_it_is_written(name: str) -> None:
    vector = VECTORS[name]
    table = Table(vector.start, vector.seats)
    table.promises(vector.letter)
    for words in vector.moves:
        assert table.trial().proof.status == "pending"
        table.plays(words)
        if table.trial().proof.status != "pending":
            break
    tried = table.trial()

    blame = tried.blame

    assert (tried.proof.status, tried.broken_at) == ("broken", vector.broken_at)
    found = [(each.pays, (each.seat, each.step, each.other, tried.put_in(each.line))) for each in blame.answers]
    assert tuple(shown for pays, shown in found if pays) == vector.pays
    assert tuple(shown for pays, shown in found if not pays) == vector.excused
    assert {each.path for each in blame.answers} == {"c1"}
    assert blame.referrals == ()


@pytest.mark.parametrize("name", VECTORS)
def test_what_a_vector_costs_is_said_once_for_each_who_is_blamed(name: str) -> None:
    vector = VECTORS[name]
    table = Table(vector.start, vector.seats)
    table.promises(vector.letter)
    table.plays(*vector.moves)

    (part,) = table.audit().promises[0].parts

    paying = sorted({seat for seat, *_ in vector.pays})
    assert [(each.seat, each.amount, each.reserve, each.cites) for each in part.penalties] == [
        (seat, 20, "crossed-out prestige", ("MG-13",)) for seat in paying
    ]
    assert all(each.applies for each in part.penalties)
