"""How decisions are written at the table, a line each: the forms of a title's notation."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.rulesets.defaults import no_entries


class Form(Struct, frozen=True):
    """One way to write a decision, or a part of one: ``deploy [a knight] [to] [tile] {tile:tile}``.

    ``of`` is its type. A place ``{field:sort}`` takes a name of that sort, as in letters, or of any sort, ``{field}``,
    what the type of the field says. Words in brackets may be left out and are not written; places in brackets are left
    out where the field has its default. Fields in ``fixed`` have that value. A place that no field of the type has
    takes what ``Notation.asides`` says of the state.
    """

    of: Any
    says: str
    fixed: Mapping[str, object] = {}


class EditForm(Struct, frozen=True):
    """One way to say an edit of a position: ``take {count:number} Influence from [the] supply for {seat:player}``.

    ``changes`` are the edits of places that it stands for, as a sheet has them, each with the places of the form
    filled: ``players {seat} influence += {count}`` and ``earned += {count}``. They change both ends of what is counted.
    Places and words in brackets are as in a ``Form``; besides sorts of names there is ``number``, and without a sort
    any name can stand there.
    """

    says: str
    changes: tuple[str, ...]


class Notation(Struct, frozen=True):
    """The forms of a title, of each type the one to write first. A type without a form is written by its fields.

    ``names`` gives names of sorts that letters do not speak of, from the setup. ``asides`` is what people say along
    although it follows from the state, by the name of its place: the law of a vote. ``edits`` are the words for edits
    of a position.
    """

    forms: tuple[Form, ...] = ()
    names: Callable[[Any], Mapping[str, tuple[str, ...]]] = no_entries
    asides: Callable[[Any], Mapping[str, str]] = no_entries
    edits: tuple[EditForm, ...] = ()


def check_asides(notation: Notation, state: object, asides: Mapping[str, object]) -> None:
    """Raise ``BadRecord`` where an aside of a decision, by the name of its place, is not true of this state."""
    right: Mapping[str, str] = notation.asides(state) if asides else {}
    for name, value in asides.items():
        if value != right.get(name):
            raise BadRecord(f"{value} is not what this is about now; what is: {', '.join(right.values()) or 'nothing'}")
