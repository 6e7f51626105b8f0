"""An edition in figures, for the command line and the service."""

from domain.rulesets.protocol import Edition


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
