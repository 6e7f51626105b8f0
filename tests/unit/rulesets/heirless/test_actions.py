"""HT-5 to HT-9: building, card actions, Knights on the map, and votes."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import format_line
from oathbook.domain.rulesets.heirless.model.action_events import (
    CardUsed,
    InfluenceSpent,
    KnightDeployed,
    LawStayed,
    VoteClosed,
    VoteOpened,
    WorkplaceBuilt,
    WorkplaceDiscarded,
)
from oathbook.domain.rulesets.heirless.model.components import Amount, CardAction, Tile
from oathbook.domain.rulesets.heirless.model.decisions import Build, Decision, Deploy, Enact, Flee, UseCard, Vote
from oathbook.domain.rulesets.heirless.model.state import Built, Field, Pile, Track, Turn
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    FIR,
    FOUR,
    SAMPLE,
    Table,
    built,
    conditions,
    having,
    opening,
    placed,
    resources,
    taken_up,
)

NINE: Final = (
    *("Bakery", "Tannery", "Library", "Sheepfold", "Dyehouse"),
    *("Observatory", "Smokehouse", "Glassworks", "Chapel"),
)
SOVEREIGN: Final = "CoronationCeremony"


def full() -> Field:
    """Ash has nine Workplaces, Bakery in use by cedar, and can pay for anything."""
    field = built(opening(), *((name, ASH) for name in NINE))
    used = tuple(replace(each, user=CEDAR) if each.workplace == "Bakery" else each for each in field.built)
    rich = resources(cat0=4, wolf1=2, wolf2=1, cat2=1, fox2=1, fox0=4)
    return having(replace(field, built=used), ASH, resources=rich)


def test_a_workplace_from_hand_is_paid_for_and_built() -> None:
    """HT-5.1: the Mill costs 2 cat0."""
    done = taken_up(opening()).decide(Build(ASH, "Mill", 5))

    assert done.the(WorkplaceBuilt).event == WorkplaceBuilt(ASH, "Mill", 5, (Amount("cat0", 2),), sovereign=False)
    assert done.the(WorkplaceBuilt).cites == ("HT-5.1", "HT-5.2", "HT-2.1", "HT-1.2")
    assert [(line.of, line.op, line.by, line.total) for line in done.the(WorkplaceBuilt).working] == [
        ("cat0", "start", 2, 2),
        ("cat0", "take", 2, 0),
        ("built Workplaces", "start", 0, 0),
        ("built Workplaces", "add", 1, 1),
        ("built Workplaces", "within", 9, 1),
    ]
    assert done.field.built == (Built("Mill", ASH, 5),)
    assert done.player(ASH).hand == ("Forge", "Court")
    assert done.resources(ASH) == {"wolf0": 2, "fox0": 2}


def test_the_sovereign_workplace_is_built_under_the_same_rules() -> None:
    """HT-5.3."""
    done = taken_up(having(opening(), ASH, resources=resources(wolf2=1, cat2=1, fox2=1))).decide(
        Build(ASH, SOVEREIGN, 1)
    )

    assert "HT-5.3" in done.the(WorkplaceBuilt).cites
    assert done.field.sovereign == ()
    assert done.player(ASH).hand == ("Mill", "Forge", "Court")


def test_with_nine_built_one_makes_room() -> None:
    """HT-5.2, HA-54: it goes to the discards of its deck, and a cube on it goes back."""
    done = taken_up(full()).decide(Build(ASH, "Mill", 1, "Bakery"))

    assert done.the(WorkplaceDiscarded).event == WorkplaceDiscarded(ASH, "Bakery")
    assert done.the(WorkplaceDiscarded).readings == ("HA-54",)
    assert done.field.piles == (Pile("Commoner", ("Bakery",)),)
    assert len(done.field.built) == 9


def test_room_can_be_made_for_the_sovereign_workplace_and_for_another_of_a_deck() -> None:
    """HA-14, HA-68: the Sovereign one goes back to its place when it makes room."""
    table = taken_up(replace(full(), piles=(Pile("Commoner", ("Orchard",)), Pile("Noble", ("Theatre",)))))

    done = table.decide(Build(ASH, SOVEREIGN, 1, "Bakery"))
    again = taken_up(replace(done.field, turn=Turn(ASH, 2))).decide(Build(ASH, "Mill", 1, SOVEREIGN))

    assert done.the(WorkplaceDiscarded).readings == ("HA-54", "HA-14")
    assert done.field.piles == (Pile("Commoner", ("Orchard", "Bakery")), Pile("Noble", ("Theatre",)))
    assert again.field.sovereign == (SOVEREIGN,)


@pytest.mark.parametrize(
    ("field", "decision", "code", "clause"),
    [
        (opening(), Build(ASH, "Bakery", 1), "not-in-hand", "HT-5.1"),
        (opening(), Build(ASH, "Forge", 1), "resources-short", "HT-5.1"),
        (opening(), Build(ASH, "Mill", 1, "Forge"), "no-need-to-discard", "HT-5.2"),
        (full(), Build(ASH, "Mill", 1), "grid-full", "HT-5.2"),
        (full(), Build(ASH, "Mill", 1, "Orchard"), "not-yours-to-discard", "HT-5.2"),
        (full(), Build(ASH, "Mill", 2, "Bakery"), "place-taken", "HT-5.2"),
        (built(opening(), ("Bakery", ASH)), Build(ASH, "Mill", 1), "place-taken", "HT-5.2"),
        (opening(), UseCard(ASH, "Tithe"), "no-card-action", "HT-6.1"),
        (replace(opening(), in_force=("Muster",), laws=()), UseCard(ASH, "Muster"), "no-card-action", "HT-6.1"),
        (built(opening(), ("Bakery", BIRCH)), UseCard(ASH, "Bakery"), "no-card-action", "HT-6.1"),
        (
            having(built(opening(), ("Bakery", ASH)), ASH, resources=()),
            UseCard(ASH, "Bakery"),
            "resources-short",
            "HT-6.1",
        ),
        (opening(), Deploy(ASH, "Mordor"), "no-such-tile", "HT-7.1"),
        (placed(opening(), ash="Valley Valley Valley"), Deploy(ASH, "Valley"), "no-knight", "HT-7.1"),
        (opening(), Flee(ASH, "Mordor"), "no-such-tile", "HT-9.1"),
        (placed(opening(), birch="Valley"), Flee(ASH, "Valley"), "no-knight", "HT-9.1"),
        (opening(), Enact(ASH, "Truce"), "law-not-available", "HT-8.1"),
        (having(opening(), ASH, influence=0), Enact(ASH, "Tithe"), "influence-short", "HT-8.3"),
    ],
)
def test_what_is_not_allowed(field: Field, decision: Decision, code: str, clause: str) -> None:
    assert taken_up(field).why_not(decision) == (code, clause)


def test_the_capital_keeps_its_knights_even_where_it_has_a_flee_direction() -> None:
    """HT-9.2 stands above HT-9.1: one may flee from Farmland to Meadow, and from Farmland as the Capital to nowhere."""
    field = placed(opening(), ash="Farmland")
    renamed = replace(SAMPLE, capital="Farmland")

    elsewhere, capital = taken_up(field), taken_up(field, box=renamed)

    assert elsewhere.decide(Flee(ASH, "Farmland")).tiles(ASH)[0] == "Meadow"
    assert capital.why_not(Flee(ASH, "Farmland")) == ("not-from-capital", "HT-9.2")
    assert conditions(capital.refused(Flee(ASH, "Farmland")))[-1] == (
        "HT-9.2",
        False,
        {"tile": "Farmland", "Capital": "Farmland"},
    )
    assert Flee(ASH, "Farmland") not in HEIRLESS_1.options(capital.state, ASH).listed
    assert Flee(ASH, "Farmland") in HEIRLESS_1.options(elsewhere.state, ASH).listed


def test_a_tile_that_is_not_the_capital_is_refused_for_want_of_a_flee_direction() -> None:
    """HT-9.1: the direction is missing, and nothing is said of the Capital."""
    box = replace(SAMPLE, tiles=(*SAMPLE.tiles, Tile("Island", 3000, 3000)))
    table = taken_up(placed(opening(), ash="Island"), box=box)

    refusal = table.refused(Flee(ASH, "Island"))

    assert (refusal.code, refusal.clause) == ("no-flee-direction", "HT-9.1")
    assert refusal.says == "Island has no Flee direction"


def test_a_full_grid_names_its_limit() -> None:
    refusal = taken_up(full()).refused(Build(ASH, "Mill", 1))

    assert refusal.conditions[-1].values == {"built": 9, "limit": 9}


def test_a_grid_with_room_names_its_limit() -> None:
    """HT-5.2, HA-54: nothing is built, so nothing has to go."""
    refusal = taken_up(opening()).refused(Build(ASH, "Mill", 1, "Forge"))

    assert refusal.conditions[-1].values == {"built": 0, "limit": 9}


def test_what_can_be_built_is_named_where_something_else_was() -> None:
    """HT-5.1: from Hand or the Sovereign one."""
    table = taken_up(opening())
    hand = table.player(ASH).hand

    values = table.refused(Build(ASH, "Bakery", 1)).conditions[-1].values

    assert values == {"hand": ", ".join(hand), "sovereign": SOVEREIGN}


def test_a_vote_shows_the_influence_that_is_left() -> None:
    """HT-8.2: 1 of 3."""
    spent = voting().decide(Vote(BIRCH, "against", 1)).the(InfluenceSpent)

    assert [(line.of, line.op, line.total) for line in spent.working] == [
        *(("Influence", "start", 3), ("Influence", "take", 2))
    ]


def test_a_built_workplace_unlocks_its_action_for_its_owner() -> None:
    """HT-6.1: the Bakery makes 1 cat1 out of 1 cat0."""
    done = taken_up(built(opening(), ("Bakery", ASH))).decide(UseCard(ASH, "Bakery"))

    assert done.the(CardUsed).event == CardUsed(ASH, "Bakery", (Amount("cat0", 1),), (Amount("cat1", 1),), 0, 0)
    assert done.the(CardUsed).cites == ("HT-6.1", "HT-2.1", "HT-1.2")
    assert done.the(CardUsed).readings == ()
    assert done.resources(ASH) == {"wolf0": 2, "cat0": 1, "fox0": 2, "cat1": 1}
    assert done.asked == (BIRCH,)


def test_a_law_in_force_unlocks_its_action_for_everybody() -> None:
    """HA-46: the Tithe brings 1 Influence and 1 Prestige for 1 wolf0."""
    field = replace(opening(), laws=(), in_force=("Tithe",))

    done = taken_up(field).decide(UseCard(ASH, "Tithe"), UseCard(BIRCH, "Tithe"))

    assert done.every(CardUsed)[0].readings == ("HA-46",)
    assert [(done.player(seat).influence, done.player(seat).prestige) for seat in (ASH, BIRCH)] == [(4, 1), (4, 1)]
    assert done.field.earned == 2
    assert done.said()[0] == "ash uses Tithe: 1 wolf0 for 1 Influence, 1 Prestige"


def test_a_card_that_gains_what_it_pays_adds_to_what_is_left() -> None:
    """HT-6.1: of 2 wolf0 one is paid, and two come to the one that is left."""
    action = CardAction(pays=resources(wolf0=1, cat0=1), gains=resources(wolf0=2), prestige=1)
    laws = tuple(replace(each, action=action) if each.name == "Tithe" else each for each in SAMPLE.laws)
    field = replace(opening(), laws=(), in_force=("Tithe",))

    done = taken_up(field, box=replace(SAMPLE, laws=laws)).decide(UseCard(ASH, "Tithe"))

    assert [format_line(line) for line in done.the(CardUsed).working] == [
        "wolf0: 2",
        "wolf0: take 1 → 1",
        "wolf0: add 2 → 3",
        "cat0: 2",
        "cat0: take 1 → 1",
        "Prestige: 0",
        "Prestige: add 1 → 1",
    ]
    assert done.resources(ASH)["wolf0"] == 3


def test_a_knight_can_be_deployed_anywhere() -> None:
    """HT-7.1, HA-41: on the Capital too, beside any number of others."""
    done = taken_up(placed(opening(), ash="Capital Capital")).decide(Deploy(ASH, "Capital"))

    assert done.the(KnightDeployed).event == KnightDeployed(ASH, "ash-3", "Capital")
    assert done.the(KnightDeployed).readings == ("HA-41",)


def test_a_knight_that_is_out_is_not_deployed() -> None:
    """HA-37: a Knight out for the Season is not un-deployed."""
    field = opening()
    out = tuple(replace(each, out=each.seat == ASH) for each in field.knights)

    refusal = taken_up(replace(field, knights=out)).refused(Deploy(ASH, "Valley"))

    assert (refusal.code, refusal.clause, refusal.readings) == ("no-knight", "HT-7.1", ("HA-37",))
    assert refusal.conditions[-1].values == {"un-deployed": 0, "out": 3}


def test_a_player_whose_knights_are_all_on_the_map_deploys_none() -> None:
    """HT-7.1: no Knight is out, and nothing rests on HA-37."""
    refusal = taken_up(placed(opening(), ash="Valley Valley Meadow")).refused(Deploy(ASH, "Valley"))

    assert (refusal.code, refusal.readings) == ("no-knight", ())
    assert refusal.conditions[-1].values == {"un-deployed": 0, "out": 0}


def voting(switches: Switches | None = None) -> Table:
    """Fir Idled first and birch second; ash acts, then cedar."""
    tracks = (Track("t1", (None, ASH, None, CEDAR, None)), Track("t2", (FIR, BIRCH, None, None, None)))
    return taken_up(replace(opening(FOUR), tracks=tracks), switches=switches).decide(Enact(ASH, "Tithe"))


def test_the_idle_are_asked_first_in_reverse_order() -> None:
    """HA-5: the order is ash, cedar, fir, birch, and the vote goes from its end."""
    opened = voting()

    assert opened.the(VoteOpened).event.voters == (BIRCH, FIR, CEDAR, ASH)
    assert opened.the(VoteOpened).readings == ("HA-6", "HA-5")
    assert opened.asked == (BIRCH,)
    assert opened.why_not(Vote(ASH, "for", 1)) == ("not-asked", "HT-8.2")


def test_the_idle_are_not_asked_by_the_switch() -> None:
    """HA-5."""
    assert voting(Switches(who_votes="not_idle")).the(VoteOpened).event.voters == (CEDAR, ASH)


def test_nobody_spends_more_than_they_have() -> None:
    refusal = voting().refused(Vote(BIRCH, "against", 4))

    assert (refusal.code, refusal.clause) == ("influence-short", "HT-8.2")
    assert refusal.conditions[-1].values == {"influence": 4, "has": 3}


def test_a_failed_attempt_was_a_standard_action() -> None:
    """HT-8.5, HT-8.7: the Law stays, the turn is over, and the count is shown."""
    done = voting().vote((BIRCH, 3, "against"), (FIR, 0, "against"), (CEDAR, 2, "for"), (ASH, 1, "for"))

    assert done.the(LawStayed).cites == ("HT-8.5", "HT-8.7")
    assert done.asked == (CEDAR,)
    assert [(line.of, line.op, line.by, line.total, line.applied) for line in done.the(VoteClosed).working] == [
        ("Influence for", "start", 0, 0, True),
        ("Influence for", "add", 3, 0, False),
        ("Influence for", "add", 0, 0, False),
        ("Influence for", "add", 2, 2, True),
        ("Influence for", "add", 1, 3, True),
        ("Influence against", "start", 0, 0, True),
        ("Influence against", "add", 3, 3, True),
        ("Influence against", "add", 0, 3, True),
        ("Influence against", "add", 2, 3, False),
        ("Influence against", "add", 1, 3, False),
        ("Influence against", "within", 2, 3, False),
        ("Threshold", "start", 3, 3, True),
        ("Threshold", "within", 3, 3, True),
    ]
