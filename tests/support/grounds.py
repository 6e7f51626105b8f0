"""What consequences rest on, beside what the rulebook has."""

from collections.abc import Iterable

from oathbook.domain.rulesets.protocol import Consequence
from oathbook.domain.rulesets.rulebook import Rulebook


def unknown_grounds(told: Iterable[Consequence[object]], book: Rulebook) -> list[tuple[object, str]]:
    """Each clause or reading named by an event, or by a line of its working, that the rulebook does not have."""
    clauses, readings = {each.id for each in book.clauses}, {each.id for each in book.readings}
    return [
        *((each.event, name) for each in told for name in _clauses(each) if name not in clauses),
        *((each.event, name) for each in told for name in each.readings if name not in readings),
    ]


def _clauses(told: Consequence[object]) -> tuple[str, ...]:
    return (*told.cites, *(line.clause for line in told.working))
