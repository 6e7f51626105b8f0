"""What a process that answers questions does: it reads the record alone, and keeps what it read last."""

import os
import signal
from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from oathbook.api.asking.questions import Answer, Question, answer_to
from oathbook.api.replay_cache import ReplayCache
from oathbook.domain.application.stored_findings import finding_entered
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.events import FindingEntered
from oathbook.domain.kernel.seats import Viewer
from oathbook.domain.promises.audit.standing import RuledPenalty
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.registry import installed

T = TypeVar("T")

MOST_BYTES: Final = 8 * 1024 * 1024
"""Stored bytes of what one process keeps; the longest games have less."""

YIELDING: Final = 5
"""How much less urgent than decisions this is to the system, as ``nice`` counts it."""


def done(work: Callable[[StoreAddress], T], database: StoreAddress) -> T:
    """What ``work``, given the database, answers or raises in a process that is there for nothing else."""
    _begun()
    return work(database)


@cache
def _begun() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one, which ends it
    if hasattr(os, "nice"):
        os.nice(YIELDING)


def answered(database: StoreAddress, *, asked: Question, ruled: tuple[RuledPenalty, ...]) -> Answer:
    """As ``answer_to``; ``ruled`` is what rulings on disputes cost in that game."""
    reader = _reader(database)
    reader.ruled = ruled
    return answer_to(asked, reader.replays)


def found(database: StoreAddress, *, dispute: Dispute, viewer: Viewer, secrets_are_out: bool) -> FindingEntered:
    """As ``finding_entered``."""
    record = _reader(database).replays.record(dispute.game)
    return finding_entered(record, dispute, viewer, secrets_are_out=secrets_are_out)


class _Reader:
    """The record of a database, read."""

    def __init__(self, database: StoreAddress) -> None:
        self.ruled: tuple[RuledPenalty, ...] = ()
        archive = Archive(database, installed().ruleset)
        self.replays = ReplayCache(archive, lambda _: self.ruled, most_bytes=MOST_BYTES)


@cache
def _reader(database: StoreAddress) -> _Reader:
    """Made once a process, as the first question comes."""
    return _Reader(database)
