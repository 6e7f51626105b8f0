"""Values as people write and read them: what is hidden in a record stands here in the clear.

A hidden field of a decision is written as its value, for it is hidden for the seat that decides; elsewhere (a start
position, an outcome) as ``{"to": [...], "value": ...}``; a reveal is written as its value.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, Final, cast, get_args, get_origin

import msgspec
from msgspec import Raw, Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Seat, hidden
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.validation_messages import validation_message

_NONE: Final[Mapping[str, hidden.Hidden[Any]]] = MappingProxyType({})


class _Decider(Struct, frozen=True):
    seat: Seat
    salts: hidden.SaltSource


_READING: ContextVar[_Decider | None] = ContextVar("_READING")
_DECIDER: ContextVar[bool] = ContextVar("_DECIDER")
_MARKED: ContextVar[bool] = ContextVar("_MARKED", default=False)
_SEALED: ContextVar[Mapping[str, hidden.Hidden[Any]]] = ContextVar("_SEALED", default=_NONE)


def decision_from(kind: Any, value: object, *, by: Seat | None, salts: hidden.SaltSource, where: str) -> Any:
    """A decision out of plain JSON values, hidden and sealed for the seat that decides.

    ``by`` fills in a decision that does not say whose it is. Refuses with ``BadRecord`` naming ``where`` and the field.
    """
    if not isinstance(value, dict):
        raise BadRecord(f"{where}: a decision is an object")
    fields = cast("dict[str, object]", value)
    named = fields.get("by", by)
    if not isinstance(named, str) or (by is not None and named != by):
        raise BadRecord(
            f"{where}: the decision names seat “{named}”, the line “{by}”" if by else f"{where}: by: name the seat"
        )
    return _convert(kind, {**fields, "by": named}, _Decider(Seat(named), salts), where)


def value_from(kind: Any, value: object, *, where: str, sealed: Mapping[str, hidden.Hidden[Any]] = _NONE) -> Any:
    """A start position or an outcome out of plain JSON values; ``BadRecord`` names ``where`` and the field.

    Its hidden values are not sealed yet: they get their salts when they are written. A mark stands for the hidden value
    with its digest among those that are ``sealed``.
    """
    token = _SEALED.set(sealed)
    try:
        return _convert(kind, value, None, where)
    finally:
        _SEALED.reset(token)


def _convert(kind: Any, value: object, reading: _Decider | None, where: str) -> Any:
    token = _READING.set(reading)
    try:
        return msgspec.convert(value, kind, dec_hook=_decode_hidden)
    except msgspec.ValidationError as problem:
        raise BadRecord(f"{where}: {validation_message(problem)}") from None
    finally:
        _READING.reset(token)


def _decode_hidden(kind: Any, value: Any) -> object:
    try:
        return _decode_hidden_or_shown(kind, value)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None  # msgspec adds the place to a ValueError, and not to its own


def _decode_hidden_or_shown(kind: Any, value: Any) -> object:
    reading = _READING.get()
    inner = get_args(kind)[0]
    if get_origin(kind) is hidden.Opened:
        return hidden.Opened(msgspec.convert(value, inner))
    if reading is None:
        digest = cast("dict[str, object]", value).get("sd") if isinstance(value, dict) else None
        known = _SEALED.get().get(digest) if isinstance(digest, str) else None
        return hidden.hidden_from_json(kind, cast("object", value)) if known is None else known
    return hidden.seal(hidden.Hidden((reading.seat,), known=(msgspec.convert(value, inner),)), reading.salts)


def decision_text(decision: object) -> bytes:
    """A decision as its seat would write it: hidden values as they are, or their marks where they are not open."""
    return _text(decision, is_decision=True)


def value_text(value: object) -> bytes:
    """Anything else in the clear: views, workings, start positions, outcomes."""
    return _text(value, is_decision=False)


def marked_text(value: object) -> bytes:
    """The same with the marks of what is hidden, whether it is open or not."""
    token = _MARKED.set(True)
    try:
        return value_text(value)
    finally:
        _MARKED.reset(token)


def _text(value: object, *, is_decision: bool) -> bytes:
    token = _DECIDER.set(is_decision)
    try:
        return _ENCODER.encode(value)
    finally:
        _DECIDER.reset(token)


def _encode_hidden(value: hidden.Hidden[Any] | hidden.Opened[Any]) -> object:
    if isinstance(value, hidden.Opened):
        return Raw(canonical_bytes(value.value))
    if not value.is_open or (_MARKED.get() and value.digest):
        return {"sd": value.digest, "to": value.to}
    inner = Raw(canonical_bytes(value.look()))
    return inner if _DECIDER.get() else {"to": value.to, "value": inner}


_ENCODER: Final = msgspec.json.Encoder(order="sorted", enc_hook=_encode_hidden)
