"""Promises made, refused, released and ruled on, for tests that need some."""

from collections.abc import Callable
from functools import cache
from typing import Final

import pytest

from oathbook.domain.errors import Refused
from oathbook.domain.games.game_events import PromiseEvent, PromiseEventBase
from oathbook.domain.games.promises import Promise
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import RULESET, Json, close_by, decide, die, opened, order_and_strike, sources, steps

THREE: Final = 14
"""A sample in which ash, birch and cedar play."""

LETTER: Final = 'ash promises birch in plain words "be friendly" judged by the table.'
BACK: Final = 'birch promises ash in plain words "be patient" judged by ash.'
TO_ALL: Final = 'cedar promises in plain words "keep the score" judged by the table.'
BOTH: Final = (
    'ash and birch jointly promise cedar: (1) ash in plain words "tell first" judged by the table; '
    '(2) birch in plain words "listen" judged by cedar. cedar may release ash and birch.'
)


class Bargain:
    """A game in which people promise each other things."""

    def __init__(self, scribe: MemoryWriter | None = None) -> None:
        """A game of three, unless another is given."""
        self.scribe = scribe or opened(THREE, "bargain")

    def does(self, by: str, kind: str, /, **fields: object) -> PromiseEvent:
        """Somebody does something; the event of it."""
        (event,) = self.sealed(by, kind, **fields)
        assert isinstance(event.entry.body, PromiseEventBase)
        return event.entry.body

    def sealed(self, by: str, kind: str, /, **fields: object) -> tuple[EncodedEvent, ...]:
        """The same, with its bytes."""
        return self.scribe.promise(Seat(by), act_from({"kind": kind, **fields}, where="test"))

    def offered(self, letter: str = LETTER, by: str = "", replaces: str | None = None) -> str:
        """A letter that its first promiser, or somebody else, offers; its id."""
        return self.does(by or letter.split(maxsplit=1)[0], "offer", letter=letter, replaces=replaces).promise

    def bound(self, letter: str = LETTER, by: str = "", replaces: str | None = None) -> str:
        """A letter that all have signed; its id."""
        promise = self.offered(letter, by, replaces)
        for seat in self[promise].offer.signers:
            self.does(seat, "sign", promise=promise)
        return promise

    def __getitem__(self, promise: str) -> Promise:
        """A promise as it stands."""
        return self.scribe.game.promises[promise]

    @property
    def position(self) -> int:
        """Where the game stands."""
        return self.scribe.game.position


def refused(bargain: Bargain, kind: type[Refused], says: str, act: Callable[[], object]) -> None:
    """It is refused so, and nothing is recorded of it."""
    before = bargain.scribe.record

    with pytest.raises(kind, match=says):
        act()

    assert bargain.scribe.record is before


RULED: Final[Json] = {"path": "c1", "value": "failed", "blamed": ["ash"], "reason": "It was heard by all."}


@cache
def promising_game() -> Record:
    """A duel with promises in it, before and behind its end: every event that a promise can have."""
    bargain = Bargain(order_and_strike())
    never = bargain.offered()  # p1: signed by one of two
    bargain.does("ash", "sign", promise=never)
    declined = bargain.offered(BACK)  # p2
    bargain.does("ash", "decline", promise=declined)
    withdrawn = bargain.offered(BACK)  # p3
    bargain.does("birch", "withdraw", promise=withdrawn)
    first = bargain.bound()  # p4
    bargain.bound(LETTER.replace("friendly", "kind"), by="birch", replaces=first)  # p5, in its place
    bargain.does("birch", "claim", promise="p5", path="c1", claims="breached", about=[2, 3], says="He laughed.")
    claimed = bargain.position
    bargain.does("ash", "answer", promise="p5", claim=claimed, says="I smiled.")
    released = bargain.bound(BACK)  # p6
    for seat in ("ash", "birch"):
        bargain.does(seat, "consent", promise=released)
    for _ in steps(bargain.scribe, die("promising")):
        pass
    bargain.does(TABLE, "rule", promise="p5", **RULED)
    bargain.does(TABLE, "rule", promise="p5", path="c1", value="met", reason="A smile is kind.")
    return bargain.scribe.record


POINTING: Final = "birch promises ash never to point at ash."


@cache
def broken_game() -> Record:
    """The beginning of a duel in which birch points at ash, having promised not to, and may yet be unfriendly."""
    bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("pointed")))
    bargain.bound(POINTING)
    bargain.bound(LETTER)
    decide(bargain.scribe, {"by": "birch", "kind": "lay_plan", "slots": ["bow", "parry"]})
    decide(bargain.scribe, {"by": "ash", "kind": "lay_plan", "slots": ["spear", "spear"]})
    decide(bargain.scribe, {"by": "birch", "kind": "declare_target", "target": "ash"})
    return bargain.scribe.record
