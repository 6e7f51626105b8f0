"""Games of hands, in which draws are hidden: played at random, the same every time."""

from functools import cache
from typing import Final

from oathbook.domain.games.game_events import Reveal
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.handgame.ruleset import HANDGAME, setup_of
from tests.support.playing import ChanceName, die, played_at_random, sources

HANDS: Final[AnyRuleset] = HANDGAME
ANNS_HAND, BRAMS_HAND, OPEN_CARD, BURNED = 3, 4, 6, 7
"""Where these cards are drawn, of three players."""


def dealing(name: str = "hands", *, chance: ChanceName = "seeded", reveal: Reveal = "all") -> MemoryWriter:
    """A game in which nothing is dealt yet."""
    return MemoryWriter.open(HANDS, setup_of(), sources(name), chance=chance, reveal=reveal)


@cache
def hand_game(decisions: int = 40, name: str = "hands", reveal: Reveal = "all") -> Record:
    """So many decisions of a game, the deal among them; by default it is over then."""
    scribe = dealing(name, reveal=reveal)
    played_at_random(scribe, die(name), decisions)
    return scribe.record
