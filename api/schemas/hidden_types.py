"""Replaces hidden fields in types for JSON Schemas, as msgspec's hook does not get the type inside ``Hidden``."""

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.inspect import is_struct_type
from msgspec.structs import FieldInfo

from oathbook.domain.kernel import Hidden, Opened

Replacement = Callable[[Any], Any]  # from the type of a hidden value to the type that stands in its place


class HiddenTypeRewriter:
    """Rebuilds types; ``hidden`` and ``opened`` return the types that replace hidden and shown values."""

    def __init__(self, *, hidden: Replacement, opened: Replacement) -> None:
        self._places = {Hidden: hidden, Opened: opened}
        self._built: dict[Any, type[Struct]] = {}

    def rewrite(self, kind: Any) -> Any:
        """Returns a type with its hidden values replaced, or the type itself if it has none."""
        origin, args = get_origin(kind), get_args(kind)
        if origin in self._places:
            return self._places[origin](self.rewrite(args[0]))
        if origin is Annotated:
            return Annotated[(self.rewrite(args[0]), *args[1:])]
        if origin in (Union, UnionType):
            return Union[tuple(map(self.rewrite, args))]  # noqa: UP007  # as many as there are
        if origin in (tuple, list, dict, Mapping):
            generic: Any = origin
            return generic[tuple(map(self.rewrite, args))]
        return self._rewrite_struct(kind, origin) if is_struct_type(origin or kind) else kind

    def _rewrite_struct(self, kind: Any, origin: Any) -> type[Struct]:
        """Builds a generic type under its own name: the one that msgspec gives is long."""
        if kind not in self._built:
            fields = msgspec.structs.fields(kind)
            types = [self.rewrite(field.type) for field in fields]
            changed = any(new is not field.type for new, field in zip(types, fields, strict=True))
            self._built[kind] = _rebuild(origin or kind, fields, types) if changed or origin else kind
        return self._built[kind]


def _rebuild(kind: type[Struct], fields: tuple[FieldInfo, ...], types: list[Any]) -> type[Struct]:
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        [(field.name, new, *_default(field)) for field, new in zip(fields, types, strict=True)],
        rename={field.name: field.encode_name for field in fields},
        tag_field=config.tag_field,
        tag=config.tag,
        forbid_unknown_fields=config.forbid_unknown_fields,
        frozen=True,
        namespace={"__doc__": kind.__doc__},
    )


def _default(field: FieldInfo) -> tuple[Any, ...]:
    if field.default is not NODEFAULT:
        return (field.default,)
    if field.default_factory is not NODEFAULT:
        return (msgspec.field(default_factory=field.default_factory),)
    return ()
