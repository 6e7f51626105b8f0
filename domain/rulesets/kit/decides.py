"""A decision once: what it needs, what follows, how it is written at the table and how it is said."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, force_setattr

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.defaults import no_items
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.kit.rows import fill
from oathbook.domain.rulesets.kit.wording import format_list

_Phrase = str | Callable[[Any], str]
_Forms = str | tuple[str | tuple[str, Mapping[str, object]], ...]


class Decides(Struct, frozen=True):
    """A type of decision.

    ``needs(state, decision)`` yields its requirements, and ``take(play, decision, chance)`` lets its events happen; it
    may take fewer arguments. ``forms`` is how it is written, as in ``Form``. Of several forms the first is the one to
    write; a form that fixes fields stands beside them, ``("keep Inspiration", {"use": False})``.
    ``deed`` is what a player does, *draws {cubes}*, and ``phrase`` what a player could do, *draw {cubes}*: a text with
    places for fields, or a function of the decision. ``words`` are other words for fields in both.
    """

    decision: type[Struct]
    needs: Callable[..., Iterable[Requirement]]
    take: Callable[..., object]
    forms: _Forms
    deed: _Phrase
    words: Mapping[str, Callable[[Any], str]] = {}
    phrase: _Phrase = ""

    def __post_init__(self) -> None:
        """Let ``take`` be called with all three arguments, whatever it takes."""
        force_setattr(self, "take", _ignoring_more(self.take, 3))


class Decisions:
    """All decisions of a title, by their rows."""

    def __init__(self, *rows: Decides, then: Callable[..., object] = no_items) -> None:
        """Take the rows; ``then(play, chance)`` goes on from each decision to where a seat has to decide again.

        ``ValueError`` names a type with two rows.
        """
        twice = [kind.__name__ for kind, times in Counter(row.decision for row in rows).items() if times > 1]
        if twice:
            raise ValueError(f"more than one row for {format_list(twice)}")
        self._rows = {row.decision: row for row in rows}
        self._then = _ignoring_more(then, 2)

    def needs(self, state: object, decision: Struct) -> Iterable[Requirement]:
        """Return what has to hold for a decision, in the order in which it is asked."""
        return self._rows[type(decision)].needs(state, decision)

    def take(self, play: object, decision: Struct, chance: Chance) -> None:
        """Take a decision, and go on to the point where a seat has to decide again."""
        self._rows[type(decision)].take(play, decision, chance)
        self._then(play, chance)

    def deed(self, decision: Struct) -> str:
        """What the player does, after the player's name: *draws 2 cubes*."""
        row = self._rows[type(decision)]
        return _format(row.deed, decision, row.words)

    def phrase(self, decision: Struct) -> str:
        """What a player could do: *draw 2 cubes*."""
        row = self._rows[type(decision)]
        return _format(row.phrase, decision, row.words)

    def forms(self) -> tuple[Form, ...]:
        """How they are written, in the order of the rows."""
        return tuple(form for row in self._rows.values() for form in _forms_of(row))


def _ignoring_more(function: Callable[..., object], many: int) -> Callable[..., object]:
    """The function, called with as many of so many arguments as it takes."""
    parameters = signature(function).parameters
    taken = len(parameters)
    if taken == many or any(each.kind is Parameter.VAR_POSITIONAL for each in parameters.values()):
        return function
    return lambda *given: function(*given[:taken])


def _format(phrase: _Phrase, decision: Struct, words: Mapping[str, Callable[[Any], str]]) -> str:
    return fill(phrase, asdict(decision), words) if isinstance(phrase, str) else phrase(decision)


def _forms_of(row: Decides) -> Iterable[Form]:
    for each in (row.forms,) if isinstance(row.forms, str) else row.forms:
        yield Form(row.decision, each) if isinstance(each, str) else Form(row.decision, *each)
