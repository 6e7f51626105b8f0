"""Setups to show and to play at random: the printed examples, and battles that reach what these leave out."""

from typing import Final

from msgspec import convert
from msgspec.structs import replace

from domain.rulesets.cube_bag.editions import EDITION_G1
from domain.rulesets.cube_bag.model.switches import Switches
from domain.rulesets.cube_bag.setup.examples import (
    DAMAGED_CITY,
    FIELD_BATTLE,
    ONE,
    SHOT_FROM_AFAR,
    SIEGE_OF_A_CITY,
    TWO,
    setup,
)
from domain.rulesets.cube_bag.setup.positions import (
    APART,
    AT_SEA,
    ATTACKED_AGAIN,
    BARE_WALLS,
    BEHIND_NO_WALL,
    CORNERED,
    EVENLY_MATCHED,
    EXPERIENCED,
    FORTRESS,
    LOST_GALLEY,
    ON_THE_SHORE,
    ONE_CUBE_LEFT,
    ONE_ENEMY_CUBE,
    RUINED_FORT,
    SMALL_SIEGE,
    TWO_CORPS,
)
from domain.rulesets.protocol import Setup

OFTEN: Final = replace(
    ONE,
    name="recovers-often",
    cards=tuple(replace(each, recoveries=3) if each.recoveries else each for each in ONE.cards),
)
"""The first data set, with three recovery actions on DEMOCRACY."""

_LAST: Final = {each.id: each.settings[-1] for each in EDITION_G1.rulebook.readings if each.settings}
TURNED: Final = convert(_LAST, Switches)
"""Every switch at its last setting, which is never the default."""

ON_THE_MAP: Final = (ON_THE_SHORE, BARE_WALLS, TWO_CORPS, EXPERIENCED, SMALL_SIEGE, RUINED_FORT, ATTACKED_AGAIN)
IN_BATTLE: Final = (BEHIND_NO_WALL, AT_SEA, LOST_GALLEY, DAMAGED_CITY, FORTRESS, CORNERED, APART, EVENLY_MATCHED)

SAMPLES: Final[tuple[Setup, ...]] = (
    setup(FIELD_BATTLE),
    setup(SHOT_FROM_AFAR, TWO),
    setup(SIEGE_OF_A_CITY),
    *(setup(field) for field in (*ON_THE_MAP, *IN_BATTLE)),
    *(setup(field, switches=TURNED) for field in (BARE_WALLS, TWO_CORPS, ATTACKED_AGAIN)),
    *(setup(field, switches=TURNED) for field in (BEHIND_NO_WALL, FORTRESS, CORNERED, APART)),
    *(setup(AT_SEA, switches=each) for each in (Switches(), Switches(tough_unit="passed_over"))),
    *(
        setup(FIELD_BATTLE, switches=each)
        for each in (Switches(no_courage="broken_off"), Switches(out_of_reach="attack_void"))
    ),
    *(
        setup(APART, switches=each)
        for each in (Switches(concrete_target="whole_battle"), Switches(involved="target_hex"))
    ),
    setup(LOST_GALLEY, OFTEN, switches=TURNED),
    setup(replace(LOST_GALLEY, neutral=0), OFTEN, switches=Switches(recovered_unit="depleted")),
    setup(LOST_GALLEY, OFTEN, switches=Switches(tough_recovery="one_hit_point")),
    setup(EXPERIENCED, OFTEN, switches=Switches(recovered_unit="depleted")),
    *(setup(ONE_CUBE_LEFT, OFTEN, switches=each) for each in (Switches(), Switches(large_check="not_possible"))),
    setup(ONE_ENEMY_CUBE, OFTEN, switches=Switches(large_check="not_possible", tough_recovery="one_hit_point")),
)
