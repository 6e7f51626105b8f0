"""A decision as an author declares it: its form, the types of its parameters, and the values they can have."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import getsource, signature
from itertools import islice, product
from textwrap import dedent
from types import FunctionType, UnionType
from typing import Annotated, Any, Final, Union, cast, get_args, get_origin

from msgspec import Struct, defstruct, structs

from oathbook.domain.kernel import Hidden, Opened, Seat, display_name, display_seat
from oathbook.domain.kernel.limits import Count, ShortText
from oathbook.domain.rulesets.kit.asked_table import AskedTable
from oathbook.domain.rulesets.kit.play import DecisionBase
from oathbook.domain.rulesets.kit.rows import in_words
from oathbook.domain.rulesets.kit.wording import format_count, format_list
from oathbook.domain.rulesets.kit.zones import Secret, Zone

PLACE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
PLAYER, AMOUNT, NUMBER = "player", "amount", "number"
NO_NAMES: Final = (PLAYER, AMOUNT, NUMBER)  # sorts of which a game gives no names

PART: Final = "part of the table"
OF_THE_TABLE: Final = tuple(each for each in dir(AskedTable) if not each.startswith("_"))

ValueChoices = Callable[[Any, Seat], Iterable[Any]]  # the values of a parameter, from a state, for a seat
UpTo = Callable[[Any, Seat], int]  # the largest of them

MOST_TRIED: Final = 10_000  # decisions that are looked at for the options of a seat

_PARAMETERS: Final = (str, int, bool, Seat, Secret)
_TYPES_SAID: Final = "str, int, bool, Seat, Secret or a Struct"


class Spec(Struct, frozen=True, kw_only=True):
    """A decision as it is declared.

    ``fields`` are the types of its parameters, ``stages`` when it is taken, and ``choices`` the values of parameters.
    """

    kind: Any
    fields: Mapping[str, Any]
    body: Callable[..., Iterator[Any]]
    form: str
    clause: str
    letter: str
    third: str
    deed: str
    stages: tuple[str, ...] = ("play",)
    anytime: bool = False
    choices: Mapping[str, ValueChoices] = {}

    @property
    def name(self) -> str:
        """The name of the function that declared it, by which records know it."""
        return str(self.kind.__struct_config__.tag)

    def candidates(self, state: Any, seat: Seat, fixed: Mapping[str, Any]) -> Iterator[Any]:
        """Every way to take it, allowed or not, with these parameters held fixed."""
        return (self.kind(seat, *given) for given in self.arguments(state, seat, fixed))

    def arguments(self, state: Any, seat: Seat, fixed: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
        """The values of its parameters, in every combination, with some held fixed."""
        values = [(fixed[each],) if each in fixed else self._values(each, state, seat) for each in self.fields]
        for at, kind in enumerate(self.fields.values()):
            if kind == Secret:
                values[at] = tuple(Hidden.of(each, seat) for each in values[at])
        return product(*values)

    def _values(self, field: str, state: Any, seat: Seat) -> tuple[Any, ...]:
        """What a parameter can be, one more than is looked at: a counter may be huge."""
        return tuple(islice(self.choices[field](state, seat), MOST_TRIED + 1))


def field_types(kind: type[Struct]) -> Mapping[str, Any]:
    """The types of the fields, by their names."""
    return {each.name: each.type for each in structs.fields(kind)}


def parameters_of(body: Callable[..., Any]) -> Mapping[str, Any]:
    """The parameters of a decision after the table and the seat, with the types that records have them in.

    ``ValueError`` names a parameter of another type than these can be.
    """
    fields: dict[str, Any] = {}
    for each in list(signature(body).parameters.values())[2:]:
        kind: Any = each.annotation
        if kind not in _PARAMETERS and not (isinstance(kind, type) and issubclass(kind, Struct)):
            raise ValueError(f"{body.__name__}: {each.name!r} is of no type a decision can have: {_TYPES_SAID}")
        fields[each.name] = wire_type(kind)
    return fields


def decision_type(body: Callable[..., Any], fields: Mapping[str, Any]) -> Any:
    """The type of a decision, from the function that takes it and its parameters."""
    name = body.__name__.title().replace("_", "")
    return defstruct(name, list(fields.items()), bases=(DecisionBase,), frozen=True, tag=body.__name__)


def wire_type(kind: Any) -> Any:
    """The type in which a record has values of a type: texts and numbers have bounds there."""
    return {str: ShortText, int: Count}.get(kind) or with_arguments(kind, wire_type)


def with_arguments(kind: Any, change: Callable[[Any], Any]) -> Any:
    """A type with other types in it: *tuple[str, ...]*, and what ``change`` makes of *str*."""
    origin: Any = get_origin(kind)
    if origin in {None, Annotated}:
        return kind
    return (Union if origin is UnionType else origin)[tuple(map(change, get_args(kind)))]


def check_form(name: str, form: str, fields: Iterable[str]) -> None:
    """Raise ``ValueError`` where a form and the parameters of a decision do not fit."""
    places = {place for place, _ in PLACE.findall(form)}
    for each in fields:
        if each not in places:
            raise ValueError(f"{name}: no place for {each!r}")
    for each in sorted(places - set(fields)):
        raise ValueError(f"{name}: a place {each!r}, and no such parameter")


def sorts_in(phrase: str) -> Mapping[str, str]:
    """The sort of each place of a phrase, or nothing where it says none."""
    return dict(PLACE.findall(phrase))


def choices_of(
    fields: Mapping[str, Any], sorts: Mapping[str, str], names: Mapping[str, tuple[str, ...]], upto: UpTo | None
) -> Mapping[str, ValueChoices]:
    """The values of each parameter, as far as its type and its sort say them; ``upto`` says how far numbers go."""
    found: dict[str, ValueChoices] = {}
    for field, of in fields.items():
        if of == Seat:
            found[field] = _other_seats
        elif sorts.get(field) in names:
            found[field] = _always(names[sorts[field]])
        elif of is bool:
            found[field] = _always((False, True))
        elif of == Count and upto is not None:
            found[field] = _numbers(upto)
    return found


def _other_seats(state: Any, seat: Seat) -> Iterable[Any]:
    return (each for each in state.seats if each != seat)


def _always(values: tuple[Any, ...]) -> ValueChoices:
    return lambda _state, _seat: values


def _numbers(upto: UpTo) -> ValueChoices:
    return lambda state, seat: range(1, upto(state, seat) + 1)


def without_brackets(form: str) -> str:
    """A form with the words that may be left out."""
    return re.sub(r"[\[\]]", "", form)


def without_sorts(phrase: str) -> str:
    """A phrase with places that name their fields alone."""
    return PLACE.sub(r"{\1}", phrase)


def form_to_read(form: str) -> str:
    """A form as notation reads it: numbers need no sort."""
    return re.sub(rf":(?:{AMOUNT}|{NUMBER})\}}", "}", form)


def third_person(phrase: str) -> str:
    """A phrase as one does it: *lands silk*, *passes*, *carries on*."""
    verb, space, rest = phrase.partition(" ")
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies{space}{rest}"
    return f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch', 'x', 'z', 'o')) else 's'}{space}{rest}"


def words_for(kind: type[Struct], *, to_everybody: bool) -> Mapping[str, Callable[[Any], str]]:
    """How the fields of a decision or an event are said: to everybody, or with the cards that this reader may see."""
    said = say_to_everybody if to_everybody else _say_to_reader
    return {name: display_player if of in {Seat, Seat | None} else said for name, of in field_types(kind).items()}


def display_player(seat: Seat | None) -> str:
    """A seat by its name, or nobody."""
    return "nobody" if seat is None else display_seat(seat)


def say_to_everybody(value: Any) -> str:
    """A value in a sentence, without what is hidden: *a card*, *3 cards*."""
    if isinstance(value, Hidden):
        return "a card"
    if isinstance(value, Opened):
        return display_name(str(cast("Opened[Any]", value).value))
    if isinstance(value, tuple) and any(map(_is_hidden, cast("tuple[Any, ...]", value))):
        return format_count(len(cast("tuple[Any, ...]", value)), "card")
    return in_words(cast("Any", value))


def _say_to_reader(value: Any) -> str:
    return str(value.look()) if _is_hidden(value) and value.is_open else say_to_everybody(value)


def _is_hidden(value: Any) -> bool:
    return isinstance(value, Hidden)


# Names in its function that a game has to declare ---------------------------------------------------------------------


def undeclared_names(body: Callable[..., Any], declared: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """What is wrong with each name in a decision that is not among those declared of its sort.

    Read are its function and those of the same file that it calls. Nothing is found where the source cannot be read; a
    name that is computed is found when it is used.
    """
    for sort, name in dict.fromkeys(_names_in(body)):
        if name not in declared[sort]:
            yield f"there is no {sort} {name!r}; there are {format_list(declared[sort])}"


def _names_in(body: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    for function, tree in _trees(body):
        for node in ast.walk(tree):
            yield from _names_at(node, function.__globals__)
    yield from _table_reads(body)


def _names_at(node: ast.AST, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Call(func=ast.Attribute(attr="must"), args=[_, ast.Constant(value=str(code)), *_]):
            yield "refusal", code
        case ast.Call(func=ast.Attribute(attr="over"), args=[ast.Constant(value=str(outcome)), *others]):
            yield "outcome", outcome
            yield from _clauses(others)
        case ast.Call(func=ast.Attribute(attr=method), args=[ast.Name(id=name), *_]) if method in OF_THE_TABLE:
            if isinstance(zone := values.get(name), Zone):
                yield "zone", zone.name
        case ast.Yield(value=ast.Tuple(elts=[_, *others])):
            yield from _clauses(others)
        case ast.keyword(arg="clause", value=value):
            yield from _clauses([value])
        case _:
            return


def _clauses(nodes: list[ast.expr]) -> Iterator[tuple[str, str]]:
    return (("clause", each.value) for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _trees(body: Callable[..., Any]) -> Iterator[tuple[FunctionType, ast.AST]]:
    """The function as it is written, and each of its file that it names, once."""
    found: list[Any] = [body]
    for function in found:
        if (tree := _tree(function)) is None:
            continue
        yield function, tree
        for each in ast.walk(tree):
            named = function.__globals__.get(each.id) if isinstance(each, ast.Name) else None
            if isinstance(named, FunctionType) and named.__module__ == body.__module__ and named not in found:
                found.append(named)


def _tree(function: object) -> ast.AST | None:
    try:
        return ast.parse(dedent(getsource(cast("FunctionType", function))))
    except (OSError, TypeError, SyntaxError):
        return None


def _table_reads(body: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """What the function reads of the table, which is its first parameter."""
    tree = _tree(body)
    first = next(iter(signature(body).parameters), "")
    for each in ast.walk(tree) if tree is not None else ():
        match each:
            case ast.Attribute(value=ast.Name(id=name), attr=part) if name == first:
                yield PART, part
            case _:
                continue
