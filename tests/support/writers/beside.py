"""A stream beside the games, a dispute in which evidence is added, that goes into one commit with steps of games."""

from collections.abc import Callable
from typing import Final

from oathbook.domain.application.dispute_stream import DISPUTES, encode_event
from oathbook.domain.disputes.dispute_events import DisputeFiled, EvidenceAdded
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.archive import Archive, read_row
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.sources import Sources, system_sources
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.writing.game_head import GameHead, StreamEnd
from oathbook.domain.recording.writing.writer_jobs import JointCommit, JointWork
from tests.support.playing import RULESET

CASE: Final = "case-1"
BESIDE: Final = DISPUTES
WRONG: Final = {"claim": "standing", "at": 1}


def noted(archive: Archive, stream: str, says: str, sources: Sources) -> tuple[EncodedEvent, ...]:
    """The next event of such a stream: that something was said."""
    rows = archive.rows(stream)
    last = read_row(BESIDE, stream, rows[-1]) if rows else None
    end = StreamEnd() if last is None else StreamEnd(last.entry.position, last.entry.step, last.hash)
    filed = DisputeFiled("game-1", RULESET.edition.key, 1, "0" * 64, WRONG, says)
    return encode_event(stream, Seat("ash"), EvidenceAdded(says, ()) if rows else filed, sources, end)


def first_option(head: GameHead) -> tuple[GameHead, tuple[EncodedEvent, ...]]:
    """The next step of a game: whoever may decide takes the first thing that they may."""
    seat: Seat = RULESET.to_act(head.game.state)[0]
    decision = RULESET.options(head.game.state, seat).listed[0]
    return head.decide(head.decision_from(parse_json(decision_text(decision), where="decision")))


def with_a_step_in(archive: Archive, *games: str, stream: str = CASE, says: str = "so be it") -> JointWork:
    """The work of noting something and taking a step in each of these games."""
    sources = system_sources()

    def work(head_of: Callable[[str], GameHead]) -> JointCommit:
        return JointCommit(noted(archive, stream, says, sources), tuple(first_option(head_of(game)) for game in games))

    return work
