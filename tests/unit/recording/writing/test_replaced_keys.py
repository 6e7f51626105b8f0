"""Keys that took the place of others: kept on the disk, found again, and each replaced once."""

from collections.abc import Iterator

import pytest

from domain.recording.database.address import StoreAddress
from domain.recording.writing.writer import Writer
from tests.support.storing import writer_on

A, B, C, OTHER = ("a" * 64, "b" * 64, "c" * 64, "d" * 64)


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def writer(path: StoreAddress) -> Iterator[Writer]:
    with writer_on(path) as writer:
        yield writer


def test_nothing_was_replaced_at_first(writer: Writer) -> None:
    assert (len(writer.keys), writer.keys.current(A), writer.keys.was_used(A)) == (0, A, False)


def test_a_key_counts_for_all_in_whose_place_it_came(writer: Writer) -> None:
    assert writer.replace_key(A, B)
    assert writer.replace_key(B, C)

    for _ in range(2):
        assert [writer.keys.current(each) for each in (A, B, C, OTHER)] == [C, C, C, OTHER]
    assert [writer.keys.was_used(each) for each in (A, B, C, OTHER)] == [True, True, True, False]
    assert len(writer.keys) == 2


def test_a_key_is_replaced_once(writer: Writer) -> None:
    assert writer.replace_key(A, B)

    assert not writer.replace_key(A, C)
    assert writer.keys.current(A) == B
    assert not writer.keys.was_used(C)


def test_it_is_so_after_a_restart(path: StoreAddress) -> None:
    with writer_on(path) as writer:
        writer.replace_key(A, B)
        writer.replace_key(B, C)

    with writer_on(path) as again:
        assert [again.keys.current(each) for each in (A, B, C)] == [C, C, C]
        assert not again.replace_key(A, OTHER)
        assert again.replace_key(C, OTHER)
        assert again.keys.current(A) == OTHER
