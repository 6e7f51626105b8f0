"""Disputes as people take part in them: each thing they do is checked and stored in the writer's turn."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from oathbook.domain.application import dispute_stream
from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.application.ruled_edits import edit_game, edited_record
from oathbook.domain.application.rulings import carry_out_ruling
from oathbook.domain.application.stored_findings import finding_event
from oathbook.domain.disputes import dispute_events
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.procedure import DisputedGame, must_be_allowed, must_be_fileable
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel import Seat, Viewer
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.game_head import GameHead, StreamEnd
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_jobs import JointCommit


class Disputes(Struct, frozen=True):
    """The disputes of one database: who writes them, and how the games they are about are read.

    ``record`` answers a game's whole record, ``opening`` its first event; both raise ``NotFound``.
    """

    writer: Writer
    sources: Sources
    record: Callable[[str], Record]
    opening: Callable[[str], GameOpened[Any, Any, Any]]

    def stream(self, dispute: str) -> dispute_stream.DisputeStream:
        """A dispute with its stream; ``NotFound``."""
        return dispute_stream.load_stream(self.writer.archive, dispute)

    def disputed_game(self, game: str) -> DisputedGame:
        """The game as the procedure asks for it; ``NotFound``."""
        players = {each.seat: each.player for each in self.opening(game).seats}
        archive = self.writer.archive
        return DisputedGame(players, archive.last_position(game), archive.is_played_on(game))

    def act(
        self,
        dispute: Dispute,
        by: dispute_events.Actor,
        made: Callable[[Dispute], dispute_events.DisputeEvent],
        *,
        on: int | None,
        request: RequestKey | None,
        caller_key: str = "",
    ) -> dispute_stream.DisputeStream:
        """Store an event of a dispute, and answer the stream as it stands then; a repeated request changes nothing.

        ``made`` makes the event in the writer's turn. Refuses as ``must_be_allowed`` does.
        """

        def work(head_of: Callable[[str], GameHead]) -> JointCommit:
            hearing = self.stream(dispute.id)
            event = made(hearing.dispute)
            must_be_allowed(hearing.dispute, self.disputed_game(dispute.game), by, event)
            if not isinstance(event, dispute_events.RulingEntered):
                return JointCommit(dispute_stream.encode_event(dispute.id, by, event, self.sources, hearing.end))
            done = carry_out_ruling(self.record, hearing.dispute, event, head_of)
            events = dispute_stream.encode_event(dispute.id, by, done.ruling, self.sources, hearing.end)
            return JointCommit(events, done.games, done.opened)

        return self._store(dispute.id, work, on=on, request=request, caller_key=caller_key)

    def file(  # noqa: PLR0913  # what a party says of a claim is named
        self,
        game: str,
        by: dispute_events.Actor,
        viewer: Viewer,
        claim: dispute_events.JsonObject,
        says: str,
        *,
        request: RequestKey | None,
        caller_key: str = "",
    ) -> dispute_stream.DisputeStream:
        """File a claim about a game as it stands; the same request under the same key finds the dispute it made before.

        ``BadRecord`` names what does not fit in the claim; otherwise refuses as ``must_be_fileable`` does.
        """
        dispute = dispute_stream.new_dispute_id(
            game, dispute_events.actor_to_text(by), None if request is None else request.key, self.sources
        )

        def work(_: Callable[[str], GameHead]) -> JointCommit:
            before = self.writer.archive.count_filed_by(game, Seat(dispute_events.actor_to_text(by)))
            must_be_fileable(self.disputed_game(game), by, game, before=before)
            case = case_of(record_for(self.record(game), viewer))
            read_claim(claim, case)
            stands = {"edition": case.ruleset.edition.key, "position": len(case.entries), "head": case.head}
            filed = dispute_events.event_from(dispute_events.DisputeFiled, game=game, claim=claim, says=says, **stands)
            return JointCommit(dispute_stream.encode_event(dispute, by, filed, self.sources, StreamEnd()))

        return self._store(dispute, work, on=None, request=request, caller_key=caller_key)

    def _store(
        self,
        dispute: str,
        work: Callable[[Callable[[str], GameHead]], JointCommit],
        *,
        on: int | None,
        request: RequestKey | None,
        caller_key: str,
    ) -> dispute_stream.DisputeStream:
        """The dispute as this step left it, whatever has come after it since."""
        step, *_ = self.writer.commit_jointly(
            dispute, dispute_stream.DISPUTES, work, expected=on, request=request, caller_key=caller_key
        )
        hearing = self.stream(dispute)
        return dispute_stream.stream_from(dispute, hearing.events[: step.position])

    def edited(self, dispute: Dispute, lines: tuple[str, ...]) -> Record:
        """The record of the game as it would be with these lines of an edit; nothing is stored. Refuses as a ruling."""
        record = self.record(dispute.game)
        head = MemoryWriter.resume(record, self.sources).head
        return edited_record(record, edit_game(head, record, lines, dispute.id, dispute.unsealed))

    def finding(self, dispute: Dispute, viewer: Viewer, *, secrets_are_out: bool) -> dispute_events.FindingEntered:
        """What the record and the rules answer to the claim, as ``finding_event`` has it."""
        return finding_event(self.record(dispute.game), dispute, viewer, secrets_are_out=secrets_are_out)
