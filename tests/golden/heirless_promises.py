"""Golden games of Heirless in which people promise each other something: one a verdict, or a way to it."""

from typing import Final

from tests.golden.heirless import BOX, FIRST, THREE, does, gives, votes
from tests.golden.promises import promises
from tests.golden.scripting import Script, Step

MEADOW: Final = 'deploy a knight to tile "Meadow"'


def bound(letter: str, *signers: str) -> tuple[Step, ...]:
    """The first promise of a game: offered by the first of its signers, and signed by all of them."""
    signed = (promises(each, "sign", promise="p1") for each in signers)
    return promises(signers[0], "offer", letter=letter), *signed


def game(name: str, *steps: Step, seasons: int = 3) -> Script:
    """A game of three from the box."""
    return Script(name, THREE, steps, edition=FIRST, components=BOX, box={"seasons": seasons})


ALL_IDLE: Final = (does("ash", "idle"), does("birch", "idle"), does("cedar", "idle"))
GIFT: Final = (
    does("ash", "haggle", terms=[gives("ash", "birch", "resource", "wolf0", 2)]),
    does("birch", "accept", offer=1),
)

SCRIPTS: Final = (
    game(
        "promise-kept",
        *bound("ash promises birch to give 2 wolf0 to birch by the end of season 1.", "ash", "birch"),
        *GIFT,
    ),
    game(
        "promise-broken-by-an-act",
        *bound(f"ash promises cedar not to {MEADOW} until the end of season 1.", "ash", "cedar"),
        does("ash", "deploy", tile="Meadow"),
    ),
    game(
        "promise-broken-by-doing-nothing",
        *bound(f"birch promises ash to {MEADOW} by the end of season 1.", "birch", "ash"),
        *ALL_IDLE,
    ),
    game(
        "promise-together-broken-by-one",
        *bound(
            f"ash and birch jointly promise cedar not to {MEADOW} until the end of season 1.", "ash", "birch", "cedar"
        ),
        does("ash", "deploy", tile="Valley"),
        does("birch", "deploy", tile="Meadow"),
        does("cedar", "deploy", tile="Valley"),
        does("ash", "deploy", tile="Valley"),
    ),
    game(
        "promise-pooled",
        *bound(
            "ash and birch jointly promise cedar to spend at least 5 Influence in favour of law "
            '"Muster" in the next vote on law "Muster".',
            *("ash", "birch", "cedar"),
        ),
        does("ash", "enact", law="Muster"),
        votes("cedar", 0, "for"),
        votes("birch", 0, "for"),
        votes("ash", 3, "for"),
    ),
    game(
        "promise-made-good",
        *bound(
            f"ash promises birch to {MEADOW} by the end of season 1, "
            "otherwise to give 2 wolf0 to birch within 1 season.",
            *("ash", "birch"),
        ),
        *ALL_IDLE,
        *GIFT,
    ),
    game(
        "promise-not-made-good",
        *bound(
            f"ash promises birch to {MEADOW} by the end of season 1, "
            'otherwise to deploy a knight to tile "Valley" within 1 season.',
            *("ash", "birch"),
        ),
        *ALL_IDLE,
        *ALL_IDLE,
    ),
    game(
        "promise-released",
        *bound("ash promises birch never to idle.", "ash", "birch"),
        promises("birch", "consent", promise="p1"),
        promises("ash", "consent", promise="p1"),
        does("ash", "idle"),
    ),
    game(
        "promise-void",
        *bound('ash promises birch never to idle. This promise is void if law "Tithe" is enacted.', *("ash", "birch")),
        does("ash", "enact", law="Tithe"),
        votes("cedar", 0, "for"),
        votes("birch", 2, "for"),
        votes("ash", 2, "for"),
        does("birch", "idle"),
        does("cedar", "idle"),
        does("ash", "idle"),
    ),
    game(
        "promise-open-at-the-end",
        *bound(f"birch promises ash to {MEADOW} by the end of season 2.", "birch", "ash"),
        *ALL_IDLE,
        seasons=1,
    ),
    game(
        "promise-in-plain-words",
        *bound('ash promises birch in plain words "to laugh at no trade" judged by the table.', "ash", "birch"),
        does("ash", "haggle", terms=[gives("ash", "birch", "marker", "Bond")]),
        does("birch", "decline", offer=1),
        promises("birch", "claim", promise="p1", path="c1", claims="breached", about=[7], says="ash laughed."),
        promises("ash", "answer", promise="p1", claim=9, says="At the Bond."),
        promises("table", "rule", promise="p1", path="c1", value="failed", blamed=["ash"], reason="All heard it."),
    ),
    game(
        "promise-never-signed",
        promises("ash", "offer", letter=f"ash promises birch not to {MEADOW} until the end of season 1."),
        promises("ash", "sign", promise="p1"),
        does("ash", "deploy", tile="Meadow"),
    ),
    game(
        "promise-together-broken-by-both",
        *bound(
            f"ash and birch jointly promise cedar not to {MEADOW} until the end of season 1.", "ash", "birch", "cedar"
        ),
        does("ash", "deploy", tile="Valley"),
        does("birch", "deploy", tile="Meadow"),
        does("cedar", "deploy", tile="Valley"),
        does("ash", "deploy", tile="Meadow"),
    ),
)
