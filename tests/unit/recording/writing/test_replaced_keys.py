"""Keys that others have replaced: a chain ends in the key that counts, and each is replaced once."""

from pathlib import Path

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.writing.replaced_keys import NO_KEY, ReplacedKeys
from tests.support.playing import ruleset_of
from tests.support.storing import writer_on


def test_a_key_is_replaced_once_and_the_last_of_a_chain_counts(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with writer_on(path) as writer:
        assert writer.replace_key("first", "second")
        assert not writer.replace_key("first", "another")
        assert writer.replace_key("second", "third")
        assert writer.replace_key("third", "last")

        counts = [writer.keys.current(each) for each in ("first", "first", "third", "last", "nobody's")]
    assert counts == ["last", "last", "last", "last", "nobody's"]
    with Archive(path, ruleset_of) as archive:
        assert archive.replaced_keys() == {"first": "second", "second": "third", "third": "last"}


def test_what_is_learned_twice_counts_once() -> None:
    keys = ReplacedKeys()

    for _ in range(2):
        keys.learn("old", "new")

    assert (len(keys), keys.current("old"), keys.current("new")) == (1, "new", "new")


def test_no_store_lets_a_key_that_was_used_take_the_place_of_another(store: StoreAddress) -> None:
    """Nor its own: the chain of those that took its place would have no end."""
    with open_store(store, "the test") as records:
        assert records.replace_key("first", "second")
        assert records.replace_key("second", "third")

        for old, new in (("third", "first"), ("third", "second"), ("third", "third"), ("other", "third")):
            with pytest.raises(BadRecord, match="key: choose one that nobody has used"):
                records.replace_key(old, new)

    with Archive(store, ruleset_of) as archive:
        assert archive.replaced_keys() == {"first": "second", "second": "third"}
        assert len(archive.tree.statements()) == 2, "and the log states no more than was done"


@pytest.mark.timeout(5)
def test_keys_that_replaced_each_other_count_for_nobody() -> None:
    keys = ReplacedKeys()
    for old, new in (("before", "one"), ("one", "other"), ("other", "one"), ("itself", "itself")):
        keys.learn(old, new)

    for _ in range(2):
        assert [keys.current(each) for each in ("before", "one", "other", "itself")] == [NO_KEY] * 4


def test_a_key_that_was_used_takes_no_place_and_the_store_is_not_asked() -> None:
    keys = ReplacedKeys()
    keys.learn("first", "second")

    def unasked(old: str, new: str) -> bool:
        raise AssertionError(old, new)

    for used in ("first", "second"):
        with pytest.raises(BadRecord, match="key: choose one that nobody has used"):
            keys.replace("other", used, unasked)
    assert keys.current("other") == "other"
