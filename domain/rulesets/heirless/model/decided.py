"""The base of all decisions."""

from msgspec import Struct

from domain.kernel.seats import Seat


class Decided(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower, gc=False):
    """Base of the decisions: who decides."""

    by: Seat
