"""A list of what can be decided says whether there is more than it holds."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import Draw, PutBack, Redraw
from oathbook.domain.rulesets.cube_bag.model.state import Field, Structure
from tests.support.cube_bag import ALEX, LAURA, ONE, army, player
from tests.unit.rulesets.cube_bag.table import BAG, Table, taken_up

SWORDSMEN: Final = (army("A", LAURA, "0,0", "swordsman " * 3), army("B", ALEX, "1,0", "swordsman swordsman"))


def box(card: str, **more: int) -> Components:
    """A box of one's own in which a card has other figures."""
    return replace(ONE, cards=tuple(replace(each, **more) if each.name == card else each for each in ONE.cards))


def at_the_clash(components: Components, cards: str = "") -> Table:
    """Both have these cards; Laura draws next."""
    players = (player(LAURA, "green", cards), player(ALEX, "purple", cards))
    field = Field(maneuvers=(LAURA,), players=players, armies=SWORDSMEN, neutral=20)
    table = taken_up(field, components=components).attack(LAURA, "A", "1,0").forgo(ALEX)
    return table.prepare(LAURA).prepare(ALEX)


@pytest.mark.parametrize(("courage", "complete"), [(57, True), (58, False)])
def test_draws_are_listed_in_full_up_to_sixty(courage: int, complete: bool) -> None:  # noqa: FBT001  # a column of the table
    """CB-4.1: 3 units add to the courage of the tower."""
    table = at_the_clash(box("SIEGE_TOWER", courage=courage), "SIEGE_TOWER")

    options = BAG.options(table.state, LAURA)

    assert (len(options.listed), options.complete) == (60, complete)
    assert (Draw(LAURA, 1) in options.listed) == complete
    assert BAG.refusal(table.state, Draw(LAURA, 1)) is None


def test_of_a_long_extra_draw_a_part_is_listed() -> None:
    """CB-4.2: the defender may draw 60 or 61 of the cubes left."""

    def options(courage: int) -> tuple[int, bool]:
        table = at_the_clash(box("SIEGE_TOWER", courage=courage), "SIEGE_TOWER")
        bag = {"green": 50, "purple": 50}
        table = taken_up(
            replace(table.field, battle=replace(table.battle, bag=bag)), components=table.state.rules.components
        )
        given = BAG.options(table.drawing("clash", "1 green").draw(LAURA, 1).state, ALEX)
        return len(given.listed), given.complete

    assert options(59) == (61, True), "60 draws, and to forgo them"
    assert options(60) == (61, False)


@pytest.mark.parametrize(("redraws", "drawn", "complete"), [(3, 3, False), (3, 2, True), (2, 3, True)])
def test_of_three_cubes_to_put_back_a_part_is_listed(redraws: int, drawn: int, complete: bool) -> None:  # noqa: FBT001  # a column of the table
    """CB-10.3: every way to put back one or two is, as far as the card and the cubes drawn allow."""
    table = at_the_clash(box("TRAINED_ARMY", redraws=redraws), "TRAINED_ARMY")

    table = table.drawing("clash", f"{drawn} green").draw(LAURA, drawn)

    options = BAG.options(table.state, LAURA)
    assert options.listed[:2] == (
        Redraw(LAURA, "TRAINED_ARMY", ("green",)),
        Redraw(LAURA, "TRAINED_ARMY", ("green",) * 2),
    )
    assert options.complete == complete
    three = BAG.refusal(table.state, Redraw(LAURA, "TRAINED_ARMY", ("green",) * 3))
    assert (three is None) == (not complete)


@pytest.mark.parametrize(("buildings", "complete"), [(12, True), (13, False)])
def test_of_many_lost_buildings_a_part_is_listed(buildings: int, complete: bool) -> None:  # noqa: FBT001  # a column of the table
    """CB-8.4: each may go back to five areas of the mat."""
    ruins = [Structure(f"ruin-{number}", ALEX, "building", "1,0") for number in range(buildings)]
    built = {"culture": buildings - 4, "economy": 1, "faith": 1, "science": 1, "trade": 1}
    field = replace(
        at_the_clash(ONE).field,
        stage="losses",
        players=(player(LAURA, "green"), player(ALEX, "purple", built=built)),
        structures=tuple(ruins),
        black=20,
    )
    assert field.battle is not None
    attacker = replace(field.battle.attacker, damage=buildings + 2)
    drawn = {"green": buildings + 2}
    battle = replace(field.battle, attacker=attacker, bag={}, drawn=drawn, has_drawn=True, extra=0)
    table = taken_up(replace(field, battle=battle))

    table = table.lose(LAURA, ", ".join(("B/swordsman 2", *(f"{each.id} 1" for each in ruins))))

    options = BAG.options(table.state, ALEX)
    assert (len(options.listed), options.complete) == (60, complete)
    assert BAG.refusal(table.state, PutBack(ALEX, ruins[-1].id, "trade")) is None
