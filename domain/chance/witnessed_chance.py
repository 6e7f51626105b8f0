"""Draws that a person saw at the table, or supposes."""

from msgspec import Struct

from oathbook.domain.errors import BadRecord, DrawMissing, ImpossibleDraw
from oathbook.domain.kernel import TABLE, Cards, Draw, DrawRequest, Seat, make_draw


class DrawReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A reported draw: its label, what came out, and who saw it."""

    label: str
    drawn: Cards
    witnesses: tuple[Seat, ...] = ()


class WitnessedChance(Struct, frozen=True):
    """Chance for one decision, out of what was reported with it; ``by`` reported it, where nobody else is named."""

    reports: tuple[DrawReport, ...]
    by: Seat | None = None

    def draw(self, request: DrawRequest) -> Draw:
        """Look the label up; refuse with ``DrawMissing``, or ``ImpossibleDraw`` if the pile could not give that.

        ``BadRecord`` where a seat is named that may not see what was drawn; ``Concealed`` without a pile.
        """
        request.known_pile()  # nothing that is reported could be held against one that this reader cannot tell
        for report in self.reports:
            if report.label == request.label:
                drawn = make_draw(request, report.drawn, "witnessed", self._witnesses(request, report))
                if not drawn.is_possible(request):
                    raise ImpossibleDraw(request, report.drawn)
                return drawn
        raise DrawMissing(request)

    def _witnesses(self, request: DrawRequest, report: DrawReport) -> tuple[Seat, ...]:
        """Who is named or, where nobody is, who reported it; the table, where that is a seat that may not see it."""
        if not report.witnesses:
            by = () if self.by is None else (self.by,)
            return by if all(map(request.may_be_witnessed_by, by)) else (TABLE,)
        for each in report.witnesses:
            if not request.may_be_witnessed_by(each):
                raise BadRecord(f"draws: “{request.label}” is hidden from {each}, who cannot say what was drawn")
        return report.witnesses
