"""Reads the sentence of an event back by the table that prints it; what it leaves out is found by trying."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, islice, product
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_sentences import facts_with_display_names
from oathbook.domain.kernel import TABLE, Opened, Seat
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.rulesets.protocol import AnyRuleset

MOST_TRIED: Final = 3_000  # events for one sentence
MOST_COUNTED: Final = 12  # what a number that a sentence leaves out can be, at most
T = TypeVar("T", bound=str)
_PLACE: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = re.compile(r"-?\d+")
_AND: Final = re.compile(r", and |, | and ")


def events_by_sentence(ruleset: AnyRuleset, game: Game, state: Any, words: str, meant: Any = None) -> tuple[Any, ...]:
    """The events that fit a state and have this sentence, which is plain; none where the ruleset has no such table.

    Rows with the sentence are tried with every value that their events may have where the sentence does not say it. A
    hidden value is that of the decision that was ``meant``, in its field of the same name.
    """
    names = _names(ruleset, game)
    found: list[Any] = []
    for row in getattr(ruleset.facts, "rows", ()):
        patterns = _patterns(row.sentence, frozenset(row.words)) if _is_plain(row) else ()
        matches = [match.groupdict() for pattern in patterns if (match := pattern.fullmatch(words))]
        candidates = chain(*(islice(_candidates(row, said, names, meant), MOST_TRIED) for said in matches))
        for event in candidates:
            if event not in found and _is_said(ruleset, game, event, words) and _fits(ruleset, state, event):
                found.append(event)
    return tuple(found)


def plain_sentence(text: str) -> str:
    """A sentence without what a writer may leave out: capitals, spaces, the full stop."""
    return " ".join(text.casefold().split()).removesuffix(".")


class _Names(Struct, frozen=True):
    """What a word may be: the seats of a game, and the names of its box, each by what people read."""

    seats: dict[str, list[Seat]]
    things: dict[str, list[str]]


def _names(ruleset: AnyRuleset, game: Game) -> _Names:
    setup, roster = game.opened.setup(), game.opened.roster
    told = (ruleset.vocabulary.names(setup), ruleset.vocabulary.notation.names(setup))
    things = dict.fromkeys(name for sorts in told for names in sorts.values() for name in names)
    return _Names(
        _by_words((*(each.seat for each in setup.seats), TABLE), roster.call), _by_words(things, roster.call_thing)
    )


def _by_words(names: Iterable[T], call: Callable[[T], str]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for name in names:
        for way in dict.fromkeys((plain_sentence(name), plain_sentence(call(name)))):
            found.setdefault(way, []).append(name)
    return found


def _is_plain(row: Any) -> bool:
    """Whether a row has a sentence with places, and one for the whole event."""
    return isinstance(row.sentence, str) and not row.each


@cache
def _patterns(sentence: str, worded: frozenset[str]) -> tuple[re.Pattern[str], ...]:
    """What a sentence with these places looks like, with each place as short as can be, or as long."""
    return tuple(_pattern(sentence, worded, length) for length in ("?", ""))


def _pattern(sentence: str, worded: frozenset[str], length: str) -> re.Pattern[str]:
    """The pattern of a sentence; one with words of its own may be empty, one that stands twice says the same."""
    parts, seen = list[str](), set[str]()
    for number, part in enumerate(_PLACE.split(sentence)):
        if number % 2 == 0:
            parts.append(re.escape(part.casefold()))
        else:
            parts.append(f"(?P={part})" if part in seen else f"(?P<{part}>.{'*' if part in worded else '+'}{length})")
            seen.add(part)
    return re.compile("".join(parts))


def _candidates(row: Any, said: dict[str, str], names: _Names, meant: Any) -> Iterator[Any]:
    """Events of a row, with the values that the sentence says or could mean; none where it leaves too much open."""
    columns: list[list[Any]] = []
    for field in fields(row.event):
        if hidden_values_in(hidden := getattr(meant, field.name, None)):
            columns.append([hidden])
            continue
        text = None if field.name in row.computed else said.get(field.name)
        words = row.words.get(field.name)
        values = _values(field.type, text, names) if words is None else _worded(field.type, text, words, names)
        columns.append(list(dict.fromkeys(values)))
    for chosen in product(*columns):
        yield row.event(*chosen)


def _worded(kind: Any, text: str | None, words: Callable[[Any], str], names: _Names) -> Iterator[Any]:
    """What a field can be that a sentence says in words of its own: all that is said so."""
    if text is None:
        yield from _values(kind, None, names)
        return
    tried = (_values(kind, each, names) for each in (None, text, *_NUMBER.findall(text)))
    nothing: list[Any] = [()] if get_origin(kind) is tuple else []
    yield from (each for each in chain(*tried, nothing) if plain_sentence(words(each)) == plain_sentence(text))


def _values(kind: Any, text: str | None, names: _Names) -> Iterator[Any]:
    """What a field of a type can be: what the text says or, without one, all that it can be, if that can be tried."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _values(args[0], text, names)
    elif origin in {Union, UnionType}:
        for each in args:
            yield from _values(each, text, names)
    elif origin is Opened:
        yield from (Opened(each) for each in _values(args[0], text, names))
    elif origin is Literal:
        yield from (each for each in args if text is None or plain_sentence(str(each)) == text)
    elif origin is tuple and text is not None:
        yield from product(*(list(_values(args[0], each, names)) for each in _AND.split(text)))
    elif kind in _SINGLE:
        yield from _SINGLE[kind](text, names)


def _whole_numbers(text: str | None, _: _Names) -> Iterable[int]:
    if text is None:
        return range(MOST_COUNTED + 1)
    return [int(text)] if text.isascii() and text.removeprefix("-").isdecimal() else []


_SINGLE: Final[dict[Any, Callable[[str | None, _Names], Iterable[Any]]]] = {
    Seat: lambda text, names: chain(*names.seats.values()) if text is None else names.seats.get(text, []),
    NoneType: lambda text, _: [None] if text in {None, "nobody"} else [],
    bool: lambda text, _: [True, False] if text is None else [text == "yes"],
    int: _whole_numbers,
    str: lambda text, names: [] if text is None else names.things.get(text, []),
}


def _is_said(ruleset: AnyRuleset, game: Game, event: Any, words: str) -> bool:
    told = facts_with_display_names(ruleset, event, game.opened.roster)
    return words in {plain_sentence(each.sentence) for each in (*told, *ruleset.facts(event))}


def _fits(ruleset: AnyRuleset, state: Any, event: Any) -> bool:
    try:
        ruleset.evolve(state, event)
    except BadRecord:
        return False
    return True
