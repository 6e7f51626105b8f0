"""No consequence without a clause: what each event rests on, wherever it happens."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model.decisions import PutBack, Rebuild
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.protocol import Consequence
from tests.support.cube_bag import ALEX, FIELD_BATTLE, LAURA, MIKE, SHOT_FROM_AFAR, SIEGE_OF_A_CITY, TWO, player
from tests.unit.rulesets.cube_bag.table import Table, taken_up
from tests.unit.rulesets.cube_bag.test_derived import with_conversions

CITED: Final[dict[type[e.Event], str]] = {
    e.AttackDeclared: "CB-1.1",
    e.AttackForgone: "CB-1.1",
    e.StageBegan: "CB-",
    e.ArmyReacted: "CB-1.3",
    b.CubesPrepared: "CB-2.1 CB-2.3",
    b.CardOffered: "CB-10.",
    b.UseForgone: "CB-",
    b.PreparedDiscarded: "CB-10.1",
    b.BagFilled: "CB-2.8",
    b.CheckBegan: "CB-7.1 CB-10.5",
    b.CheckPassed: "CB-7.2 CB-7.3 CB-10.5",
    b.CheckFailed: "CB-7.2 CB-7.3",
    e.UnitConverted: "CB-3.1 CB-3.4",
    b.CubesWithdrawn: "CB-3.4",
    b.CourageMeasured: "CB-4.1",
    b.CubesDrawn: "CB-4.",
    b.ExtraDrawMeasured: "CB-4.2",
    b.ExtraDrawForgone: "CB-4.2",
    b.CubesRedrawn: "CB-4.3 CB-10.3",
    e.DamageMeasured: "CB-4.3 CB-5.1",
    e.LossesChosen: "CB-5.7",
    e.LossesShown: "CB-5.7",
    e.LossesTaken: "CB-5.2 CB-5.3",
    e.StructureReturned: "CB-8.3",
    e.StructureRebuilt: "CB-8.5",
    e.AchievementEarned: "CB-10.7",
    b.ClashReturned: "CB-6.2",
    e.UnitRecovered: "CB-6.1 CB-6.4",
    e.BattleDecided: "CB-9.1 CB-9.2",
    e.ExperienceEarned: "CB-9.3",
    e.BattleEnded: "CB-2.7",
    e.GameEnded: "CB-",
}
"""The clauses an event cites at least; one that ends with a point or a dash stands for any clause that begins so."""

RESTS_ON: Final[dict[type[e.Event], str]] = {
    e.AttackDeclared: "CA-29 CA-55",
    e.AttackForgone: "CA-52",
    e.ArmyReacted: "CA-49",
    b.CubesPrepared: "CA-7 CA-26 CA-34",
    b.PreparedDiscarded: "CA-28 CA-53",
    b.CheckPassed: "CA-14",
    b.CheckFailed: "CA-11",
    e.UnitConverted: "CA-16 CA-18 CA-19 CA-39",
    b.CubesWithdrawn: "CA-16",
    b.ExtraDrawMeasured: "CA-8",
    b.CubesRedrawn: "CA-41",
    e.LossesChosen: "CA-6 CA-31 CA-32 CA-33 CA-38 CA-48 CA-57",
    b.ClashReturned: "CA-12",
    e.UnitRecovered: "CA-18 CA-19 CA-20 CA-21 CA-22",
    e.BattleDecided: "CA-9 CA-22",
    e.ExperienceEarned: "CA-51",
    e.GameEnded: "CA-52",
}
"""The readings an event rests on wherever it happens; most rest on more, where it matters."""

STAGES: Final[dict[str, str]] = {
    "reaction": "CB-1.3",
    "preparation": "CB-1.6 CB-2.1",
    "conversion": "CB-1.6 CB-3.1 CB-3.3",
    "clash": "CB-1.6 CB-4.1",
    "losses": "CB-1.6 CB-5.7",
    "mat": "CB-8.4",
    "recovery": "CB-1.6 CB-6.1 CB-6.3",
    "outcome": "CB-1.6 CB-9.2",
}
"""The clauses by which each stage begins; two of them stand outside the order of CB-1.6."""

FORGONE: Final[dict[str, str]] = {
    "discard": "CB-10.1",
    "redraw": "CB-10.3",
    "conversion": "CB-3.1 CB-3.3",
    "recovery": "CB-6.1 CB-6.3",
}
"""The clauses of what is not used."""

Act = Callable[[Table], Table]


def played(table: Table, *acts: Act) -> Iterator[Table]:
    """The table after each of the acts."""
    for act in acts:
        table = act(table)
        yield table


def the_first_example() -> Iterator[Table]:
    """CV-1, with a card that rewards a victory, and an attack that is forgone after it."""
    players = (player(LAURA, "green", "MILITARISM"), player(ALEX, "purple"))
    return played(
        taken_up(replace(FIELD_BATTLE, players=players, maneuvers=(LAURA, ALEX))),
        lambda table: table.attack(LAURA, "A", "1,0"),
        lambda table: table.forgo(ALEX),
        lambda table: table.prepare(LAURA, "A/spearman"),
        lambda table: table.prepare(ALEX, "B/cavalryman"),
        lambda table: table.drawing("clash", "2 green, 1 purple").draw(LAURA, 3),
        lambda table: table.lose(LAURA, "B/cavalryman 2"),
        lambda table: table.lose(ALEX, "A/spearman 1"),
        lambda table: table.forgo(ALEX),
    )


def the_second_example() -> Iterator[Table]:
    """CV-2, where the cubes of the clash go back before the recovery."""
    return played(
        taken_up(SHOT_FROM_AFAR, components=TWO, switches=Switches(clash_cubes="go_back")),
        lambda table: table.attack(ALEX, "A", "2,0"),
        lambda table: table.forgo(MIKE),
        lambda table: table.prepare(ALEX, "A/archer"),
        lambda table: table.prepare(MIKE, "B/swordsman", leave_out=2, actions=1),
        lambda table: table.drawing("clash", "2 purple, 1 neutral").draw(ALEX, 3),
        lambda table: table.lose(ALEX, "B/swordsman 2"),
        lambda table: table.drawing("recovery/0/mike", "1 white, 1 neutral").recover(MIKE, "swordsman", "1,0"),
    )


def the_third_example() -> Iterator[Table]:
    """CV-3, where the cubes of a converted unit leave the bag; then the city is built again."""
    dealt = "city 2, workshop 1, D/peasant 1, D/swordsman 1, E/cavalryman 1, wall 1"
    return played(
        taken_up(replace(SIEGE_OF_A_CITY, maneuvers=(LAURA, ALEX)), switches=Switches(cubes_of_converted="withdrawn")),
        lambda table: table.attack(LAURA, "A B C", "0,0"),
        lambda table: table.react(ALEX, "E", "2,0"),
        lambda table: table.forgo(ALEX),
        lambda table: table.prepare(LAURA, "A/spearman B/trebuchet C/spearman"),
        lambda table: table.prepare(ALEX, "D/swordsman E/cavalryman", actions=1),
        lambda table: table.play(LAURA, "FABIAN_TACTIC"),
        lambda table: table.drawing("conversion/0/alex", "1 purple").convert(ALEX, "A", "spearman", "-1,1"),
        lambda table: table.drawing("clash", "6 green, 3 purple, 1 neutral").draw(LAURA, 10),
        lambda table: table.drawing("redraw/laura", "1 green, 1 purple").redraw(LAURA, "purple", "purple"),
        lambda table: table.lose(LAURA, dealt),
        lambda table: table.lose(ALEX, "B/trebuchet 1, C/catapult 1"),
        lambda table: table.decide(PutBack(ALEX, "workshop", "economy")),
        lambda table: table.decide(PutBack(ALEX, "ruin", "culture")),
        lambda table: table.decide(Rebuild(ALEX, "city", "0,0")),
    )


def nothing_used() -> Iterator[Table]:
    """A check that fails, every card forgone, and the extra draw too."""
    cards = "FABIAN_TACTIC TRAINED_ARMY THEOCRACY DEMOCRACY"
    players = (player(LAURA, "green", cards), player(ALEX, "purple", "THEOCRACY"))
    return played(
        with_conversions(players=players),
        lambda table: table.forgo(LAURA),
        lambda table: table.drawing("conversion/0/alex", "1 green, 1 purple").convert(ALEX, "A", "spearman", "0,1"),
        lambda table: table.forgo(LAURA),
        lambda table: table.drawing("clash", "1 purple").draw(LAURA, 1),
        lambda table: table.forgo(ALEX),
        lambda table: table.forgo(LAURA),
        lambda table: table.lose(ALEX, "A/spearman 1"),
        lambda table: table.forgo(LAURA),
    )


@cache
def told() -> tuple[Consequence[e.Event], ...]:
    """Everything that follows in these games."""
    games = (the_first_example, the_second_example, the_third_example, nothing_used)
    return tuple(each for game in games for table in game() for each in table.told)


def unmet(cited: tuple[str, ...], wanted: str) -> list[str]:
    """What is wanted and not cited."""
    return [each for each in wanted.split() if not any(clause == each or is_in(clause, each) for clause in cited)]


def is_in(clause: str, chapter: str) -> bool:
    return chapter.endswith((".", "-")) and clause.startswith(chapter)


@pytest.mark.parametrize("kind", CITED, ids=lambda kind: kind.__name__)
def test_an_event_cites_the_clauses_that_make_it_happen(kind: type[e.Event]) -> None:
    """Worked out from the digest, event by event; every event happens in these games."""
    happened = [each for each in told() if isinstance(each.event, kind)]

    missing = [(each.event, lacking) for each in happened if (lacking := unmet(each.cites, CITED[kind]))]

    assert happened
    assert missing == []


@pytest.mark.parametrize("kind", RESTS_ON, ids=lambda kind: kind.__name__)
def test_an_event_names_the_readings_it_always_rests_on(kind: type[e.Event]) -> None:
    """Worked out from section 4 of the digest, and from what section 7 asks."""
    happened = [each for each in told() if isinstance(each.event, kind)]

    missing = [(each.event, lacking) for each in happened if (lacking := unmet(each.readings, RESTS_ON[kind]))]

    assert happened
    assert missing == []


def test_every_event_of_a_battle_has_its_clauses_here() -> None:
    """So that a new event cannot come without them."""
    assert set(CITED) == set(e.Event.__args__)


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_cites_the_clause_that_opens_it(stage: str) -> None:
    """CB-1.6 has the order, and each stage its own clause."""
    began = [each for each in told() if isinstance(each.event, e.StageBegan) and each.event.stage == stage]

    assert began
    assert [lacking for each in began if (lacking := unmet(each.cites, STAGES[stage]))] == []


@pytest.mark.parametrize("use", FORGONE)
def test_what_is_not_used_cites_the_clause_that_grants_it(use: str) -> None:
    """CB-3.3 and CB-6.3 count conversions and recoveries one by one."""
    forgone = [each for each in told() if isinstance(each.event, b.UseForgone) and each.event.use == use]

    assert forgone
    assert [lacking for each in forgone if (lacking := unmet(each.cites, FORGONE[use]))] == []
