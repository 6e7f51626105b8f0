"""Everything that a viewer can get out of a game, as bytes; and worlds that differ only in one secret."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.chance.witnessed import Witnessed
from domain.games.recompute import answer
from domain.kernel.seats import HOLDER, PUBLIC, Seat, Viewer
from domain.recording.format.cleartext import value_text
from domain.recording.format.codec import Codec, Sealed
from domain.recording.format.record import Record, as_seen_by, folded
from domain.recording.format.record_file import record_text
from domain.recording.format.sources import Sources
from domain.recording.writing.memory_writer import MemoryWriter
from domain.rulesets.knights_duty.ruleset import KnightsDuty
from domain.rulesets.protocol import AnyRuleset, Setup
from replays.frames import Replay
from replays.laws import without_digests
from replays.transcript import transcript
from replays.verify import verify

ASH, BIRCH, CEDAR = Seat("ash"), Seat("birch"), Seat("cedar")


class LeakyCodec(Codec):
    """A leak planted where openings are taken out: everybody gets all of them."""

    def seen_by(self, event: Sealed, viewer: Viewer) -> Sealed:
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
    scribe = MemoryWriter.opened(ruleset or KnightsDuty(), setup, sources(seed))
    for decision in decisions:
        scribe.decide(scribe.decision_from(decision))
    return scribe.record


def shown(record: Record, viewer: Viewer) -> Iterator[tuple[str, bytes]]:
    """Each thing a viewer can ask for, and what comes back, digests and salts made the same."""
    for name, text in _asked_for(record, viewer):
        yield name, without_digests(text, record.events)


def _asked_for(record: Record, viewer: Viewer) -> Iterator[tuple[str, bytes]]:
    own = as_seen_by(record, viewer)
    yield "export", record_text(own)
    yield "frames", value_text(list(Replay(record, viewer).frames()))
    yield "text", "\n".join(transcript(Replay(record, viewer))).encode()
    yield "verdict", value_text(verify(own))
    game = folded(own)
    yield "fold", value_text(record.ruleset.view(game.state, viewer))
    if viewer not in {PUBLIC, HOLDER}:
        options = record.ruleset.options(game.state, viewer)
        yield "options", value_text(options)
        answers = [answer(record.ruleset, game.state, option, Witnessed(())) for option in options.listed[:20]]
        yield "answers", value_text(answers)


def differing(one: Record, other: Record, viewer: Viewer) -> set[str]:
    """By which of the things shown a viewer can tell two worlds apart."""
    pairs = zip(shown(one, viewer), shown(other, viewer), strict=True)
    return {name for (name, left), (_, right) in pairs if left != right}


def leaking(record: Record, ruleset: KnightsDuty | None = None, codec: Codec | None = None) -> Record:
    """The record as a service with a leak would serve it."""
    return replace(record, ruleset=ruleset or record.ruleset, codec=codec or record.codec)
