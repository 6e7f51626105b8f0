"""Writers in situations: several jobs in one turn, deaf to another process, and a draw that is to be told."""

from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from threading import Event
from typing import Any

from oathbook.domain.games.game_events import TakebackPolicy
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import WriterBatch
from tests.support.playing import RULESET
from tests.support.processes import PATIENCE
from tests.support.setups import setup_named

ASH, BIRCH = Seat("ash"), Seat("birch")


def waits(begun: Event, go_on: Event, _: WriterBatch) -> None:
    """Something that takes the writer long."""
    begun.set()
    go_on.wait(PATIENCE)


@contextmanager
def one_turn(writer: Writer) -> Generator[None]:
    """Whatever is asked for in here waits, and is done in one turn afterwards."""
    begun, go_on = Event(), Event()
    writer._turns.submit(partial(waits, begun, go_on))  # pyright: ignore[reportPrivateUsage]  # nothing else holds its thread
    assert begun.wait(PATIENCE)
    try:
        yield
    finally:
        go_on.set()


def deaf(writer: Writer) -> None:
    """Let a writer hear of nothing that the other one does: it only finds it in the store."""
    writer._records.unwatch()  # pyright: ignore[reportPrivateUsage]  # a word may be lost, or late


def attacked(writer: Writer, *, chance: str = "witnessed", takebacks: TakebackPolicy = "never") -> str:
    """Ash attacks birch, who has chosen about Inspiration; ash has not, and may not know what birch chose."""
    game = writer.open(
        RULESET, NewGame(setup_named("knights_duty/1", "two-about-to-attack"), chance, takebacks=takebacks)
    ).game
    for by, target in ((ASH, BIRCH), (BIRCH, None)):
        writer.decide(game, {"kind": "declare_target", "target": target}, by=by, expected=None)
    writer.decide(game, inspire(use=True), by=BIRCH, expected=None)
    return game


def inspire(*, use: bool) -> dict[str, Any]:
    return {"kind": "inspire", "use": use}
