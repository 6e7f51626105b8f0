"""What the parts of a letter are called."""

import pytest

from oathbook.domain.promises.logic.paths import label_of


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("c1", "clause 1"),
        ("c12.2", "clause 12, part 2"),
        ("c1.ash", "clause 1, ash's part"),
        ("c1.or_else", "clause 1, what is promised otherwise"),
        ("c1.if.cond", "clause 1, its condition"),
        ("c1.if.cond.not", "clause 1, its condition"),
        ("c1.unless.cond.2", "clause 1, its exception, part 2"),
        ("ends.1", "what ends it, part 1"),
        ("void.1.2", "what makes it void, part 1, part 2"),
    ],
)
def test_a_part_of_a_letter_is_called_what_its_words_say(path: str, said: str) -> None:
    assert label_of(path) == said
