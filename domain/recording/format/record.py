"""A game's stream with its bytes, in memory: read, folded, and kept from other eyes."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, CorruptRecord
from oathbook.domain.games import game as games
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry, GameOpened
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Concealed, Viewer
from oathbook.domain.recording.format.codec import Codec, EncodedEvent, Openings
from oathbook.domain.rulesets.protocol import AnyRuleset


class Record(Struct, frozen=True):
    """A game's id, its ruleset, its events from 1 on, and the hash that the last of them is said to have.

    ``redacted`` says that openings have been taken out.
    """

    game: str
    ruleset: AnyRuleset
    codec: Codec
    events: tuple[EncodedEvent, ...] = ()
    head: str = ""
    redacted: bool = False

    @property
    def opened(self) -> GameOpened[Any, Any, Any]:
        """The opening; ``CorruptRecord`` where the record does not begin with one."""
        match self.events:
            case (EncodedEvent(entry=Entry(body=GameOpened() as opened)), *_):
                return opened
            case _:
                raise CorruptRecord(self.game, 1, "a record begins with game.opened")

    def entries(self) -> tuple[Entry, ...]:
        """The events, with everything open in them that this record opens anywhere, earlier or later."""
        known = revealed_openings(self.events)
        return tuple(self.codec.join_openings(event, known) for event in self.events)


def revealed_openings(events: Iterable[EncodedEvent]) -> Openings:
    """All openings that events show to everybody."""
    return {digest: opening for event in events for digest, opening in event.reveals.items()}


def fold_record(record: Record, *, at: int | None = None) -> Game:
    """The game after the first ``at`` events, all of them by default; ``BadRecord`` if an event does not fit."""
    return games.fold(record.ruleset, record.game, record.entries()[:at])


def fold_playable(record: Record) -> Game:
    """The game that a record from elsewhere amounts to, asked all that a table would ask it next.

    ``BadRecord`` where an event does not fit, or where the rules cannot go on: they answer every state that they lead
    to, and a record can be written by anybody.
    """
    game = fold_record(record)
    ruleset, seats = record.ruleset, (*(each.seat for each in record.opened.seats), TABLE)
    try:
        ruleset.to_act(game.state)
        ruleset.standing(game.state)
        for viewer in (*seats, PUBLIC, HOLDER):
            ruleset.scene(ruleset.view(game.state, viewer))
        for seat in seats:
            with suppress(Concealed):
                ruleset.options(game.state, seat)
    except Exception as problem:
        raise BadRecord(
            f"game {record.game}: the rules cannot go on from where it ends ({type(problem).__name__})"
        ) from problem
    return game


def record_for(record: Record, viewer: Viewer) -> Record:
    """The record that a viewer may have: all of it once the reveal policy opens everything, stripped before."""
    if viewer == HOLDER or fold_record(record).secrets_are_out:
        return record
    return redact_record(record, viewer)


def redact_record(record: Record, viewer: Viewer) -> Record:
    """The record without the openings that were never meant for this viewer's eyes."""
    return replace(record, events=tuple(record.codec.redact(event, viewer) for event in record.events), redacted=True)


def unproved_reveals(events: tuple[EncodedEvent, ...]) -> Iterator[tuple[int, str]]:
    """The positions at which a value is shown that was not hidden under its digest, each with what that means."""
    hidden: set[str] = set()
    for event in events:
        hidden.update(event.hides)
        entry = event.entry
        said = "was said by the table; nothing proves it"
        why = said if entry.by == "transcript" else "was never hidden under that digest"
        for digest in event.reveals:
            if digest not in hidden:
                yield entry.position, f"what is shown {why}"


def chain_break(events: tuple[EncodedEvent, ...], head: str) -> tuple[int, str] | None:
    """Where the chain of hashes first breaks, and how; nothing if it holds up to ``head``.

    A link is between two events; the later one is named if its own successor vouches for the earlier.
    """
    expected = ""
    for number, event in enumerate(events):
        if event.entry.position != number + 1:
            return number + 1, f"position {event.entry.position} is where {number + 1} should be"
        if event.prev != expected:
            attested = events[number + 1].prev if number + 1 < len(events) else head
            changed = number if attested == event.hash and number > 0 else number + 1
            return changed, "its hash is not the one that the next event names" if changed == number else (
                "it does not name the hash of the event before it"
            )
        expected = event.hash
    if expected != head:
        return len(events), "its hash is not the head that the record names"
    return None
