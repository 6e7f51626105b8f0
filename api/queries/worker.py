"""What a process of the worker pool does: it reads records alone, and caches what it read last."""

import os
import signal
from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from oathbook.api.queries import letter_query
from oathbook.api.queries.letter_query import LetterQuery, LetterUnread
from oathbook.api.queries.query import Query, QueryResult, run_query
from oathbook.api.replay_cache import ReplayCache
from oathbook.api.schemas.letter_review import LetterChecked
from oathbook.domain.application.stored_findings import finding_event
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import FindingEntered
from oathbook.domain.kernel import Viewer
from oathbook.domain.promises.audit.standing import RulingEffect
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.registry import load_registry

T = TypeVar("T")

MOST_BYTES: Final = 8 * 1024 * 1024  # stored bytes of what one process keeps; the longest games have less
NICENESS: Final = 5  # as ``nice`` counts it: decisions come first


def run_in_worker(work: Callable[[StoreAddress], T], database: StoreAddress) -> T:
    """Returns or raises what ``work`` does with the database, in a process that does nothing else."""
    _set_up_process()
    return work(database)


@cache
def _set_up_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one, which ends it
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def run(database: StoreAddress, *, query: Query, ruled: tuple[RulingEffect, ...]) -> QueryResult:
    """As ``run_query``; ``ruled`` are the effects of rulings on disputes in that game."""
    reader = _reader(database)
    reader.ruled = ruled
    return run_query(query, reader.replays)


def review_letter(
    database: StoreAddress, *, query: LetterQuery, ruled: tuple[RulingEffect, ...]
) -> LetterChecked | LetterUnread:
    """As ``letter_query.review``; ``ruled`` as for ``run``."""
    reader = _reader(database)
    reader.ruled = ruled
    return letter_query.review(query, reader.ruleset_of, reader.replays)


def examine_dispute(
    database: StoreAddress, *, dispute: Dispute, viewer: Viewer, secrets_are_out: bool
) -> FindingEntered:
    """As ``finding_event``."""
    record = _reader(database).replays.record(dispute.game)
    return finding_event(record, dispute, viewer, secrets_are_out=secrets_are_out)


class _WorkerRecords:
    """A cache of replays for which each query sets the penalties that count."""

    def __init__(self, database: StoreAddress) -> None:
        self.ruled: tuple[RulingEffect, ...] = ()
        self.ruleset_of = load_registry().ruleset
        archive = Archive(database, self.ruleset_of)
        self.replays = ReplayCache(archive, lambda _: self.ruled, most_bytes=MOST_BYTES)


@cache
def _reader(database: StoreAddress) -> _WorkerRecords:
    return _WorkerRecords(database)
