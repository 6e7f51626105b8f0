"""Makes the next step of a game from where it stands, by the rules or as a table had it; keeps nothing."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.sealing import Sealing
from oathbook.domain.chance.seeded import Seeded
from oathbook.domain.chance.witnessed import Report, Witnessed
from oathbook.domain.errors import BadRecord, TooLarge
from oathbook.domain.games import game as games
from oathbook.domain.games.events import BySeed, ByWitness, ChanceSource, Drafted, DrawMade, Entry, GameOpened, Reveal
from oathbook.domain.games.game import Game
from oathbook.domain.games.steps import closing, decided, must_be_open
from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.kernel.seats import PUBLIC, TABLE, Seat
from oathbook.domain.promises.audit.public_record import PublicRecord
from oathbook.domain.promises.lifecycle import lives
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.promises.lifecycle.reading import Letters
from oathbook.domain.recording.format.cleartext import decision_from
from oathbook.domain.recording.format.codec import Codec, Sealed, StreamCodec, codec_of
from oathbook.domain.recording.format.record import Record, as_seen_by
from oathbook.domain.recording.format.record_file import MOST_LINE_BYTES
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.seating import must_have_keys_of_their_own, must_have_plain_names
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup


class NewGame(Struct, frozen=True):
    """How a game is to be opened: its setup, how chance enters, what is revealed, the digest of the host's key.

    ``game`` is its id, where it has one already.
    """

    setup: Setup
    chance: str = "seeded"
    reveal: Reveal = "all"
    host_key: str = ""
    game: str = ""


class StreamEnd(Struct, frozen=True):
    """Where a stream ends: its last position and step, hash and time of its last event; nothing before the first."""

    position: int = 0
    step: int = 0
    head: str = ""
    at: str = ""


class GameHead(Struct, frozen=True):
    """A whole game as it stands, the hash and time of its last event, and what it takes to write the next one."""

    ruleset: AnyRuleset
    codec: Codec
    game: Game
    hash: str
    sources: Sources
    at: str

    def decision_from(self, value: object, *, by: Seat | None = None, where: str = "decision") -> Any:
        """A decision as its seat writes it, sealed for that seat; ``BadRecord`` names what does not fit."""
        return decision_from(self.ruleset.wire.decision, value, by=by, salts=self.sources.salts, where=where)

    def decide(self, decision: Any, reports: Iterable[Report] = ()) -> tuple["GameHead", tuple[Sealed, ...]]:
        """A decision and what follows, as events; refuses as ``games.steps.decided`` does.

        Draws come from the seed, or from the reports of a witnessed game; a report nobody asked for is a ``BadRecord``.
        """
        must_have_seat(self.game, decision.by)
        must_be_open(self.game)
        reported = tuple(reports)
        drafts = decided(self.ruleset, self.game, decision, self._chance(reported, decision.by))
        _must_be_asked_for(reported, drafts)
        return self.write_step(drafts)

    def promise(self, by: Seat, act: Act, record: Callable[[], Record]) -> tuple["GameHead", tuple[Sealed, ...]]:
        """What a seat does with a promise, as an event; refuses as ``promises.lifecycle.decider.decide`` does.

        ``record`` gives the record of the game; of that only what everybody may see is asked.
        """
        must_have_seat(self.game, by)
        public = PublicRecord(self.ruleset, lambda: as_seen_by(record(), PUBLIC).entries())
        return self.write((Drafted(by, lives.decided(self.game, by, act, Letters(self.ruleset), public)),))

    @property
    def end(self) -> StreamEnd:
        """Where the game's stream ends."""
        return StreamEnd(self.game.position, self.game.step, self.hash, self.at)

    def write(self, drafts: Iterable[Drafted]) -> tuple["GameHead", tuple[Sealed, ...]]:
        """A step as it is given, as events, and the game after it; ``Misfit`` if it does not fit.

        Every event is read back strictly before it counts, and what was read back is folded, once.
        """
        return _gone_on(self, sealed_step(self.codec, self.game.id, drafts, self.sources, after=self.end))

    def write_step(self, drafts: Iterable[Drafted]) -> tuple["GameHead", tuple[Sealed, ...]]:
        """The same, and in the same step the closing that a decision leads to."""
        head, events = self.write(drafts)
        closes = closing(self.ruleset, head.game, head.game.state)
        closed, more = _gone_on(head, sealed(self.codec, self.game.id, closes, self.sources, after=head.end))
        return closed, (*events, *more)

    def _chance(self, reports: tuple[Report, ...], by: Seat) -> Chance:
        source = self.game.opened.chance
        if not isinstance(source, BySeed):
            return Sealing(Witnessed(reports, by), self.sources.salts)
        if reports:
            msg = "draws: this game draws from its seed; nothing can be reported"
            raise BadRecord(msg)
        seeded = Seeded(source.seed.look(), self.game.id, self.game.position + 1)
        return Sealing(seeded, self.sources.salts)


def _gone_on(head: GameHead, events: tuple[Sealed, ...]) -> tuple[GameHead, tuple[Sealed, ...]]:
    game = head.game
    for event in events:
        game = games.evolved(head.ruleset, game, event.entry)
    if not events:
        return head, events
    return replace(head, game=game, hash=events[-1].hash, at=events[-1].entry.at), events


def opened(ruleset: AnyRuleset, opening: NewGame, sources: Sources) -> tuple[GameHead, tuple[Sealed, ...]]:
    """A game with its first event; ``BadRecord`` names what does not fit in the setup."""
    setup = opening.setup
    source: ChanceSource = BySeed(Hidden((), known=(sources.seeds(),))) if opening.chance == "seeded" else ByWitness()
    body = GameOpened(
        ruleset.edition.key,
        setup.seats,
        setup.components,
        setup.switches,
        setup.start,
        source,
        opening.reveal,
        opening.host_key,
        origin=ruleset.edition.origin,
    )
    games.check_seats(body)
    must_have_keys_of_their_own(body)
    must_have_plain_names(body)
    ruleset.initial(setup)
    codec, game = codec_of(ruleset.wire), opening.game or sources.ids()
    (first,) = sealed_step(codec, game, (Drafted("host", body),), sources, after=StreamEnd())
    begun = games.begun(ruleset, game, first.entry)
    return GameHead(ruleset, codec, begun, first.hash, sources, first.entry.at), (first,)


def sealed_step(
    codec: StreamCodec, stream: str, drafts: Iterable[Drafted], sources: Sources, *, after: StreamEnd
) -> tuple[Sealed, ...]:
    """The events of the next step of a stream with their bytes, ``after`` where it ended so far; as ``sealed``."""
    return sealed(codec, stream, drafts, sources, after=replace(after, step=after.step + 1))


def sealed(
    codec: StreamCodec, stream: str, drafts: Iterable[Drafted], sources: Sources, *, after: StreamEnd
) -> tuple[Sealed, ...]:
    """Further events of the step of a stream in which it ended so far, with their bytes.

    Every event is read back strictly. Its time is never before that of the one before it, whatever the clock says.
    ``TooLarge`` where the stream would have more events than one may have, or an
    event is longer than a line of a record may be.
    """
    position, step, prev, at = after.position, after.step, after.head, after.at
    events: list[Sealed] = []
    for drafted in drafts:
        position += 1
        if max(position, step) > EVENTS_PER_GAME:  # a record from elsewhere may have counted its steps as it liked
            msg = f"game {stream}, position {position}: a game has at most {EVENTS_PER_GAME:,} events"
            raise TooLarge(msg)
        at = max(at, sources.clock())
        entry = Entry(position, step, at, drafted.by, drafted.body)
        new = codec.write(entry, game=stream, prev=prev, salts=sources.salts)
        if max(len(new.line), len(new.openings)) > MOST_LINE_BYTES:
            msg = f"game {stream}, position {position}: an event has at most {MOST_LINE_BYTES:,} bytes"
            raise TooLarge(msg)
        events.append(codec.read(new.line, new.openings, game=stream, position=position))
        prev = new.hash
    return tuple(events)


def must_have_seat(game: Game, seat: Seat) -> None:
    """``BadRecord`` where nobody sits there."""
    if seat != TABLE and all(seat != each.seat for each in game.opened.seats):
        msg = f"by: there is no seat {seat!r} in this game"
        raise BadRecord(msg)


def _must_be_asked_for(reported: tuple[Report, ...], drafts: tuple[Drafted, ...]) -> None:
    asked = [draft.body.draw.label for draft in drafts if isinstance(draft.body, DrawMade)]
    for report in reported:
        if report.label not in asked:
            twice = sum(report.label == other.label for other in reported) > 1
            what = f"{report.label!r} is reported twice" if twice else f"nothing asks for {report.label!r}"
            msg = f"draws: {what}"
            raise BadRecord(msg)
        asked.remove(report.label)
