"""The disputes of the demonstration: what two of the showcase's players claim about their game, and what is ruled."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from oathbook.api.service import Service
from oathbook.domain.application.dispute_stream import DisputeStream
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.events import (
    Appealed,
    Arbiter,
    By,
    DisputeEvent,
    LetStand,
    Penalise,
    RulingEntered,
    Told,
    signature,
)
from oathbook.domain.kernel.seats import PUBLIC, Seat, Viewer
from oathbook.domain.recording.database.commits import RequestKey

SHOWCASE: Final = "0193a7c4-0000-7000-8000-000000000259"
CLEO, DOV = Seat("cleo"), Seat("dov")
RUTH, JON = Arbiter("Ruth"), Arbiter("Jon")
FOUND: Final = 2
"""Where the finding stands in a dispute: behind the claim."""


class Hearing(Struct, frozen=True):
    """A claim that a seat files and has answered, and what people do about the answer, in their order."""

    name: str
    by: Seat
    claim: Told
    says: str
    then: tuple[tuple[By, DisputeEvent], ...]


HEARINGS: Final = (
    Hearing(
        "a word for the Valley",
        CLEO,
        {"claim": "promise", "promise": "p2", "clause": "HT-10.4"},
        "Bram took my fox0 for this promise, and the Valley as well.",
        (
            (
                RUTH,
                RulingEntered(
                    FOUND,
                    "upheld",
                    "The letter forbade it by name, and he had been paid for it. The 20 are for the broken word; "
                    "5 more are for the price that he kept.",
                    "",
                    Penalise(Seat("bram"), 5),
                ),
            ),
        ),
    ),
    Hearing(
        "a tie on Cordillera",
        DOV,
        {"claim": "outcome-wrong", "at": 231, "clause": "HB-3.10"},
        "Precision 6 against Dodge 6: that is not more, so it was a graze.",
        (
            (
                RUTH,
                RulingEntered(
                    FOUND, "rejected", "A tie goes to the one who Idled earlier, and that was Ada.", "", LetStand()
                ),
            ),
            (DOV, Appealed("The Defender should win a tie, whoever Idled first.")),
            (
                JON,
                RulingEntered(
                    FOUND, "rejected", "The rules know one Tie Breaker, for Attacker and Defender.", "", LetStand()
                ),
            ),
        ),
    ),
)


def file_disputes(service: Service) -> int:
    """File them and rule on them as people do, and say how many there are; those that are there already stay."""
    for hearing in HEARINGS:
        _heard(service, hearing)
    return len(HEARINGS)


def _heard(service: Service, hearing: Hearing) -> None:
    disputes, viewer = service.disputes, Viewer(hearing.by)
    first = _request(hearing, hearing.by, 1)
    stream = disputes.file(SHOWCASE, hearing.by, viewer, hearing.claim, hearing.says, request=first)

    def done(number: int, by: By, made: Callable[[Dispute], DisputeEvent]) -> DisputeStream:
        return disputes.act(stream.dispute, by, made, on=None, request=_request(hearing, by, number))

    done(FOUND, hearing.by, lambda now: disputes.find(now, PUBLIC, secrets_are_out=True))
    for number, (by, event) in enumerate(hearing.then, FOUND + 1):
        done(number, by, _saying(event))


def _saying(event: DisputeEvent) -> Callable[[Dispute], DisputeEvent]:
    return lambda _: event


def _request(hearing: Hearing, by: By, number: int) -> RequestKey:
    """So that a second start finds what the first one has done."""
    return RequestKey(signature(by), f"{hearing.name} {number}", "")
