"""The grammar of a game's lines as JSON: what a program needs in order to compose a line or to complete one."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from oathbook.domain.recording.notation.bounds import BoundedNode
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.grammar import FormNode
from oathbook.domain.recording.notation.line_scanner import LineNode
from oathbook.domain.recording.notation.patterns import (
    FixedWords,
    ListNode,
    NobodyNode,
    OneOf,
    OptionalGroup,
    PatternItem,
    Slot,
)
from oathbook.domain.recording.notation.value_nodes import ExactValue, FreeText, NameNode, NumberNode, RestOfLine

Takes = Literal["name", "number", "word", "rest", "none", "many", "any", "form", "json"]


class _PlaceFields(Struct, frozen=True, kw_only=True):
    """The fields of ``Place`` that not every place has."""

    names: tuple[tuple[str, Any], ...] | UnsetType = UNSET
    quoted: bool | UnsetType = UNSET
    least: float | UnsetType = UNSET
    most: float | UnsetType = UNSET
    word: str | UnsetType = UNSET
    of: "Place | tuple[Place, ...] | UnsetType" = UNSET
    tag: Mapping[str, Any] | UnsetType = UNSET
    usual: Mapping[str, Any] | UnsetType = UNSET
    forms: "tuple[FormRow, ...] | UnsetType" = UNSET


class Place(_PlaceFields, frozen=True, kw_only=True):
    """What may stand somewhere in a line.

    ``takes`` says what: a ``name`` (``names`` are pairs of how it is written and the value; if ``quoted``, another may
    stand in quotation marks), a ``number`` from ``least`` to ``most``, a ``word``, the ``rest`` of the line, ``none``
    (written as the ``word``), ``many`` in a list (``of`` one place), ``any`` (``of`` several), a ``form`` (fields in
    one of the ``forms``; ``tag`` is added to them, ``usual`` are their defaults), or ``json``.
    """

    takes: Takes


class FormItem(_PlaceFields, frozen=True, kw_only=True):
    """A part of a form: a ``word`` or words, a ``slot``, or parts that ``may`` be left out.

    A slot is a field of the value and what may stand there, as in a ``Place``; in parentheses it is no field, and what
    stands there follows from the game. ``label`` is what the place is called at the table; ``hides`` says that only the
    seat that decides will see what stands there.
    """

    takes: Takes | UnsetType = UNSET
    slot: str | UnsetType = UNSET
    label: str | UnsetType = UNSET
    hides: bool | UnsetType = UNSET
    may: "tuple[FormItem, ...] | UnsetType" = UNSET


class FormRow(Struct, frozen=True):
    """A form: its parts in a row, and the fields that have a fixed value in it."""

    row: tuple[FormItem, ...]
    fixed: Mapping[str, Any]


class Forms(Struct, frozen=True):
    """What may be written in a game, once a seat is named: a decision, an act on a promise, a draw.

    ``takeback`` is what is written to take something back, if that may be done in the game.
    """

    game: str
    edition: str
    decision: Place
    act: Place
    draw: Place
    takeback: Place | UnsetType = UNSET


def forms_of(notation: GameNotation, game: str, edition: str) -> Forms:
    """The forms of a game."""
    takeback = place_of(notation.takeback) if notation.takebacks else UNSET
    return Forms(game, edition, place_of(notation.decision), place_of(notation.act), place_of(notation.draw), takeback)


def place_of(node: LineNode) -> Place:
    """What may stand where a node of the grammar does; ``KeyError`` for what is no node of it."""
    match node:
        case NameNode(names, quoted):
            return Place(takes="name", names=names, quoted=quoted)
        case NobodyNode(word):
            return Place(takes="none", word=word)
        case ListNode(each):
            return Place(takes="many", of=place_of(each))
        case OneOf(nodes):
            return Place(takes="any", of=tuple(map(place_of, nodes)))
        case BoundedNode():
            return _bounded_place(node)
        case FormNode():
            forms = tuple(FormRow(_row(pattern.items), fixed) for pattern, fixed in node.ways)
            return Place(takes="form", tag=node.tag, usual=node.usual, forms=forms)
        case _:
            return Place(takes=_PLAIN[type(node)])


_PLAIN: Final[Mapping[type[Any], Takes]] = {
    NumberNode: "number",
    FreeText: "word",
    RestOfLine: "rest",
    ExactValue: "json",
}


def _bounded_place(node: BoundedNode) -> Place:
    inner, meta = place_of(node.node), node.meta
    bounds = {"number": (meta.ge, meta.le), "many": (meta.min_length, meta.max_length)}

    def with_bounds(place: Place) -> Place:
        least, most = bounds.get(place.takes, (None, None))
        return replace(place, least=UNSET if least is None else least, most=UNSET if most is None else most)

    return replace(inner, of=tuple(map(with_bounds, inner.of))) if isinstance(inner.of, tuple) else with_bounds(inner)


def _row(items: tuple[PatternItem, ...]) -> tuple[FormItem, ...]:
    return tuple(map(_item, items))


def _item(item: PatternItem) -> FormItem:
    match item:
        case FixedWords(says):
            return FormItem(word=says)
        case Slot(field, node, label, hides):
            return FormItem(slot=field, label=label, hides=hides or UNSET, **asdict(place_of(node)))
        case OptionalGroup(items):
            return FormItem(may=_row(items))
