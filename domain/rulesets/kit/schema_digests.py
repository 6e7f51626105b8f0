"""The digest of what may stand in a record of a game: it changes with every field, name and type that records have."""

from hashlib import sha256
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from msgspec import NODEFAULT, UNSET, Meta, Struct, structs, to_builtins

from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.rulesets.protocol import WireTypes

DIGITS: Final = 16
_BOUNDS: Final = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")


def schema_digest(wire: WireTypes) -> str:
    """The first hex digits of SHA-256 over the types of decisions, events and the state, without their words."""
    parts: dict[type[Struct], Any] = {}
    whole = [_plain(kind, parts) for kind in (wire.decision, wire.event, wire.state)]
    return sha256(canonical_bytes([whole, *parts.values()])).hexdigest()[:DIGITS]


def _plain(kind: Any, parts: dict[type[Struct], Any]) -> Any:
    """A type as a plain value; the fields of each Struct in it are added to the parts."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return [_plain(args[0], parts), *(_bounds(each) for each in args[1:] if isinstance(each, Meta))]
    if args:
        name = "one of" if origin in {Union, UnionType} else _name(origin)
        return [name, *(_plain(each, parts) for each in args)]
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in parts:
        fields: list[Any] = [_name(kind), str(kind.__struct_config__.tag)]
        parts[kind] = fields
        fields += [[each.encode_name, _plain(each.type, parts), _default(each)] for each in structs.fields(kind)]
    return _name(kind)


def _bounds(meta: Meta) -> dict[str, Any]:
    return {name: value for name in _BOUNDS if (value := getattr(meta, name)) is not None}


def _default(field: structs.FieldInfo) -> Any:
    if field.required:
        return "needed"
    made = field.default_factory
    default = field.default if made is NODEFAULT else made()
    return "left out" if default is UNSET else [to_builtins(default)]


def _name(kind: Any) -> str:
    return str(getattr(kind, "__name__", kind))
