"""Mistakes that are put into a world's services, each of which a world has to find."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from oathbook.api import service
from oathbook.api.signing import log_keeper, soundness
from oathbook.api.signing.soundness import LogDamage
from oathbook.domain.errors import Refused
from oathbook.domain.recording.database.postgres import log_listener, records, transactions
from oathbook.domain.recording.database.postgres.records import PostgresRecords
from oathbook.domain.recording.database.record_store import Commit
from oathbook.domain.recording.writing.head_cache import HeadCache
from oathbook.domain.recording.writing.writer_batch import WriterBatch

NOTHING: Final = "SELECT 1"


def _nothing(*_: object) -> None:
    """In the place of what does something."""


def no_key_in_the_commit() -> None:
    """A key counts until the process that is asked hears that it was replaced."""
    whole = PostgresRecords.commit_all

    def commit_all(self: PostgresRecords, commits: Sequence[Commit]) -> None:
        whole(self, [replace(each, caller_key="") for each in commits])

    _put(PostgresRecords, "commit_all", commit_all)


def no_file_of_replaced_keys() -> None:
    """Only the database says which keys were replaced, also when an older one is put back."""
    _put(service, "keep_replaced_keys", _nothing)


def no_lock() -> None:
    """Transactions of several processes go on at the same time."""
    _put(transactions, "WRITE_LOCK", NOTHING)
    _put(records, "WRITE_LOCK", NOTHING)


def nothing_landed() -> None:
    """What was in doubt counts as not stored."""
    whole: Callable[..., Any] = PostgresRecords._find_outcome  # pyright: ignore[reportPrivateUsage]  # a mistake is put in

    def find_outcome(self: PostgresRecords, _: object) -> None:
        whole(self, _nothing)

    _put(PostgresRecords, "_find_outcome", find_outcome)


def one_position_late() -> None:
    """A game at hand that is one event behind stays at hand."""
    whole = HeadCache.drop_before

    def drop_before(self: HeadCache, game: str, position: int) -> None:
        whole(self, game, position - 1)

    _put(HeadCache, "drop_before", drop_before)


def no_word_and_no_look() -> None:
    """A process hears nothing of what others store."""
    _put(transactions, "NOTIFY", NOTHING)
    _put(log_listener, "POLL", 1e9)


def a_batch_at_a_time() -> None:
    """What is refused to one in a turn is refused to all."""

    def refuse_all(self: WriterBatch, waiting: Iterable[Any], refused: Refused) -> list[Any]:
        self._fail([*waiting], refused)  # pyright: ignore[reportPrivateUsage]  # as above
        return []

    _put(WriterBatch, "_drop_replaced", refuse_all)
    _put(WriterBatch, "_drop_conflicting", refuse_all)


def one_bit_for_all() -> None:
    """A row that is not what was signed is a fault of the whole log."""

    def sort_faults(_: object, faults: Iterable[Any], __: object) -> LogDamage:
        return LogDamage("; ".join(each.says for each in faults))

    _put(soundness, "sort_faults", sort_faults)
    _put(log_keeper, "sort_faults", sort_faults)


def _put(where: object, name: str, ours: object) -> None:
    assert hasattr(where, name), f"there is no {name} any more"
    setattr(where, name, ours)


FOUND_BY: Final = {
    no_key_in_the_commit: 0,
    no_file_of_replaced_keys: 18,
    no_lock: 0,
    nothing_landed: 7,
    one_position_late: 6,
    no_word_and_no_look: 0,
    a_batch_at_a_time: 0,
    one_bit_for_all: 1,
}
"""A seed whose world finds it."""

MUTATIONS: Final = {each.__name__: each for each in FOUND_BY}
