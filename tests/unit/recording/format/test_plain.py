"""JSON from people: strict where a careless reader would guess (docs/record-format.md)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.limits import BODY_BYTES, DEPTH, MOST_EXACT
from oathbook.domain.recording.format.strict_json import parse_json


def refusal(text: bytes | str) -> str:
    """What is said; the place comes first, and it is one line."""
    with pytest.raises(BadRecord, match=r"^line 7: ") as refused:
        parse_json(text, where="line 7")
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"by":"ash","n":[1,-1,0,true,null]}', {"by": "ash", "n": [1, -1, 0, True, None]}),
        (' {"a" : "é\\u00e9" }\n', {"a": "éé"}),
        (b'"\\ud83d\\ude00"', "😀"),
        (f"[{MOST_EXACT},{-MOST_EXACT}]", [MOST_EXACT, -MOST_EXACT]),
        ('"1.5"', "1.5"),
        ("-0", 0),
    ],
)
def test_json_as_a_person_writes_it_is_read(text: bytes | str, value: object) -> None:
    """It need not be canonical: blanks, escapes and order are the writer's own."""
    assert parse_json(text, where="line 7") == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ("{} {}", "Extra data"),
        ("{'by':1}", "Expecting property name"),
        ("[1,]", "line 1 column"),
        ("1.5", "1.5 is a fraction; write it as text"),
        ("1.0", "1.0 is a fraction"),
        ("1e3", "1e3 is a fraction"),
        ("1e400", "1e400 is a fraction"),
        ("1." + "3" * 5_000, "1.333333333333333333 is a fraction"),
        ("NaN", "NaN is not a number"),
        ("[Infinity]", "Infinity is not a number"),
        ("-Infinity", "-Infinity is not a number"),
        (str(MOST_EXACT + 1), "9007199254740992 is beyond the whole numbers that survive JSON"),
        (str(-MOST_EXACT - 1), "-9007199254740992 is beyond"),
        ("9" * 6_000, "99999999999999999999 is beyond"),
        ('{"a":1,"a":1}', "key “a” occurs twice"),
        ('{"a":{"b":1,"c":2,"b":3}}', "key “b” occurs twice"),
        ('{"a":1,"\\u0061":1}', "key “a” occurs twice"),
        ('{"é":1}', "key “é” occurs twice or is not ASCII"),
        ('{"\\ud800":1}', "is not ASCII"),
        ('"\\ud800"', "it is not UTF-8 text"),
        ('["\\udc00\\ud800"]', "it is not UTF-8 text"),
        ("\ud800", "it is not UTF-8 text"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b'"\xc0\xaf"', "it is not UTF-8 text"),
        (b"\xef\xbb\xbf{}", "Expecting value"),
        (b'"\x00"', "Invalid control character"),
        (b'"\n"', "Invalid control character"),
    ],
)
def test_json_that_two_readers_could_understand_differently_is_refused(text: bytes | str, says: str) -> None:
    """Fractions, not-a-number, huge numbers, repeated keys, broken text: the sentence says which."""
    assert says in refusal(text)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_values_nest_sixteen_deep_and_not_one_deeper(opening: str, closing: str) -> None:
    """Section 11: the limit at its edge."""
    assert parse_json(opening * DEPTH + "1" + closing * DEPTH, where="line 7")

    assert "nested deeper than 16" in refusal(opening * 17 + "1" + closing * 17)


@pytest.mark.parametrize("within", ["[" * 40, '\\"' + "{" * 40, '\\\\\\"' + "[{" * 20, "]}" * 40 + "[" * 20])
def test_brackets_in_texts_nest_nothing(within: str) -> None:
    text = '"' + within + '"'
    assert parse_json("[" * (DEPTH - 1) + "[" + text + "]" + "]" * (DEPTH - 1), where="line 7")

    assert "nested deeper than 16" in refusal("[" + text + "," + "[" * DEPTH + "]" * DEPTH + "]")


def test_values_beside_each_other_nest_no_deeper() -> None:
    assert len(parse_json("[" + ",".join(["[[]]"] * 40) + "]", where="line 7")) == 40


@pytest.mark.parametrize("text", ["[" * 30_000 + "]" * 30_000, '{"a":' * 10_000 + "1" + "}" * 10_000, "[" * 60_000])
def test_values_nested_beyond_any_stack_are_refused(text: str) -> None:
    """The interpreter's own limit is no exception that anybody sees."""
    assert "nested deeper than 16" in refusal(text)


def test_a_body_has_64_kibibytes_and_not_one_byte_more() -> None:
    """Section 11: the limit at its edge, in bytes and not in characters."""
    most = '"' + "é" * ((BODY_BYTES - 2) // 2) + '"'

    assert len(parse_json(most, where="line 7")) == 32_767
    assert "longer than 65,536 bytes" in refusal(most + " ")


def test_whoever_reads_a_longer_body_says_how_long_it_may_be() -> None:
    """The header of a transcript may hold a whole board."""
    text = " " * BODY_BYTES + "1"

    assert parse_json(text, where="line 1", most_bytes=BODY_BYTES + 1) == 1
    with pytest.raises(BadRecord, match="line 1: it is longer than 65,536 bytes"):
        parse_json(text, where="line 1", most_bytes=BODY_BYTES)


Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
PLAIN: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers(-MOST_EXACT, MOST_EXACT) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="ascii"), max_size=5), inner, max_size=4)
    ),
    max_leaves=16,
)


def depth(value: Json) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@settings(deadline=None)
@given(PLAIN.filter(lambda value: depth(value) <= DEPTH))
def test_whatever_json_can_say_exactly_is_read_as_it_was_meant(value: Json) -> None:
    """Nothing is lost and nothing is guessed."""
    assert parse_json(json.dumps(value), where="line 7") == value
    assert parse_json(json.dumps(value, ensure_ascii=False, indent=1), where="line 7") == value


@settings(deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_arbitrary_input_is_read_or_refused_and_nothing_else(text: bytes | str) -> None:
    """Nothing that a client sends may end in another exception."""
    try:
        value = parse_json(text, where="line 7")
    except BadRecord as refused:
        says = str(refused)
    else:
        says = f"line 7: {json.dumps(value)}"

    assert says.startswith("line 7: ")
