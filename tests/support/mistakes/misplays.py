"""Sheets of tables that did something wrong, and what verifying says of each."""

import json
from typing import Final

from msgspec import to_builtins

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.knights_duty.model.state import Field, Knight
from tests.support.mistakes.cube_misplays import CUBE_MISPLAYS
from tests.support.mistakes.gloomhaven import GLOOMHAVEN_MISPLAYS
from tests.support.mistakes.heirless import HEIRLESS_MISPLAYS
from tests.support.mistakes.knight_misplays import KNIGHT_MISPLAYS
from tests.support.mistakes.misplay import Misplay
from tests.support.transcribing import DUEL

HEIRLESS: Final = "oathbook notation/1\nedition heirless/e1\nseats ann Ann, bram Bram, cleo Cleo, dov Dov\n\n"
TURN_OF_BRAM: Final = f"{HEIRLESS}ann: deploy Valley\n"
_FAR: Final = Field(
    stage="planning",
    turn=3,
    knights=(
        Knight(Seat("ash"), "red", "2,0", weapon="spear", inspiration="face_down"),
        Knight(Seat("birch"), "yellow", "-2,0"),
    ),
)
FAR_DUEL: Final = (
    "oathbook notation/1\nedition knights_duty/1\ncomponents knights-duty-sample-1\n"
    f"seats ash Ash, birch Birch\nstart {json.dumps(to_builtins(_FAR))}\n"
)

MISPLAYS: Final[dict[str, Misplay]] = {
    "out of turn": Misplay(
        f"{TURN_OF_BRAM}! dov: deploy Thicket\n  says nobody noticed\nbram: build Bakery on 1\n", (4,), ("HT-1.1",)
    ),
    "passes": Misplay(
        f"{TURN_OF_BRAM}! bram:\n  says Bram passes\n  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n"
        "cleo: deploy Thicket\n",
        (4,),
        ("",),
    ),
    "piece elsewhere": Misplay(
        f"{TURN_OF_BRAM}! bram: deploy Thicket\n  then Bram deploys Bram 1 to Capital\n  then turn 2 of Bram ends\n"
        "  then turn 3: it is Cleo's\n",
        (4,),
        ("HT-7.1",),
    ),
    "edited count": Misplay(
        f"{TURN_OF_BRAM}! ann:\n  says one Influence too many\n  edit players ann influence = 4\n  edit earned = 1\n"
        "bram: idle\n",
        (4,),
        ("",),
    ),
    "nothing came of it": Misplay(
        f"{DUEL}\nash: plan bow\nbirch: plan shield\n! ash: point at birch\n  says he forgot\n  then nothing\n",
        (6,),
        ("",),
    ),
    **KNIGHT_MISPLAYS,
    **CUBE_MISPLAYS,
    **HEIRLESS_MISPLAYS,
    **GLOOMHAVEN_MISPLAYS,
}
"""What is here was worked out by hand from the clauses; the numbers of positions count the opening."""

THIRD_TOKEN: Final = f"""{FAR_DUEL}
ash: plan spear
birch: plan movement, shield, movement
birch: move to -1,0
ash: point at birch
! birch: keep Inspiration
  says Birch has a Broken Heart now and plays the third token all the same
  draw strike/1/ash: heart
  then Birch has decided about Inspiration
  then Birch uses Inspiration: no
  then Birch builds a pile: hearts 2, shields 2
  then Ash picks a heart
  then Ash breaks the heart of Birch
  then the combat of Ash against Birch is over
  then slot 1 is resolved
  then slot 2 is revealed
  then Birch shows shield: defend
  then Birch is defending
  then slot 2 is resolved
  then slot 3 is revealed
  then token revealed seat birch slot 3 token movement action move
  then step began step movement seats birch
birch: move to 0,0
"""
