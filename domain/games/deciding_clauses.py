"""Which clause decides where an outcome is not the one that follows: the one behind what differs."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from msgspec.structs import asdict

from oathbook.domain.games.game_events import Consequences
from oathbook.domain.kernel import Line
from oathbook.domain.rulesets.protocol import Consequence

GIVEN: Final = ("start", "within")
"""What a line looks up or compares; every other line works something out."""


def deciding_clause(recorded: Consequences, follows: Consequences, number: int) -> str:
    """The clause by which two outcomes part at a place, or an empty text.

    It is that of the line of the working that differs or gives the number that differs. Else it is the first that only
    what follows cites, or else only the record. A record without reasons has the first clause of what follows.
    """
    one, other = recorded[number : number + 1], follows[number : number + 1]
    if one and other and type(one[0].event) is type(other[0].event):
        if clause := _line_clause(one[0], other[0]):
            return clause
        recorded, follows = one, other
    elif one and other and not one[0].cites:
        return next(iter(other[0].cites), "")
    clauses = (*_clauses_only_in(follows, recorded), *_clauses_only_in(recorded, follows), *(other or one)[0].cites)
    return next(iter(clauses), "")


def _line_clause(recorded: Consequence[Any], follows: Consequence[Any]) -> str:
    """The clause of the line that differs or, where the record has no other lines, that gives what differs."""
    cites_more = not follows.working and not set(follows.cites) <= set(recorded.cites)
    if recorded.working and recorded.working != follows.working and not cites_more:
        return _clause_apart(recorded.working, follows.working)
    was, fields = asdict(recorded.event), asdict(follows.event)
    changed = [(name, value) for name, value in fields.items() if value != was[name]]
    return next((line.clause for each in changed for line in _lines_giving(follows.working, *each)), "")


def _clause_apart(recorded: tuple[Line, ...], follows: tuple[Line, ...]) -> str:
    """The clause of the first line that differs: the record's, where that is a line too many."""
    pairs = enumerate(zip_longest(recorded, follows))
    number, theirs, ours = next((number, *pair) for number, pair in pairs if pair[0] != pair[1])
    if theirs is None or ours is None:
        only = theirs or ours
        return only.clause if only else ""
    is_extra = _name(theirs) not in map(_name, follows[number:]) and _name(ours) in map(_name, recorded[number:])
    return theirs.clause if is_extra else ours.clause


def _name(line: Line) -> tuple[str, str, str]:
    return line.clause, line.of, line.op


def _lines_giving(working: tuple[Line, ...], name: str, value: object) -> Iterator[Line]:
    """The lines that a value of that name comes from, the likeliest first."""
    lines = [line for line in reversed(working) if line.applied]
    if isinstance(value, bool):
        yield from (line for line in lines if line.op == "within")
    elif isinstance(value, int):
        worked_out = [line for line in lines if line.op not in GIVEN]
        yield from (line for line in lines if (line.of, line.total) == (name, value))
        yield from (line for line in worked_out if line.total == value)
        yield from (line for line in worked_out if line.by == value)
        yield from (line for line in lines if line.op in GIVEN and line.by == value)


def _clauses_only_in(one: Consequences, other: Consequences) -> Iterator[str]:
    """The clauses that the one cites and the other does not."""
    known = {clause for each in other for clause in each.cites}
    return (clause for each in one for clause in each.cites if clause not in known)
