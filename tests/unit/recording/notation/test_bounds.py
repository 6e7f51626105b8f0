"""What a line may not say because its field has bounds: refused where it stands, in words."""

from typing import Annotated

import pytest
from msgspec import Meta, Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.notation.grammar import NotationGrammar
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.rulesets.forms import Form
from tests.minigame.ruleset import MINIGAME


class Errand(Struct, frozen=True, forbid_unknown_fields=True):
    """A value with bounds of every sort."""

    age: Annotated[int, Meta(ge=1, le=1_000)] = 1
    coins: Annotated[int | None, Meta(ge=1)] = None
    depth: Annotated[int, Meta(le=3)] = 0
    stops: Annotated[tuple[str, ...], Meta(min_length=2, max_length=3)] = ("a", "b")
    name: Annotated[str, Meta(max_length=5)] = ""
    word: Annotated[str, Meta(pattern="^[a-z]+$")] = "x"


FORMS = (
    Form(Errand, "wait [a year] {age}"),
    Form(Errand, "carry {coins} coins"),
    Form(Errand, "dig [the hole] {depth}"),
    Form(Errand, "go by {stops} home"),
    Form(Errand, "call it {name}"),
    Form(Errand, "say [the] {word}"),
)
NODE = NotationGrammar(MINIGAME, MINIGAME.samples()[0]).of(Errand, forms=FORMS)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("wait 1001", "here, column 6: a year is a number from 1 to 1,000"),
        ("wait a year 0", "here, column 13: a year is a number from 1 to 1,000"),
        ("carry 0 coins", "here, column 7: coins: a number from 1 up"),
        ("dig 4", "here, column 5: a hole is a number up to 3"),
        ("go by a home", "here, column 7: stops: from 2 to 3 in the list"),
        ("go by a, b, c, d home", "here, column 7: stops: from 2 to 3 in the list"),
        ("call it abcdef", "here, column 9: name: up to 5 characters"),
        ('say "A b"', "here, column 5: “A b” cannot be a word"),
    ],
)
def test_what_is_beyond_its_bounds_is_refused_with_them(line: str, says: str) -> None:
    with pytest.raises(BadRecord) as refused:
        LineScanner(line, where="here").read_all(NODE)

    assert str(refused.value) == says


@pytest.mark.parametrize(
    "line", ["wait 1000", "carry nobody coins", "carry 1 coins", "dig 3", "go by a, b home", "call it abcde", "say b"]
)
def test_what_is_within_its_bounds_is_read(line: str) -> None:
    assert LineScanner(line, where="here").read_all(NODE)
    assert NODE.write(LineScanner(line, where="here").read_all(NODE))


def test_a_fault_behind_a_value_beyond_its_bounds_is_told_where_reading_got_to() -> None:
    """Reading as something else went further than the value did."""
    forms = (Form(Errand, "dig {depth}"), Form(Errand, "dig {name} deep"))
    node = NotationGrammar(MINIGAME, MINIGAME.samples()[0]).of(Errand, forms=forms)

    with pytest.raises(BadRecord, match="here, column 12: “now” cannot stand here; what can: the end of the line"):
        LineScanner("dig 4 deep now", where="here").read_all(node)
