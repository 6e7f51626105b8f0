"""The commonest mistakes at a table of Heirless, as sheets that somebody writes who has read the docs."""

from typing import Final

from tests.support.mistakes.misplay import Misplay

TABLE: Final = "oathbook notation/1\nedition heirless/e1\nseats ann Ann, bram Bram, cleo Cleo, dov Dov\n\n"
_VOTE_ON: Final = f"{TABLE}ann: deploy Valley\nbram: propose {{}}\ndov: vote against 2\ncleo: vote for 0\n"
_ALONE: Final = "bram: idle\ncleo: idle\ndov: idle\n"
_ON_TO_CLEO: Final = "  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n"

HEIRLESS_MISPLAYS: Final[dict[str, Misplay]] = {
    "Worker of a Faction that is not controlled": Misplay(
        f"{TABLE}ann: deploy Valley\n! bram: refine 1 cat1 with Cat\n"
        "  then Bram refines 1 cat0 and 1 fox0 into 1 cat1 with a Cat Worker\n"
        f"{_ON_TO_CLEO}cleo: idle\n",
        (4,),
        ("HT-4.2",),
    ),
    "too few Workers": Misplay(
        f"{TABLE}ann: build Mill on 5\n{_ALONE}! ann: assign Cat to Mill\n  says the Mill asks for two\n"
        "  then Ann assigns 1 Worker to Mill of Ann: Cat\n  then Ann gains 1 Influence\nann: idle\n",
        (10,),
        ("HT-4.7",),
    ),
    "second action in one turn": Misplay(
        f"{TABLE}ann: deploy Valley\nbram: build Bakery on 1\n! bram: deploy Meadow\n"
        "  says a Bakery and a Knight in one turn\ncleo: deploy Thicket\n",
        (6,),
        ("HT-1.1",),
    ),
    "acts while Idle": Misplay(
        f"{TABLE}ann: idle\nbram: idle\ncleo: deploy Valley\ndov: idle\n! ann: deploy Thicket\n"
        "  says Ann had Idled\n  edit knights ann-1 tile = Thicket\ncleo: idle\n",
        (10,),
        ("HT-1.4",),
    ),
    "tie enacts a Law": Misplay(
        f"{_VOTE_ON.format('Open Gates')}bram: vote for 2\nann: vote for 0\n  then Ann spends nothing\n"
        "  then the vote on Open Gates closes with 2 for and 2 against: enacted\n  then Open Gates is in force\n"
        f"{_ON_TO_CLEO}cleo: idle\n",
        (13,),
        ("HT-8.4",),
        "consequence",
    ),
    "vote counted wrong": Misplay(
        f"{_VOTE_ON.format('Tithe')}bram: vote for 2\nann: vote for 0\n  then Ann spends nothing\n"
        "  then the vote on Tithe closes with 3 for and 2 against: enacted\n  then Tithe is in force\n"
        f"{_ON_TO_CLEO}cleo: idle\n",
        (13,),
        ("HT-8.2",),
        "consequence",
    ),
    "spends nothing on the own Law": Misplay(
        f"{_VOTE_ON.format('Tithe')}! bram: vote for 0\n"
        "  then influence spent vote 1 seat bram law Tithe side for influence 0\nann: vote for 3\n",
        (10,),
        ("HT-8.3",),
    ),
    "flees from the Capital": Misplay(
        f"{TABLE}ann: deploy Capital\n{_ALONE}! ann: flee Capital\n"
        "  then Ann 1 flees from Capital to Wolf Bandit\nann: idle\n",
        (10,),
        ("HT-9.2",),
    ),
    "flees two tiles": Misplay(
        f"{TABLE}ann: deploy Cordillera\n{_ALONE}ann: flee Cordillera\n"
        "  then Ann 1 flees from Cordillera to Wolf Bandit\n  then turn 5 of Ann ends\n  then turn 6: it is Ann's\n",
        (11,),
        ("HT-9.1",),
        "consequence",
    ),
    "Influence traded": Misplay(
        f"{TABLE}ann: deploy Valley\n"
        '! bram: {"kind":"haggle","terms":[{"giver":"ann","taker":"bram",'
        '"things":[{"kind":"influence","item":"any"}]}]}\n'
        "  says Bram buys a vote of Ann\n  edit players ann influence = 2\n  edit players bram influence = 4\n"
        "bram: idle\n",
        (4,),
        ("HT-11.3",),
    ),
}
"""Positions count the opening; each clause was looked up in the rulebook, not in an answer."""
