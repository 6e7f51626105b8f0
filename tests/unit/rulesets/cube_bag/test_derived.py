"""The vectors CV-10 to CV-17, which follow from the clauses."""

import pytest
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import ImpossibleDraw
from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    CheckBegan,
    CheckFailed,
    CheckPassed,
    CubesPrepared,
    ExtraDrawMeasured,
)
from oathbook.domain.rulesets.cube_bag.model.decisions import Attack, Draw
from oathbook.domain.rulesets.cube_bag.model.events import LossesTaken, StructureHit, UnitsLost
from oathbook.domain.rulesets.cube_bag.model.state import Field, Structure
from tests.support.cube_bag import ALEX, LAURA, MIKE, ONE, army, player
from tests.unit.rulesets.cube_bag.table import BAG, Table, last, losses, taken_up, worked

LARGE = replace(ONE, army_limit=8)


def at_the_clash(attacking: int, defending: int) -> Table:
    """So many spearmen against so many, everything in the bag."""
    field = Field(
        maneuvers=(LAURA,),
        players=(player(LAURA, "green"), player(ALEX, "purple")),
        armies=(army("A", LAURA, "0,0", "spearman " * attacking), army("B", ALEX, "1,0", "spearman " * defending)),
        neutral=10,
        black=10,
    )
    table = taken_up(field, components=LARGE).attack(LAURA, "A", "1,0").forgo(ALEX)
    return table.prepare(LAURA).prepare(ALEX)


@pytest.mark.parametrize(
    ("attacking", "defending", "drawn", "more"), [(5, 4, 2, 2), (5, 4, 4, 0), (5, 4, 5, 0), (2, 5, 2, 3)]
)
def test_cv_10_the_defender_draws_up_to_their_own_courage(
    attacking: int, defending: int, drawn: int, more: int
) -> None:
    """CV-10 (CB-4.2): what counts is the defender's courage, not whether the attacker held back."""
    table = at_the_clash(attacking, defending).drawing(
        "clash", f"{min(drawn, 2)} green, {drawn - min(drawn, 2)} purple"
    )

    measured = table.draw(LAURA, drawn)

    assert measured.the(ExtraDrawMeasured).event.allowed == more
    assert [line.of for line in measured.the(ExtraDrawMeasured).working] == [
        *("courage of alex, who defends", "cubes drawn so far", "extra draw", "cubes in the bag")
    ]
    assert measured.asked == ((ALEX,) if more else measured.asked)


@pytest.mark.parametrize("cubes", [1, 2])
def test_cv_10_the_defender_may_draw_one_or_two_more(cubes: int) -> None:
    """CV-10 (CB-4.2): the cubes join the result."""
    table = at_the_clash(5, 4).drawing("clash", "2 green").draw(LAURA, 2).drawing("extra draw", f"{cubes} purple")

    assert table.draw(ALEX, cubes).battle.drawn == {"green": 2, "purple": cubes}


def test_cv_10_three_more_are_too_many_and_none_is_allowed() -> None:
    """CV-10 (CB-4.2): 4 in all."""
    table = at_the_clash(5, 4).drawing("clash", "2 green").draw(LAURA, 2)

    refusal = table.refused(Draw(ALEX, 3))

    assert (refusal.code, refusal.clause) == ("beyond-courage", "CB-4.2")
    assert last(refusal) == {"cubes": 3, "least": 1, "most": 2}
    assert table.forgo(ALEX).battle.drawn == {"green": 2}


@pytest.mark.parametrize("cubes", [0, 6])
def test_cv_11_nought_and_six_cubes_are_illegal_with_courage_five(cubes: int) -> None:
    """CV-11 (CB-4.1)."""
    refusal = at_the_clash(5, 4).refused(Draw(LAURA, cubes))

    assert (refusal.code, refusal.clause, refusal.kind) == ("beyond-courage", "CB-4.1", "illegal")
    assert last(refusal) == {"cubes": cubes, "least": 1, "most": 5}


SEA = Field(
    maneuvers=(ALEX, MIKE),
    players=(player(ALEX, "purple"), player(MIKE, "white")),
    armies=(
        army("A", ALEX, "-2,2", "swordsman archer"),
        army("B", ALEX, "-2,0", "swordsman"),
        army("C", MIKE, "-3,2", "galley"),
        army("D", MIKE, "-3,1", "galley"),
    ),
    neutral=10,
    black=10,
)


def shot_at_sea(purple: int) -> Table:
    """The galley of army C takes so much damage."""
    table = taken_up(SEA).attack(ALEX, "A", "-3,2").forgo(MIKE).prepare(ALEX, actions=0).prepare(MIKE)
    state = table.state
    assert state.field.battle is not None
    battle = replace(state.field.battle, bag={"purple": 3}, attacker=replace(state.field.battle.attacker, courage=3))
    more = replace(state, field=replace(state.field, battle=battle))
    return replace(table, state=more).drawing("clash", f"{purple} purple").draw(ALEX, purple)


def test_cv_12_a_galley_ignores_one_damage() -> None:
    """CV-12 (CB-5.9): no effect and no black cube."""
    taken = shot_at_sea(1).lose(ALEX, "").the(LossesTaken)

    assert taken.event == LossesTaken((), (), {"purple": 1})
    assert "CB-5.9" in taken.cites


def test_cv_12_two_damage_destroy_a_galley() -> None:
    """CV-12 (CB-5.2)."""
    taken = shot_at_sea(2).lose(ALEX, "C/galley 2").the(LossesTaken)

    assert taken.event.units == (UnitsLost(MIKE, "C", "galley", 1),)


def test_cv_12_half_a_galley_is_refused() -> None:
    """CV-12 (CB-5.2): all or nothing."""
    refusal = shot_at_sea(2).refused(losses(ALEX, "C/galley 1"))

    assert (refusal.code, refusal.clause) == ("wrong-damage", "CB-5.2")


def test_cv_12_a_wall_takes_one_black_cube_and_falls_in_the_next_battle() -> None:
    """CV-12 (CB-5.8, CB-5.10): 2 hit points."""
    field = Field(
        maneuvers=(LAURA, LAURA),
        players=(player(LAURA, "green"), player(ALEX, "purple")),
        armies=(army("A", LAURA, "0,0", "catapult"),),
        structures=(Structure("wall", ALEX, "wall", "1,0", sides=("-1,0",)),),
        neutral=10,
        black=10,
    )

    def hit(table: Table) -> Table:
        table = table.attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)
        return table.drawing("clash", "1 green").draw(LAURA, 1).lose(LAURA, "wall 1")

    once = hit(taken_up(field))
    twice = hit(once)

    assert once.the(LossesTaken).event.structures == (StructureHit(ALEX, "wall", 1, falls=False),)
    assert once.structure("wall").black == 1
    assert twice.the(LossesTaken).event.structures == (StructureHit(ALEX, "wall", 0, falls=True),)
    assert "CB-5.10" in twice.the(LossesTaken).cites


def with_conversions(**more: object) -> Table:
    """Both fighters have THEOCRACY; 3 green and 3 purple cubes and 1 neutral one are in the bag."""
    field = Field(
        maneuvers=(LAURA,),
        players=(
            player(LAURA, "green", "THEOCRACY", actions=2),
            player(ALEX, "purple", "THEOCRACY", actions=2, religion="sun"),
        ),
        armies=(
            army("A", LAURA, "0,0", "spearman spearman spearman"),
            army("B", ALEX, "1,0", "archer archer archer peasant"),
        ),
        religions={"middle": "sun"},
        neutral=10,
        black=10,
    )
    return taken_up(replace(field, **more)).attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)


def test_cv_13_a_cube_of_the_enemy_fails_a_check() -> None:
    """CV-13 (CB-7.3): own and enemy; both go back (CA-11)."""
    table = with_conversions(religions={}).drawing("conversion/0/alex", "1 purple, 1 green")

    failed = table.convert(ALEX, "A", "spearman", "0,1")

    assert failed.the(CheckFailed).event.to == "bag"
    assert failed.battle.bag == {"green": 3, "neutral": 1, "purple": 3}
    assert failed.player(ALEX).cards[0].experience == 0


def test_cv_13_two_neutral_cubes_pass_without_experience() -> None:
    """CV-13 (CB-7.3): success, and nothing for the card."""
    table = with_conversions(
        religions={},
        armies=(army("A", LAURA, "0,0", "spearman spearman"), army("B", ALEX, "1,0", "archer peasant peasant")),
    ).drawing("conversion/0/alex", "2 neutral")

    passed = table.convert(ALEX, "A", "spearman", "0,1")

    assert passed.the(CheckPassed).event.drawn == {"neutral": 2}
    assert passed.player(ALEX).cards[0].experience == 0
    assert passed.battle.discarded == {"neutral": 2}


def test_cv_14_a_check_is_never_below_one() -> None:
    """CV-14 (CB-7.1): 2, less 1 for the state religion, less 1 for an action cube: 1, not 0."""
    table = with_conversions().drawing("conversion/0/alex", "1 purple")

    begun = table.convert(ALEX, "A", "spearman", "0,1", actions=1).the(CheckBegan)

    assert begun.event.complexity == 1
    assert worked(begun)[-2:] == ["complexity: take 1 → 0", "complexity: at least 1 → 1"]


def test_cv_15_the_defender_converts_first_and_the_attacker_on_what_is_left() -> None:
    """CV-15 (CB-3.1): one check after the other, each on the bag as the one before left it."""
    table = with_conversions().drawing("conversion/0/alex", "1 purple")

    defended = table.convert(ALEX, "A", "spearman", "0,1")

    assert table.asked == (ALEX,)
    assert defended.asked == (LAURA,)
    assert defended.battle.bag == {"green": 3, "neutral": 1, "purple": 2}


def test_cv_16_the_bag_of_the_first_example_cannot_yield_five_purple_cubes() -> None:
    """CV-16: a draw has to be contained in the bag as it was."""
    table = at_the_clash(5, 4)

    with pytest.raises(ImpossibleDraw) as impossible:
        BAG.decide(table.state, Draw(LAURA, 5), WitnessedChance((DrawReport("clash", ("purple",) * 5),)))

    assert impossible.value.request.pile == ("green",) * 5 + ("purple",) * 4


def test_cv_17_swordsmen_on_the_shore_are_inactive_and_archers_active() -> None:
    """CV-17 (CB-2.5): defense for the one, attack for the other."""
    table = taken_up(SEA).attack(ALEX, "A", "-3,2").forgo(MIKE).prepare(ALEX)

    prepared = table.the(CubesPrepared)
    assert (prepared.event.own, prepared.event.neutral, prepared.event.active) == (1, 1, 1)
    assert "CB-2.5" in prepared.cites


def test_cv_17_swordsmen_alone_cannot_attack_a_galley() -> None:
    """CV-17 (CB-2.3, CA-29)."""
    refusal = taken_up(SEA).refused(Attack(ALEX, ("B",), "-3,1"))

    assert (refusal.code, refusal.clause) == ("out-of-reach", "CB-2.3")
    assert last(refusal) == {"hex": "-3,1", "armies": "B on -2,0"}
    assert "CA-29" in refusal.readings


def test_cv_17_swordsmen_attacked_by_a_galley_do_not_counterattack() -> None:
    """CV-17 (CB-1.2): defense cubes only."""
    table = taken_up(SEA).forgo(ALEX).attack(MIKE, "D", "-2,0").forgo(ALEX).prepare(MIKE).prepare(ALEX)

    prepared = table.the(CubesPrepared)
    assert (prepared.event.own, prepared.event.neutral, prepared.event.active) == (0, 1, 0)
    assert "CB-1.2" in prepared.cites
