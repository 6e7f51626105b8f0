"""Keys that others have replaced, as a writer learns of them."""

from domain.recording.writing.replaced_keys import ReplacedKeys


def test_what_is_learned_twice_counts_once() -> None:
    keys = ReplacedKeys()

    for _ in range(2):
        keys.learn("old", "new")

    assert (len(keys), keys.current("old"), keys.current("new")) == (1, "new", "new")
