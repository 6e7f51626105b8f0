"""Formulas joined, as simple as can be."""

from collections.abc import Iterable

from domain.promises.logic.formula import FALSE, TRUE, And, Formula, Hole, Or


def conjunction(parts: Iterable[Formula]) -> Formula:
    """All of these, as simple as can be."""
    left: list[Formula] = []
    for part in parts:
        if part == FALSE:
            return FALSE
        inner = part.parts if isinstance(part, And) else (part,)
        left += [each for each in inner if each != TRUE and not (isinstance(each, Hole) and each in left)]
    return TRUE if not left else left[0] if len(left) == 1 else And(tuple(left))


def disjunction(parts: Iterable[Formula]) -> Formula:
    """One of these, as simple as can be."""
    left: list[Formula] = []
    for part in parts:
        if part == TRUE:
            return TRUE
        inner = part.parts if isinstance(part, Or) else (part,)
        left += [each for each in inner if each != FALSE and not (isinstance(each, Hole) and each in left)]
    return FALSE if not left else left[0] if len(left) == 1 else Or(tuple(left))
