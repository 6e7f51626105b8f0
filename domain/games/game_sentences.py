"""Names as people read them: events and decisions are said with ``Ash 1`` for ``ash-1``; records keep their ids."""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel import Draw, Refusal, Roster, Seat, capitalise, display_name
from oathbook.domain.rulesets.protocol import AnyRuleset, Scene
from oathbook.domain.rulesets.vocabulary import Fact

_UNIONS: Final = {Union, UnionType}
_NAMES: Final = {Seat: Roster.call, str: Roster.call_thing}
"""How a word of a type is read; other words, such as those of a literal, are of the rules' own language."""
_NAMELESS: Final = {int, bool, NoneType, ...}


def facts_with_display_names(ruleset: AnyRuleset, event: object, roster: Roster) -> tuple[Fact, ...]:
    """The facts of an event, with names for people in their sentences and ids everywhere else."""
    facts, said = ruleset.facts(event), ruleset.facts(with_display_names(event, roster))
    return tuple(replace(fact, sentence=each.sentence) for fact, each in zip(facts, said, strict=True))


def decision_sentence(ruleset: AnyRuleset, decision: Any, roster: Roster) -> str:
    """A decision in a sentence; what is hidden from this reader stays hidden."""
    deed = ruleset.vocabulary.deed
    if deed is not None:
        return f"{roster.call(decision.by)} {deed(with_display_names(decision, roster))}"
    return f"{roster.call(decision.by)} chooses: {display_name(decision.__struct_config__.tag)}"


def refusal_with_names(refusal: Refusal, roster: Roster) -> Refusal:
    """Returns the refusal with names of players in its sentences."""
    asked = tuple(replace(each, asks=roster.name_ids(each.asks)) for each in refusal.conditions)
    return replace(refusal, says=roster.name_ids(refusal.says), conditions=asked)


def draw_sentence(draw: Draw, roster: Roster) -> str:
    """A draw in a sentence: what it was for, what came, and of how many, as far as this reader sees it."""
    what, *whose = [part for part in draw.label.split("/") if not part.isdecimal()]
    purpose = display_name(what) + (f" for {roster.call_owner(whose[-1])}" if whose else "")
    seen = [each for each in draw.visible_cards if each is not None]
    hidden = len(draw.visible_cards) - len(seen)
    # A card may have the name of a seat, so cards are players only if the whole pile consists of seats.
    are_seats = {*(draw.visible_pile or seen)} <= {*dict(roster.names)}
    call = roster.call if are_seats else roster.call_thing
    came = [*(capitalise(call(each)) for each in seen), *([f"{hidden} hidden"] if hidden else [])]
    are = "is" if len(draw.visible_cards) == 1 else "are"
    pile = "a hidden pile" if draw.visible_pile is None else str(len(draw.visible_pile))
    return f"{purpose}: {', '.join(came)} {are} drawn from {pile}"


def with_display_names(value: Any, roster: Roster) -> Any:
    """A struct with its seats and names as people read them; a value that is hidden or was hidden stays as it is."""
    fields = {field: how(getattr(value, field), roster) for field, how in _name_fields(value.__class__)}
    return replace(value, **fields) if fields else value


@cache
def _name_fields(kind: Any) -> tuple[tuple[str, Callable[[Any, Roster], Any]], ...]:
    """The fields in which names may stand, and how they are read."""
    kinds = ((field, _alternatives(each)) for field, each in get_type_hints(kind).items())
    return tuple((field, _formatter_for(each)) for field, each in kinds if not all(map(_is_nameless, each)))


def _is_nameless(kind: Any) -> bool:
    if get_origin(kind) is tuple:
        return all(_is_nameless(each) for part in get_args(kind) for each in _alternatives(part))
    return kind in _NAMELESS or get_origin(kind) is Literal


def _formatter_for(kinds: tuple[Any, ...]) -> Callable[[Any, Roster], Any]:
    """How a value of one of these types is read; found once, as it takes longer than the reading."""
    word = next((_NAMES[kind] for kind in kinds if kind in _NAMES), None)
    items = next((get_args(kind) for kind in kinds if get_origin(kind) is tuple), ())
    is_list = items[-1:] == (...,)
    hows = [_formatter_for(_alternatives(each)) for each in (items[:1] if is_list else items)]

    def read(value: Any, roster: Roster) -> Any:
        match value:
            case str():
                return value if word is None else word(roster, value)
            case tuple():
                several = cast("tuple[Any, ...]", value)
                return tuple(
                    how(one, roster) for one, how in zip(several, hows * len(several) if is_list else hows, strict=True)
                )
            case Struct():
                return with_display_names(value, roster)
            case _:
                return value

    return read


def _alternatives(kind: Any) -> tuple[Any, ...]:
    """The types that a union allows, or the one."""
    return get_args(kind) if get_origin(kind) in _UNIONS else (kind,)


def scene_with_names(scene: Scene, roster: Roster) -> Scene:
    """Returns the scene with names of players in place of seats in its labels, notes and marks; ids do not change.

    Marks have little room, so they use only the first word of a name of three words or more.
    """
    if not roster.names:
        return scene
    name = roster.name_seats
    return Scene(
        tuple(
            replace(each, mark=roster.brief.name_seats(each.mark), label=each.label and name(each.label))
            for each in scene.cells
        ),
        tuple(replace(each, label=name(each.label), notes=tuple(map(name, each.notes))) for each in scene.pieces),
        tuple(
            replace(
                tray,
                label=name(tray.label),
                stacks=tuple(replace(each, label=name(each.label)) for each in tray.stacks),
            )
            for tray in scene.trays
        ),
    )
