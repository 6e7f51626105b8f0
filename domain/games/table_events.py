"""What a table did beside the rules: the event, and the state that it leads to."""

from functools import cache
from typing import Annotated, Any, Generic, TypeVar, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Seat, limits
from oathbook.domain.rulesets.protocol import AnyRuleset, WireTypes

D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")


class TableActed(Struct, Generic[D, E, F], frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """``game.table/1``: what the table did beside the rules, which are asked about it afterwards.

    ``of`` is whose deed it was, ``table`` for all of them, and ``says`` the words of whoever wrote it down. ``meant``
    is the decision that it stands for, if the ruleset has one, ``did`` what happened. ``after`` is what a start
    position has, as it was then; without it the state follows from ``did``.
    """

    of: Seat
    says: limits.OneLineText = ""
    meant: D | None = None
    did: Annotated[tuple[E, ...], Meta(max_length=limits.CONSEQUENCES_PER_STEP)] = ()
    after: F | None = None


AnyTableActed = TableActed[Any, Any, Any]


def evolve_table_act(ruleset: AnyRuleset, state: Any, act: AnyTableActed) -> Any:
    """The state after what the table did; ``Misfit`` where what happened does not fit and ``after`` is not there."""
    if act.after is not None:
        return with_position(ruleset, state, act.after)
    for event in act.did:
        state = ruleset.evolve(state, event)
    return state


def position_of(ruleset: AnyRuleset, state: Any) -> Any:
    """What a start position has of a state; nothing where games of this ruleset are never taken up in the middle."""
    name = _position_field(ruleset.wire)
    return getattr(state, name) if name else None


def with_position(ruleset: AnyRuleset, state: Any, position: Any) -> Any:
    """The state with another position; ``Misfit`` where games of this ruleset are never taken up in the middle."""
    name = _position_field(ruleset.wire)
    if not name:
        raise Misfit(f"{ruleset.edition.title} is never taken up in the middle of a game")
    return replace(state, **{name: position})


@cache
def _position_field(wire: WireTypes) -> str:
    """The field of a state that has the type of a start position, if there is one."""
    return next((name for name, kind in get_type_hints(wire.state).items() if kind is wire.start), "")
