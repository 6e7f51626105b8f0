"""The play that follows a decision until a seat has to decide again, who is asked for what, and the readings used."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Final, get_args, get_type_hints

from msgspec.structs import fields, replace

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.cube_bag.model.events import Asked, Event
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, seats_to_act, uses_left
from oathbook.domain.rulesets.cube_bag.model.state import Battle, Field, Stage, State, Use
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.cube_bag.rules import CA, CB
from oathbook.domain.rulesets.kit import play as kit
from oathbook.domain.rulesets.kit import requirements


class Play(kit.PlayBase[State, Event, CB, CA]):
    """The play under way, with short names for what the steps look at."""

    @property
    def field(self) -> Field:
        """All that changes, as it is now."""
        return self.state.field

    @property
    def battle(self) -> Battle:
        """The battle being fought."""
        return battle_in(self.state.field)


def fighters_with_card(state: State, use: Use) -> tuple[Asked, ...]:
    """Both fighters that have a card for it, the defender first (CB-3.1, CB-6.1)."""
    battle = battle_in(state.field)
    cards = {seat: uses_left(state, seat, use) for seat in (battle.defender.seat, battle.attacker.seat)}
    return tuple(Asked(seat, cards=tuple(dict.fromkeys(names))) for seat, names in cards.items() if names)


_NAMES: Final = {each.encode_name: each.name for each in fields(Switches)}
_SETTINGS: Final = {name: get_args(kind) for name, kind in get_type_hints(Switches).items()}


def decisive_readings(state: State, answer: Callable[[State], object], *readings: CA) -> tuple[CA, ...]:
    """Those of the readings that make a difference to the answer in this state, under some setting of the others.

    So the same are named whichever way those switches are set, and nobody has to ask what the naming hangs on.
    """
    names = tuple(_NAMES[each] for each in readings)
    answers = {
        chosen: answer(_with_switches(state, names, chosen)) for chosen in product(*(_SETTINGS[name] for name in names))
    }
    return tuple(reading for place, reading in enumerate(readings) if _differ_at(place, answers))


def _with_switches(state: State, names: tuple[str, ...], chosen: tuple[str, ...]) -> State:
    """The state with some switches set so."""
    switches = replace(state.rules.switches, **dict(zip(names, chosen, strict=True)))
    return replace(state, rules=replace(state.rules, switches=switches))


def _differ_at(place: int, answers: Mapping[tuple[str, ...], object]) -> bool:
    """Whether two choices that differ only there have different answers."""
    first: dict[tuple[str, ...], object] = {}
    return any(first.setdefault((*each[:place], *each[place + 1 :]), given) != given for each, given in answers.items())


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: CB) -> Requirement:
    """The seat has to decide this, now."""
    needed = requirements.must_be_asked(seat, seats_to_act(state), state.field.stage, during=during, clause=clause)
    return (
        needed
        if needed.holds
        else replace(needed, readings=decisive_readings(state, seats_to_act, CA.PREPARATION_ORDER))
    )
