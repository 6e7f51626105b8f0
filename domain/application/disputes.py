"""Disputes as people take part in them: each thing they do is checked and stored in the writer's turn."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from oathbook.domain.application.claims import case_of, claim_in
from oathbook.domain.application.dispute_stream import (
    DISPUTES,
    DisputeStream,
    new_dispute,
    next_events,
    stream_from,
    stream_in,
)
from oathbook.domain.application.rulings import carried_out
from oathbook.domain.application.stored_findings import finding_entered
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.events import (
    By,
    DisputeEvent,
    DisputeFiled,
    FindingEntered,
    RulingEntered,
    Told,
    event_from,
    signature,
)
from oathbook.domain.disputes.procedure import Table, must_be_allowed, must_be_fileable
from oathbook.domain.games.events import GameOpened
from oathbook.domain.kernel.seats import Seat, Viewer
from oathbook.domain.recording.database.commits import RequestKey
from oathbook.domain.recording.format.record import Record, as_seen_by
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.game_head import GameHead, StreamEnd
from oathbook.domain.recording.writing.jobs import JointCommit
from oathbook.domain.recording.writing.writer import Writer


class Disputes(Struct, frozen=True):
    """The disputes of one database: who writes them, and how the games they are about are read.

    ``record`` answers a game's whole record, ``opening`` its first event; both raise ``NotFound``.
    """

    writer: Writer
    sources: Sources
    record: Callable[[str], Record]
    opening: Callable[[str], GameOpened[Any, Any, Any]]

    def hearing(self, dispute: str) -> DisputeStream:
        """A dispute with its stream; ``NotFound``."""
        return stream_in(self.writer.archive, dispute)

    def table(self, game: str) -> Table:
        """The game as the procedure asks for it; ``NotFound``."""
        players = {each.seat: each.player for each in self.opening(game).seats}
        archive = self.writer.archive
        return Table(players, archive.head(game), archive.goes_on(game))

    def act(
        self,
        dispute: Dispute,
        by: By,
        made: Callable[[Dispute], DisputeEvent],
        *,
        on: int | None,
        request: RequestKey | None,
    ) -> DisputeStream:
        """Store an event of a dispute, and answer the stream as it stands then; a repeated request changes nothing.

        ``made`` makes the event in the writer's turn. Refuses as ``must_be_allowed`` does.
        """

        def work(head_of: Callable[[str], GameHead]) -> JointCommit:
            hearing = self.hearing(dispute.id)
            event = made(hearing.dispute)
            must_be_allowed(hearing.dispute, self.table(dispute.game), by, event)
            if not isinstance(event, RulingEntered):
                return JointCommit(next_events(dispute.id, by, event, self.sources, hearing.end))
            done = carried_out(self.record, hearing.dispute, event, head_of)
            events = next_events(dispute.id, by, done.ruling, self.sources, hearing.end)
            return JointCommit(events, done.games, done.opened)

        return self._stored(dispute.id, work, on=on, request=request)

    def file(
        self, game: str, by: By, viewer: Viewer, claim: Told, says: str, *, request: RequestKey | None
    ) -> DisputeStream:
        """File a claim about a game as it stands; the same request under the same key finds the dispute it made before.

        ``BadRecord`` names what does not fit in the claim; otherwise refuses as ``must_be_fileable`` does.
        """
        dispute = new_dispute(game, signature(by), None if request is None else request.key, self.sources)

        def work(_: Callable[[str], GameHead]) -> JointCommit:
            before = self.writer.archive.filed_by(game, Seat(signature(by)))
            must_be_fileable(self.table(game), by, game, before=before)
            case = case_of(as_seen_by(self.record(game), viewer))
            claim_in(claim, case)
            stands = {"edition": case.ruleset.edition.key, "position": len(case.entries), "head": case.head}
            filed = event_from(DisputeFiled, game=game, claim=claim, says=says, **stands)
            return JointCommit(next_events(dispute, by, filed, self.sources, StreamEnd()))

        return self._stored(dispute, work, on=None, request=request)

    def _stored(
        self,
        dispute: str,
        work: Callable[[Callable[[str], GameHead]], JointCommit],
        *,
        on: int | None,
        request: RequestKey | None,
    ) -> DisputeStream:
        """The dispute as this step left it, whatever has come after it since."""
        step, *_ = self.writer.together(dispute, DISPUTES, work, expected=on, request=request)
        hearing = self.hearing(dispute)
        return stream_from(dispute, hearing.events[: step.position])

    def find(self, dispute: Dispute, viewer: Viewer, *, secrets_are_out: bool) -> FindingEntered:
        """What the record and the rules answer to the claim, as ``finding_entered`` has it."""
        return finding_entered(self.record(dispute.game), dispute, viewer, secrets_are_out=secrets_are_out)
