"""Boxes of one's own with large figures: what they come to together can be stored and read again."""

from typing import Final

import pytest
from msgspec import Struct, ValidationError, convert, json
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    CheckBegan,
    CourageMeasured,
    CubesDrawn,
    CubesPrepared,
    ExtraDrawMeasured,
)
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import Draw
from oathbook.domain.rulesets.cube_bag.model.state import Battle, Field, Fighter
from tests.support.cube_bag import ALEX, LAURA, ONE, army, player
from tests.unit.rulesets.cube_bag.table import BAG, Table, taken_up

TOWERS: Final = replace(ONE, cards=tuple(replace(each, courage=100 * each.courage) for each in ONE.cards))
"""SIEGE TOWER gives courage of 100."""

CHECKS: Final = replace(ONE, check=replace(ONE.check, base=100, relic=100))

HORDES: Final = replace(
    ONE,
    army_limit=12,
    corps=replace(ONE.corps, base=12, most=12),
    units=tuple(replace(each, farthest=10) for each in ONE.units),
)
"""A corps of 12 armies of 12, and everybody is in reach of everybody."""

HORDE: Final = "archer " * 6 + "spearman " * 6


def reading_again(table: Table) -> Table:
    """The same table, once everything told and the battle have been written and read."""
    for event in table.events:
        assert json.decode(json.encode(event), type=BAG.wire.event) == event
    assert json.decode(json.encode(table.battle), type=Battle) == table.battle
    return table


def field_battle(box: Components, *, cards: str, relic: str = "") -> Table:
    """Laura's two swordsmen with those cards attack two of Alex, who has the same cards."""
    field = Field(
        maneuvers=(LAURA,),
        players=(player(LAURA, "green", cards), player(ALEX, "purple", cards, actions=60)),
        armies=(army("A", LAURA, "0,0", "swordsman swordsman", relic), army("B", ALEX, "1,0", "swordsman swordsman")),
        neutral=20,
    )
    return taken_up(field, components=box).attack(LAURA, "A", "1,0").forgo(ALEX).prepare(LAURA)


def test_courage_above_a_hundred_can_be_read_again() -> None:
    """CB-4.1, CB-10.2: 2 units and a tower of 100; the position can be taken up, too."""
    table = reading_again(field_battle(TOWERS, cards="SIEGE_TOWER").prepare(ALEX))

    assert [each.event for each in table.every(CourageMeasured)] == [
        CourageMeasured(LAURA, 102),
        CourageMeasured(ALEX, 102),
    ]
    assert taken_up(table.field, components=TOWERS).state == table.state


def test_more_than_a_hundred_cubes_can_be_named_and_drawn() -> None:
    """CB-4.2: the defender draws 101 of those left."""
    table = field_battle(TOWERS, cards="SIEGE_TOWER").prepare(ALEX, actions=60)
    field = replace(table.field, battle=replace(table.battle, bag={"green": 50, "neutral": 30, "purple": 62}))
    table = taken_up(field, components=TOWERS)

    more = reading_again(table.drawing("clash", "1 green").draw(LAURA, 1))
    drawn = reading_again(more.drawing("extra draw", "40 green, 61 purple").draw(ALEX, 101))

    assert more.the(ExtraDrawMeasured).event.allowed == 101
    assert drawn.the(CubesDrawn).event.named == 101
    assert json.decode(json.encode(Draw(ALEX, 101)), type=BAG.wire.decision) == Draw(ALEX, 101)


def test_the_complexity_of_a_check_above_a_hundred_can_be_read_again() -> None:
    """CB-7.1, CB-7.4: the base and the relic together."""
    table = field_battle(CHECKS, cards="THEOCRACY", relic="relic").prepare(ALEX)

    table = reading_again(
        table.drawing("conversion/0/alex", "3 green, 3 purple").convert(ALEX, "A", "swordsman", "0,-1")
    )

    assert table.the(CheckBegan).event.complexity == 200


def test_more_than_a_hundred_active_units_can_be_read_again() -> None:
    """CB-1.1, CB-2.3: nine armies of twelve, archers and spearmen, all in reach."""
    places = [each for each in HORDES.map.land if each != "1,0"][:9]
    armies = [army(f"A{number}", LAURA, place, HORDE) for number, place in enumerate(places)]
    field = Field(
        maneuvers=(LAURA,),
        players=(player(LAURA, "green"), player(ALEX, "purple")),
        armies=(*armies, army("B", ALEX, "1,0", "swordsman")),
        neutral=20,
    )
    table = taken_up(field, components=HORDES).attack(LAURA, " ".join(each.id for each in armies), "1,0").forgo(ALEX)

    table = reading_again(table.prepare(LAURA))

    assert table.the(CubesPrepared).event.active == 108


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (Fighter, {"seat": "laura", "active": 10_000}),
        (Fighter, {"seat": "laura", "courage": 100_000}),
        (BAG.wire.decision, {"kind": "draw", "by": "laura", "cubes": 100_000}),
    ],
)
def test_a_position_and_a_draw_have_bounds(kind: type[Struct], given: dict[str, str | int]) -> None:
    """The largest number is read, and one more is not."""
    (*_, (name, most)) = given.items()

    assert getattr(convert(given, kind), name) == most
    with pytest.raises(ValidationError, match=f"<= {most} "):
        convert({**given, name: int(most) + 1}, kind)
