"""Draws that a person saw at the table, or supposes."""

from collections import Counter

from msgspec import Struct

from domain.errors import DrawMissing, ImpossibleDraw
from domain.kernel.draws import Cards, Draw, DrawRequest
from domain.kernel.seats import Seat


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """A reported draw: its label, what came out, and who saw it."""

    label: str
    drawn: Cards
    witnesses: tuple[Seat, ...] = ()


class Witnessed(Struct, frozen=True):
    """Chance for one decision, out of what was reported with it."""

    reports: tuple[Report, ...]

    def draw(self, request: DrawRequest) -> Draw:
        """Look the label up; refuse with ``DrawMissing``, or ``ImpossibleDraw`` if the pile could not give that."""
        for report in self.reports:
            if report.label == request.label:
                if not is_possible(request, report.drawn):
                    raise ImpossibleDraw(request, report.drawn)
                return Draw(request.label, request.pile, report.drawn, "witnessed", report.witnesses)
        raise DrawMissing(request)


def is_possible(request: DrawRequest, drawn: tuple[str, ...]) -> bool:
    """Whether those cards, and that many, could have come from the pile."""
    return len(drawn) == request.count and Counter(drawn) <= Counter(request.pile)
