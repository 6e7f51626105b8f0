"""An edition in figures, and a clause of it, for the command line and the service."""

from domain.errors import NotFound
from domain.rulesets.protocol import Edition
from domain.rulesets.rulebook import Clause


def about(edition: Edition) -> dict[str, object]:
    """An edition in figures."""
    book = edition.rulebook
    return {
        "key": edition.key,
        "title": edition.title,
        "status": edition.status,
        "clauses": len(book.clauses),
        "not_covered": {clause.id: clause.not_covered for clause in book.clauses if clause.not_covered},
        "readings": len(book.readings),
        "switches": {reading.id: reading.settings for reading in book.readings if reading.settings},
        "components": sorted(edition.components),
    }


def clause_in(edition: Edition, clause: str) -> Clause:
    """A clause of an edition's book by its id; ``NotFound`` where it has none."""
    for each in edition.rulebook.clauses:
        if each.id == clause:
            return each
    msg = f"{edition.key} has no clause {clause!r}"
    raise NotFound(msg)
