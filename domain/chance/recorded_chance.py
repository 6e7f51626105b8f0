"""Draws looked up in the record, for replaying and for deciding again."""

from msgspec import Struct

from oathbook.domain.errors import DrawMissing, ImpossibleDraw
from oathbook.domain.kernel import Draw, DrawRequest


class RecordedChance(Struct, frozen=True):
    """Chance for one decision, out of the draws that were recorded with it."""

    draws: tuple[Draw, ...]

    def draw(self, request: DrawRequest) -> Draw:
        """Look the label up; ``DrawMissing`` if none was recorded, ``ImpossibleDraw`` if this pile cannot give it.

        It is hidden as the request says, however it was recorded; of cards that this reader does not have only the
        number is checked, and so it is of all cards where the request has no pile. That is ``Concealed`` where the
        record shows this reader the pile.
        """
        for draw in self.draws:
            if draw.label == request.label:
                if not draw.is_possible(request):
                    raise ImpossibleDraw(request, draw.drawn)
                return draw.hidden_like(request)
        raise DrawMissing(request)
