"""A monitor state as canonical JSON and back: a cache, dropped as soon as anything it depends on changes.

Open instances of one clause share their patterns, so each pattern is written once and referred to by number.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Raw, Struct, field

from domain.kernel.canonical import written
from domain.kernel.seats import Seat
from domain.promises.logic.formula import (
    Agreement,
    And,
    Formula,
    Hole,
    Not,
    Once,
    Or,
    OrElse,
    Path,
    Pattern,
    StateWithin,
    Text,
    Total,
    Truth,
    Unless,
    Whenever,
)
from domain.promises.logic.proof import Status
from domain.promises.monitor.interests import interests_of
from domain.promises.monitor.monitor_state import MonitorState

KERNEL: Final = 5
"""The version of the formulas and of progression; a snapshot of another version cannot be used."""


class _Kept(Struct, frozen=True, omit_defaults=True):
    """A state without its agreement, and what it depends on: the version, the letter, the log up to its last moment."""

    kernel: int
    letter: str
    log: str
    promise: str
    residual: Formula
    signed: int
    void_if: Formula | None = None
    ends_if: Formula | None = None
    consents: tuple[Seat, ...] = ()
    status: Status = "pending"
    moment: int | None = None
    position: int | None = None
    ended_early: bool = False
    claims: tuple[Path, ...] = ()
    closed: bool = False


_OF_STATE: Final = _Kept.__struct_fields__[3:]
"""The fields of the state itself."""


class _Snapshot(Struct, frozen=True):
    patterns: tuple[Raw, ...]
    state: Raw = field(name="watch")


_SNAPSHOTS: Final = msgspec.json.Decoder(_Snapshot)
_WATCHES: Final = msgspec.json.Decoder(_Kept)


def letter_hash(agreement: Agreement) -> str:
    """The hash that identifies an agreement."""
    return sha256(written(agreement)).hexdigest()


def snapshot(state: MonitorState, letter: str, log: str) -> bytes:
    """A state as JSON; ``letter`` is the hash of its agreement, ``log`` that of the log up to its last moment."""
    kept = _Kept(KERNEL, letter, log, *(getattr(state, each) for each in _OF_STATE))
    text = written(kept)
    patterns = sorted(set(map(written, {id(pattern): pattern for pattern in _patterns(state.residual)}.values())))
    for number, pattern in enumerate(patterns):
        text = text.replace(pattern, _number(number))
    return written(_Snapshot(tuple(map(Raw, patterns)), Raw(text)))


def restored(data: bytes, agreement: Agreement, letter: str, log: str) -> MonitorState | None:
    """The state of a snapshot; ``None`` if it was made for another agreement or log, or by another version."""
    outer = _SNAPSHOTS.decode(data)
    text = bytes(outer.state)
    for number, pattern in enumerate(outer.patterns):
        text = text.replace(_number(number), bytes(pattern))
    kept = _WATCHES.decode(text)
    if (kept.kernel, kept.letter, kept.log) != (KERNEL, letter, log):
        return None
    fields = {each: getattr(kept, each) for each in _OF_STATE}
    interests = interests_of(kept.status, kept.residual, kept.void_if, kept.ends_if)
    return MonitorState(agreement=agreement, interests=interests, **fields)


def _number(number: int) -> bytes:
    """The reference that replaces a pattern: an object with a key that nothing else in a state has."""
    return b'{"$":%d}' % number


def _patterns(node: Formula) -> Iterator[Pattern]:
    match node:
        case Total() | Whenever():
            yield node.pattern
            yield from () if node.window is None else (node.window.pattern,)
            for part in (node.body, *node.open) if isinstance(node, Whenever) else ():
                yield from _patterns(part)
        case StateWithin():
            yield from () if node.window is None else (node.window.pattern,)
        case Truth() | Text() | Hole():
            return
        case And() | Or() | Not() | Once() | Unless() | OrElse():
            for part in _parts(node):
                yield from _patterns(part)


def _parts(node: And | Or | Not | Once | Unless | OrElse) -> tuple[Formula, ...]:
    match node:
        case And(parts) | Or(parts):
            return parts
        case Not(part):
            return (part,)
        case Once(_, cond, body) | Unless(_, cond, body):
            return cond, body
        case OrElse(_, body, reparation):
            return body, reparation
