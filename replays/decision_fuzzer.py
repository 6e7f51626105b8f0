"""Decisions that nobody listed: what somebody could take, or took before, with something in it changed."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, cast, get_args

from msgspec.inspect import LiteralType, StructType, UnionType, VarTupleType, type_info

from oathbook.domain.kernel import Seat


class DecisionFuzzer:
    """What to change decisions into, for one random game; ``pool`` has those that were taken in it."""

    def __init__(self, rng: Random, decision: Any, seats: tuple[Seat, ...]) -> None:
        """``decision`` is the closed type of the ruleset's decisions."""
        self.rng = rng
        self.decision = decision
        self.seats = seats
        self.literals = _literals_in(decision)
        self.pool: list[dict[str, Any]] = []

    def mutate(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """This decision by another seat, of another kind, or with another value in a field; now and then as it is."""
        wild = {**plain}
        if self._one_in(5):
            wild["by"] = self.rng.choice(self.seats)
        alike = _kinds_alike(self.decision)[wild["kind"]]
        if alike and self._one_in(2):
            wild["kind"] = self.rng.choice(alike)
        elif not self._one_in(5):
            key = self.rng.choice([key for key in wild if key not in {"by", "kind"}] or ["by"])
            wild[key] = self._other_value(key, wild[key])
        return wild

    def bare_decision(self) -> Any:
        """A decision that says nothing but whose it is; nothing where there is no such kind."""
        kinds = [each for each in _kinds_in(self.decision) if each.__struct_fields__ == ("by",)]
        return self.rng.choice(kinds)(self.rng.choice(self.seats)) if kinds else None

    def _other_value(self, key: str, value: Any) -> Any:
        """Another value for a field: doubled, shortened, seen elsewhere under that name, or unheard of."""
        if isinstance(value, list) and value:
            items = cast("list[Any]", value)
            if isinstance(items[0], dict) and self._one_in(2):
                return self._other_element(cast("list[dict[str, Any]]", items))
            some = [each for each in items if each] or items
            return self.rng.choice(([*items, *some], [some[0]] * len(items), [some[0]] * 3, items[:-1]))
        words = self.literals.get(key, ())
        if words and self._one_in(2):
            return self.rng.choice(words)
        seen = [each[key] for each in self.pool if key in each]
        edges: list[int] = [0, value + 1] if isinstance(value, int) and not isinstance(value, bool) else []
        return self.rng.choice([*seen, *self.seats, "9,9", "violet", *edges])

    def _other_element(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The same list with another value in one place of it."""
        *way, key = self.rng.choice(list(_places(items)))
        changed: Any = json.loads(json.dumps(items))
        inside = changed
        for step in way:
            inside = inside[step]
        inside[key] = self._other_value(str(key), inside[key])
        return cast("list[dict[str, Any]]", changed)

    def _one_in(self, times: int) -> bool:
        return self.rng.randrange(times) == 0


@cache
def _literals_in(decision: Any) -> Mapping[str, tuple[object, ...]]:
    """The words that a field of a decision, or of what is in it, may be one of."""
    found: dict[str, tuple[object, ...]] = {}
    left = [type_info(decision)]
    while left:
        match left.pop():
            case UnionType(types):
                left += types
            case VarTupleType(item):
                left.append(item)
            case StructType() as struct:
                literals = {each.encode_name: each.type for each in struct.fields}
                found.update({name: kind.values for name, kind in literals.items() if isinstance(kind, LiteralType)})
                left += literals.values()
            case _:
                pass
    return found


@cache
def _kinds_alike(decision: Any) -> Mapping[str, tuple[str, ...]]:
    """By the kind of a decision, the other kinds that say as much: another answer to the same question."""
    fields = {str(each.__struct_config__.tag): each.__struct_fields__ for each in _kinds_in(decision)}
    return {
        kind: tuple(other for other, named in fields.items() if other != kind and named == of and len(of) > 1)
        for kind, of in fields.items()
    }


def _kinds_in(decision: Any) -> tuple[Any, ...]:
    """The types of decisions; a game may have a single one."""
    return get_args(decision) or (decision,)


def _places(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to every value that is neither a list nor an object."""
    match value:
        case dict():
            for key, inside in cast("dict[str, Any]", value).items():
                yield from _places(inside, (*way, key))
        case list():
            for number, inside in enumerate(cast("list[Any]", value)):
                yield from _places(inside, (*way, number))
        case _:
            yield way
