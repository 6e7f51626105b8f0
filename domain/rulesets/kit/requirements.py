"""Requirements that every title has, and what follows from the answers."""

from collections.abc import Container, Iterable
from typing import Final

from oathbook.domain.errors import IllegalDecision
from oathbook.domain.kernel import Requirement, Seat, first_refusal

NOT_ASKED: Final = "not-asked"  # the code of that refusal; every title lists it among its own


def must_be_asked(
    seat: Seat,
    waited_for: tuple[Seat, ...],
    stage: str,
    *,
    during: Container[str],
    clause: str,
    readings: tuple[str, ...] = (),
) -> Requirement:
    """The seat is one of those that have to decide now, in one of these stages."""
    return Requirement(
        NOT_ASKED,
        clause,
        kind="out-of-turn",
        asks="is this seat asked for this decision now?",
        holds=stage in during and seat in waited_for,
        says=f"seat {seat} is not asked for this now",
        values={"stage": stage, "asked": ", ".join(waited_for) or "nobody"},
        readings=readings,
    )


def is_allowed(requirements: Iterable[Requirement]) -> bool:
    """Whether all of them are met, asked in order up to the first that is not."""
    return all(needed.holds for needed in requirements)


def must_be_allowed(requirements: Iterable[Requirement]) -> None:
    """Raise ``IllegalDecision`` with the first requirement that is not met."""
    refusal = first_refusal(requirements)
    if refusal is not None:
        raise IllegalDecision(refusal)
