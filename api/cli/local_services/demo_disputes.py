"""The disputes of the demonstration: what two of the showcase's players claim about their game, and what is ruled."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from oathbook.api.service import Service
from oathbook.domain.application.dispute_stream import DisputeStream
from oathbook.domain.disputes import dispute_events
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.kernel import PUBLIC, Seat, Viewer
from oathbook.domain.recording.database.record_store import RequestKey

SHOWCASE: Final = "0193a7c4-0000-7000-8000-000000000259"
CLEO, DOV = Seat("cleo"), Seat("dov")
RUTH, JON = dispute_events.Arbiter("Ruth"), dispute_events.Arbiter("Jon")
LET_STAND: Final = dispute_events.LetStand()
FINDING_POSITION: Final = 2  # where the finding stands in a dispute: behind the claim


class DemoDispute(Struct, frozen=True):
    """A claim that a seat files and has answered, and what people do about the answer, in their order."""

    name: str
    by: Seat
    claim: dispute_events.JsonObject
    says: str
    then: tuple[tuple[dispute_events.Actor, dispute_events.DisputeEvent], ...]


def _ruling(
    answer: dispute_events.RulingAnswer, reasons: str, remedy: dispute_events.Remedy = LET_STAND
) -> dispute_events.RulingEntered:
    return dispute_events.RulingEntered(FINDING_POSITION, answer, reasons, "", remedy)


BROKEN_WORD: Final = _ruling(
    "upheld",
    "The letter forbade it by name, and he had been paid for it. The 20 are for the broken word; "
    "5 more are for the price that he kept.",
    dispute_events.Penalise(Seat("bram"), 5),
)
HEARINGS: Final = (
    DemoDispute(
        "a word for the Valley",
        CLEO,
        {"claim": "promise", "promise": "p2", "clause": "HT-10.4"},
        "Bram took my fox0 for this promise, and the Valley as well.",
        ((RUTH, BROKEN_WORD),),
    ),
    DemoDispute(
        "a tie on Cordillera",
        DOV,
        {"claim": "outcome-wrong", "at": 231, "clause": "HB-3.10"},
        "Precision 6 against Dodge 6: that is not more, so it was a graze.",
        (
            (RUTH, _ruling("rejected", "A tie goes to the one who Idled earlier, and that was Ada.")),
            (DOV, dispute_events.Appealed("The Defender should win a tie, whoever Idled first.")),
            (JON, _ruling("rejected", "The rules know one Tie Breaker, for Attacker and Defender.")),
        ),
    ),
)


def file_disputes(service: Service) -> int:
    """File them and rule on them as people do, and say how many there are; those that are there already stay."""
    for hearing in HEARINGS:
        _play_dispute(service, hearing)
    return len(HEARINGS)


def _play_dispute(service: Service, hearing: DemoDispute) -> None:
    disputes, viewer = service.disputes, Viewer(hearing.by)
    first = _request(hearing, hearing.by, 1)
    stream = disputes.file(SHOWCASE, hearing.by, viewer, hearing.claim, hearing.says, request=first)

    def done(
        number: int, by: dispute_events.Actor, made: Callable[[Dispute], dispute_events.DisputeEvent]
    ) -> DisputeStream:
        return disputes.act(stream.dispute, by, made, on=None, request=_request(hearing, by, number))

    done(FINDING_POSITION, hearing.by, lambda now: disputes.finding(now, PUBLIC, secrets_are_out=True))
    for number, (by, event) in enumerate(hearing.then, FINDING_POSITION + 1):
        done(number, by, _always(event))


def _always(event: dispute_events.DisputeEvent) -> Callable[[Dispute], dispute_events.DisputeEvent]:
    return lambda _: event


def _request(hearing: DemoDispute, by: dispute_events.Actor, number: int) -> RequestKey:
    """So that a second start finds what the first one has done."""
    return RequestKey(dispute_events.actor_to_text(by), f"{hearing.name} {number}", "")
