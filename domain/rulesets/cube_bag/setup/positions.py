"""Positions of our own that reach what the printed examples leave out."""

from typing import Final

from msgspec.structs import replace

from domain.rulesets.cube_bag.model.state import Battle, Field, Fighter, Lost, Structure
from domain.rulesets.cube_bag.setup.examples import ALEX, LAURA, MIKE, UNITS, army, player

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
        Structure("castle-1", LAURA, "castle", "0,0"),
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
    neutral=1,
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
    players=(player(LAURA, "green", "SIEGE_TOWER", actions=2), player(ALEX, "purple", actions=3)),
    armies=(
        army("F", LAURA, "-2,-1", "archer"),
        army("A", LAURA, "0,0", "archer spearman cavalryman"),
        army("B", ALEX, "1,0", "spearman catapult peasant"),
        army("C", ALEX, "0,1", "cavalryman swordsman peasant"),
        army("D", ALEX, "1,-1", "peasant peasant"),
    ),
    structures=(Structure("castle", ALEX, "castle", "3,0"), Structure("keep", LAURA, "castle", "0,0")),
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
        player(MIKE, "white", EVERY_CARD, actions=1, built={"trade": 1}, units={"archer": 1, "galley": 1}),
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

FORTRESS: Final = Field(
    maneuvers=(LAURA,) * 8,
    players=(
        player(LAURA, "green", actions=2),
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
        Structure("wall", ALEX, "wall", "0,0", sides=("0,-1",)),
        Structure("mill", ALEX, "building", "0,0"),
        Structure("school", ALEX, "building", "0,0"),
    ),
    neutral=30,
    black=30,
)
"""Shot at again and again: much to destroy, in an order to be kept."""

CORNERED: Final = Field(
    maneuvers=(LAURA,) * 6,
    players=(player(LAURA, "green", "SIEGE_TOWER", actions=1), player(ALEX, "purple", "THEOCRACY", actions=1)),
    armies=(
        army("A", LAURA, "-1,-1", "catapult archer cavalryman"),
        army("B", ALEX, "0,0", "catapult spearman"),
        army("C", ALEX, "1,-2", "cavalryman archer"),
        army("D", ALEX, "-2,1", "archer peasant"),
    ),
    structures=(
        Structure("fence-1", ALEX, "palisade", "0,0", sides=("0,-1",)),
        Structure("fence-2", ALEX, "palisade", "1,-2", sides=("-1,0",)),
        Structure("fence-3", ALEX, "palisade", "-2,1", sides=("0,-1",)),
    ),
    neutral=2,
    black=20,
)
"""Two hexes away in every direction in which the line of attack comes in at a corner, half of it walled."""

APART: Final = Field(
    stage="preparation",
    maneuvers=(LAURA,) * 3,
    players=(player(LAURA, "green", "TRAINED_ARMY"), player(ALEX, "purple", "THEOCRACY", actions=2)),
    armies=(
        army("A", LAURA, "0,0", "spearman cavalryman peasant"),
        army("B", ALEX, "1,0", "archer peasant"),
        army("C", ALEX, "2,0", "cavalryman catapult"),
    ),
    structures=(Structure("keep", LAURA, "castle", "0,0"), Structure("castle", ALEX, "castle", "3,0")),
    neutral=10,
    black=20,
    battle=Battle(
        "1,0",
        siege=False,
        attacker=Fighter(LAURA, ("A",), ("0,0",)),
        defender=Fighter(ALEX, ("B", "C"), ("1,0", "2,0")),
    ),
)
"""A corps of which only one army is within reach, against an army that stands in a castle."""

EVENLY_MATCHED: Final = Field(
    stage="losses",
    maneuvers=(LAURA,),
    players=(player(LAURA, "green", "SIEGE_TOWER"), player(ALEX, "purple")),
    armies=(army("A", LAURA, "0,0", "spearman"), army("B", ALEX, "1,0", "cavalryman")),
    battle=Battle(
        "1,0",
        siege=False,
        attacker=Fighter(LAURA, ("A",), ("0,0",), prepared=True, courage=2, damage=1),
        defender=Fighter(ALEX, ("B",), ("1,0",), prepared=True, courage=1, damage=1),
        drawn={"green": 1, "purple": 1},
        has_drawn=True,
        extra=0,
    ),
)
"""One unit and one damage on either side: both are wiped out."""
