"""Finds the proofs of what a table shows: the hidden values that it opened, with their salts and digests."""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.table_answers import opened_places
from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.kernel.hidden import SaltSource, seal
from oathbook.domain.rulesets.protocol import AnyRuleset


class HiddenPlace(NamedTuple):
    """A hidden value of a state: the field it stands in, and its number there, from 1, where there are several."""

    field: str
    number: int
    value: Hidden[Any]

    @property
    def name(self) -> str:
        """What a person calls the place: *slot 3*."""
        return f"{self.field.removesuffix('s').replace('_', ' ')}{f' {self.number}' if self.number else ''}"


def prove_reveals(ruleset: AnyRuleset, state: Any, event: Any, meant: Any, salts: SaltSource) -> Any:
    """The event with the proof of each value that it shows, as it was hidden in this state for the seat of the event.

    What it hides is what the decision that was ``meant`` hides, where that is the same, or is sealed now.

    Several hidden values may be alike: then the place counts that the event numbers, if its ruleset says that it does.
    ``BadRecord`` names the places where it does not. A value that nobody has hidden is sealed now: it stands as said by
    the table.
    """
    kind = cast("type[Any]", type(event))
    number = getattr(event, opened_places(ruleset).get(kind, ""), 0)
    places, chosen = tuple(_places_in(state)), tuple(each.value for each in _places_in(meant))

    def prove(value: Any, owner: Seat | None) -> Any:
        if isinstance(value, Opened):
            shown = cast("Opened[Any]", value)
            return shown if shown.digest else _proof_of(shown.value, owner, places, number, salts)
        if isinstance(value, Hidden):
            hidden = cast("Hidden[Any]", value)
            same = next((each for each in chosen if each == hidden), hidden)
            return same if same.digest or not same.is_open else seal(same, salts)
        if isinstance(value, Struct):
            seat = getattr(value, "seat", owner)
            changed = {name: prove(getattr(value, name), seat) for name in value.__struct_fields__}
            return replace(value, **changed)
        if isinstance(value, tuple):
            return tuple(prove(each, owner) for each in cast("tuple[Any, ...]", value))
        return value

    return prove(event, None)


def _proof_of(value: Any, owner: Seat | None, places: tuple[HiddenPlace, ...], number: int, salts: SaltSource) -> Any:
    found: dict[str, HiddenPlace] = {}
    for each in places:
        mine = owner is None or owner in each.value.to
        if mine and each.value.is_open and each.value.look() == value:
            found.setdefault(each.value.digest, each)
    alike = [*found.values()]
    if len(alike) > 1 and number:
        alike = [each for each in alike if each.number == number]
    if len(alike) > 1:
        where = ", ".join(each.name for each in alike)
        raise BadRecord(f"{value} is hidden {len(alike)} times{f' for {owner}' if owner else ''}; say which: {where}")
    return alike[0].value.reveal() if alike else seal(Hidden((), known=(value,)), salts).reveal()


def _places_in(value: Any, field: str = "", number: int = 0) -> Iterator[HiddenPlace]:
    """Every hidden value in a value, in its order."""
    if isinstance(value, Hidden):
        yield HiddenPlace(field, number, cast("Hidden[Any]", value))
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _places_in(getattr(value, name), name)
    elif isinstance(value, tuple):
        for at, each in enumerate(cast("tuple[Any, ...]", value), 1):
            yield from _places_in(each, field, at)
