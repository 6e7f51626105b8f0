"""Writes a game's record in memory, one step at a time."""

from collections.abc import Iterable
from typing import Any, Self

from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import RecordRedacted
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import DraftEvent, EntryMode, Reveal, TakebackPolicy
from oathbook.domain.games.takeback_rules import TakebackAct
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing import game_head
from oathbook.domain.recording.writing.game_head import GameHead, NewGame
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup


class MemoryWriter:
    """A record being written, with the game it amounts to."""

    def __init__(self, record: Record, head: GameHead) -> None:
        """Go on with a record; ``opened`` and ``resumed`` are the ways to get here."""
        self.record = record
        self.head = head

    @classmethod
    def open(  # noqa: PLR0913  # how a game is opened is named
        cls,
        ruleset: AnyRuleset,
        setup: Setup,
        sources: Sources,
        *,
        chance: str = "seeded",
        reveal: Reveal = "all",
        entry: EntryMode = "seats",
        takebacks: TakebackPolicy = "never",
    ) -> Self:
        """Open a game; ``BadRecord`` names what does not fit in the setup."""
        head, events = game_head.open_game(
            ruleset, NewGame(setup, chance, reveal, entry=entry, takebacks=takebacks), sources
        )
        return cls(Record(head.game.id, ruleset, head.codec, events, head.hash), head)

    @classmethod
    def resume(cls, record: Record, sources: Sources) -> Self:
        """Go on with a whole record; ``RecordRedacted`` if openings have been taken out of it."""
        if record.redacted:
            raise RecordRedacted(record.game)
        at = record.events[-1].entry.at
        return cls(record, GameHead(record.ruleset, record.codec, fold_record(record), record.head, sources, at))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.head.game

    def decision_from(self, value: object, *, by: Seat | None = None, where: str = "decision") -> Any:
        """A decision as its seat writes it, sealed for that seat; ``BadRecord`` names what does not fit."""
        return self.head.decision_from(value, by=by, where=where)

    def decide(self, decision: Any, reports: Iterable[DrawReport] = ()) -> tuple[EncodedEvent, ...]:
        """Record a decision and what follows; refuses as ``GameHead.decide`` does, and then records nothing."""
        return self._keep(*self.head.decide(decision, reports))

    def promise(self, by: Seat, act: Act) -> tuple[EncodedEvent, ...]:
        """Record what a seat does with a promise; refuses as ``GameHead.promise`` does, and then records nothing."""
        return self._keep(*self.head.promise(by, act, lambda: self.record))

    def take_back(self, by: Seat, act: TakebackAct) -> tuple[EncodedEvent, ...]:
        """Record what a seat asks or answers about taking back; refuses as ``GameHead.take_back`` does."""
        return self._keep(*self.head.take_back(by, act, lambda: self.record))

    def write(self, drafts: Iterable[DraftEvent]) -> tuple[EncodedEvent, ...]:
        """Append a step as it is given; ``Misfit`` if it does not fit, and then nothing is kept."""
        return self._keep(*self.head.write(drafts))

    def write_step(self, drafts: Iterable[DraftEvent]) -> tuple[EncodedEvent, ...]:
        """The same, and the closing that a decision leads to."""
        return self._keep(*self.head.write_step(drafts))

    def must_have_seat(self, seat: Seat) -> None:
        """``BadRecord`` where nobody sits there."""
        game_head.must_have_seat(self.game, seat)

    def _keep(self, head: GameHead, events: tuple[EncodedEvent, ...]) -> tuple[EncodedEvent, ...]:
        self.head = head
        self.record = replace(self.record, events=(*self.record.events, *events), head=head.hash)
        return events
