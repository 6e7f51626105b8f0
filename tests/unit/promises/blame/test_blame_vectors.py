"""The vectors of blame, step by step: where the letter breaks, who is blamed by what, who is excused, what is referred.

Moments are counted from the signing, and so are decisions, from 0.
"""

from typing import Final

import pytest
from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.blame.causes import Code, ExcuseReason, WitnessKind
from tests.minigame.model import Assign, Components, Decision, Deploy, Give, Goods, Permit
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


class Shown(Struct, frozen=True):
    """What shows that somebody answers for it: moves by the number of the decision, and how much of what they do."""

    seat: Seat
    kind: WitnessKind
    moves: tuple[tuple[int | None, Decision], ...]
    room: int = 0
    missing: int = 0
    lost: tuple[int | None, Decision] | None = None


class Vector(Struct, frozen=True):
    """A letter, a start, moves, and what follows."""

    letter: str
    start: Components
    moves: tuple[str, ...]
    broken_at: int
    witnesses: tuple[Shown, ...] = ()
    excused: tuple[tuple[Seat, ExcuseReason, int | None, Seat | None], ...] = ()
    referrals: tuple[tuple[Code, int | None, tuple[Seat, ...], str], ...] = ()
    seats: tuple[Seat, ...] = SEATS


INFLUENTIAL: Final[Goods] = {"influence": 3}
VECTORS: Final = {
    "W01 plain default with a chance": Vector(
        TWO_WOOD, goods(red={"wood": 2}), ALL_IDLE, 7, (Shown(RED, "chance", ((0, Give(RED, "wood", 2, BLUE)),), 2, 2),)
    ),
    "W02 never had a legal chance": Vector(TWO_WOOD, goods(), ALL_IDLE, 7, (Shown(RED, "beyond", ()),)),
    "W03 self-inflicted impossibility": Vector(
        TWO_WOOD,
        goods(red={"wood": 2}),
        ("red give wood 2 green", *ALL_IDLE),
        8,
        (Shown(RED, "chance", ((0, Give(RED, "wood", 2, BLUE)),), 2, 2),),
    ),
    "W04 addressee refuses performance": Vector(
        TWO_WOOD,
        goods(red={"wood": 2}),
        ("blue refuse red", *ALL_IDLE),
        8,
        (),
        ((RED, "prevented-by-addressee", 0, BLUE),),
        (("R4", 0, (BLUE,), ""),),
    ),
    "W05 outsider blocks late; the obligor had waited": Vector(
        FORGE,
        forge(RED),
        ("red deploy Mill", "blue idle", "green assign Forge", "red idle", "green idle"),
        11,
        (Shown(RED, "chance", ((0, Assign(RED, "Forge")),), 1, 1),),
        (),
        (("R5", 2, (RED, GREEN), ""),),
    ),
    "W06 outsider blocks before any chance": Vector(
        FORGE,
        forge(RED),
        ("green assign Forge", *ALL_IDLE),
        9,
        (),
        ((RED, "blocked", 0, GREEN),),
        seats=(GREEN, RED, BLUE),
    ),
    "W07 co-obligor prevents while time remained": Vector(
        'red and blue jointly promise green: (1) red to assign workers to workplace "Forge" by the end of season 1; '
        "(2) blue not to attack green;",
        forge(RED, BLUE),
        ("red deploy Mill", "blue assign Forge", "green idle", "red idle", "blue idle"),
        11,
        (Shown(BLUE, "prevention", ((1, Deploy(BLUE, "Mill")),), lost=(1, Assign(BLUE, "Forge"))),),
        ((RED, "prevented-by-co-obligor", 1, BLUE),),
    ),
    "W08 pooled: one gave all he had, the other nothing": Vector(
        SIX_WOOD,
        goods(red={"wood": 5}, blue={"wood": 3}),
        ("red give wood 5 green", *ALL_IDLE),
        8,
        (Shown(BLUE, "chance", ((0, Give(BLUE, "wood", 3, GREEN)),), 3, 6),),
        ((RED, "gave-all", None, None),),
    ),
    "W09 pooled: only together possible": Vector(
        SIX_WOOD,
        goods(red={"wood": 3}, blue={"wood": 3}),
        ALL_IDLE,
        7,
        (
            Shown(RED, "chance", ((0, Give(RED, "wood", 3, GREEN)),), 3, 6),
            Shown(BLUE, "chance", ((0, Give(BLUE, "wood", 3, GREEN)),), 3, 6),
        ),
    ),
    "W10 pooled: both could have, unequal parts": Vector(
        SIX_WOOD,
        goods(red={"wood": 6}, blue={"wood": 6}),
        ("red give wood 4 green", *ALL_IDLE),
        8,
        (
            Shown(RED, "chance", ((0, Give(RED, "wood", 6, GREEN)),), 6, 6),
            Shown(BLUE, "chance", ((0, Give(BLUE, "wood", 6, GREEN)),), 6, 6),
        ),
        (),
        (("R7", None, (RED, BLUE), "red 4, blue 0"),),
    ),
    "W11 forced move": Vector(
        "red promises blue never to idle.",
        Components(knights=0),
        ALL_IDLE,
        1,
        (),
        ((RED, "forced", 0, RED),),
        (("R3", 0, (RED,), ""),),
    ),
    "W12 gave up its turns by idling": Vector(
        KNIGHT, Components(), ALL_IDLE, 7, (Shown(RED, "chance", ((0, Deploy(RED, "Mill")),), 1, 1),)
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
        (Shown(RED, "beyond", ()),),
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
        (Shown(RED, "beyond", ()),),
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
    assert blame.blamed == tuple(sorted({each.seat for each in vector.witnesses}))
    assert tuple(
        Shown(
            each.seat,
            each.kind,
            tuple((tried.number(move.position), move.decision) for move in each.moves),
            each.room,
            each.missing,
            None if each.lost is None else (tried.number(each.lost.position), each.lost.decision),
        )
        for each in blame.witnesses
    ) == (vector.witnesses)
    assert (
        tuple(
            (each.seat, each.why, each.loss and tried.number(each.loss.position), each.loss and each.loss.by)
            for each in blame.excused
        )
        == vector.excused
    )
    told = tuple((each.code, tried.number(each.position), each.seats, each.detail) for each in blame.referrals)
    assert told == vector.referrals


@pytest.mark.parametrize("name", VECTORS)
def test_what_a_vector_costs_is_said_once_for_each_who_is_blamed(name: str) -> None:
    vector = VECTORS[name]
    table = Table(vector.start, vector.seats)
    table.promises(vector.letter)
    table.plays(*vector.moves)

    (part,) = table.audit().promises[0].parts

    blamed = sorted({each.seat for each in vector.witnesses})
    assert [(each.seat, each.amount, each.reserve, each.cites) for each in part.penalties] == [
        (seat, 20, "crossed-out prestige", ("MG-13",)) for seat in blamed
    ]
    held = {seat for _, _, seats, _ in vector.referrals for seat in seats}
    assert all(each.applies == (each.seat not in held) for each in part.penalties)
