"""JSON from people: decisions, setups, transcripts. Strict where a careless reader would guess."""

import json
import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.limits import BODY_BYTES, DEPTH, MOST_EXACT


def parse_json(text: bytes | str, *, where: str, most_bytes: int = BODY_BYTES) -> Any:
    """Read one JSON value: no fractions, no NaN, whole numbers up to 2**53 - 1, no key twice, depth up to 16.

    Refuses with ``BadRecord`` that names ``where`` and what is wrong there.
    """
    try:
        raw = text.encode() if isinstance(text, str) else text
        if len(raw) > most_bytes:
            _refuse(f"it is longer than {most_bytes:,} bytes")
        _check_depth(raw)
        value = _DECODER(raw.decode("utf-8"))
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate is no text
    except UnicodeError:
        raise BadRecord(f"{where}: it is not UTF-8 text") from None
    except ValueError as problem:
        raise BadRecord(f"{where}: {problem}") from None
    return value


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)


def _whole(digits: str) -> int:
    if len(digits) > len(str(-MOST_EXACT)) or abs(int(digits)) > MOST_EXACT:
        _refuse(f"{digits[:20]} is beyond the whole numbers that survive JSON")
    return int(digits)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if not key.isascii() or key in members:
            shown = f"{key!r}"[1:-1]
            _refuse(f"key “{shown}” occurs twice or is not ASCII")
        members[key] = value
    return members


def _check_depth(raw: bytes) -> None:
    """Before it is read: readers call themselves for each level, and few calls are left where there are many levels."""
    depth = 0
    for sign in _BRACKET.findall(raw) if raw.count(b"[") + raw.count(b"{") > DEPTH else ():
        depth += _STEPS.get(sign, 0)
        if depth > DEPTH:
            _refuse(f"it is nested deeper than {DEPTH}")


_BRACKET: Final = re.compile(rb'"(?:[^"\\]+|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A bracket, or a text with whatever brackets it holds; one that does not end goes on to the end, to be read once."""

_STEPS: Final = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}

_DECODER: Final[Callable[[str], Any]] = json.JSONDecoder(
    object_pairs_hook=_without_repeats,
    parse_int=_whole,
    parse_float=lambda text: _refuse(f"{text[:20]} is a fraction; write it as text"),
    parse_constant=lambda text: _refuse(f"{text} is not a number"),
).decode
