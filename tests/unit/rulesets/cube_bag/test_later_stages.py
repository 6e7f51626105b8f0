"""What is refused from the conversion to the outcome, and turns that the printed examples do not take."""

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.chapters.conversion import fresh_name
from oathbook.domain.rulesets.cube_bag.model.bag_events import CheckFailed, CourageMeasured, CubesDrawn, UseForgone
from oathbook.domain.rulesets.cube_bag.model.decisions import Convert, PutBack, Recover, Redraw, Spent
from oathbook.domain.rulesets.cube_bag.model.events import (
    BattleDecided,
    BattleEnded,
    ExperienceEarned,
    Kept,
    LossesTaken,
    StageBegan,
    StructureHit,
    StructureReturned,
    UnitConverted,
    UnitRecovered,
)
from oathbook.domain.rulesets.cube_bag.model.state import Card, Structure
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from tests.support.cube_bag import (
    ALEX,
    AT_SEA,
    BARE_WALLS,
    DAMAGED_CITY,
    FIELD_BATTLE,
    LAURA,
    LOST_GALLEY,
    MIKE,
    army,
    player,
)
from tests.unit.rulesets.cube_bag.table import BAG, Table, losses, taken_up
from tests.unit.rulesets.cube_bag.test_derived import with_conversions
from tests.unit.rulesets.cube_bag.test_stages import attacked, refused


@pytest.mark.parametrize(
    ("decision", "code", "clause"),
    [
        (Convert(ALEX, "DEMOCRACY", "A", "spearman", "0,1"), "no-such-card", "CB-3.1"),
        (Convert(ALEX, "THEOCRACY", "B", "archer", "0,1"), "no-such-unit", "CB-3.1"),
        (Convert(ALEX, "THEOCRACY", "A", "dragon", "0,1"), "supply-empty", "CB-3.4"),
        (Convert(ALEX, "THEOCRACY", "A", "spearman", "1,0"), "no-free-hex", "CB-3.4"),
        (Convert(ALEX, "THEOCRACY", "A", "spearman", "0,1", 3), "cubes-short", "CB-7.1"),
    ],
)
def test_a_conversion_is_refused_with_its_reason(decision: object, code: str, clause: str) -> None:
    """CB-3, CB-7."""
    assert refused(with_conversions(), decision) == (code, clause)


def test_a_converted_unit_needs_a_depletion_cube() -> None:
    """CA-18: none is left, and the army keeps its own."""
    table = taken_up(replace(with_conversions().field, neutral=0))

    assert refused(table, Convert(ALEX, "THEOCRACY", "A", "spearman", "0,1")) == ("supply-empty", "CB-3.4")


def test_the_depletion_cube_of_an_army_that_is_converted_away_serves() -> None:
    """CA-18: the last unit of a depleted army; without an enemy unit left the attacker draws nothing (CA-40)."""
    field = with_conversions(armies=(army("A", LAURA, "0,0", "spearman", "depleted"), army("B", ALEX, "1,0", "archer")))
    table = taken_up(replace(field.field, neutral=0)).drawing("conversion/0/alex", "1 purple")

    converted = table.convert(ALEX, "A", "spearman", "0,1")
    ended = converted.forgo(LAURA)

    assert converted.the(UnitConverted).event.as_army == "C"
    assert [each.id for each in converted.field.armies] == ["B", "C"]
    assert ended.the(CubesDrawn).event.named == 0
    assert ended.the(BattleDecided).event.outcome == "defender"


def test_names_of_armies_go_on_after_z() -> None:
    """A name that nobody has."""
    armies = tuple(army(chr(ord("A") + number), LAURA, "0,0", "archer") for number in range(26))

    assert fresh_name(replace(FIELD_BATTLE, armies=armies)) == "A1"


def clashing() -> Table:
    """Laura has TRAINED ARMY, and 1 green and 2 purple cubes have been drawn."""
    players = (player(LAURA, "green", "TRAINED_ARMY MILITARISM"), player(ALEX, "purple"))
    table = attacked(players=players).forgo(ALEX).prepare(LAURA, "A/spearman").prepare(ALEX)
    return table.drawing("clash", "1 green, 2 purple").draw(LAURA, 3)


@pytest.mark.parametrize(
    ("decision", "code", "clause"),
    [
        (Redraw(LAURA, "SIEGE_TOWER", ("green",)), "no-such-card", "CB-10.3"),
        (Redraw(LAURA, "TRAINED_ARMY", ("neutral",)), "not-drawn", "CB-10.3"),
        (Redraw(LAURA, "TRAINED_ARMY", ("green", "purple", "purple")), "beyond-the-card", "CB-10.3"),
        (losses(LAURA, "B/cavalryman 1"), "not-asked", "CB-5.7"),
    ],
)
def test_a_redraw_is_refused_with_its_reason(decision: object, code: str, clause: str) -> None:
    """CB-10.3."""
    assert refused(clashing(), decision) == (code, clause)


def test_a_victory_earns_experience_where_a_card_says_so() -> None:
    """CB-9.3: MILITARISM, whose condition is ours."""
    table = clashing().drawing("redraw/laura", "1 green, 1 purple").redraw(LAURA, "purple", "purple")

    won = table.lose(LAURA, "B/cavalryman 2").lose(ALEX, "A/spearman 1")

    assert won.the(ExperienceEarned).event == ExperienceEarned(LAURA, "MILITARISM", 1)
    assert "CB-9.3" in won.the(ExperienceEarned).cites


@pytest.mark.parametrize(
    ("words", "code", "clause"),
    [
        ("A/archer 1", "unknown-object", "CB-5.6"),
        ("C/galley 2, C/galley 2", "beyond-damage", "CB-5.1"),
        ("C/galley 1", "wrong-damage", "CB-5.2"),
        ("port 2", "wrong-damage", "CB-5.2"),
        ("port 1", "against-priority", "CB-5.5"),
        ("", "damage-left", "CB-5.1"),
    ],
)
def test_losses_are_refused_with_their_reason(words: str, code: str, clause: str) -> None:
    """CB-5: 3 damage, two galleys, a port behind them."""
    assert refused(taken_up(AT_SEA), losses(ALEX, words)) == (code, clause)


@pytest.mark.parametrize(
    ("decision", "code", "clause"),
    [
        (Recover(MIKE, "THEOCRACY", "archer", "0,1"), "no-such-card", "CB-6.1"),
        (Recover(MIKE, "DEMOCRACY", "spearman", "0,1"), "not-lost", "CB-6.1"),
        (Recover(MIKE, "DEMOCRACY", "archer", "0,2", 2), "cubes-short", "CB-7.1"),
        (Recover(MIKE, "DEMOCRACY", "archer", "-2,-1"), "no-free-hex", "CB-6.4"),
        (Recover(ALEX, "DEMOCRACY", "archer", "0,1"), "not-asked", "CB-6.1"),
    ],
)
def test_a_recovery_is_refused_with_its_reason(decision: object, code: str, clause: str) -> None:
    """CB-6."""
    assert refused(taken_up(LOST_GALLEY), decision) == (code, clause)


def test_a_unit_comes_back_only_from_the_supply() -> None:
    """CA-18: Mike has no archer left in it."""
    players = (LOST_GALLEY.players[0], replace(LOST_GALLEY.players[1], units={"galley": 1}))
    table = taken_up(replace(LOST_GALLEY, players=players))

    refusal = table.refused(Recover(MIKE, "DEMOCRACY", "archer", "0,1"))

    assert (refusal.code, refusal.clause) == ("supply-empty", "CB-6.4")
    assert "CA-18" in refusal.readings


def test_a_recovery_forgone_asks_the_attacker() -> None:
    """CB-6.1: the defender first, then the attacker."""
    table = taken_up(LOST_GALLEY)

    assert table.asked == (MIKE,)
    assert table.forgo(MIKE).asked == (ALEX,)
    assert table.forgo(MIKE).the(UseForgone).event == UseForgone(MIKE, "DEMOCRACY", "recovery")


def test_a_failed_recovery_brings_nobody_back() -> None:
    """CB-7.3: two cubes of the enemy."""
    table = taken_up(LOST_GALLEY).drawing("recovery/0/mike", "2 purple").recover(MIKE, "archer", "0,1")

    assert table.the(CheckFailed).event.drawn == {"purple": 2}
    assert table.every(UnitRecovered) == ()
    assert table.asked == (ALEX,)


def test_added_cubes_come_back_only_as_far_as_there_are_any_left() -> None:
    """CA-23: an action cube and 2 cubes of DEMOCRACY were added, and 1 white cube is left."""
    battle = LOST_GALLEY.battle
    assert battle is not None
    defender = replace(battle.defender, actions=1, experience=(Spent("DEMOCRACY", 2),))
    field = replace(LOST_GALLEY, battle=replace(battle, defender=defender, bag={"white": 1}))

    ended = taken_up(field, switches=Switches(added_cubes="returned")).forgo(MIKE).forgo(ALEX)

    assert ended.the(BattleEnded).event.kept == (Kept(MIKE, 1, ()),)


def test_nobody_is_asked_at_the_outcome() -> None:
    """CB-9: it follows by itself."""
    table = taken_up(LOST_GALLEY)

    assert BAG.to_act(BAG.evolve(table.state, StageBegan("outcome"))) == ()


def test_a_building_goes_back_to_an_area_it_came_from() -> None:
    """CB-8.4: and to no other."""
    table = taken_up(BARE_WALLS).attack(LAURA, "A", "0,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)
    asked = table.drawing("clash", "1 green").draw(LAURA, 1).forgo(LAURA).lose(LAURA, "palisade 1")

    back = asked.decide(PutBack(ALEX, "mill", "economy"))

    assert refused(asked, PutBack(ALEX, "mill", "religion")) == ("no-such-area", "CB-8.4")
    assert refused(asked, PutBack(ALEX, "city", "city")) == ("no-such-area", "CB-8.4")
    assert back.the(StructureReturned).event.area == "economy"
    assert back.player(ALEX).built == {"culture": 1}


def test_recovery_comes_when_all_buildings_are_on_the_mat() -> None:
    """CB-1.6: the owner has said which they were, and has DEMOCRACY."""
    players = (DAMAGED_CITY.players[0], replace(DAMAGED_CITY.players[1], cards=(Card("DEMOCRACY"),)))
    dealt = "city 1, workshop 1, D/peasant 1, D/cavalryman 1, D/swordsman 1, wall 2"
    lost = taken_up(replace(DAMAGED_CITY, players=players)).lose(LAURA, dealt)

    back = lost.decide(PutBack(ALEX, "workshop", "economy"), PutBack(ALEX, "ruin", "culture"))

    assert lost.field.stage == "mat"
    assert (back.field.stage, back.asked) == ("recovery", (ALEX,))


def test_a_wonder_has_as_many_hit_points_as_stages() -> None:
    """CB-5.2: two stages, two damage."""
    tower = Structure("tower", ALEX, "wonder", "1,0", stages=2)
    field = replace(FIELD_BATTLE, armies=FIELD_BATTLE.armies[:1], structures=(tower,))
    table = taken_up(field).attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA).prepare(ALEX)

    taken = table.drawing("clash", "2 green").draw(LAURA, 2).lose(LAURA, "tower 2").the(LossesTaken)

    assert taken.event.structures == (StructureHit(ALEX, "tower", 0, falls=True),)


def test_outside_a_siege_projectiles_give_no_courage() -> None:
    """CB-10.4: a catapult in the open field has its own courage and no more."""
    armies = (army("A", LAURA, "0,0", "catapult"), FIELD_BATTLE.armies[1])

    table = attacked(armies=armies).forgo(ALEX).prepare(LAURA).prepare(ALEX)

    assert table.every(CourageMeasured)[0].event.courage == 1
