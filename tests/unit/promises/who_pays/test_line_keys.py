"""What tells one line from another."""

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.promises.who_pays.answers import Substitution
from oathbook.domain.promises.who_pays.lines import line_key

ASH = Seat("ash")


def test_lines_that_differ_only_in_what_is_hidden_are_two() -> None:
    one, other = (Substitution(3, instead=True, decisions=(Hidden.of(each, ASH),)) for each in ("parry", "shield"))

    assert repr(one) == repr(other)
    assert line_key((one,)) != line_key((other,))
    assert line_key((one,)) == line_key((Substitution(3, instead=True, decisions=(Hidden.of("parry", ASH),)),))


def test_lines_without_anything_hidden_differ_by_what_is_put_in() -> None:
    assert line_key((Substitution(3, instead=True, decisions=("a",)),)) != line_key(
        (Substitution(4, instead=True, decisions=("a",)),)
    )
