"""Finds the things in a scene to highlight for a value that a seat can choose."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, cast

from msgspec import UNSET, Struct, UnsetType

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.protocol import Scene


class Light(Struct, frozen=True, kw_only=True):
    """A thing in a scene to highlight, by its id: a ``cell``, a ``piece``, a ``tray``, or a ``stack`` on a ``tray``."""

    cell: str | UnsetType = UNSET
    piece: str | UnsetType = UNSET
    tray: str | UnsetType = UNSET
    stack: str | UnsetType = UNSET


def names_in(value: Any, label: str) -> Iterator[str]:
    """Yields the names in a JSON value; a number is preceded by the label of its field."""
    match value:
        case None | bool():
            return
        case str():
            yield value
        case list():
            for each in cast("list[Any]", value):
                yield from names_in(each, label)
        case dict():
            for field, each in cast("dict[str, Any]", value).items():
                yield from names_in(each, field.replace("_", " "))
        case _:
            yield f"{label} {value}"


class Lights:
    """The lights of a scene by name: common ones and the seat's own, or if there are none those of other seats."""

    def __init__(self, scene: Scene, seat: Seat) -> None:
        """Index the scene that a seat sees."""
        self._near: defaultdict[str, list[Light]] = defaultdict(list)
        self._far: defaultdict[str, list[Light]] = defaultdict(list)
        for light, owner, names in _standing(scene):
            for name in names:
                (self._near if owner in {None, seat} else self._far)[name].append(light)

    def of(self, names: tuple[str, ...]) -> tuple[Light, ...]:
        """Returns the lights that match the most of these names."""
        found = Counter(light for name in names for light in dict.fromkeys(self._named(name)))
        most = max(found.values(), default=0)
        return tuple(light for light, times in found.items() if times == most)

    def _named(self, name: str) -> list[Light]:
        return self._near.get(name) or self._far.get(name) or []


def _standing(scene: Scene) -> Iterator[tuple[Light, Seat | None, tuple[str, ...]]]:
    """Yields every light with the owner of its tray and the names that it matches."""
    for cell in scene.cells:
        yield Light(cell=cell.id), None, (cell.id, *(cell.stands_for or ()))
    for piece in scene.pieces:
        yield Light(piece=piece.id), None, (piece.id, *(piece.stands_for or ()))
    for tray in scene.trays:
        yield Light(tray=tray.id), tray.seat, (tray.id, *(tray.stands_for or ()))
        for stack in tray.stacks:
            yield Light(tray=tray.id, stack=stack.id), tray.seat, (stack.id, *(stack.stands_for or ()))
