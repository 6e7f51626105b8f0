"""The lines of a game: what may stand in them, out of the types of its ruleset, its forms and the names of its box."""

import json
import re
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from oathbook.domain.kernel import TABLE, Hidden, Opened, Seat
from oathbook.domain.recording.notation import patterns, value_nodes
from oathbook.domain.recording.notation.bounds import BoundedNode
from oathbook.domain.recording.notation.edit_words import EditWords
from oathbook.domain.recording.notation.line_scanner import Ends, LineNode, LineScanner
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

NamesOfSort = tuple[tuple[str, Any], ...]
PLAYER: Final = "player"
REST: Final = "rest"
NUMBER: Final = "number"
YES: Final[NamesOfSort] = (("yes", True), ("no", False))


_SORT: Final = re.compile(r"\{(\w+):(\w+)\}")


class FormNode(Struct, frozen=True):
    """A value with fields, in any of its forms or as JSON; ``usual`` are its defaults, ``fields`` all it may have."""

    tag: Mapping[str, Any]
    ways: tuple[tuple[patterns.LinePattern, Mapping[str, Any]], ...]
    fields: frozenset[str]
    usual: Mapping[str, Any]

    def read(self, line: LineScanner, at: int) -> Ends:
        """In the first of the forms that lead there."""
        ends: dict[int, Any] = {}
        for pattern, fixed in self.ways:
            for end, value in line.read(pattern, at).items():
                ends.setdefault(end, {**self.tag, **fixed, **value})
        return ends

    def write(self, value: Any) -> str | None:
        """In the first form that says all of it."""
        if not isinstance(value, dict):
            return None
        fields = cast("dict[str, Any]", value)
        return self._write_form(fields) if all(fields.get(key) == tag for key, tag in self.tag.items()) else None

    def _write_form(self, value: dict[str, Any]) -> str | None:
        whole = {**self.usual, **value}
        lines = (pattern.fill(whole, self.usual) for _, pattern in self.ways_for(value))
        return next((line for line in lines if line is not None), None)

    def ways_for(self, value: Mapping[str, Any]) -> Iterator[tuple[int, patterns.LinePattern]]:
        """The forms, by their numbers, that say all of a value if its places can be filled."""
        for number, (pattern, fixed) in enumerate(self.ways):
            said = {*self.tag, *fixed, *pattern.places()}
            is_all = all(value.get(field, self.usual.get(field)) == what for field, what in fixed.items())
            if is_all and all(is_aside(each) or each in said or value[each] == self.usual.get(each) for each in value):
                yield number, pattern


class NotationGrammar:
    """Makes nodes for the types of a ruleset; places of sorts take the names of one game."""

    def __init__(self, ruleset: AnyRuleset, setup: Setup) -> None:
        """Take a ruleset, and the setup that says what is in the box and who plays."""
        self._forms = ruleset.vocabulary.notation.forms
        self._edits = ruleset.vocabulary.notation.edits
        self._names: dict[str, NamesOfSort] = {
            sort: tuple((name, name) for name in names)
            for told in (ruleset.vocabulary.names, ruleset.vocabulary.notation.names)
            for sort, names in told(setup).items()
        }
        self._names[PLAYER] = player_choices(setup)
        self._made: dict[Any, LineNode] = {}

    def of(
        self, kind: Any, *, without: tuple[str, ...] = (), secret: bool = False, forms: tuple[Form, ...] = ()
    ) -> LineNode:
        """What writes values of a type: without these fields, hidden values as they are if ``secret``."""
        outer: frozenset[Any] = frozenset(get_args(kind) or (kind,)) if without else frozenset()
        return _Maker(self._names, (*forms, *self._forms), (outer, without), secret=secret).node(kind, "")

    def edits(self) -> EditWords:
        """What the title has words for among the edits of a position."""
        maker = _Maker(self._names, (), (frozenset(), ()), secret=False)

        def place(field: str, sort: str, _noun: str) -> patterns.Slot:
            return patterns.Slot(field, maker.node(int if sort == NUMBER else str, sort))

        return EditWords(tuple((patterns.pattern_of(each.says, place), each) for each in self._edits))

    def player(self) -> LineNode:
        """A name of a player, of a seat, or the table."""
        return value_nodes.NameNode(self._names[PLAYER], quoted=False)


def player_choices(setup: Setup) -> NamesOfSort:
    """Seats, players by their names where no two have the same, and the table."""
    seats = tuple((str(each.seat), str(each.seat)) for each in setup.seats)
    called = [each.player for each in setup.seats if each.player]
    taken = {name for name, _ in seats} | {TABLE}
    named = ((each.player, str(each.seat)) for each in setup.seats if called.count(each.player) == 1)
    return (*seats, (TABLE, str(TABLE)), *(each for each in named if each[0] not in taken))


class _Maker:
    def __init__(
        self,
        names: Mapping[str, NamesOfSort],
        forms: tuple[Form, ...],
        without: tuple[frozenset[Any], tuple[str, ...]],
        *,
        secret: bool,
    ) -> None:
        self.names, self.forms, self.secret = names, forms, secret
        self.outer, self.without = without
        self.made: dict[Any, LineNode] = {}

    def node(self, kind: Any, sort: str, label: str = "") -> LineNode:
        """What may stand where a value of that type goes, named by a sort; the place is called ``label``."""
        origin = get_origin(kind)
        if origin is Annotated:
            return self._bounded(kind, sort, label)
        if origin is Opened or (origin is Hidden and self.secret):
            return self.node(get_args(kind)[0], sort, label)
        if origin in {Union, UnionType}:
            # nobody before the names, so that a free name is never taken for nobody
            kinds = sorted(get_args(kind), key=lambda each: each is not NoneType)
            exact = value_nodes.ExactValue((dict,) if all(map(is_struct, kinds)) else (dict, list))
            return patterns.OneOf((*(self._alone(each, sort, label) for each in kinds), exact))
        if is_struct(kind):
            return patterns.OneOf((self._struct(kind), value_nodes.ExactValue((dict,))))
        if origin is tuple:
            return patterns.OneOf(
                (patterns.ListNode(self.node(get_args(kind)[0], sort, label)), value_nodes.ExactValue((list,)))
            )
        if origin is Literal:
            return value_nodes.NameNode(tuple((str(each), each) for each in get_args(kind)), quoted=False)
        return self._single(kind, sort)

    def _single(self, kind: Any, sort: str) -> LineNode:
        if kind is NoneType:
            return patterns.NobodyNode(value_nodes.NOBODY[0] if sort in {"", PLAYER} else value_nodes.NOBODY[2])
        if kind is bool:
            return value_nodes.NameNode(YES, quoted=False)
        if kind is int:
            return value_nodes.NumberNode()
        if kind in {Seat, str}:
            return self._text(sort if kind is str else PLAYER)
        return value_nodes.ExactValue()

    def _bounded(self, kind: Any, sort: str, label: str) -> LineNode:
        inner, *metadata = get_args(kind)
        node = self.node(inner, sort, label)
        for each in (each for each in metadata if isinstance(each, Meta)):
            node = BoundedNode(node, each, label)
        return node

    def _alone(self, kind: Any, sort: str, label: str) -> LineNode:
        """As one of several: all of them together can be given exactly, and not each."""
        return self._struct(kind) if is_struct(kind) else self.node(kind, sort, label)

    def _text(self, sort: str) -> LineNode:
        if sort == REST:
            return value_nodes.RestOfLine()
        return value_nodes.NameNode(self.names[sort]) if sort in self.names else value_nodes.FreeText()

    def _struct(self, kind: type[Struct]) -> LineNode:
        if kind not in self.made:
            self.made[kind] = self._ways(kind)
        return self.made[kind]

    def _ways(self, kind: type[Struct]) -> FormNode:
        left_out = self.without if kind in self.outer else ()
        fields = {each.encode_name: each for each in msgspec.structs.fields(kind) if each.encode_name not in left_out}
        config = kind.__struct_config__
        tag = {} if config.tag_field is None else {config.tag_field: config.tag}
        forms = [each for each in self.forms if each.of is kind]

        sorts = {field: sort for each in reversed(forms) for field, sort in _SORT.findall(each.says) if sort != REST}

        def place(field: str, sort: str, noun: str) -> patterns.Slot:
            label, found = noun or field.replace("_", " "), fields.get(field)
            of = str if found is None else found.type
            node = self.node(of, sort or sorts.get(field, ""), label)
            return patterns.Slot(aside(field) if found is None else field, node, label, _is_hidden(of))

        derived = Form(kind, derived_form(tag, fields))
        ways = tuple((patterns.pattern_of(each.says, place), each.fixed) for each in (*forms, derived))
        usual = {name: _default(each) for name, each in fields.items() if not each.required}
        return FormNode(tag, ways, frozenset(fields), usual)


def aside(name: str) -> str:
    """The key of what is said along with a value, and is none of its fields."""
    return f"({name})"


def is_aside(key: str) -> bool:
    """Whether a key is that of something said along."""
    return key.startswith("(")


def split_asides(value: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields of a value, and what is said along with it, by its names."""
    fields = {key: each for key, each in value.items() if not is_aside(key)}
    return fields, {key.strip("()"): each for key, each in value.items() if is_aside(key)}


def derived_form(tag: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
    """The form of a type for which nobody wrote one: its kind, and each field after its name."""
    words = [str(each).replace("_", " ") for each in tag.values()]
    needed = [name for name, each in fields.items() if each.required]
    told = [f"{name.replace('_', ' ')} {{{name}}}" if len(needed) > 1 else f"{{{name}}}" for name in needed]
    may = [f"[{name.replace('_', ' ')} {{{name}}}]" for name, each in fields.items() if not each.required]
    return " ".join([*words, *told, *may])


def _is_hidden(kind: Any) -> bool:
    return get_origin(kind) is Hidden or any(_is_hidden(each) for each in get_args(kind))


def _default(field: Any) -> Any:
    value = field.default if field.default is not NODEFAULT else field.default_factory()
    return json.loads(msgspec.json.encode(value))


def is_struct(kind: Any) -> bool:
    """Whether a type has fields."""
    return isinstance(kind, type) and issubclass(kind, Struct)
