"""Ten misplays of A Knight's Duty, each written down as a table tells it: no event is written exactly."""

import json
from typing import Final

from tests.support.mistakes.misplay import Misplay

_ASH: Final = {"seat": "ash", "clan": "red", "space": "1,0", "weapon": "spear"}
_BIRCH: Final = {"seat": "birch", "clan": "blue", "space": "-1,0", "weapon": "sword"}
_CEDAR: Final = {"seat": "cedar", "clan": "green", "space": "4,-1", "weapon": "bow"}


def _match(seats: str, *knights: dict[str, str]) -> str:
    start = {"stage": "planning", "turn": 3, "knights": knights}
    head = "oathbook notation/1\nedition knights_duty/1\ncomponents knights-duty-sample-1\n"
    return f"{head}seats {seats}\nstart {json.dumps(start)}\n\n"


def _duel(**ash: str) -> str:
    """Ash with a spear and Birch with a sword, two spaces apart with High Ground between them."""
    return _match("ash Ash, birch Birch", {**_ASH, **ash}, _BIRCH)


_COMBAT: Final = """\
ash: plan spear
birch: plan {birch}
ash: point at birch
ash: keep Inspiration
birch: keep Inspiration
  draw {card}
  then Birch has decided about Inspiration
  then Ash uses Inspiration: no
  then Birch uses Inspiration: no
"""
_TURN_ENDS: Final = """\
  then the combat of Ash against Birch is over
  then slot 1 is resolved
  then turn 3 ends
  then turn 4 begins
"""

KNIGHT_MISPLAYS: Final = {
    "three tokens alike": Misplay(
        f"{_duel()}! ash: plan spear, spear, spear\n  says one of them was Birch's\n"
        "  then Ash lays 3 tokens face down\nbirch: plan shield\n",
        (2,),
        ("KD-2.1",),
    ),
    "third token with a Broken Heart": Misplay(
        f"{_duel(heart='broken')}! ash: plan spear, shield, movement\n  then Ash lays 3 tokens face down\n"
        "birch: plan shield\n",
        (2,),
        ("KD-2.2",),
    ),
    "plan changed": Misplay(
        f"{_duel()}ash: plan spear\n! ash: plan shield\n  says Birch was slow\n  then nothing\nbirch: plan nothing\n",
        (4,),
        ("KD-2.1",),
    ),
    "two spaces at once": Misplay(
        f"{_duel()}ash: plan movement\nbirch: plan nothing\n! ash: move to -1,1\n  then nothing\n"
        "  edit knights ash space = -1,1\nash: move to -1,1\n",
        (6,),
        ("KD-4.1",),
    ),
    "too far for a bow": Misplay(
        f"{_match('ash Ash, birch Birch, cedar Cedar', {**_ASH, 'space': '-2,0', 'weapon': 'bow'}, _BIRCH, _CEDAR)}"
        "ash: plan bow\nbirch: plan nothing\ncedar: plan nothing\n! ash: point at cedar\n"
        "  says six spaces looked like four\n  then Ash points at Cedar\n"
        "  then Ash attacks next (no other attack waits)\n  then Ash attacks Cedar with the bow\n"
        "ash: keep Inspiration\ncedar: keep Inspiration\n  draw shield\n",
        (8,),
        ("KD-7.2",),
    ),
    "Inspiration spent before": Misplay(
        f"{_duel(inspiration='face_down')}ash: plan spear\nbirch: plan shield\nash: point at birch\n"
        "! ash: use Inspiration\n  then Ash has decided about Inspiration\nbirch: keep Inspiration\n  draw heart\n",
        (8,),
        ("KD-9.1",),
    ),
    "shield overlooked": Misplay(
        f"{_duel()}{_COMBAT.format(birch='shield', card='heart')}  then Birch builds a pile: hearts 2, shields 2\n"
        f"  then Ash picks a heart\n  then Ash breaks the heart of Birch\n{_TURN_ENDS}",
        (12,),
        ("KD-8.3",),
        "consequence",
    ),
    "heart not turned over": Misplay(
        f"{_duel()}{_COMBAT.format(birch='shield', card='heart')}  then Birch builds a pile: hearts 1, shields 3\n"
        f"  then Ash picks a heart\n{_TURN_ENDS}",
        (12,),
        ("KD-8.8",),
        "consequence",
    ),
    "parried weapon kept": Misplay(
        f"{_duel()}{_COMBAT.format(birch='parry', card='shield')}  then Birch builds a pile: hearts 2, shields 2\n"
        f"  then Ash picks a shield\n  then Ash misses Birch\n{_TURN_ENDS}",
        (12,),
        ("KD-6.2",),
        "consequence",
    ),
    "High Ground forgotten": Misplay(
        f"{_duel(inspiration='face_down')}ash: plan movement\nbirch: plan nothing\nash: move to 0,0\n"
        "  then Ash has chosen where to go\n  then Ash wants to go to 0,0\n  then Ash moves to 0,0\n"
        "  then slot 1 is resolved\n  then turn 3 ends\n  then turn 4 begins\n",
        (7,),
        ("KD-9.3",),
        "consequence",
    ),
}
"""Worked out by hand from the clauses; the numbers of positions count the opening."""
