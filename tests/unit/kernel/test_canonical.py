"""Canonical bytes and the two hashes made of them (docs/record-format.md 2 and 6)."""

import hashlib
import json

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from oathbook.domain.kernel.canonical import canonical_bytes, event_hash, hidden_digest
from oathbook.domain.kernel.limits import MOST_EXACT

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

TEXTS = st.text(st.characters(codec="utf-8"))
ASCII_KEYS = st.text(st.characters(max_codepoint=127), max_size=8)
LEAVES = st.none() | st.booleans() | st.integers(-MOST_EXACT, MOST_EXACT) | TEXTS
VALUES: st.SearchStrategy[Json] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=6) | st.dictionaries(ASCII_KEYS, inner, max_size=6), max_leaves=40
)


@settings(deadline=None)
@given(VALUES)
def test_a_value_is_written_as_rfc_8785_writes_it(value: Json) -> None:
    """Section 2.1 of the integrity page: inside the subset our writer gives the bytes of the reference."""
    ours = canonical_bytes(value)

    assert ours == rfc8785.dumps(value)


@settings(deadline=None)
@given(VALUES)
def test_what_is_written_reads_back_as_the_same_value(value: Json) -> None:
    """Writing loses nothing: any JSON reader gets the value back."""
    text = canonical_bytes(value).decode()

    assert json.loads(text) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": {"d": None, "c": True}}, b'{"a":{"c":true,"d":null},"b":1}'),
        ({"KA-2": 0, "KA-12": 0, "a": 0, "Z": 0}, b'{"KA-12":0,"KA-2":0,"Z":0,"a":0}'),
        ([0, -1, MOST_EXACT, -MOST_EXACT], b"[0,-1,9007199254740991,-9007199254740991]"),
        ('"\\/', b'"\\"\\\\/"'),
        ("\b\t\n\f\r", b'"\\b\\t\\n\\f\\r"'),
        ("\x00\x1f\x7f", b'"\\u0000\\u001f\x7f"'),
        ("é\u2028😀", '"é\u2028😀"'.encode()),
        ((), b"[]"),
    ],
)
def test_bytes_are_the_ones_the_format_promises(value: object, expected: bytes) -> None:
    """docs/record-format.md, section 2: order of keys, numbers, escapes, nothing else escaped."""
    ours = canonical_bytes(value)

    assert ours == expected


def test_an_event_hash_is_sha_256_over_the_prefix_and_the_line() -> None:
    """The vector of docs/record-format.md, section 6, and the formula beside it."""
    found = event_hash(b"{}")

    assert found == hashlib.sha256(b"oathbook/event/1\x00{}").hexdigest()
    assert found == "710119903dcd8ce8ca528ed28e64c83d0a2f1a6ada7162a9f6541803454d1402"


def test_a_hidden_digest_is_sha_256_over_the_prefix_the_salt_as_text_and_the_value() -> None:
    """The vector of docs/record-format.md, section 6: the salt goes in as 32 characters, the text with its quotes."""
    salt = "000102030405060708090a0b0c0d0e0f"

    found = hidden_digest(salt, b'"heart"')

    assert found == hashlib.sha256(b"oathbook/hidden/1\x00" + salt.encode() + b'\x00"heart"').hexdigest()
    assert found == "181aedba392fb987bcb5d972213f22193c58d3633f39967d3819fe2832321ada"


def test_the_same_bytes_have_another_hash_as_an_event_than_as_a_hidden_value() -> None:
    """Section 6: the prefixes keep an event's hash from ever standing for a hidden value."""
    as_event, as_hidden = event_hash(b'"heart"'), hidden_digest("", b'"heart"')

    assert as_event != as_hidden


@settings(deadline=None)
@given(st.text("0123456789abcdef", min_size=32, max_size=32), LEAVES, LEAVES)
def test_one_salt_over_two_values_has_two_digests(salt: str, one: Json, other: Json) -> None:
    """A digest commits to its value: only the same canonical bytes have the same one."""
    same_bytes = canonical_bytes(one) == canonical_bytes(other)

    assert (hidden_digest(salt, canonical_bytes(one)) == hidden_digest(salt, canonical_bytes(other))) is same_bytes
