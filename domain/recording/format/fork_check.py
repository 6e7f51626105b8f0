"""A fork held against the game that it goes on from: whether it is that game, played on."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game_events import GameForked, GameOpened, Parent
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.envelope import Envelope
from oathbook.domain.recording.format.record import Record, chain_break


def check_fork(record: Record, named: Parent, parent: Record) -> Iterator[Discrepancy]:
    """Where a record is not what the game that it names as its parent was played on as; nothing where it is."""
    if parent.game != named.game:
        yield Discrepancy(1, "fork", f"it goes on from game {named.game}, not from {parent.game}")
        return
    if (broken := chain_break(parent.events, parent.head)) is not None:
        position, why = broken
        yield Discrepancy(1, "fork", f"the chain of game {parent.game} breaks at position {position}: {why}")
    if len(parent.events) < named.position or parent.events[named.position - 1].hash != named.head:
        says = f"the hash it names is not the one that game {parent.game} has at {named.position}"
        yield Discrepancy(1, "fork", says, recorded=named)
    if _shared_opening(record.opened) != _shared_opening(parent.opened):
        yield Discrepancy(1, "fork", f"its opening differs from that of game {parent.game}")
    for ours, theirs in zip(record.events[1 : named.position], parent.events[1:], strict=False):
        if _chainless_line(ours) != _chainless_line(theirs):
            yield Discrepancy(ours.entry.position, "fork", f"game {parent.game} has another event there")
    forks = [event.entry.body for event in parent.events if isinstance(event.entry.body, GameForked)]
    if [(each.fork, each.position) for each in forks] != [(record.game, named.position)]:
        yield Discrepancy(1, "fork", f"game {parent.game} is not closed by it")


def _shared_opening(opened: GameOpened[Any, Any, Any]) -> GameOpened[Any, Any, Any]:
    """An opening without what a fork has of its own."""
    return replace(opened, chance=None, parent=None)


def _chainless_line(event: EncodedEvent) -> bytes:
    """What an event says wherever it stands: its line without the game and the chain."""
    return canonical_bytes(replace(msgspec.json.decode(event.line, type=Envelope), game="", prev=""))
