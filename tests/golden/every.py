"""The golden games of every ruleset, each with the number that makes its id."""

from collections.abc import Iterator

from tests.golden import (
    cube_bag,
    gloomhaven,
    heirless,
    heirless_battles,
    heirless_game,
    heirless_promises,
    heirless_winning,
    promises,
    scripts,
    showcase,
)
from tests.golden.scripting import Script


def numbered() -> Iterator[tuple[int, Script]]:
    """Each ruleset counts from a hundred of its own, so that one more game changes no other one's id."""
    yield from enumerate(scripts.SCRIPTS, 1)
    yield from enumerate(gloomhaven.SCRIPTS, 101)
    yield from enumerate(cube_bag.SCRIPTS, 201)
    yield from enumerate((*heirless.SCRIPTS, *heirless_battles.SCRIPTS, heirless_game.WHOLE_GAME), 301)
    yield from enumerate(promises.SCRIPTS, 401)
    yield from enumerate(heirless_promises.SCRIPTS, 501)
    yield from enumerate(heirless_winning.SCRIPTS, 551)
    yield 601, showcase.SHOWCASE
