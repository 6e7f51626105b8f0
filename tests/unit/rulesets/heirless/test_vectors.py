"""The vectors of the rules about player turns, each through ``decide`` on a start position."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.action_events import (
    InfluenceGained,
    KnightFled,
    LawEnacted,
    LawStayed,
    ResourcesRefined,
    VoteClosed,
    VoteOpened,
    WorkersAssigned,
)
from oathbook.domain.rulesets.heirless.model.battle_events import BattleTurnBegan
from oathbook.domain.rulesets.heirless.model.components import TrackName
from oathbook.domain.rulesets.heirless.model.decisions import Assign, Enact, Flee, Refine, Side, Vote
from oathbook.domain.rulesets.heirless.model.events import Idled
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Built, Field, Track, Turn
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_2
from tests.unit.rulesets.heirless.battles.battle_table import Fight
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    FIR,
    FOUR,
    Table,
    built,
    having,
    opening,
    placed,
    resources,
    taken_up,
    workers,
)

GREEN, BLUE, PURPLE = Seat("green"), Seat("blue"), Seat("purple")
Votes = tuple[tuple[int, Side], tuple[int, Side], tuple[int, Side], tuple[int, Side]]


def before_the_vote() -> Table:
    """Four players in the order of the seats, birch to act, 8 Influence each."""
    field = opening(FOUR)
    for seat in FOUR:
        field = having(field, seat, influence=8)
    return taken_up(replace(field, turn=Turn(BIRCH, 3)))


@pytest.mark.parametrize(
    ("votes", "in_favour", "against", "enacted"),
    [
        pytest.param(((2, "against"), (0, "for"), (4, "for"), (1, "for")), 5, 2, True, id="HV-50"),
        pytest.param(((5, "against"), (0, "for"), (5, "for"), (0, "for")), 5, 5, False, id="HV-51"),
        pytest.param(((0, "against"), (0, "for"), (4, "for"), (0, "for")), 4, 0, False, id="HV-52"),
    ],
)
def test_a_law_is_enacted_with_more_for_it_than_against_and_its_threshold(
    votes: Votes, in_favour: int, against: int, *, enacted: bool
) -> None:
    """HV-50 to HV-52: Threshold 5, asked are fir, cedar, birch and ash, and all Influence spent is discarded."""
    opened = before_the_vote().decide(Enact(BIRCH, "Muster"))
    order = (FIR, CEDAR, BIRCH, ASH)

    closed = opened.vote(*((seat, *spent) for seat, spent in zip(order, votes, strict=True)))

    assert opened.the(VoteOpened).event == VoteOpened(1, BIRCH, "Muster", 5, order)
    assert closed.the(VoteClosed).event == VoteClosed(1, BIRCH, "Muster", in_favour, against, enacted)
    assert closed.the(VoteClosed).cites == ("HT-8.4", "HT-8.6")
    assert bool(closed.every(LawEnacted)) == enacted
    assert bool(closed.every(LawStayed)) != enacted
    assert ("Muster" in closed.field.in_force, "Muster" in closed.field.laws) == (enacted, not enacted)
    spent = {seat: number for seat, (number, _) in zip(order, votes, strict=True)}
    assert {seat: closed.player(seat).influence for seat in order} == {seat: 8 - spent[seat] for seat in order}
    assert closed.field.discarded == sum(spent.values())
    assert closed.asked == (CEDAR,)


def test_a_law_with_as_much_against_it_as_for_it_stays_whatever_its_threshold() -> None:
    """HV-51, one beside it: 6 for and 5 against is enacted."""
    opened = before_the_vote().decide(Enact(BIRCH, "Muster"))

    closed = opened.vote((FIR, 5, "against"), (CEDAR, 0, "for"), (BIRCH, 6, "for"), (ASH, 0, "for"))

    assert closed.the(VoteClosed).event.enacted


def test_a_law_one_above_its_threshold_in_vain_is_the_boundary() -> None:
    """HV-52, one beside it: 5 for and none against reaches the Threshold of 5."""
    opened = before_the_vote().decide(Enact(BIRCH, "Muster"))

    closed = opened.vote((FIR, 0, "for"), (CEDAR, 0, "for"), (BIRCH, 5, "for"), (ASH, 0, "for"))

    assert closed.the(VoteClosed).event == VoteClosed(1, BIRCH, "Muster", 5, 0, enacted=True)


def test_whoever_takes_the_action_owes_one_in_favour() -> None:
    """HV-53: Threshold 0, nobody spends anything: birch may not."""
    asked = before_the_vote().decide(Enact(BIRCH, "OpenGates")).vote((FIR, 0, "for"), (CEDAR, 0, "for"))

    refusal = asked.refused(Vote(BIRCH, "for", 0))

    assert (refusal.code, refusal.clause) == ("own-vote-too-small", "HT-8.3")
    assert refusal.conditions[-1].values == {"side": "for", "influence": 0, "action by": BIRCH}
    assert asked.why_not(Vote(BIRCH, "against", 1)) == ("own-vote-too-small", "HT-8.3")
    assert asked.vote((BIRCH, 1, "for"), (ASH, 0, "for")).the(VoteClosed).event.enacted


def saddlery(cats: int) -> Table:
    """Ash's Saddlery asks for Cat, Cat and Wolf; ash controls Meadow and Valley."""
    field = placed(built(opening(), ("Saddlery", ASH)), ash="Meadow Valley")
    return taken_up(having(field, ASH, unemployed=workers(Wolf=1, Cat=cats, Fox=1)))


def test_all_workers_at_once_and_an_influence_for_each() -> None:
    """HV-60: 3 Workers Employed, 3 Influence, the cube of ash on the Workplace."""
    table = saddlery(2)

    done = table.decide(Assign(ASH, "Saddlery", ("Cat", "Cat", "Wolf")))

    assert done.the(WorkersAssigned).event == WorkersAssigned(ASH, ASH, "Saddlery", ("Cat", "Cat", "Wolf"))
    assert {"HT-4.1", "HT-4.2", "HT-4.3", "HT-4.5", "HT-4.6", "HT-4.7"} <= set(done.the(WorkersAssigned).cites)
    assert done.the(InfluenceGained).event == InfluenceGained(ASH, 3)
    assert [(line.op, line.by, line.total) for line in done.the(InfluenceGained).working] == [
        ("start", 3, 3),
        ("add", 3, 6),
    ]
    assert done.unemployed(ASH) == {"Fox": 1}
    assert {each.faction: each.count for each in done.field.employed} == {"Cat": 2, "Wolf": 1}
    assert done.field.built == (Built("Saddlery", ASH, 1, ASH),)
    assert done.player(ASH).influence == 6


def test_without_all_of_the_workers_nothing_moves() -> None:
    """HV-60: with only one Cat Worker it is not allowed, and neither is a part of it."""
    table = saddlery(1)

    assert table.why_not(Assign(ASH, "Saddlery", ("Cat", "Cat", "Wolf"))) == ("workers-short", "HT-4.1")
    assert table.why_not(Assign(ASH, "Saddlery", ("Cat", "Wolf"))) == ("not-all-workers", "HT-4.7")


def refinery() -> Table:
    """Ash controls Valley and has a Wolf Worker, 4 wolf0 and 4 cat0."""
    return taken_up(having(placed(opening(), ash="Valley"), ASH, resources=resources(wolf0=4, cat0=4, wolf1=1)))


def test_x_of_two_resources_become_x_of_a_third() -> None:
    """HV-61: with X = 4, 4 of each are paid and 4 gained; 1 Worker Employed, Influence unchanged."""
    done = refinery().decide(Refine(ASH, "Wolf", "wolf1", 4))

    assert done.the(ResourcesRefined).event == ResourcesRefined(ASH, "Wolf", "wolf0", "cat0", "wolf1", 4)
    assert done.resources(ASH) == {"wolf1": 5}
    assert done.the(ResourcesRefined).working[-1].clause == "HT-4.3"
    assert done.unemployed(ASH) == {"Cat": 1, "Fox": 1}
    assert {each.faction: each.count for each in done.field.employed} == {"Wolf": 1}
    assert done.player(ASH).influence == 3
    assert done.every(InfluenceGained) == ()


def test_nothing_is_no_refining() -> None:
    """HV-61: X = 0 is not allowed; X = 5 with 4 of each is not either."""
    assert refinery().why_not(Refine(ASH, "Wolf", "wolf1", 0)) == ("nothing-refined", "HT-4.9")
    assert refinery().why_not(Refine(ASH, "Wolf", "wolf1", 5)) == ("resources-short", "HT-4.9")


def second_season(current: str, **tiles: str) -> Field:
    """Green, blue and purple are to Idle in this order, and there will be a Battle where their Knights are."""
    seats = (GREEN, BLUE, PURPLE)
    full, empty = (None, *seats), (None,) * 4
    field = placed(opening(seats), **tiles)
    if current == "t1":
        return field
    return replace(
        field, season=2, current="t2", tracks=(Track("t1", empty), Track("t2", (*full[1:], None))), turn=Turn(GREEN, 1)
    )


@pytest.mark.parametrize(
    ("current", "track", "spots"),
    [pytest.param("t2", "t1", (2, 3, 4), id="HV-64"), pytest.param("t1", "t2", (1, 2, 3), id="the spots exchanged")],
)
def test_the_cubes_of_the_idle_leave_the_bandit_spot_free(
    current: str, track: TrackName, spots: tuple[int, ...]
) -> None:
    """HV-64: where the next track has its Bandit spot on top, the cubes go to spots 2 to 4, else to 1 to 3."""
    done = taken_up(second_season(current, green="Capital", blue="Capital")).idle(GREEN, BLUE, PURPLE)

    assert [each.event for each in done.every(Idled)] == [
        Idled(seat, track, spot) for seat, spot in zip((GREEN, BLUE, PURPLE), spots, strict=True)
    ]
    assert done.field.stage == "battles"


@pytest.mark.parametrize(
    ("current", "tiles", "first"),
    [
        ("t2", {"green": "Capital", "blue": "Capital"}, GREEN),
        ("t2", {"blue": "Capital", "purple": "Capital"}, BLUE),
        ("t2", {"purple": "WolfBandit"}, PURPLE),
        ("t1", {"blue": "Capital", "purple": "Capital"}, BLUE),
        ("t1", {"green": "WolfBandit"}, BANDITS),
    ],
)
def test_ties_in_battles_go_by_the_order_of_idling_and_by_the_bandit_spot(
    current: str, tiles: dict[str, str], first: Seat
) -> None:
    """HV-64: green before blue before purple before Bandits; with the spots exchanged, Bandits before even green.

    Everybody has 3 cubes, all of them below at the same time, and the Tie Breaker names the Attacker (HB-3.1).
    """
    found = Fight(taken_up(second_season(current, **tiles)).idle(GREEN, BLUE, PURPLE))
    targets = {f"target/WolfBandit/1/{each.id}": "green-1" for each in found.table.field.bandits}

    began = found.drawing(**targets).resolve(*set(tiles.values())).allied().table.the(BattleTurnBegan)

    assert began.event.attacker == first
    assert {"HB-3.1", "HT-3.3", "HT-3.5"} <= set(began.cites)


def test_a_knight_flees_from_tile_to_tile_as_far_as_the_capital() -> None:
    """HV-65: Farmland, Meadow, Cat Bandit Tile, Capital, and no further."""
    table = taken_up(idle_but_ash())

    done = table.decide(Flee(ASH, "Farmland"), Flee(ASH, "Meadow"), Flee(ASH, "CatBandit"))
    refusal = done.refused(Flee(ASH, "Capital"))

    assert [(each.event.origin, each.event.tile) for each in done.every(KnightFled)] == [
        ("Farmland", "Meadow"),
        ("Meadow", "CatBandit"),
        ("CatBandit", "Capital"),
    ]
    assert (refusal.code, refusal.clause) == ("not-from-capital", "HT-9.2")


def idle_but_ash() -> Field:
    """Only ash is not Idle, with a Knight on Farmland."""
    field = placed(opening(), ash="Farmland")
    tracks = (Track("t1", (None, ASH, None, None)), Track("t2", (BIRCH, CEDAR, None, None)))
    return replace(field, tracks=tracks)


PURPLE_LAST: Final = (GREEN, PURPLE, BLUE)


RING: Final = replace(
    placed(opening(PURPLE_LAST), green="Valley Thicket CatBandit", purple="Thicket Meadow", blue="Valley Meadow"),
    tracks=(Track("t1", (None, GREEN, PURPLE, None)), Track("t2", (BLUE, None, None, None))),
)
"""The active half holds Bandits, green and purple; blue is Idle. As many Knights of two players share three tiles."""


def test_on_a_ring_idle_players_come_last() -> None:
    """HV-66: green before blue on Valley and before purple on Thicket, purple before blue, Bandits before green."""
    field = having(built(RING, ("Forge", GREEN), ("Bakery", GREEN)), GREEN, unemployed=workers(Wolf=1, Cat=1, Fox=1))
    table = taken_up(field, ruleset=HEIRLESS_2)

    done, refusal = (
        table.decide(Assign(GREEN, "Forge", ("Wolf", "Fox"))),
        table.refused(Assign(GREEN, "Bakery", ("Cat",))),
    )

    assert {"HT-3.3", "HT-3.5"} <= set(done.the(WorkersAssigned).cites)
    assert (refusal.code, refusal.clause) == ("no-control", "HT-4.2")
    assert refusal.conditions[-1].values == {"CatBandit": "Bandits", "Meadow": "purple", "Farmland": "nobody"}


def test_on_two_tracks_idle_players_come_first() -> None:
    """HV-66 on the tracks of the first edition: blue, who is Idle, before green on Valley."""
    field = having(built(RING, ("Forge", GREEN)), GREEN, unemployed=workers(Wolf=1, Fox=1))

    refusal = taken_up(field).refused(Assign(GREEN, "Forge", ("Wolf", "Fox")))

    assert refusal.conditions[-1].values == {"WolfBandit": "Bandits", "Valley": "blue", "Cordillera": "nobody"}
