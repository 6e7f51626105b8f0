"""Setups to show and to play at random: the printed examples, and battles that reach what these leave out."""

from typing import Final

from domain.rulesets.cube_bag.examples import (
    ALEX,
    FIELD_BATTLE,
    LAURA,
    MIKE,
    SHOT_FROM_AFAR,
    SIEGE_OF_A_CITY,
    TWO,
    UNITS,
    army,
    player,
    setup,
)
from domain.rulesets.cube_bag.model import Field, Structure
from domain.rulesets.protocol import Setup

EVERY_CARD: Final = "FABIAN_TACTIC TRAINED_ARMY THEOCRACY DEMOCRACY MARSHALS MILITARISM"

ON_THE_SHORE: Final = Field(
    maneuvers=(ALEX, MIKE, ALEX),
    players=(
        player(ALEX, "purple", "DEMOCRACY", actions=2),
        player(MIKE, "white", "DEMOCRACY", actions=1, built={"trade": 1}),
    ),
    armies=(
        army("A", ALEX, "-2,2", "archer swordsman"),
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
    maneuvers=(LAURA, LAURA, ALEX, LAURA),
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
    maneuvers=(LAURA, ALEX),
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
    maneuvers=(ALEX, MIKE, ALEX, MIKE),
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
    maneuvers=(LAURA, ALEX),
    players=(player(LAURA, "green", "SIEGE_TOWER DEMOCRACY"), player(ALEX, "purple", "TRAINED_ARMY", consumption=1)),
    armies=(
        army("A", LAURA, "-1,0", "spearman swordsman"),
        army("B", ALEX, "0,0", "cavalryman peasant"),
        army("C", ALEX, "0,1", "swordsman spearman"),
    ),
    structures=(
        Structure("city", ALEX, "city", "0,0", black=2),
        Structure("wall", ALEX, "wall", "0,0", sides=("-1,0", "0,-1"), black=1),
        Structure("castle", ALEX, "castle", "0,1"),
    ),
    neutral=30,
    black=20,
)
"""A siege in which a reinforcement is not behind the wall."""

SAMPLES: Final[tuple[Setup, ...]] = (
    setup(FIELD_BATTLE),
    setup(SHOT_FROM_AFAR, TWO),
    setup(SIEGE_OF_A_CITY),
    *(setup(field) for field in (ON_THE_SHORE, BARE_WALLS, TWO_CORPS, EXPERIENCED, SMALL_SIEGE)),
)
