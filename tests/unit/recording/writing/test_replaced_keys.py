"""Keys that others have replaced: a chain ends in the key that counts, and each is replaced once."""

from pathlib import Path

from domain.recording.database.archive import Archive
from domain.recording.writing.replaced_keys import ReplacedKeys
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
