"""The golden games of Heirless as they are played, from the sample box."""

from typing import Any, Final

from tests.golden.scripting import Script, Step

THREE: Final = {"ash": "First player", "birch": "Second player", "cedar": "Third player"}
FOUR: Final = {**THREE, "fir": "Fourth player"}
BOX: Final = "heirless-sample-1"
FIRST, SECOND = "heirless/e1", "heirless/e2"


def does(by: str, kind: str, **more: object) -> Step:
    """A decision; nothing is ever drawn in a turn."""
    return {"kind": kind, "by": by, **more}, {}


def votes(by: str, influence: int, side: str) -> Step:
    """Influence for a Law, or against it."""
    return does(by, "vote", influence=influence, side=side)


def gives(giver: str, taker: str, kind: str, item: str, count: int = 1) -> dict[str, Any]:
    """One side of a trade."""
    return {"giver": giver, "taker": taker, "things": [{"kind": kind, "item": item, "count": count}]}


SCRIPTS: Final = (
    Script(
        "law-enacted",
        FOUR,
        (
            does("ash", "enact", law="Tithe"),
            votes("fir", 1, "against"),
            votes("cedar", 0, "for"),
            votes("birch", 2, "for"),
            votes("ash", 2, "for"),
            does("birch", "use_card", card="Tithe"),
        ),
        edition=FIRST,
        components=BOX,
    ),
    Script(
        "law-fails-on-equal-influence",
        FOUR,
        (
            does("ash", "enact", law="OpenGates"),
            votes("fir", 2, "against"),
            votes("cedar", 0, "for"),
            votes("birch", 1, "for"),
            votes("ash", 1, "for"),
        ),
        edition=FIRST,
        components=BOX,
    ),
    Script(
        "law-fails-on-the-threshold",
        FOUR,
        (
            does("ash", "enact", law="Muster"),
            votes("fir", 0, "against"),
            votes("cedar", 0, "for"),
            votes("birch", 1, "for"),
            votes("ash", 3, "for"),
        ),
        edition=FIRST,
        components=BOX,
    ),
    Script(
        "workplace-traded-in-use",
        THREE,
        (
            does("ash", "build", workplace="Mill", cell=5),
            does("birch", "deploy", tile="Meadow"),
            does(
                "birch",
                "haggle",
                terms=[gives("birch", "cedar", "resource", "wolf0"), gives("cedar", "birch", "worker", "Cat")],
            ),
            does("cedar", "accept", offer=1),
            does("cedar", "idle"),
            does("ash", "deploy", tile="Valley"),
            does("birch", "assign", workplace="Mill", workers=["Cat", "Cat"]),
            does("ash", "permit", allow=True),
            does(
                "ash",
                "haggle",
                terms=[gives("ash", "cedar", "workplace", "Mill"), gives("cedar", "ash", "resource", "fox0", 2)],
            ),
            does("cedar", "accept", offer=2),
        ),
        edition=FIRST,
        components=BOX,
    ),
    Script(
        "two-seasons-without-a-battle",
        THREE,
        (
            does("ash", "deploy", tile="Cordillera"),
            does("birch", "idle"),
            does("cedar", "idle"),
            does("ash", "flee", tile="Cordillera"),
            does("ash", "idle"),
            does("birch", "deploy", tile="WolfBandit"),
            does("cedar", "idle"),
            does("ash", "idle"),
            does("birch", "refine", worker="Wolf", makes="wolf1", amount=2),
            does("birch", "flee", tile="WolfBandit"),
            does("birch", "deploy", tile="Farmland"),
            does("birch", "idle"),
        ),
        edition=FIRST,
        components=BOX,
        box={"seasons": 2},
    ),
    Script(
        "two-actions-in-a-turn",
        THREE,
        (
            does("ash", "deploy", tile="Valley"),
            does("ash", "deploy", tile="Valley"),
            does("birch", "deploy", tile="Meadow"),
            does("birch", "idle"),
            does("cedar", "idle"),
            does("ash", "idle"),
        ),
        edition=SECOND,
        components=BOX,
        box={"seasons": 1},
    ),
)
