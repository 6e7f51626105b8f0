"""Writes a game's stream in memory, one step at a time, as the rules or a table have it."""

from collections.abc import Iterable
from typing import Any, Self

from msgspec.structs import replace

from domain.chance import Chance
from domain.chance.seeded import Seeded
from domain.chance.witnessed import Report, Witnessed
from domain.errors import BadRecord
from domain.games import game as games
from domain.games.events import BySeed, ByWitness, ChanceSource, Drafted, DrawMade, GameOpened, Reveal
from domain.games.game import Game
from domain.games.steps import decided, must_be_open
from domain.kernel.hidden import Hidden
from domain.kernel.seats import TABLE, Seat
from domain.recording.clear import decision_from
from domain.recording.codec import Codec, Sealed
from domain.recording.record import Record, appended, folded
from domain.recording.sources import Sources
from domain.rulesets.protocol import AnyRuleset, Setup


class Scribe:
    """A record being written, with the game it amounts to."""

    def __init__(self, record: Record, game: Game, sources: Sources) -> None:
        """Go on with a record; ``opened`` and ``resumed`` are the ways to get here."""
        self.record = record
        self.game = game
        self._sources = sources

    @classmethod
    def opened(
        cls,
        ruleset: AnyRuleset,
        setup: Setup,
        sources: Sources,
        *,
        chance: str = "seeded",
        reveal: Reveal = "all",
    ) -> Self:
        """Open a game; ``BadRecord`` names what does not fit in the setup."""
        source: ChanceSource = BySeed(Hidden((), known=(sources.seeds(),))) if chance == "seeded" else ByWitness()
        opening = GameOpened(
            ruleset.edition.key, setup.seats, setup.components, setup.switches, setup.start, source, reveal
        )
        games.check_seats(opening)
        ruleset.initial(setup)
        record = Record(sources.ids(), ruleset, Codec(ruleset.wire))
        record = appended(record, (Drafted("host", opening),), sources)
        return cls(record, games.begun(ruleset, record.game, record.events[0].entry), sources)

    @classmethod
    def resumed(cls, record: Record, sources: Sources) -> Self:
        """Go on with a whole record; ``BadRecord`` if openings have been taken out of it."""
        if record.redacted:
            msg = f"game {record.game}: a redacted record is for reading; nobody can play on in it"
            raise BadRecord(msg)
        return cls(record, folded(record), sources)

    def decision_from(self, value: object, *, by: Seat | None = None, where: str = "decision") -> Any:
        """A decision as its seat writes it, sealed for that seat; ``BadRecord`` names what does not fit."""
        wire = self.record.ruleset.wire
        return decision_from(wire.decision, value, by=by, salts=self._sources.salts, where=where)

    def decide(self, decision: Any, reports: Iterable[Report] = ()) -> tuple[Sealed, ...]:
        """Record a decision and what follows; refuses as ``games.steps.decided`` does, and then records nothing.

        Draws come from the seed, or from the reports of a witnessed game; a report nobody asked for is a ``BadRecord``.
        """
        self.must_have_seat(decision.by)
        must_be_open(self.game)
        reported = tuple(each if each.witnesses else replace(each, witnesses=(decision.by,)) for each in reports)
        drafts = decided(self.record.ruleset, self.game, decision, self._chance(reported))
        asked = [draft.body.draw.label for draft in drafts if isinstance(draft.body, DrawMade)]
        for report in reported:
            if report.label not in asked:
                twice = any(report.label == other.label for other in reported if other is not report)
                what = f"{report.label!r} is reported twice" if twice else f"nothing asks for {report.label!r}"
                msg = f"draws: {what}"
                raise BadRecord(msg)
            asked.remove(report.label)
        return self.write(drafts)

    def must_have_seat(self, seat: Seat) -> None:
        """``BadRecord`` where nobody sits there."""
        if seat != TABLE and all(seat != each.seat for each in self.game.opened.seats):
            msg = f"by: there is no seat {seat!r} in this game"
            raise BadRecord(msg)

    def write(self, drafts: Iterable[Drafted]) -> tuple[Sealed, ...]:
        """Append a step as it is given, and fold it; ``Misfit`` if it does not fit, and then nothing is kept."""
        before = len(self.record.events)
        record = appended(self.record, drafts, self._sources)
        game = self.game
        for event in record.events[before:]:
            game = games.evolved(record.ruleset, game, event.entry)
        self.record, self.game = record, game
        return record.events[before:]

    def _chance(self, reports: tuple[Report, ...]) -> Chance:
        source = self.game.opened.chance
        if not isinstance(source, BySeed):
            return Witnessed(reports)
        if reports:
            msg = "draws: this game draws from its seed; nothing can be reported"
            raise BadRecord(msg)
        return Seeded(source.seed.look(), self.game.id, self.game.position + 1)
