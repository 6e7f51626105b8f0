"""HT-4: assigning with the owner's consent, refining, and who controls what."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.action_events import (
    ConsentAsked,
    ConsentGiven,
    ConsentRefused,
    InfluenceGained,
    ResourcesRefined,
    WorkersAssigned,
)
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Assign, Decision, Deploy, Permit, Refine, Thing
from oathbook.domain.rulesets.heirless.model.state import Bandit, Field, Track, Turn
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_2
from tests.unit.rulesets.heirless.table import (
    AS_PRINTED,
    ASH,
    BIRCH,
    CEDAR,
    built,
    having,
    offer,
    opening,
    placed,
    resources,
    taken_up,
    workers,
)

WORK: Final = Assign(ASH, "Orchard", ("Cat", "Fox"))


def orchard(owner: Seat = BIRCH, user: Seat | None = None, cats: int = 1) -> Field:
    """The Orchard asks for Cat and Fox; ash controls Meadow and Thicket."""
    field = placed(built(opening(), ("Orchard", owner), user=user), ash="Meadow Thicket")
    return having(field, ASH, unemployed=workers(Cat=cats, Fox=1))


def test_the_owner_of_another_workplace_is_asked() -> None:
    """HT-4.5, HA-13: ash asks birch, and nothing moves before birch has answered."""
    asked = taken_up(orchard()).decide(WORK)

    assert asked.the(ConsentAsked).event == ConsentAsked(ASH, BIRCH, "Orchard", ("Cat", "Fox"))
    assert asked.the(ConsentAsked).cites == ("HT-4.5",)
    assert asked.asked == (BIRCH,)
    assert asked.unemployed(ASH) == {"Cat": 1, "Fox": 1}
    assert asked.why_not(Deploy(ASH, "Valley")) == ("not-asked", "HT-1.1")


def test_with_consent_the_workers_go_to_work_and_the_turn_is_over() -> None:
    done = taken_up(orchard()).decide(WORK).decide(Permit(BIRCH, allow=True))

    assert done.events[:3] == (
        ConsentGiven(ASH, BIRCH, "Orchard"),
        WorkersAssigned(ASH, BIRCH, "Orchard", ("Cat", "Fox")),
        InfluenceGained(ASH, 2),
    )
    assert "HA-12" not in done.the(WorkersAssigned).readings
    assert done.asked == (BIRCH,)
    assert done.field.built[0].user == ASH


def test_without_consent_the_turn_goes_on() -> None:
    """HA-13: an answer each time; ash may ask again, or do something else."""
    refused = taken_up(orchard()).decide(WORK).decide(Permit(BIRCH, allow=False))

    assert refused.events == (ConsentRefused(ASH, BIRCH, "Orchard"),)
    assert refused.asked == (ASH,)
    assert refused.decide(WORK).asked == (BIRCH,)
    assert refused.deploy(ASH, "Valley").asked == (BIRCH,)


def test_nobody_is_clarifying_question_ones_own_workplace() -> None:
    """HA-12."""
    done = taken_up(orchard(ASH)).decide(WORK)

    assert done.every(ConsentAsked) == ()
    assert "HA-12" in done.the(WorkersAssigned).readings


def test_only_the_owner_answers() -> None:
    asked = taken_up(orchard()).decide(WORK)

    assert asked.why_not(Permit(CEDAR, allow=True)) == ("not-asked", "HT-4.5")
    assert taken_up(orchard()).why_not(Permit(BIRCH, allow=True)) == ("not-asked", "HT-4.5")


def test_a_trade_in_between_can_make_the_assignment_impossible() -> None:
    """HA-8: what is asked is asked again when the owner allows it; birch can still refuse."""
    asked = taken_up(orchard()).decide(WORK)

    traded = asked.decide(offer(ASH, (ASH, CEDAR, Thing("worker", "Cat"))), Accept(CEDAR, 1))

    assert traded.why_not(Permit(BIRCH, allow=True)) == ("workers-short", "HT-4.1")
    assert traded.decide(Permit(BIRCH, allow=False)).asked == (ASH,)
    assert traded.ruleset.options(traded.state, BIRCH).listed[:1] == (Permit(BIRCH, allow=False),)


def test_whoever_owns_the_workplace_by_then_answers() -> None:
    """HA-8: the Workplace changes hands while its use is asked for."""
    asked = taken_up(orchard()).decide(WORK)

    traded = asked.decide(offer(BIRCH, (BIRCH, CEDAR, Thing("workplace", "Orchard"))), Accept(CEDAR, 1))

    assert traded.asked == (CEDAR,)
    assert traded.decide(Permit(CEDAR, allow=True)).the(WorkersAssigned).event.owner == CEDAR


@pytest.mark.parametrize(
    ("field", "decision", "code", "clause"),
    [
        (opening(), WORK, "no-such-workplace", "HT-4.5"),
        (orchard(user=CEDAR), WORK, "workplace-in-use", "HT-4.5"),
        (orchard(), Assign(ASH, "Orchard", ("Cat",)), "not-all-workers", "HT-4.7"),
        (orchard(cats=2), Assign(ASH, "Orchard", ("Cat", "Cat", "Fox")), "surplus-workers", "HT-4.7"),
        (orchard(cats=0), WORK, "workers-short", "HT-4.1"),
        (placed(orchard(), birch="Meadow Meadow"), WORK, "no-control", "HT-4.2"),
        (orchard(), Refine(ASH, "Wolf", "gold", 1), "no-such-recipe", "HT-4.9"),
        (orchard(), Refine(ASH, "Cat", "wolf1", 3), "resources-short", "HT-4.9"),
        (orchard(), Refine(ASH, "Wolf", "wolf1", 1), "workers-short", "HT-4.1"),
        (having(orchard(), ASH, unemployed=workers(Wolf=1)), Refine(ASH, "Wolf", "wolf1", 1), "no-control", "HT-4.2"),
    ],
)
def test_work_that_is_not_allowed(field: Field, decision: Decision, code: str, clause: str) -> None:
    assert taken_up(field).why_not(decision) == (code, clause)


def test_a_refusal_for_want_of_control_names_every_tile_and_its_holder() -> None:
    """HT-4.2: two Knights of birch on Meadow against one of ash."""
    refusal = taken_up(placed(orchard(), birch="Meadow Meadow")).refused(WORK)

    assert refusal.conditions[-1].values == {"CatBandit": "Bandits", "Meadow": "birch", "Farmland": "nobody"}
    assert refusal.readings == ("HA-9",)


ABOUT_CONTROL: Final = {"HA-1", "HA-9", "HA-10", "HA-50", "HA-64"}


def asking(field: Field, seat: Seat) -> tuple[Field, Assign]:
    """The turn of somebody with a Cat Worker and a Bakery, which asks for one, and their wish to put it to work."""
    spot = 1 + field.tracks[0].spots.index(seat)
    field = built(having(field, seat, unemployed=workers(Cat=1)), ("Bakery", seat))
    return replace(field, turn=Turn(seat, spot)), Assign(seat, "Bakery", ("Cat",))


def held(field: Field, tile: str, switches: Switches = AS_PRINTED) -> tuple[str | int, tuple[str, ...]]:
    """Who controls a Cat tile, and by which readings, as cedar is told, who is refused because cedar controls none."""
    position, work = asking(field, CEDAR)
    refusal = taken_up(position, switches=switches).refused(work)
    assert (refusal.code, refusal.clause) == ("no-control", "HT-4.2")
    return refusal.conditions[-1].values[tile], refusal.readings


def works(field: Field, seat: Seat, switches: Switches = AS_PRINTED) -> tuple[str, ...]:
    """Somebody who controls a Cat tile puts the Worker to work: by which readings about control."""
    position, work = asking(field, seat)
    assigned = taken_up(position, switches=switches).decide(work).the(WorkersAssigned)
    return tuple(each for each in assigned.readings if each in ABOUT_CONTROL)


def test_the_most_knights_control_a_tile() -> None:
    """HT-4.3, and no reading is needed for it."""
    field = placed(opening(), ash="Meadow Meadow", birch="Meadow Farmland")

    assert held(field, "Meadow") == (ASH, ())
    assert held(field, "Farmland") == (BIRCH, ())
    assert works(field, ASH) == ()


def test_as_many_knights_are_a_tie_for_the_tracker() -> None:
    """HA-50: ash before birch on the track; once birch is Idle, birch before ash (HT-3.3)."""
    field = placed(opening(), ash="Meadow", birch="Meadow", cedar="Valley")
    idle = replace(field, tracks=(Track("t1", (None, ASH, None, CEDAR)), Track("t2", (BIRCH, None, None, None))))
    by_nobody = Switches(shared_control="nobody")

    assert held(field, "Meadow") == (ASH, ("HA-50", "HA-64", "HA-9"))
    assert held(idle, "Meadow") == (BIRCH, ("HA-50", "HA-64", "HA-9"))
    assert held(field, "Meadow", by_nobody) == ("nobody", ("HA-50", "HA-9"))
    assert works(field, ASH) == ("HA-50", "HA-64", "HA-9")
    for position, switches in ((idle, AS_PRINTED), (field, by_nobody)):
        refused, work = asking(position, ASH)
        assert taken_up(refused, switches=switches).why_not(work) == ("no-control", "HT-4.2")


def test_bandits_compete_for_their_tile() -> None:
    """HT-4.4, HT-3.4: one Knight against one Bandit is a tie, which Bandits win by their spot on top (HA-1)."""
    one, two = (placed(opening(), ash=tiles, birch="Meadow Farmland") for tiles in ("CatBandit", "CatBandit CatBandit"))
    by_next = Switches(bandit_ties="by_next_spot")

    assert held(one, "CatBandit") == ("Bandits", ("HA-50", "HA-64", "HA-1"))
    assert held(one, "CatBandit", by_next) == (ASH, ("HA-50", "HA-64", "HA-1"))
    assert held(two, "CatBandit") == (ASH, ())
    assert works(one, ASH, by_next) == ("HA-50", "HA-64", "HA-1")
    assert works(two, ASH) == ()


def test_an_idle_player_precedes_bandits_if_the_tracks_are_merged() -> None:
    """HA-1 (ii): the next track first, so an Idle ash wins, and an ash who is not Idle does not."""
    field = placed(opening(), ash="CatBandit")
    idle = replace(field, tracks=(Track("t1", (None, None, BIRCH, CEDAR)), Track("t2", (ASH, None, None, None))))
    merged = Switches(bandit_ties="merged")

    assert held(idle, "CatBandit", merged)[0] == ASH
    assert held(field, "CatBandit", merged)[0] == "Bandits"
    assert held(idle, "CatBandit")[0] == "Bandits"


def test_bandits_elsewhere_compete_only_by_the_switch() -> None:
    """HA-10: a Knight of ash beside a Bandit."""
    beside = placed(opening(), ash="Meadow", birch="Farmland CatBandit")
    field = replace(beside, bandits=(Bandit("CatBandit-1", "CatBandit", "Meadow"),))
    everywhere = Switches(bandits_compete="everywhere")

    assert held(field, "Meadow") == (ASH, ("HA-10",))
    assert held(field, "Meadow", everywhere) == ("Bandits", ("HA-10", "HA-50", "HA-64", "HA-1"))
    assert works(field, ASH) == ("HA-10",)


def test_an_empty_tile_is_nobodys_but_by_the_switch() -> None:
    """HA-9: without Knights the Tie Breaker names ash; on a Bandit Tile without Bandits, the Bandits."""
    field = replace(opening(), bandits=())
    by_tracker = Switches(empty_tile="tie_breaker")

    assert held(field, "Meadow") == ("nobody", ("HA-9",))
    assert held(field, "Meadow", by_tracker)[0] == ASH
    assert held(field, "CatBandit", by_tracker)[0] == "Bandits"
    assert works(field, ASH, by_tracker) == ("HA-9", "HA-50", "HA-64", "HA-1")


def test_control_by_a_tie_is_cited() -> None:
    """HT-3.3, HT-3.5: what an assignment rests on is said with it, figures in the working."""
    field = placed(orchard(ASH), birch="Meadow")

    done = taken_up(field).decide(WORK).the(WorkersAssigned)

    assert {"HT-3.3", "HT-3.5"} <= set(done.cites)
    assert {"HA-50", "HA-64"} <= set(done.readings)
    assert [(line.of, line.total) for line in done.working] == [
        ("Bandits on CatBandit", 1),
        ("ash on Meadow", 1),
        ("birch on Meadow", 1),
        ("Bandits on FoxBandit", 2),
        ("ash on Thicket", 1),
    ]


def test_refining_gives_influence_by_the_switch() -> None:
    """HA-11."""
    field = having(placed(opening(), ash="Valley"), ASH, resources=resources(wolf0=1, cat0=1))
    plain, every = (
        taken_up(field, switches=Switches(influence_for=each)) for each in ("workplace_only", "every_assign")
    )
    refine = Refine(ASH, "Wolf", "wolf1", 1)

    assert "HA-11" in plain.decide(refine).the(ResourcesRefined).readings
    assert every.decide(refine).the(InfluenceGained).event == InfluenceGained(ASH, 1)
    assert every.decide(refine).the(InfluenceGained).readings == ("HA-11",)


def test_refining_needs_control_but_by_the_switch() -> None:
    """HA-44: ash controls no Wolf tile."""
    field = having(opening(), ASH, resources=resources(wolf0=1, cat0=1))
    refine = Refine(ASH, "Wolf", "wolf1", 1)

    refusal = taken_up(field).refused(refine)
    done = taken_up(field, switches=Switches(control_for_refining="not_needed")).decide(refine)

    assert (refusal.code, "HA-44" in refusal.readings) == ("no-control", True)
    assert "HA-44" in done.the(ResourcesRefined).readings
    assert "HT-4.2" not in done.the(ResourcesRefined).cites


def test_on_the_ring_bandits_in_a_tie_rest_on_no_reading() -> None:
    """Edition e2: HA-1 has nothing to say."""
    field = placed(orchard(ASH), birch="CatBandit")

    done = taken_up(field, ruleset=HEIRLESS_2).decide(WORK)

    assert "HT-3.4" in done.the(WorkersAssigned).cites
    assert "HA-1" not in done.readings
