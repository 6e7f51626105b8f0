"""HT-1, HT-3 and HT-12: turns, their order, Idling, and the end of a Season."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import NotCovered
from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.heirless.model.components import Staff
from oathbook.domain.rulesets.heirless.model.decisions import Deploy, Idle, Resolve, Thing, Vote
from oathbook.domain.rulesets.heirless.model.events import (
    BattlesFound,
    Clash,
    CubesReturned,
    GameEnded,
    Idled,
    PhaseBegan,
    SeasonBegan,
    SeasonEnded,
    SovereignDiscarded,
    TurnBegan,
    TurnEnded,
    WorkersReturned,
)
from oathbook.domain.rulesets.heirless.model.state import Track, Turn
from oathbook.domain.rulesets.heirless.model.turn_order import free_spot, priority
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_2
from oathbook.domain.rulesets.protocol import Ending
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    FOUR,
    QUIET,
    THREE,
    built,
    conditions,
    fresh,
    having,
    offer,
    opening,
    placed,
    taken_up,
    workers,
)

MARKERS: Final = ((ASH, BIRCH, Thing("marker", "Bond")),)


def test_the_first_season_begins_in_the_order_of_the_seats() -> None:
    table = fresh(FOUR)

    assert table.asked == (ASH,)
    assert table.field.tracks == (Track("t1", (None, *FOUR)), Track("t2", (None,) * 5))
    assert table.field.turn == Turn(ASH, 2)


def test_a_standard_action_ends_the_turn_and_the_next_player_acts() -> None:
    """HT-1.2, HT-3.2: one Standard Action, then the next below, and again from the top."""
    table = fresh().deploy(ASH, "Valley")

    assert table.the(TurnEnded).event == TurnEnded(1, ASH)
    assert table.the(TurnBegan).event == TurnBegan(2, BIRCH, 3)
    assert table.the(TurnBegan).cites == ("HT-1.1", "HT-3.1", "HT-3.2")
    assert table.deploy(BIRCH, "Valley").deploy(CEDAR, "Valley").the(TurnBegan).event == TurnBegan(4, ASH, 2)


def test_nobody_acts_out_of_turn() -> None:
    refusal = fresh().refused(Deploy(BIRCH, "Valley"))

    assert (refusal.code, refusal.kind, refusal.clause) == ("not-asked", "out-of-turn", "HT-1.1")
    assert conditions(refusal) == [
        ("HT-1.4", True, {"idle": "nobody"}),
        ("HT-1.1", False, {"stage": "turns", "asked": "ash"}),
    ]


def test_the_idle_take_no_standard_action_and_are_left_out_of_the_order() -> None:
    """HT-1.4, HT-12.2: ash is Idle; birch and cedar take turns."""
    table = fresh().idle(ASH).deploy(BIRCH, "Valley").deploy(CEDAR, "Valley")

    refusal = table.refused(Deploy(ASH, "Valley"))

    assert table.asked == (BIRCH,)
    assert (refusal.code, refusal.kind, refusal.clause) == ("idle-already", "out-of-turn", "HT-1.4")
    assert table.why_not(Idle(ASH)) == ("idle-already", "HT-1.4")


def test_the_idle_may_still_trade() -> None:
    """HA-48: Free Actions stay open."""
    table = fresh().idle(ASH)

    offered = table.decide(offer(ASH, *MARKERS))

    assert offered.field.offers[0].by == ASH
    assert "HA-48" in offered.readings


def test_whoever_idles_first_wins_ties_among_players() -> None:
    """HT-3.3: the next track before the current one; HT-3.4: the Bandit spot of t1 is on top."""
    table = fresh().idle(ASH).idle(BIRCH)

    assert priority(fresh().state) == ("Bandits", ASH, BIRCH, CEDAR)
    assert priority(table.state) == ("Bandits", ASH, BIRCH, CEDAR)
    assert priority(fresh().deploy(ASH, "Valley").idle(BIRCH).state) == ("Bandits", BIRCH, ASH, CEDAR)


def test_a_season_without_a_battle_ends_before_its_cleanup_and_goes_on_from_the_other_track() -> None:
    """HT-1.5, HT-5.4, HA-45, HA-59: the Idle, the phase, the end, the Cleanup, the next Season, in this order."""
    field = built(opening(box=QUIET), ("Mill", ASH), ("CoronationCeremony", BIRCH), user=CEDAR)
    field = replace(field, employed=(Staff("Wolf", 2), Staff("Fox", 0)))

    done = taken_up(field, box=QUIET).idle(ASH, BIRCH).idle(CEDAR)

    assert done.events == (
        Idled(CEDAR, "t2", 3),
        TurnEnded(3, CEDAR),
        PhaseBegan(1, "battles"),
        BattlesFound(()),
        SeasonEnded(1),
        SovereignDiscarded(BIRCH, "CoronationCeremony"),
        CubesReturned(("Mill",)),
        WorkersReturned(ASH, (Staff("Wolf", 1),)),
        WorkersReturned(BIRCH, (Staff("Wolf", 1),)),
        SeasonBegan(2, "t2"),
        PhaseBegan(2, "player turns"),
        TurnBegan(4, ASH, 1),
    )
    assert done.the(SovereignDiscarded).cites == ("HT-5.4",)
    assert done.the(SeasonBegan).readings == ("HA-2", "HA-3", "HA-59")
    assert done.field.sovereign == ("CoronationCeremony",)
    assert [each.user for each in done.field.built] == [None]
    assert done.unemployed(ASH) == {"Wolf": 2, "Cat": 1, "Fox": 1}
    assert priority(done.state) == (ASH, BIRCH, CEDAR, "Bandits")


def test_the_order_of_the_next_season_is_that_of_idling() -> None:
    """HA-59: birch Idled first, so birch acts first."""
    table = fresh(THREE, QUIET).deploy(ASH, "Valley").idle(BIRCH).idle(CEDAR).idle(ASH)

    assert table.asked == (BIRCH,)
    assert table.field.tracks[1].spots == (BIRCH, CEDAR, ASH, None)


def test_the_game_ends_with_its_last_season() -> None:
    """HA-65: nobody is named the winner."""
    box = replace(QUIET, seasons=1)
    done = taken_up(opening(box=box), box=box).idle(ASH, BIRCH, CEDAR)

    assert done.the(GameEnded).readings == ("HA-65",)
    assert done.field.ending == Ending("last season played", (), "HT-1.5")
    assert done.asked == ()
    assert done.why_not(offer(ASH, *MARKERS)) == ("not-asked", "HT-2.2")
    assert done.ruleset.options(done.state, ASH).listed == ()


def test_a_battle_arises_where_knights_of_several_players_or_knights_and_bandits_are() -> None:
    """HA-51: on Valley and on the Cat Bandit Tile, not on Meadow, where one player is, nor where Bandits are alone."""
    field = placed(opening(), ash="Valley Meadow CatBandit", birch="Valley Capital", cedar="Farmland")

    done = taken_up(field).idle(ASH, BIRCH, CEDAR)

    found = done.the(BattlesFound)
    assert found.event.battles == (
        Clash("Valley", (ASH, BIRCH), bandits=False),
        Clash("CatBandit", (ASH,), bandits=True),
    )
    assert (found.cites, found.readings) == (("HT-1.5", "HB-1.1"), ("HA-51", "HA-4"))
    assert done.field.stage == "battles"
    assert done.every(SeasonEnded) == ()
    assert done.asked == (ASH,)
    assert done.ruleset.standing(done.state).stall == ""
    assert done.decide(offer(ASH, *MARKERS)).field.stage == "battles"


def test_the_second_edition_has_two_standard_actions_in_a_turn() -> None:
    """Edition e2: two Standard Actions, or one and Idling, or Idling."""
    table = fresh(ruleset=HEIRLESS_2).deploy(ASH, "Valley")

    assert table.asked == (ASH,)
    assert table.every(TurnEnded) == ()
    assert table.deploy(ASH, "Meadow").asked == (BIRCH,)
    assert table.idle(ASH).the(TurnBegan).event.seat == BIRCH


def test_the_bandit_cube_of_the_second_edition_never_moves() -> None:
    """On the ring the other half has no Bandit spot, Idle players rank last, and HA-3 has nothing to say."""
    table = fresh(THREE, QUIET, HEIRLESS_2).idle(ASH)

    assert table.the(Idled).event == Idled(ASH, "t2", 1)
    assert priority(table.state) == ("Bandits", BIRCH, CEDAR, ASH)
    assert free_spot(table.state, "t2") == 2

    begun = table.idle(BIRCH, CEDAR)

    assert priority(begun.state) == (ASH, BIRCH, CEDAR, "Bandits")
    assert begun.the(SeasonBegan).readings == ("HA-2", "HA-59")


def test_battles_of_the_second_edition_are_not_covered_and_the_table_is_asked_who_won() -> None:
    field = placed(opening(), ash="Valley", birch="Valley")

    done = taken_up(field, ruleset=HEIRLESS_2).idle(ASH, BIRCH, CEDAR)

    assert done.asked == (TABLE,)
    assert done.ruleset.standing(done.state).stall == ""
    assert done.ruleset.refusal(done.state, Resolve(ASH, "Valley")) is None
    with pytest.raises(NotCovered, match=r"HB-1\.1 is not covered"):
        done.decide(Resolve(ASH, "Valley"))
    clauses = {clause.id: clause.not_covered for clause in HEIRLESS_2.edition.rulebook.clauses}
    assert all(bool(reason) == (clause.startswith("HB") and clause != "HB-1.1") for clause, reason in clauses.items())


def test_a_vote_is_asked_for_while_one_is_open_only() -> None:
    assert fresh().why_not(Vote(ASH, "for", 1)) == ("not-asked", "HT-8.2")


def test_without_employed_workers_nobody_takes_any_back() -> None:
    box = replace(QUIET, workers_back=0)
    field = replace(opening(box=box), employed=workers(Wolf=2))

    done = taken_up(field, box=box).idle(ASH, BIRCH, CEDAR)

    assert done.every(WorkersReturned) == ()
    assert done.every(CubesReturned) == ()


def test_standing_counts_prestige() -> None:
    table = taken_up(having(opening(), BIRCH, prestige=7))

    scores = table.ruleset.standing(table.state).scores

    assert [(each.seat, each.points, each.unit) for each in scores] == [
        (ASH, 0, "Prestige"),
        (BIRCH, 7, "Prestige"),
        (CEDAR, 0, "Prestige"),
    ]
