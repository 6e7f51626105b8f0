"""Worlds that differ only in one secret, and leaks planted in them."""

from typing import Any

from msgspec.structs import replace

from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

ASH, BIRCH, CEDAR = Seat("ash"), Seat("birch"), Seat("cedar")


class LeakyCodec(Codec):
    """A leak planted where openings are taken out: everybody gets all of them."""

    def redact(self, event: EncodedEvent, viewer: Viewer) -> EncodedEvent:
        """All openings, whoever looks."""
        del viewer
        return event


def sources(seed: str = "0" * 64) -> Sources:
    """The same time, id and salts in every world; the salts are numbered."""
    numbers = iter(range(1, 10**6))
    return Sources(
        clock=lambda: "2026-11-20T12:00:00.000000Z",
        ids=lambda: "0193a000-0000-7000-8000-000000000001",
        salts=lambda: f"{next(numbers):032x}",
        seeds=lambda: seed,
    )


def world(
    setup: Setup, decisions: list[dict[str, Any]], *, seed: str = "0" * 64, ruleset: AnyRuleset | None = None
) -> Record:
    """The record of a game after these decisions."""
    scribe = MemoryWriter.open(ruleset or KNIGHTS_DUTY, setup, sources(seed))
    for decision in decisions:
        scribe.decide(scribe.decision_from(decision))
    return scribe.record


def leaking(record: Record, ruleset: AnyRuleset | None = None, codec: Codec | None = None) -> Record:
    """The record as a service with a leak would serve it."""
    return replace(record, ruleset=ruleset or record.ruleset, codec=codec or record.codec)
