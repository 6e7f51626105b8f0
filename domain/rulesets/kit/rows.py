"""An event once: its kind of fact, who did it, its slots and its sentence. Facts and kinds follow from these rows."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from itertools import islice
from string import Formatter
from typing import Any, Literal, TypeGuard, cast

from msgspec import Struct
from msgspec.structs import asdict

from oathbook.domain.kernel import Opened
from oathbook.domain.rulesets.kit.wording import format_list
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

Items = Callable[[Any], Iterable[Any]]


class Row(Struct, frozen=True, dict=True):
    """How an event, or each item in it, is told as a fact.

    ``sentence`` has places for fields, *{seat} moves to {to}*, or is a function of the item. ``slots`` are names of
    fields with spaces between; *kept=returned* is a slot ``kept`` with the field ``returned``. ``by`` is the field that
    says who did it (the first of several seats), or empty if nobody did.

    ``each`` is a field with several items, or a function of the event that gives them; every item is a fact. Besides
    the fields of the event there are those of the item: its own, ``seat`` if it is a seat, ``key`` and ``value`` in a
    mapping. Where there is no ``each``, the item is the event. Of the rows of an event with the same ``each``, the
    first whose ``when`` holds for an item tells it; if none holds, nothing is told.

    ``words`` are other words for fields in the sentence, ``slot_values`` other values of fields in slots, and
    ``computed`` further fields, made of the item.
    """

    event: type[Struct]
    kind: str
    sentence: str | Callable[[Any], str]
    slots: str = ""
    by: str = "seat"
    each: str | Items = ""
    marker: bool = False
    begins: Literal["", "phase", "turn", "round"] = ""
    words: Mapping[str, Callable[[Any], str]] = {}
    slot_values: Mapping[str, Callable[[Any], str | int]] = {}
    computed: Mapping[str, Callable[[Any], Any]] = {}
    when: Callable[[Any], bool] = lambda _: True

    @cached_property
    def slot_fields(self) -> Mapping[str, str]:
        """The field of each slot, by the name of the slot."""
        parts = (each.partition("=") for each in self.slots.split())
        return {slot: field or slot for slot, _, field in parts}

    def fact(self, event: Struct, item: object) -> Fact:
        """The fact of an item of an event."""
        values = asdict(event)
        if item is not event:
            values.update(_fields_of(item))
        values.update((name, compute(item)) for name, compute in self.computed.items())
        slots = {slot: self.slot_values.get(name, slot_value)(values[name]) for slot, name in self.slot_fields.items()}
        by: Any = values[self.by] if self.by else None
        doer: Any = next(iter(by), None) if _is_several(by) else by
        return Fact(self.kind, doer, slots, self._told(values, item))

    def _told(self, values: Mapping[str, object], item: object) -> str:
        if not isinstance(self.sentence, str):
            return self.sentence(item)
        return fill(self.sentence, values, self.words)


def kinds_of(rows: Iterable[Row]) -> tuple[FactKind, ...]:
    """The kinds of fact of these rows, in their order; of a kind that several rows tell, that of the first."""
    found: dict[str, FactKind] = {}
    for row in rows:
        found.setdefault(row.kind, FactKind(row.kind, tuple(row.slot_fields), row.marker, row.begins))
    return tuple(found.values())


class FactTable:
    """Gives the facts of an event by its rows, in their order."""

    def __init__(self, rows: Iterable[Row]) -> None:
        """``ValueError`` names a row that has a place, a slot or a seat by a field that its event does not have."""
        self.rows = tuple(rows)
        self._tables: dict[type[Struct], dict[str | Items, list[Row]]] = {}
        for row in self.rows:
            _check_fields(row)
            self._tables.setdefault(row.event, {}).setdefault(row.each, []).append(row)

    def __call__(self, event: Struct) -> tuple[Fact, ...]:
        """The facts of an event."""
        return tuple(
            row.fact(event, item)
            for each, alternatives in self._tables[type(event)].items()
            for item in _items_of(event, each)
            for row in islice((row for row in alternatives if row.when(item)), 1)
        )


facts_by = FactTable  # what a title calls it


def fill(sentence: str, values: Mapping[str, Any], words: Mapping[str, Callable[[Any], str]]) -> str:
    """The sentence with values in its places, each in the words for that place or as it is said everywhere."""
    return sentence.format_map({name: words.get(name, in_words)(values[name]) for name in places_in(sentence)})


@cache
def places_in(sentence: str) -> tuple[str, ...]:
    """The names of the places in a sentence."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name))


def slot_value(value: object) -> str | int:
    """A value in a slot: yes or no, how many there are, the value that is open, nobody."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Opened):
        return slot_value(cast("Opened[object]", value).value)
    if _is_several(value):
        return len(value)
    return value if isinstance(value, int) else "nobody" if value is None else str(value)


def in_words(value: object) -> str:
    """A value in a sentence: as in a slot, but several things by their names."""
    return format_list(list(map(str, value))) or "nobody" if _is_several(value) else str(slot_value(value))


def _is_several(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _check_fields(row: Row) -> None:
    has = {*row.event.__struct_fields__, *row.computed}
    places = places_in(row.sentence) if isinstance(row.sentence, str) else ()
    unknown = [] if row.each else sorted({*places, *row.slot_fields.values(), row.by} - {*has, ""})
    if isinstance(row.each, str) and row.each not in {*has, ""}:
        unknown.append(row.each)
    if unknown:
        raise ValueError(f"{row.event.__name__}, {row.kind}: there is no {format_list(unknown)}")


def _items_of(event: Struct, each: str | Items) -> Iterable[Any]:
    if not isinstance(each, str):
        return each(event)
    items: Any = getattr(event, each) if each else (event,)
    return _entries(cast("Mapping[str, object]", items)) if isinstance(items, Mapping) else items


def _entries(mapping: Mapping[str, object]) -> Iterable[Mapping[str, object]]:
    return ({"key": key, "value": value} for key, value in mapping.items())


def _fields_of(item: object) -> Mapping[str, object]:
    if isinstance(item, Struct):
        return asdict(item)
    return cast("Mapping[str, object]", item) if isinstance(item, Mapping) else {"seat": item}
