"""Makes the next step of a game from where it stands, by the rules or as a table had it; keeps nothing."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, TooLarge
from oathbook.domain.games import game as games
from oathbook.domain.games import game_events
from oathbook.domain.games.decision_results import label_reports
from oathbook.domain.games.drafts import draft_closing, draft_decision, must_be_open
from oathbook.domain.games.game import Game
from oathbook.domain.games.takeback_rules import TakebackAct, decide_takeback
from oathbook.domain.kernel import PUBLIC, TABLE, Hidden, Seat
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.promises.audit.public_record import PublicRecord
from oathbook.domain.promises.lifecycle import decider
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.recording.format.cleartext import decision_from
from oathbook.domain.recording.format.codec import Codec, EncodedEvent, StreamCodec, codec_of
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import MOST_LINE_BYTES
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.seat_checks import must_have_distinct_keys, must_have_plain_names
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup


class NewGame(Struct, frozen=True):
    """How a game is to be opened: its setup, how chance enters, what is revealed, the digest of the host's key.

    ``game`` is its id, where it has one already; ``entry`` is who writes decisions down, ``takebacks`` what may
    be taken back.
    """

    setup: Setup
    chance: str = "seeded"
    reveal: game_events.Reveal = "all"
    host_key: str = ""
    game: str = ""
    entry: game_events.EntryMode = "seats"
    takebacks: game_events.TakebackPolicy = "never"


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

    def decide(self, decision: Any, reports: Iterable[DrawReport] = ()) -> tuple["GameHead", tuple[EncodedEvent, ...]]:
        """A decision and what follows, as events; refuses as ``games.steps.decided`` does.

        Draws come from the seed, or from the reports of a witnessed game; a report nobody asked for is a ``BadRecord``.
        One without a label answers what is asked for next.
        """
        must_have_seat(self.game, decision.by)
        must_be_open(self.game)
        reported = self._reported(decision, tuple(reports))
        drafts = draft_decision(self.ruleset, self.game, decision, self._chance(reported, decision.by))
        _must_be_asked_for(reported, drafts)
        return self.write_step(drafts)

    def promise(self, by: Seat, act: Act, record: Callable[[], Record]) -> tuple["GameHead", tuple[EncodedEvent, ...]]:
        """What a seat does with a promise, as an event; refuses as ``promises.lifecycle.decider.decide`` does.

        ``record`` gives the record of the game; of that only what everybody may see is asked.
        """
        must_have_seat(self.game, by)
        public = PublicRecord(self.ruleset, lambda: record_for(record(), PUBLIC).entries())
        return self.write(
            (game_events.DraftEvent(by, decider.decide_act(self.game, by, act, LetterReader(self.ruleset), public)),)
        )

    def take_back(
        self, by: Seat, act: TakebackAct, record: Callable[[], Record]
    ) -> tuple["GameHead", tuple[EncodedEvent, ...]]:
        """What a seat asks or answers about taking back, as events; refuses as ``takeback_rules.decide_takeback``.

        ``record`` gives the record of the game; of that only what everybody may see is asked.
        """
        must_have_seat(self.game, by)

        def public() -> tuple[game_events.Entry, ...]:
            return record_for(record(), PUBLIC).entries()

        promisees = PublicRecord(self.ruleset, public).promisees_of_breaches
        return self.write(decide_takeback(self.game, public, by, act, promisees))

    @property
    def end(self) -> StreamEnd:
        """Where the game's stream ends."""
        return StreamEnd(self.game.position, self.game.step, self.hash, self.at)

    def write(self, drafts: Iterable[game_events.DraftEvent]) -> tuple["GameHead", tuple[EncodedEvent, ...]]:
        """A step as it is given, as events, and the game after it; ``Misfit`` if it does not fit.

        Every event is read back strictly before it counts, and what was read back is folded, once.
        """
        return _advance(self, encode_step(self.codec, self.game.id, drafts, self.sources, after=self.end))

    def write_step(self, drafts: Iterable[game_events.DraftEvent]) -> tuple["GameHead", tuple[EncodedEvent, ...]]:
        """The same, and in the same step the closing that a decision leads to."""
        head, events = self.write(drafts)
        closes = draft_closing(self.ruleset, head.game, head.game.state)
        closed, more = _advance(head, encode_events(self.codec, self.game.id, closes, self.sources, after=head.end))
        return closed, (*events, *more)

    def _reported(self, decision: Any, reports: tuple[DrawReport, ...]) -> tuple[DrawReport, ...]:
        """The reports with the labels of what they answer."""
        if not isinstance(self.game.opened.chance, game_events.BySeed):
            return label_reports(self.ruleset, self.game.state, decision, reports)
        if reports:
            raise BadRecord("draws: this game draws from its seed; nothing can be reported")
        return ()

    def _chance(self, reports: tuple[DrawReport, ...], by: Seat) -> Chance:
        source = self.game.opened.chance
        if not isinstance(source, game_events.BySeed):
            return DrawSealer(WitnessedChance(reports, self.game.opened.reporter(by)), self.sources.salts)
        seeded = SeededChance(source.seed.look(), self.game.id, self.game.position + 1)
        return DrawSealer(seeded, self.sources.salts)


def _advance(head: GameHead, events: tuple[EncodedEvent, ...]) -> tuple[GameHead, tuple[EncodedEvent, ...]]:
    game = head.game
    for event in events:
        game = games.evolve(head.ruleset, game, event.entry)
    if not events:
        return head, events
    return replace(head, game=game, hash=events[-1].hash, at=events[-1].entry.at), events


def open_game(ruleset: AnyRuleset, opening: NewGame, sources: Sources) -> tuple[GameHead, tuple[EncodedEvent, ...]]:
    """A game with its first event; ``BadRecord`` names what does not fit in the setup."""
    setup = opening.setup
    source: game_events.ChanceSource = (
        game_events.BySeed(Hidden((), known=(sources.seeds(),)))
        if opening.chance == "seeded"
        else game_events.ByWitness()
    )
    body = game_events.GameOpened(
        ruleset.edition.key,
        setup.seats,
        setup.components,
        setup.switches,
        setup.start,
        source,
        opening.reveal,
        opening.host_key,
        origin=ruleset.edition.origin,
        entry=opening.entry,
        takebacks=opening.takebacks,
    )
    games.check_seats(body)
    must_have_distinct_keys(body)
    must_have_plain_names(body)
    ruleset.initial(setup)
    codec, game = codec_of(ruleset.wire), opening.game or sources.ids()
    (first,) = encode_step(codec, game, (game_events.DraftEvent("host", body),), sources, after=StreamEnd())
    begun = games.begin(ruleset, game, first.entry)
    return GameHead(ruleset, codec, begun, first.hash, sources, first.entry.at), (first,)


def encode_step(
    codec: StreamCodec, stream: str, drafts: Iterable[game_events.DraftEvent], sources: Sources, *, after: StreamEnd
) -> tuple[EncodedEvent, ...]:
    """The events of the next step of a stream with their bytes, ``after`` where it ended so far; as ``sealed``."""
    return encode_events(codec, stream, drafts, sources, after=replace(after, step=after.step + 1))


def encode_events(
    codec: StreamCodec, stream: str, drafts: Iterable[game_events.DraftEvent], sources: Sources, *, after: StreamEnd
) -> tuple[EncodedEvent, ...]:
    """Further events of the step of a stream in which it ended so far, with their bytes.

    Every event is read back strictly. Its time is never before that of the one before it, whatever the clock says.
    ``TooLarge`` where the stream would have more events than one may have, or an
    event is longer than a line of a record may be.
    """
    position, step, prev, at = after.position, after.step, after.head, after.at
    events: list[EncodedEvent] = []
    for drafted in drafts:
        position += 1
        if max(position, step) > EVENTS_PER_GAME:  # a record from elsewhere may have counted its steps as it liked
            raise TooLarge(f"game {stream}, position {position}: a game has at most {EVENTS_PER_GAME:,} events")
        at = max(at, sources.clock())
        entry = game_events.Entry(position, step, at, drafted.by, drafted.body)
        new = codec.write(entry, game=stream, prev=prev, salts=sources.salts)
        if max(len(new.line), len(new.openings)) > MOST_LINE_BYTES:
            raise TooLarge(f"game {stream}, position {position}: an event has at most {MOST_LINE_BYTES:,} bytes")
        events.append(codec.read(new.line, new.openings, game=stream, position=position))
        prev = new.hash
    return tuple(events)


def must_have_seat(game: Game, seat: Seat) -> None:
    """``BadRecord`` where nobody sits there."""
    if seat != TABLE and all(seat != each.seat for each in game.opened.seats):
        raise BadRecord(f"by: there is no seat “{seat}” in this game")


def _must_be_asked_for(reported: tuple[DrawReport, ...], drafts: tuple[game_events.DraftEvent, ...]) -> None:
    asked = [draft.body.draw.label for draft in drafts if isinstance(draft.body, game_events.DrawMade)]
    for report in reported:
        if report.label not in asked:
            twice = sum(report.label == other.label for other in reported) > 1
            what = f"“{report.label}” is reported twice" if twice else f"nothing asks for “{report.label}”"
            raise BadRecord(f"draws: {what}")
        asked.remove(report.label)
