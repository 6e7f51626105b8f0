"""The status of each promise by the monitor alone, from a record that nothing was corrected in."""

from typing import Final

from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import statuses
from oathbook.domain.promises.chances.played_game import played_game
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import RULESET, close_by, decide, sources
from tests.support.promises.promising import Bargain

ASH, BIRCH = Seat("ash"), Seat("birch")
SPEAR: Final = {"by": ASH, "kind": "lay_plan", "slots": ["spear", "parry"]}
BOW: Final = {"by": BIRCH, "kind": "lay_plan", "slots": ["bow", "parry"]}


def shown(letter: str) -> tuple[Entry, ...]:
    """A duel under a letter, in which ash takes a spear and birch a bow; both come out with the plan of birch."""
    bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("laid")))
    bargain.bound(letter)
    decide(bargain.scribe, SPEAR)
    decide(bargain.scribe, BOW)
    return tuple(bargain.scribe.record.entries())


def test_a_promise_is_broken_by_what_came_out_and_pending_without_it() -> None:
    assert statuses(RULESET, shown('ash promises birch never to take weapon "spear".')) == {"p1": "broken"}
    assert statuses(RULESET, shown('ash promises birch never to take weapon "bow".')) == {"p1": "pending"}


def test_the_last_step_of_a_game_has_all_moments_that_are_left() -> None:
    """Start, offer, signature and the plan of ash are a moment each; that of birch is laid, and then both come out."""
    game = played_game(RULESET, shown('ash promises birch never to take weapon "spear".'))

    assert [len(game.moments_of(step)) for step in game.steps] == [1, 1, 1, 1, 3]
    assert game.moments_of(game.steps[-1]) == game.trace.moments[4:]
