"""Start positions and components: each check refuses, naming the field, and nothing else of the position is wrong."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.cube_bag.model.components import Components, Province
from oathbook.domain.rulesets.cube_bag.model.decisions import Loss, Spent
from oathbook.domain.rulesets.cube_bag.model.state import Card, Choice, Done, Field, Fought, Lost, Structure
from oathbook.domain.rulesets.cube_bag.words.notation import names
from oathbook.domain.rulesets.protocol import Ending, SeatSetup, Setup
from tests.support.cube_bag import (
    ALEX,
    AT_SEA,
    DAMAGED_CITY,
    FIELD_BATTLE,
    LAURA,
    LOST_GALLEY,
    MIKE,
    ONE,
    army,
    player,
    setup,
)
from tests.unit.rulesets.cube_bag.table import AS_PRINTED, BAG
from tests.unit.rulesets.cube_bag.test_derived import with_conversions
from tests.unit.rulesets.cube_bag.test_stages import attacked

NOBODY: Final = Seat("nobody")
REACTION: Final = attacked().field
PREPARATION: Final = attacked().forgo(ALEX).field
CONVERSION: Final = with_conversions().field
CLASH: Final = attacked().forgo(ALEX).prepare(LAURA).prepare(ALEX).field
CITY: Final = Structure("city", ALEX, "city", "1,0")


def refused(field: Field | None, components: Components = ONE, seats: tuple[Seat, ...] = (LAURA, ALEX)) -> str:
    """What is said of a position."""
    named = tuple(player.seat for player in field.players) if field is not None else seats
    given = Setup(tuple(SeatSetup(each) for each in named), components, AS_PRINTED, field)
    with pytest.raises(BadRecord) as raised:
        BAG.initial(given)
    return str(raised.value)


def with_laura(**more: object) -> Field:
    """The field battle with something else about Laura."""
    return replace(FIELD_BATTLE, players=(replace(FIELD_BATTLE.players[0], **more), FIELD_BATTLE.players[1]))


def with_armies(*units: str, place: str = "0,0") -> Field:
    """The field battle with another first army."""
    return replace(FIELD_BATTLE, armies=(army("A", LAURA, place, " ".join(units)), FIELD_BATTLE.armies[1]))


def with_structure(**more: object) -> Field:
    """The field battle with a city of Alex, or something else."""
    return replace(FIELD_BATTLE, structures=(replace(CITY, **more),))


def with_battle(field: Field, **more: object) -> Field:
    """The position with something else in its battle."""
    assert field.battle is not None
    return replace(field, battle=replace(field.battle, **more))


def with_attacker(field: Field, **more: object) -> Field:
    """The position with something else about the attacker."""
    assert field.battle is not None
    return with_battle(field, attacker=replace(field.battle.attacker, **more))


def with_defender(field: Field, **more: object) -> Field:
    """The position with something else about the defender."""
    assert field.battle is not None
    return with_battle(field, defender=replace(field.battle.defender, **more))


def choice(seat: Seat, losses: tuple[Loss, ...], to: Seat | None = None, **more: object) -> Choice:
    """A choice of losses."""
    return replace(Choice(seat, Hidden.of(losses, to or seat)), **more)


VALID: Final = {
    "opening": FIELD_BATTLE,
    "reaction": REACTION,
    "preparation": PREPARATION,
    "one has prepared": attacked().forgo(ALEX).prepare(LAURA).field,
    "conversion": CONVERSION,
    "clash": CLASH,
    "losses": DAMAGED_CITY,
    "losses at sea": AT_SEA,
    "recovery": LOST_GALLEY,
}

LEGAL: Final = (Loss("port", 1), Loss("C/galley", 2))
WRONG: Final[tuple[tuple[str, str, Field], ...]] = (
    ("start.stage", "a stage between", replace(FIELD_BATTLE, stage="tactics")),
    ("start", "an end", replace(FIELD_BATTLE, ending=Ending("both", (), "CB-9.2"))),
    ("start", "a battle before", replace(FIELD_BATTLE, fought=(Fought(LAURA, ALEX, "both", ()),))),
    ("start.players", "one twice", replace(FIELD_BATTLE, players=(*FIELD_BATTLE.players, player(ALEX, "red")))),
    ("start.players", "one colour twice", with_laura(colour="purple")),
    ("start.players.laura", "neutral cubes of one's own", with_laura(colour="neutral")),
    ("start.players.laura", "a card twice", with_laura(cards=(Card("DEMOCRACY"), Card("DEMOCRACY")))),
    ("start.players.laura", "an unknown card", with_laura(cards=(Card("ANARCHY"),))),
    ("start.players.laura", "an unknown unit", with_laura(units={"dragon": 1})),
    ("start.players.laura", "an achievement twice", with_laura(achievements=("MIGHTINESS", "MIGHTINESS"))),
    ("start.players.laura.built", "more built than stands", with_laura(built={"economy": 1})),
    ("start.players.laura.built", "an area called city", with_laura(built={"city": 1})),
    ("start.players.laura.mat", "a building without an area", with_laura(mat={"building": 1})),
    ("start.maneuvers", "none", replace(FIELD_BATTLE, maneuvers=())),
    ("start.maneuvers", "of nobody", replace(FIELD_BATTLE, maneuvers=(NOBODY,))),
    ("start.religions", "of no province", replace(FIELD_BATTLE, religions={"moon": "sun"})),
    ("start", "a name twice", replace(FIELD_BATTLE, structures=(replace(CITY, id="A"),))),
    ("start.armies", "two on a hex", with_armies("spearman", place="1,0")),
    ("start.armies.A", "of nobody", replace(FIELD_BATTLE, armies=(army("A", NOBODY, "0,0", "archer"),))),
    ("start.armies.A", "of dragons", with_armies("dragon")),
    ("start.armies.A", "of five", with_armies(*["archer"] * 5)),
    ("start.armies.A", "off the map", with_armies("archer", place="9,9")),
    ("start.armies.A", "archers at sea", with_armies("archer", place="-3,0")),
    ("start.armies.A", "a galley on land", with_armies("galley")),
    ("start.structures.city", "of nobody", with_structure(seat=NOBODY, hex="3,0")),
    ("start.structures.city", "a palace", with_structure(kind="palace")),
    ("start.structures.city", "off the map", with_structure(hex="9,9")),
    ("start.structures.city", "under an enemy", with_structure(hex="0,0")),
    ("start.structures.city", "a city with sides", with_structure(sides=("1,0",))),
    ("start.structures.city", "a wall without sides", with_structure(kind="wall")),
    ("start.structures.city", "a side twice", with_structure(kind="wall", sides=("1,0", "1,0"))),
    ("start.structures.city", "a seventh side", with_structure(kind="wall", sides=("2,0",))),
    ("start.structures.city", "a city with stages", with_structure(stages=1)),
    ("start.structures.city", "a wonder without stages", with_structure(kind="wonder")),
    ("start.structures.city", "too many black cubes", with_structure(black=4)),
    ("start.players.alex.built", "a building from nowhere", with_structure(kind="building")),
    (
        "start",
        "too many cubes",
        replace(FIELD_BATTLE, neutral=100, armies=(replace(FIELD_BATTLE.armies[0], depleted=True),)),
    ),
    ("start.black", "too few black cubes", replace(with_structure(), black=2)),
    ("start.battle", "a battle at the opening", replace(REACTION, stage="opening")),
    ("start.battle", "no battle", replace(FIELD_BATTLE, stage="reaction")),
    ("start.battle.attacker", "out of turn", replace(REACTION, maneuvers=(ALEX,))),
    ("start.battle.defender", "against oneself", with_defender(REACTION, seat=LAURA)),
    ("start.battle.defender.hexes", "elsewhere", with_battle(REACTION, target="2,0")),
    ("start.battle.attacker.hexes", "on the enemy's hex", with_attacker(REACTION, hexes=("0,0", "1,0"))),
    ("start.battle.defender", "nobody defends", with_defender(REACTION, seat=NOBODY)),
    ("start.battle.attacker.armies", "one twice", with_attacker(REACTION, armies=("A", "A"))),
    ("start.battle.attacker.hexes", "one twice", with_attacker(REACTION, hexes=("0,0", "0,0"))),
    ("start.battle.attacker.armies", "the enemy's", with_attacker(REACTION, armies=("B",))),
    ("start.battle.attacker.hexes", "not where the army is", with_attacker(REACTION, hexes=("0,1",))),
    ("start.battle.attacker.hexes", "off the map", with_attacker(REACTION, hexes=("0,0", "9,9"))),
    ("start.battle.attacker.armies", "no army", with_attacker(REACTION, armies=())),
    (
        "start.battle.attacker.experience",
        "of one card twice",
        with_attacker(CONVERSION, experience=(Spent("THEOCRACY", 1), Spent("THEOCRACY", 1))),
    ),
    ("start.battle.attacker.experience", "of no card", with_attacker(CONVERSION, experience=(Spent("DEMOCRACY", 1),))),
    ("start.battle.attacker", "cubes before preparing", with_attacker(PREPARATION, own=1)),
    ("start.battle.bag", "cubes of a third", with_battle(CLASH, bag={"red": 1})),
    ("start.battle.drawn", "none of a colour", with_battle(DAMAGED_CITY, drawn={"green": 7, "purple": 0})),
    ("start.battle", "a card being asked about", with_battle(CLASH, offered=Done(LAURA, "X", "redraw"))),
    ("start.battle", "a fallen city", with_battle(CLASH, fallen=(CITY,))),
    ("start.battle.done", "a card nobody has", with_battle(CLASH, done=(Done(LAURA, "DEMOCRACY", "recovery"),))),
    ("start.battle", "a bag before preparing", with_battle(PREPARATION, bag={"green": 1})),
    ("start.battle", "both have prepared", with_defender(with_attacker(PREPARATION, prepared=True), prepared=True)),
    ("start.battle", "prepared before reacting", with_attacker(REACTION, prepared=True)),
    ("start.battle", "courage before the clash", with_attacker(PREPARATION, prepared=True, courage=3)),
    ("start.battle.siege", "no siege", with_battle(REACTION, siege=True)),
    ("start.battle.lost", "lost before the losses", with_battle(CLASH, lost=(Lost(ALEX, "archer", "1,0"),))),
    ("start.battle.choices", "losses chosen before", with_battle(CLASH, choices=(choice(LAURA, ()),))),
    ("start.battle.attacker", "cubes beside the bag", with_attacker(CLASH, own=1)),
    ("start.battle.defender", "not prepared", with_defender(CLASH, prepared=False)),
    ("start.battle.attacker.courage", "another courage", with_attacker(CLASH, courage=4)),
    ("start.battle.attacker.courage", "courage at the conversion", with_attacker(CONVERSION, courage=3)),
    ("start.battle.attacker.damage", "other damage", with_attacker(DAMAGED_CITY, damage=6)),
    ("start.battle.has_drawn", "drawn before the draw", with_battle(CLASH, has_drawn=True)),
    ("start.battle.drawn", "cubes before the draw", with_battle(CLASH, drawn={"green": 1})),
    ("start.battle.extra", "an extra draw", with_battle(CLASH, extra=1)),
    ("start.battle.choices", "one twice", with_battle(AT_SEA, choices=(choice(ALEX, LEGAL), choice(ALEX, LEGAL)))),
    ("start.battle.choices", "without damage", with_battle(AT_SEA, choices=(choice(MIKE, ()),))),
    ("start.battle.choices", "for another to see", with_battle(AT_SEA, choices=(choice(ALEX, LEGAL, MIKE),))),
    ("start.battle.choices", "open", with_battle(AT_SEA, choices=(choice(ALEX, LEGAL, shown=LEGAL),))),
    ("start.battle.choices", "illegal", with_battle(AT_SEA, choices=(choice(ALEX, LEGAL),))),
    (
        "start.stage",
        "nobody can convert",
        with_attacker(with_defender(replace(CLASH, stage="conversion"), courage=0), courage=0),
    ),
)


@pytest.mark.parametrize("field", VALID.values(), ids=VALID)
def test_the_positions_to_be_spoiled_are_valid(field: Field) -> None:
    """Nothing is wrong with them, and somebody is asked."""
    state = BAG.initial(setup(field))

    assert state.field == field
    assert BAG.to_act(state)


@pytest.mark.parametrize(
    ("where", "field"), [(where, field) for where, _, field in WRONG], ids=[what for _, what, _ in WRONG]
)
def test_a_position_that_contradicts_itself_is_refused(where: str, field: Field) -> None:
    """``BadRecord`` names the field."""
    assert refused(field).startswith(f"{where}: ")


def test_a_battle_needs_a_position_and_two_players() -> None:
    """No text says where armies stand."""
    assert refused(None).startswith("start: ")
    assert refused(None, seats=(LAURA,)).startswith("seats: ")


def test_each_seat_has_a_player() -> None:
    """Mike sits there without one."""
    seats = (SeatSetup(LAURA), SeatSetup(ALEX), SeatSetup(MIKE))

    with pytest.raises(BadRecord, match=r"^start.players: "):
        BAG.initial(Setup(seats, ONE, AS_PRINTED, FIELD_BATTLE))


def test_more_armies_than_a_corps_may_have_do_not_fight() -> None:
    """CB-1.5: two armies, no castle."""
    armies = (*REACTION.armies, army("C", LAURA, "0,1", "spearman"))
    field = with_attacker(replace(REACTION, armies=armies), armies=("A", "C"), hexes=("0,0", "0,1"))

    assert refused(field).startswith("start.battle: ")


def test_a_choice_already_made_may_stand_in_a_position_and_may_be_closed_to_the_reader() -> None:
    """CB-5.7: Mike deals 1 damage, too, and Alex has chosen."""
    legal = (Loss("C/galley", 2),)
    field = with_battle(AT_SEA, drawn={"purple": 2, "white": 1}, choices=(choice(ALEX, legal),))
    field = with_attacker(with_defender(field, damage=1), damage=2)
    closed = with_battle(field, choices=(Choice(ALEX, Hidden((ALEX,), digest="0" * 64)),))

    assert BAG.to_act(BAG.initial(setup(field))) == (MIKE,)
    assert BAG.to_act(BAG.initial(setup(closed))) == (MIKE,)


LAND: Final = ONE.map
WRONG_COMPONENTS: Final[dict[str, tuple[str, Components]]] = {
    "a unit twice": ("components.units", replace(ONE, units=ONE.units * 2)),
    "a structure twice": ("components.structures", replace(ONE, structures=ONE.structures * 2)),
    "a card twice": ("components.cards", replace(ONE, cards=ONE.cards * 2)),
    "a rank twice": ("components.priority", replace(ONE, priority=(("wall",), ("wall",)))),
    "a range from 2 to 1": (
        "components.units.spearman",
        replace(ONE, units=(replace(ONE.units[1], nearest=2, farthest=1),)),
    ),
    "a hex twice": ("components.map", replace(ONE, map=replace(LAND, water=LAND.land[:1]))),
    "a hex in other words": ("components.map", replace(ONE, map=replace(LAND, land=("00,0",)))),
    "a province twice": ("components.map.provinces", replace(ONE, map=replace(LAND, provinces=LAND.provinces * 2))),
    "a hex in two provinces": (
        "components.map.provinces",
        replace(ONE, map=replace(LAND, provinces=(*LAND.provinces, Province("north", ("0,0",))))),
    ),
    "a province off the map": (
        "components.map.provinces.moon",
        replace(ONE, map=replace(LAND, provinces=(Province("moon", ("9,9",)),))),
    ),
}


@pytest.mark.parametrize(("where", "components"), WRONG_COMPONENTS.values(), ids=WRONG_COMPONENTS)
def test_components_that_contradict_themselves_are_refused(where: str, components: Components) -> None:
    """``BadRecord`` names the field."""
    assert refused(FIELD_BATTLE, components).startswith(f"{where}: ")


def test_a_box_without_a_start_position_has_names_for_its_cards_alone() -> None:
    placed = setup(FIELD_BATTLE)

    assert set(names(replace(placed, start=None))) == {"card"}
    assert set(names(placed)) == {"card", "colour", "area"}
