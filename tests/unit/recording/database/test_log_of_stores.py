"""Both stores come to the same log: what one has signed, the other could have."""

from oathbook.domain.evidence.tree import EMPTY
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.log_walk import LogWalk
from oathbook.domain.recording.database.opening import reader_at, store_at
from oathbook.domain.recording.database.stored_tree import StoredTree
from tests.support.playing import CLOSE, small_game, whole_game

GAME, OTHER = small_game(), whole_game(CLOSE, "other")


def test_a_store_keeps_a_leaf_for_everything_and_makes_the_log_anew(store: StoreAddress) -> None:
    with store_at(store, "a test") as records:
        reader = reader_at(store)
        tree = StoredTree(reader)
        assert (tree.size(), tree.root(0)) == (0, EMPTY)

        records.commit(GAME.events[:4])
        records.commit((*OTHER.events, *GAME.events[4:6]))
        assert records.replace_key("old", "new")
        size = tree.size()
        root = tree.root(size)

        assert size == len(OTHER.events) + 7
        assert tree.number(GAME.game, 5) == len(OTHER.events) + 4
        assert LogWalk(tree).step() == LogWalk(tree).newest() == ""
        records.begin_log_again("because")
        assert tree.size() == size + 1
        assert tree.root(size) == root
        assert tree.statements()[1:] == ["because"]
        assert LogWalk(tree).step() == LogWalk(tree).newest() == ""
        assert [*records.grow_log()] == []
        reader.close()
