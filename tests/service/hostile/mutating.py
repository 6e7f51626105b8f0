"""Bodies that were right until something happened to them: to their bytes, or to the values in them."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final, cast

Node = Any
"""A value as JSON holds it."""

MOST_CHANGES: Final = 3
ODD_BYTES: Final = (
    b"\xed\xa0\x80",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"\0",
    b"\n",
    b"\\",
    b'"',
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b":",
    b"-",
    b"0",
    b"1e400",
    b"NaN",
    b"-Infinity",
    b"null",
    b"\\ud800",
    b"\\u0000",
    b"9" * 30,
    b"[" * 40,
    b'{"a":' * 40,
)
ODD_VALUES: Final[tuple[Node, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    2**31,
    2**53 - 1,
    -(2**53) + 1,
    2**53,
    2**63,
    10**400,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "\0",
    "\ud800",
    "a\udfffb",
    "é",
    "\U0001f600",
    "q" * 300,
    "0,0",
    "1,0",
    "-0,00",
    "99999999999999999999,0",
    "ash",
    "birch",
    "table",
    "host",
    "red",
    "bow",
    "{}",
    [],
    {},
    [[]],
    [None],
    {"": 0},
    {"kind": "move"},
    {"to": [], "value": 0},
    {"sd": "0" * 64, "to": []},
)
TOO_DEEP: Final = "[" * 20 + "]" * 20


def mutant(valid: bytes, others: list[bytes], picks: random.Random) -> bytes:
    """A body with one to three things changed; a value may come from another body."""
    if picks.random() < 0.2:
        return bytes_changed(valid, picks)
    other = json.loads(picks.choice(others))
    return written(value_changed(json.loads(valid), other, picks), picks)


def bytes_changed(valid: bytes, picks: random.Random) -> bytes:
    """Some bytes cut out, put in, changed, or said twice."""
    body = bytearray(valid)
    for _ in range(picks.randint(1, MOST_CHANGES)):
        at = picks.randrange(len(body) + 1)
        upto = min(len(body), at + picks.choice((1, 1, 2, 8, 100)))
        picks.choice(_BYTES)(body, at, upto, picks)
    return bytes(body)


def _cut(body: bytearray, at: int, upto: int, _: random.Random) -> None:
    del body[at:upto]


def _said_twice(body: bytearray, at: int, upto: int, _: random.Random) -> None:
    body[at:at] = body[at:upto]


def _put_in(body: bytearray, at: int, _: int, picks: random.Random) -> None:
    body[at:at] = picks.choice(ODD_BYTES)


def _overwritten(body: bytearray, at: int, upto: int, picks: random.Random) -> None:
    body[at:upto] = picks.choice(ODD_BYTES)


def _flipped(body: bytearray, at: int, upto: int, picks: random.Random) -> None:
    if at < upto:
        body[at] ^= 1 << picks.randrange(8)


_BYTES: Final[tuple[Callable[[bytearray, int, int, random.Random], None], ...]] = (
    _cut,
    _said_twice,
    _put_in,
    _overwritten,
    _flipped,
)


def value_changed(value: Node, other: Node, picks: random.Random) -> Node:
    """A value with one to three of the values in it changed, renamed, left out, repeated, or taken from another."""
    held = [value]
    for _ in range(picks.randint(1, MOST_CHANGES)):
        places = list(_places(held))
        inner, key = picks.choice(places)
        picks.choice(_VALUES)(inner, key, other, picks)
    return held[0] if held else None


def _places(value: Node) -> Iterator[tuple[Node, Node]]:
    """Where each value stands: what it stands in, and under which key or index."""
    for key in _keys(value):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _keys(value: Node) -> list[Node]:
    return list(cast("dict[str, Node]", value)) if isinstance(value, dict) else list(range(len(value)))


def _odd(inner: Node, key: Node, _: Node, picks: random.Random) -> None:
    inner[key] = deepcopy(picks.choice(ODD_VALUES))


def _from_another(inner: Node, key: Node, other: Node, picks: random.Random) -> None:
    held, place = picks.choice(list(_places([other])))
    inner[key] = deepcopy(held[place])


def _left_out(inner: Node, key: Node, _: Node, __: random.Random) -> None:
    if isinstance(inner, dict) or len(inner) > 1:
        del inner[key]


def _renamed(inner: Node, key: Node, _: Node, picks: random.Random) -> None:
    if isinstance(inner, dict):
        inner[picks.choice(("kind", "by", "x", "", "seat", "é", "value", f"{key}x"))] = inner[key]


def _repeated(inner: Node, key: Node, _: Node, picks: random.Random) -> None:
    if isinstance(inner[key], list):
        inner[key] = inner[key] * picks.choice((0, 2, 5, 30))
    elif isinstance(inner[key], str):
        inner[key] = inner[key] * picks.choice((0, 2, 30))


def _nested(inner: Node, key: Node, _: Node, picks: random.Random) -> None:
    inner[key] = picks.choice(([inner[key]], {"value": inner[key]}, json.loads(TOO_DEEP)))


def _nudged(inner: Node, key: Node, _: Node, picks: random.Random) -> None:
    if isinstance(inner[key], int):
        inner[key] = int(inner[key]) + picks.choice((-2, -1, 1, 1_000))


def _swapped(inner: Node, key: Node, _: Node, picks: random.Random) -> None:
    another = picks.choice(_keys(inner))
    inner[key], inner[another] = inner[another], inner[key]


_VALUES: Final[tuple[Callable[[Node, Node, Node, random.Random], None], ...]] = (
    _odd,
    _odd,
    _from_another,
    _left_out,
    _renamed,
    _repeated,
    _nested,
    _nudged,
    _swapped,
)


def written(value: Node, picks: random.Random) -> bytes:
    """A value as a program writes it that knows nothing of our limits."""
    text = json.dumps(value, ensure_ascii=picks.random() < 0.5, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")
