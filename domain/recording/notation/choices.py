"""What a seat may decide, step by step, as the smallest automaton: a verb, what stands in each slot, the end."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, cast

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from oathbook.domain.kernel.limits import CHOICES, CHOICES_BYTES
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.notation.bounds import BoundedNode
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.grammar import FormNode
from oathbook.domain.recording.notation.lights import Light, Lights, names_in
from oathbook.domain.recording.notation.line_scanner import LineNode
from oathbook.domain.recording.notation.patterns import LinePattern, ListNode, OneOf, OptionalGroup, Slot
from oathbook.domain.rulesets.protocol import Options


class Edge(Struct, frozen=True, kw_only=True):
    """A choice that leads ``to`` a node: one of these.

    ``verb``: a form of a decision, by its kind and its number among the forms of that kind; without ``to``, its slots
    are open. ``slot``: the field for which this ``value`` is chosen. ``item``: the field to whose list this ``value``
    is added. ``done``: the field whose list ends there. ``end``: the line is whole. ``words`` are the value in a line,
    ``lights`` what stands for it in the scene of the seat.
    """

    verb: str | UnsetType = UNSET
    slot: str | UnsetType = UNSET
    item: str | UnsetType = UNSET
    done: str | UnsetType = UNSET
    value: Raw | UnsetType = UNSET
    words: str | UnsetType = UNSET
    lights: tuple[Light, ...] | UnsetType = UNSET
    to: int | UnsetType = UNSET
    end: bool | UnsetType = UNSET


class Choices(Struct, frozen=True):
    """The listed options as an automaton: every way from the root to an end is one of them.

    ``count`` is how many there are; ``complete`` says that these are all, and that none has open slots.
    """

    complete: bool
    count: int
    root: int
    nodes: tuple[tuple[Edge, ...], ...]


Step = tuple[str, str, bytes, str, tuple[str, ...]]
"""The kind of an edge, its verb or field, its value as JSON, its words, and the names in it."""

_END: Final[Step] = ("end", "", b"", "", ())


def choices_of(notation: GameNotation, options: Options[Any], lights: Lights | None = None) -> Choices:
    """The choices that lead to the listed options, lit where lights are given.

    Of too many options, or where they take too many bytes, only the verbs are told, with open slots.
    """
    listed, steps = options.listed, OptionSteps(notation)
    if len(listed) <= CHOICES:
        paths = [path for each in listed if (path := steps.path(each)) is not None]
        root, nodes = _automaton(paths, lights)
        if len(msgspec.json.encode(nodes)) <= CHOICES_BYTES:
            return Choices(options.complete and len(paths) == len(listed), len(listed), root, nodes)
    return Choices(complete=False, count=len(listed), root=0, nodes=(tuple(steps.open_verbs(listed)),))


class OptionSteps:
    """The steps that lead to each option of a list, by the grammar of its game; equal values are written once."""

    def __init__(self, notation: GameNotation) -> None:
        """Take the notation of the game."""
        nodes = cast("OneOf", notation.decision).nodes
        self._forms = {tuple(each.tag.values()): each for each in nodes if isinstance(each, FormNode)}
        self._values: dict[bytes, Any] = {}
        self._written: dict[tuple[int, bytes], tuple[Step, ...] | None] = {}
        self._items: dict[tuple[int, bytes], Step | None] = {}

    def path(self, decision: Any) -> tuple[Step, ...] | None:
        """The steps in the first form that says all of the decision; nothing where no words do."""
        kind = cast("type[Any]", type(decision))
        form, texts, value = self._form(kind), dict[str, bytes](), dict[str, Any]()
        for name, field in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
            if field in form.fields:
                value[field], texts[field] = self._value(getattr(decision, name))
        for number, pattern in form.ways_for(value):
            steps = self._steps(_slots(pattern, value, form.usual), value, texts)
            if steps is not None:
                return (("verb", _verb(form, number), b"", "", ()), *steps)
        return None

    def open_verbs(self, listed: Iterable[Any]) -> Iterator[Edge]:
        """The verbs of the decisions: the forms of each kind but the last, which is for what the others do not say."""
        kinds: Iterable[type[Any]] = dict.fromkeys(map(type, listed))
        for kind in kinds:
            form = self._form(kind)
            for number in range(max(1, len(form.ways) - 1)):
                yield Edge(verb=_verb(form, number))

    def _form(self, kind: type[Any]) -> FormNode:
        config = kind.__struct_config__
        return self._forms[() if config.tag_field is None else (config.tag,)]

    def _value(self, value: Any) -> tuple[Any, bytes]:
        """A value as JSON has it, and its text."""
        text = decision_text(value)
        if text not in self._values:
            self._values[text] = msgspec.json.decode(text)
        return self._values[text], text

    def _steps(
        self, slots: Iterable[tuple[Slot, bool]], value: dict[str, Any], texts: dict[str, bytes]
    ) -> tuple[Step, ...] | None:
        steps: list[Step] = []
        for slot, is_written in slots:
            is_field = slot.field in value
            found = self._slot_steps(slot, value[slot.field], texts[slot.field]) if is_field else None
            if found is None and is_written:
                return None
            steps += found or ()
        return tuple(steps)

    def _slot_steps(self, slot: Slot, value: Any, text: bytes) -> tuple[Step, ...] | None:
        key = (id(slot), text)
        if key not in self._written:
            steps = self._list_steps(slot, value)
            words = None if steps else slot.node.write(value)
            names = tuple(names_in(value, slot.label))
            self._written[key] = steps if words is None else (("slot", slot.field, text, words, names),)
        return self._written[key]

    def _list_steps(self, slot: Slot, value: Any) -> tuple[Step, ...] | None:
        """One step an item of a list, and one for its end; None where the value is no list or is not written as one."""
        node = _list_node(slot.node)
        if node is None or not isinstance(value, list):
            return None
        steps = tuple(self._item_step(slot, node, each) for each in cast("list[Any]", value))
        known = tuple(each for each in steps if each is not None)
        return (*known, ("done", slot.field, b"", "", ())) if len(known) == len(steps) else None

    def _item_step(self, slot: Slot, node: ListNode, item: Any) -> Step | None:
        text = msgspec.json.encode(item)
        key = (id(slot), text)
        if key not in self._items:
            words = node.node.write(item)
            names = tuple(names_in(item, slot.label))
            self._items[key] = None if words is None else ("item", slot.field, text, words, names)
        return self._items[key]


def _verb(form: FormNode, number: int) -> str:
    return f"{''.join(map(str, form.tag.values()))}/{number}"


def _slots(pattern: LinePattern, value: Mapping[str, Any], usual: Mapping[str, Any]) -> Iterator[tuple[Slot, bool]]:
    """The slots of a form in their order, each with whether it is written where the fields have these values."""
    for item in pattern.items:
        if isinstance(item, OptionalGroup):
            is_written = item.has_value(value, usual)
            yield from ((each, is_written) for each in item.items if isinstance(each, Slot))
        elif isinstance(item, Slot):
            yield item, True


def _list_node(node: LineNode) -> ListNode | None:
    match node:
        case ListNode():
            return node
        case BoundedNode(inner):
            return _list_node(inner)
        case OneOf(nodes):
            return next((found for each in nodes if (found := _list_node(each)) is not None), None)
        case _:
            return None


def _automaton(paths: Iterable[tuple[Step, ...]], lights: Lights | None) -> tuple[int, tuple[tuple[Edge, ...], ...]]:
    """The smallest acyclic automaton of the paths: its root, and its nodes, each after those that it leads to."""
    tree: list[dict[Step, int]] = [{}]  # where each step leads; a node of the tree comes before those after it
    for path in paths:
        at = 0
        for step in path:
            after = tree[at].setdefault(step, len(tree))
            if after == len(tree):
                tree.append({})
            at = after
        tree[at][_END] = 0
    numbers: dict[frozenset[tuple[Step, int]], int] = {}
    number_of, nodes = [0] * len(tree), list[tuple[Edge, ...]]()
    for at in reversed(range(len(tree))):
        steps = {step: number_of[after] for step, after in tree[at].items()}
        number_of[at] = numbers.setdefault(frozenset(steps.items()), len(nodes))
        if number_of[at] == len(nodes):
            nodes.append(tuple(_edge(step, to, lights) for step, to in steps.items()))
    return number_of[0], tuple(nodes)


def _edge(step: Step, to: int, lights: Lights | None) -> Edge:
    kind, name, value, words, names = step
    lit = (lights.of(names) if lights else ()) or UNSET
    match kind:
        case "end":
            return Edge(end=True)
        case "verb":
            return Edge(verb=name, to=to)
        case "slot":
            return Edge(slot=name, value=Raw(value), words=words, lights=lit, to=to)
        case "item":
            return Edge(item=name, value=Raw(value), words=words, lights=lit, to=to)
        case _:
            return Edge(done=name, to=to)
