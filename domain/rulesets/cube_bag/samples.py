"""Setups to show and to play at random: the printed examples, and battles that reach what these leave out."""

from typing import Final

from msgspec.structs import replace

from domain.rulesets.cube_bag.editions import Switches
from domain.rulesets.cube_bag.examples import (
    ALEX,
    DAMAGED_CITY,
    FIELD_BATTLE,
    LAURA,
    MIKE,
    ONE,
    SHOT_FROM_AFAR,
    SIEGE_OF_A_CITY,
    TWO,
    UNITS,
    army,
    player,
    setup,
)
from domain.rulesets.cube_bag.model import Battle, Field, Fighter, Lost, Structure
from domain.rulesets.protocol import Setup

EVERY_CARD: Final = "FABIAN_TACTIC TRAINED_ARMY THEOCRACY DEMOCRACY MARSHALS MILITARISM"

ON_THE_SHORE: Final = Field(
    maneuvers=(ALEX, MIKE, ALEX, MIKE, ALEX),
    players=(
        player(ALEX, "purple", "DEMOCRACY", actions=2),
        player(MIKE, "white", "DEMOCRACY", actions=1, built={"trade": 1}),
    ),
    armies=(
        army("A", ALEX, "-2,2", "archer archer swordsman"),
        army("B", ALEX, "-2,0", "archer archer"),
        army("C", MIKE, "-3,2", "galley galley"),
        army("D", MIKE, "-3,1", "galley"),
    ),
    structures=(
        Structure("port", MIKE, "building", "-3,2"),
        Structure("castle-1", ALEX, "castle", "0,-3"),
        Structure("castle-2", MIKE, "castle", "0,3"),
    ),
    neutral=30,
    black=20,
)
"""Galleys with 2 hit points, a port behind them, and swordsmen who do not reach them."""

BARE_WALLS: Final = Field(
    maneuvers=(LAURA, LAURA, ALEX, LAURA, LAURA),
    players=(
        player(LAURA, "green", "TRAINED_ARMY MILITARISM"),
        player(ALEX, "purple", actions=2, consumption=1, built={"economy": 1, "culture": 1}),
    ),
    armies=(
        army("A", LAURA, "-2,0", "catapult catapult archer"),
        army("B", LAURA, "-1,1", "swordsman archer"),
        army("C", ALEX, "2,0", "cavalryman"),
    ),
    structures=(
        Structure("city", ALEX, "city", "0,0"),
        Structure("palisade", ALEX, "palisade", "0,0", sides=("-1,0",)),
        Structure("mill", ALEX, "building", "0,0", black=1),
        Structure("school", ALEX, "building", "0,0"),
        Structure("tower", ALEX, "wonder", "0,0", stages=1),
        Structure("keep", LAURA, "castle", "-1,1"),
    ),
    neutral=30,
    black=30,
)
"""A city without an army, attacked more than once; one building has nothing left."""

TWO_CORPS: Final = Field(
    maneuvers=(LAURA, ALEX) * 4,
    players=(
        player(LAURA, "green", EVERY_CARD, actions=2, religion="sun", units={**dict.fromkeys(UNITS, 1), "archer": 0}),
        player(ALEX, "purple", EVERY_CARD, actions=1, religion="moon"),
    ),
    armies=(
        army("A", LAURA, "0,0", "spearman archer"),
        army("B", LAURA, "0,1", "swordsman peasant"),
        army("C", ALEX, "1,0", "cavalryman archer", "relic"),
        army("D", ALEX, "2,-1", "archer peasant"),
        army("E", ALEX, "-1,-2", "spearman", "depleted"),
    ),
    structures=(
        Structure("castle-1", LAURA, "castle", "0,-3"),
        Structure("castle-2", ALEX, "castle", "3,0"),
        Structure("fence", ALEX, "palisade", "1,0", sides=("-1,0", "-1,1")),
    ),
    religions={"east": "sun", "middle": "moon"},
    neutral=30,
    black=20,
)
"""Two corps with every card, so that each of them is asked about each."""

EXPERIENCED: Final = Field(
    maneuvers=(ALEX, MIKE) * 4,
    players=(
        player(ALEX, "purple", "DEMOCRACY:2 TRAINED_ARMY", supply=4),
        player(MIKE, "white", "DEMOCRACY:1 THEOCRACY:1", supply=4, actions=1),
    ),
    armies=(
        army("A", ALEX, "0,0", "archer"),
        army("B", MIKE, "1,0", "archer"),
        army("C", MIKE, "0,1", "peasant"),
    ),
    neutral=2,
)
"""The smallest of battles: few cubes in a bag that a check may empty."""

SMALL_SIEGE: Final = Field(
    maneuvers=(LAURA, LAURA, ALEX, LAURA),
    players=(player(LAURA, "green", "DEMOCRACY"), player(ALEX, "purple", "TRAINED_ARMY", consumption=1)),
    armies=(
        army("A", LAURA, "-1,0", "spearman swordsman"),
        army("B", ALEX, "0,0", "cavalryman peasant"),
        army("C", ALEX, "-1,1", "cavalryman swordsman"),
    ),
    structures=(
        Structure("city", ALEX, "city", "0,0", black=2),
        Structure("wall", ALEX, "wall", "0,0", sides=("-1,0", "0,-1"), black=1),
        Structure("castle", ALEX, "castle", "3,0"),
    ),
    neutral=30,
    black=20,
)
"""A siege in which a reinforcement is not behind the wall."""

RUINED_FORT: Final = Field(
    maneuvers=(LAURA, LAURA),
    players=(player(LAURA, "green", "SIEGE_TOWER"), player(ALEX, "purple")),
    armies=(army("A", LAURA, "-1,0", "catapult"), army("B", ALEX, "0,0", "archer")),
    structures=(Structure("fort", ALEX, "palisade", "0,0", sides=("-1,0",), black=1),),
    neutral=10,
    black=10,
)
"""One unit on each side and a palisade with nothing left: both may be wiped out."""

ATTACKED_AGAIN: Final = Field(
    maneuvers=(LAURA,) * 8,
    players=(player(LAURA, "green"), player(ALEX, "purple", actions=3)),
    armies=(
        army("F", LAURA, "-2,-1", "archer"),
        army("A", LAURA, "0,0", "archer swordsman"),
        army("B", ALEX, "1,0", "spearman spearman peasant"),
        army("C", ALEX, "0,1", "spearman swordsman peasant"),
        army("D", ALEX, "1,-1", "peasant peasant"),
    ),
    structures=(Structure("castle", ALEX, "castle", "3,0"), Structure("keep", LAURA, "castle", "0,-3")),
    neutral=30,
    black=10,
)
"""One after another, so that the armies that reacted are depleted when they are attacked again."""

BEHIND_NO_WALL: Final = replace(
    SMALL_SIEGE,
    stage="preparation",
    battle=Battle(
        "0,0",
        siege=True,
        attacker=Fighter(LAURA, ("A",), ("-1,0",)),
        defender=Fighter(ALEX, ("B", "C"), ("0,0", "-1,1")),
    ),
)
"""The siege with its reinforcement: army C is not garrison."""

AT_SEA: Final = replace(
    ON_THE_SHORE,
    stage="losses",
    battle=Battle(
        "-3,2",
        siege=False,
        attacker=Fighter(ALEX, ("A",), ("-2,2",), prepared=True, courage=2, damage=3),
        defender=Fighter(MIKE, ("C",), ("-3,2",), prepared=True, courage=2),
        bag={"neutral": 2, "purple": 2, "white": 3},
        drawn={"purple": 3},
        has_drawn=True,
        extra=0,
    ),
)
"""Three damage to two galleys and the port behind them."""

LOST_GALLEY: Final = replace(
    ON_THE_SHORE,
    stage="recovery",
    players=(
        ON_THE_SHORE.players[0],
        player(MIKE, "white", EVERY_CARD, actions=1, built={"trade": 1}, units={"archer": 4, "galley": 2}),
    ),
    battle=Battle(
        "-3,2",
        siege=False,
        attacker=Fighter(ALEX, ("A",), ("-2,2",), prepared=True, courage=2, damage=2),
        defender=Fighter(MIKE, ("C",), ("-3,2",), prepared=True, courage=2),
        bag={"neutral": 2, "purple": 3, "white": 1},
        drawn={"purple": 2},
        has_drawn=True,
        extra=0,
        lost=(Lost(MIKE, "galley", "-3,2"), *(Lost(MIKE, "archer", "0,2"),) * 4),
    ),
)
"""A galley of 2 hit points to be recovered, or an archer."""

BATTLE_LEFT: Final = Battle(
    "-3,2",
    siege=False,
    attacker=Fighter(ALEX, ("A",), ("-2,2",), prepared=True, courage=2, damage=2),
    defender=Fighter(MIKE, ("C",), ("-3,2",), prepared=True, courage=2),
    bag={"white": 1},
    drawn={"purple": 2},
    has_drawn=True,
    extra=0,
    lost=(*(Lost(MIKE, "archer", "0,2"),) * 3, Lost(MIKE, "galley", "-3,2")),
)

ONE_CUBE_LEFT: Final = replace(
    ON_THE_SHORE,
    stage="recovery",
    players=(
        player(ALEX, "purple", "DEMOCRACY"),
        player(MIKE, "white", f"{EVERY_CARD}:9", actions=9, built={"trade": 1}),
    ),
    battle=BATTLE_LEFT,
)
"""A check of 2 on a bag with one cube, and nothing to draw after it."""

ONE_ENEMY_CUBE: Final = replace(ONE_CUBE_LEFT, battle=replace(BATTLE_LEFT, bag={"purple": 1}))
"""The same with a cube that fails every check."""

OFTEN: Final = replace(
    ONE,
    name="recovers-often",
    cards=tuple(replace(each, recoveries=5) for each in ONE.cards),
)
"""The first data set, with five recovery actions on each card."""

FORTRESS: Final = Field(
    maneuvers=(LAURA,) * 8,
    players=(
        player(LAURA, "green"),
        player(ALEX, "purple", actions=4, consumption=1, built={"economy": 1, "culture": 1}),
    ),
    armies=(
        army("A", LAURA, "-1,-1", "archer archer archer archer"),
        army("B", LAURA, "0,-2", "archer archer archer"),
        army("D", ALEX, "0,0", "peasant peasant peasant swordsman"),
    ),
    structures=(
        Structure("keep", LAURA, "castle", "0,-3"),
        Structure("castle", ALEX, "castle", "0,0"),
        Structure("wall", ALEX, "wall", "0,0", sides=("0,-1", "-1,0")),
        Structure("mill", ALEX, "building", "0,0"),
        Structure("school", ALEX, "building", "0,0"),
    ),
    neutral=30,
    black=30,
)
"""Shot at again and again: much to destroy, in an order to be kept."""

OTHERS: Final = (
    *(ON_THE_SHORE, BARE_WALLS, TWO_CORPS, EXPERIENCED, SMALL_SIEGE, RUINED_FORT),
    *(ATTACKED_AGAIN, BEHIND_NO_WALL, AT_SEA, LOST_GALLEY, DAMAGED_CITY),
)
SAMPLES: Final[tuple[Setup, ...]] = (
    setup(FIELD_BATTLE),
    setup(SHOT_FROM_AFAR, TWO),
    setup(SIEGE_OF_A_CITY),
    *(setup(field) for field in OTHERS),
    setup(TWO_CORPS, switches=Switches(leaving_out="all_or_none", cubes_of_converted="withdrawn")),
    *(setup(FORTRESS, switches=each) for each in (Switches(), Switches(leaving_out="all_or_none"))),
    setup(AT_SEA, switches=Switches(tough_unit="passed_over")),
    setup(BEHIND_NO_WALL, switches=Switches(partial_garrison="whole_siege")),
    setup(LOST_GALLEY, OFTEN, switches=Switches(recovered_unit="depleted")),
    setup(LOST_GALLEY, OFTEN, switches=Switches(tough_recovery="one_hit_point")),
    setup(
        LOST_GALLEY,
        OFTEN,
        switches=Switches(tough_recovery="one_hit_point", recovery_hex="own_army", large_check="not_possible"),
    ),
    *(
        setup(BEHIND_NO_WALL, switches=each)
        for each in (Switches(bonus_counts="unit"), Switches(bonus_colour="attack"))
    ),
    setup(ONE_CUBE_LEFT, OFTEN),
    setup(ONE_ENEMY_CUBE, OFTEN, switches=Switches(large_check="not_possible", tough_recovery="one_hit_point")),
)
