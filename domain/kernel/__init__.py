"""What everything else speaks with: seats, hidden values, draws, refusals, workings, and how names are displayed."""

from oathbook.domain.kernel.display_names import capitalise, display_name, display_seat
from oathbook.domain.kernel.draws import Audience, Cards, Draw, DrawRequest, HiddenParts, make_draw
from oathbook.domain.kernel.hidden import Concealed, Hidden, Opened, SaltSource, hidden_from_json, seal
from oathbook.domain.kernel.refusals import Condition, Refusal, Requirement, first_refusal
from oathbook.domain.kernel.rosters import EMPTY_ROSTER, Roster
from oathbook.domain.kernel.seats import HOLDER, PUBLIC, TABLE, WRITERS, Seat, Viewer, is_seat_name
from oathbook.domain.kernel.workings import Line, Operation, Working, format_line

__all__ = [
    "EMPTY_ROSTER",
    "HOLDER",
    "PUBLIC",
    "TABLE",
    "WRITERS",
    "Audience",
    "Cards",
    "Concealed",
    "Condition",
    "Draw",
    "DrawRequest",
    "Hidden",
    "HiddenParts",
    "Line",
    "Opened",
    "Operation",
    "Refusal",
    "Requirement",
    "Roster",
    "SaltSource",
    "Seat",
    "Viewer",
    "Working",
    "capitalise",
    "display_name",
    "display_seat",
    "first_refusal",
    "format_line",
    "hidden_from_json",
    "is_seat_name",
    "make_draw",
    "seal",
]
