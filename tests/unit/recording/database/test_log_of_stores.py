"""Both stores come to the same log: what one has signed, the other could have."""

from oathbook.domain.evidence.tree import EMPTY_ROOT
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.log_verifier import LogVerifier
from oathbook.domain.recording.database.openers import open_reader, open_store
from oathbook.domain.recording.database.stored_tree import StoredTree
from tests.support.playing import CLOSE, small_game, whole_game

GAME, OTHER = small_game(), whole_game(CLOSE, "other")


def test_a_store_keeps_a_leaf_for_everything_and_makes_the_log_anew(store: StoreAddress) -> None:
    with open_store(store, "a test") as records:
        reader = open_reader(store)
        tree = StoredTree(reader)
        assert (tree.size(), tree.root(0)) == (0, EMPTY_ROOT)

        records.commit(GAME.events[:4])
        records.commit((*OTHER.events, *GAME.events[4:6]))
        assert records.replace_key("old", "new")
        size = tree.size()
        root = tree.root(size)

        assert size == len(OTHER.events) + 7
        assert tree.leaf_number(GAME.game, 5) == len(OTHER.events) + 4
        assert LogVerifier(tree).check_next() == LogVerifier(tree).check_newest() == ()
        records.restart_log("because")
        assert tree.size() == size + 1
        assert tree.root(size) == root
        assert tree.statements()[1:] == ["because"]
        assert LogVerifier(tree).check_next() == LogVerifier(tree).check_newest() == ()
        assert [*records.grow_log()] == []
        reader.close()
