"""Which of several rulings on a clause counts, and what is read in their places."""

from oathbook.domain.games.game_events import Entry, PromiseRuled, Ruling
from oathbook.domain.kernel import TABLE
from oathbook.domain.promises.trace.revisions import RevisedRuling, apply_revisions, effective_rulings


def ruling(position: int, by: str, path: str, value: Ruling) -> Entry:
    return Entry(position, position, "", by, PromiseRuled("p1", path, value, (), (), "So it is."))


def test_the_named_judge_counts_before_the_table_and_then_the_later() -> None:
    """Cedar rules, then the table on the same clause: cedar's stays; and cedar's second takes its place."""
    first, table = ruling(1, "cedar", "c1", "met"), ruling(2, TABLE, "c1", "failed")
    second = ruling(3, "cedar", "c1", "failed")

    assert effective_rulings((first, table)) == (first,)
    assert effective_rulings((first, table, second)) == (second,)
    assert effective_rulings((table, first)) == (first,)


def test_a_ruling_on_the_whole_comes_with_those_on_its_parts() -> None:
    """Each place reads what counts: on the whole the table's, on its first part cedar's."""
    whole, part = ruling(1, TABLE, "c1", "failed"), ruling(2, "cedar", "c1.1", "met")

    first, second = (each.body for each in apply_revisions((whole, part)))

    assert isinstance(first, RevisedRuling)
    assert isinstance(second, RevisedRuling)
    assert first.value == "failed"
    assert [(by, each.path, each.value) for by, each in first.within] == [("cedar", "c1.1", "met")]
    assert (second.path, second.within) == ("c1.1", ())
